// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient, dataOf } from '../../api/query-client.ts'
import { type Call, fakeServer } from '../../api/testing.ts'
import { ask } from '../session/ask.ts'
import { currentSession, endSession, startSession } from '../session/session.ts'
import { LiveProvider } from './live.tsx'

const YO = 'GET /api/mostrador/yo'
const LIST = 'GET /api/mostrador/usuarios'
let script: Parameters<typeof fakeServer>[0]
let calls: Call[]

beforeEach(() => {
  script = { 'GET /api/mostrador/eventos': { status: 200 }, [LIST]: { status: 200, body: [] } }
  calls = fakeServer(script)
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: 'Alberdi' })
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

/** Any list of the counter, which no event names. */
function Screen() {
  const { data } = useQuery({ queryKey: ['usuarios'], queryFn: () => dataOf(ask(LIST)) })
  return data ? `${data.length} personas` : null
}

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveProvider sucursal="">
        <Screen />
      </LiveProvider>
    </QueryClientProvider>,
  )
const many = (key: string) => calls.filter(({ call }) => call === key).length

it('learns the person’s present role and branch as the stream opens, keeps them over a reload, and loads everything again', async () => {
  const now = { nombre: 'Nadia', rol: 'encargado', sucursal: 'Aguilares' }
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  script[YO] = () => asked.then(() => ({ status: 200, body: { id: 1, ...now } }))
  open()
  await screen.findByText('0 personas')
  answer()
  await waitFor(() => expect(currentSession()).toEqual({ access: 'vale', id: 1, ...now }))
  expect(sessionStorage.getItem('mostrador-quien')).toBe('Nadia\nAguilares\n1\nencargado')
  await waitFor(() => expect(many(LIST)).toBe(2))
})

it('learns them without a stream too, and where a call is refused for the role or branch', async () => {
  script['GET /api/mostrador/eventos'] = 'cut'
  script[YO] = { status: 200, body: { id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null } }
  open()
  await waitFor(() => expect(currentSession()?.sucursal).toBeNull())
  script[YO] = { status: 200, body: { id: 1, nombre: 'Nadia', rol: 'operador', sucursal: 'Aguilares' } }
  script['POST /api/mostrador/salir'] = { status: 403, codigo: 'otra_sucursal' }
  await ask('POST /api/mostrador/salir')
  await waitFor(() => expect(currentSession()?.sucursal).toBe('Aguilares'))
})

it('keeps the session as it is without an answer', async () => {
  open()
  await waitFor(() => expect(many(YO)).toBeGreaterThan(0))
  expect(currentSession()).toMatchObject({ rol: 'operador', sucursal: 'Alberdi' })
})
