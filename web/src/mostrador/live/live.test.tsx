// @vitest-environment happy-dom
import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient, dataOf } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { currentSession, endSession, startSession } from '../session/session.ts'
import { GATHER_MS, LiveProvider } from './live.tsx'
import { Llegados } from './llegados.tsx'
import { charging, markOwn } from './own.ts'

const YO = 'GET /api/mostrador/yo'
const LIST = 'GET /api/mostrador/usuarios'
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]

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

function Board({ look }: { look: () => Promise<string> }) {
  return useQuery({ queryKey: pedidosKey, queryFn: look }).data
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

it('keeps the session unchanged without an answer', async () => {
  open()
  await waitFor(() => expect(many(YO)).toBeGreaterThan(0))
  expect(currentSession()).toMatchObject({ rol: 'operador', sucursal: 'Alberdi' })
})

it('reads the board once more where its first read was under way as the stream opened, however often it changed', async () => {
  const stream = new ReadableStream({
    async start(open) {
      for (const id of ['P1', 'P2']) {
        open.enqueue(
          new TextEncoder().encode(`data: ${JSON.stringify({ tipo: 'tomado', pedido_id: id })}\n\n`),
        )
        await new Promise((resolve) => setTimeout(resolve, 2 * GATHER_MS))
      }
    },
  })
  const answers: ((pedidos: string) => void)[] = []
  const served = fetch
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path.endsWith('/eventos') ? new Response(stream) : served(path, init),
  )
  const look = () => new Promise<string>((resolve) => answers.push(resolve))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveProvider sucursal="">
        <Board look={look} />
      </LiveProvider>
    </QueryClientProvider>,
  )
  await new Promise((resolve) => setTimeout(resolve, 6 * GATHER_MS))
  expect(answers).toHaveLength(1)
  answers[0]?.('de antes')
  await screen.findByText('de antes')
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('el nuevo')
  await screen.findByText('el nuevo')
  expect(answers).toHaveLength(2)
})

describe('the announcements', () => {
  const SALE = ['confirmado', 'pagado', 'en_produccion', 'listo', 'entregado'] as const
  /** An open stream that brought these events, and the region that announces them. */
  function hear(events: { pedido_id: string; numero: number; estado: Estado }[]) {
    const lines = events.map((event) => `data: ${JSON.stringify({ ...event, sucursal: 'Alberdi' })}\n\n`)
    const stream = new ReadableStream({
      start: (open) => open.enqueue(new TextEncoder().encode(lines.join(''))),
    })
    const served = fetch
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
      path.endsWith('/eventos') ? new Response(stream) : served(path, init),
    )
    render(
      <MemoryRouter initialEntries={['/mostrador/nuevo']}>
        <QueryClientProvider client={createQueryClient()}>
          <LiveProvider sucursal="">
            <Llegados />
          </LiveProvider>
        </QueryClientProvider>
      </MemoryRouter>,
    )
    return within(screen.getByRole('region', { name: 'Pedidos que entraron' })).getByRole('status')
  }
  const steps = (numero: number, estados: readonly Estado[]) =>
    estados.map((estado) => ({ pedido_id: `P${numero}`, numero, estado }))

  it('is an order that is paid and to be made, and no sale of goods, which was handed over at once', async () => {
    const said = hear([...steps(1060, SALE), ...steps(1061, ['confirmado', 'pagado'])])
    await waitFor(() => expect(said.textContent).toBe('Pedido 1061 pagado en Alberdi: ya se puede producir.'))
    screen.getByRole('button', { name: 'Cerrar' }).click()
  })

  it('is no order of a charge of its own, which names it only in its answer', async () => {
    let answer = (): void => undefined
    void charging(new Promise<void>((resolve) => (answer = resolve)).then(() => markOwn('P1062')))
    const said = hear([...steps(1062, ['confirmado', 'pagado']), ...steps(1063, ['confirmado'])])
    await waitFor(() => expect(many(YO)).toBe(1)) // the stream is open
    await new Promise((resolve) => setTimeout(resolve, 2 * GATHER_MS))
    expect(said.textContent).toBe('')
    answer()
    await waitFor(() => expect(said.textContent).toBe('Entró el pedido 1063 en Alberdi. Falta el pago.'))
  })
})
