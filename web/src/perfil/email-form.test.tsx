// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { useSession } from '../api/session/session.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { Toasts } from '../ui/notice/toasts.tsx'
import { ChangeEmailForm } from './email-form.tsx'

const CARLA = { id: 1, email: 'carla@example.com', email_pendiente: null, nombre: 'Carla', puntos: 0 }
const CHANGE = 'PATCH /api/clientes/actualizar/'
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let queries: ReturnType<typeof createQueryClient>

/** The form as in the profile, with the session's customer. */
function Screen() {
  const session = useSession()
  if (session.status !== 'in') return null
  const { email, email_pendiente } = session.cliente
  return <ChangeEmailForm email={email} pendiente={email_pendiente} />
}

beforeEach(() => {
  vi.useFakeTimers()
  script = {}
  calls = fakeServer(script)
  queries = createQueryClient()
  queries.setQueryData<unknown>(['cliente-actual'], { cliente: CARLA })
  render(
    <QueryClientProvider client={queries}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.runAllTimers() // toasts go
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const confirmedElsewhere = (email: string) => {
  queries.setQueryData<unknown>(['cliente-actual'], { cliente: { ...CARLA, email } })
  return pass(0)
}
const field = () => screen.getByLabelText<HTMLInputElement>('Correo electrónico')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Actualizar correo' }))
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const answered = () => pass(0)
const toasts = () => within(screen.getByRole('region', { name: 'Avisos' }))
const form = () => within(screen.getByRole('region', { name: 'Actualizar correo electrónico' }))
const changes = () => calls.filter(({ call }) => call === CHANGE).map(({ body }) => body)

it.each(['carla@example.com', ' Carla@Example.COM '])('the same address is not sent: %s', async (same) => {
  type(same)
  send()
  await answered()
  screen.getByText('Ese ya es tu correo.')
  expect(changes()).toEqual([])
})

it('another address is sent; a toast says so, and which mailbox got the confirmation mail', async () => {
  script[CHANGE] = { status: 200, body: { ...CARLA, email_pendiente: 'otra@example.com' } }
  type(' otra@example.com ')
  send()
  await answered()
  expect(changes()).toEqual([{ email: 'otra@example.com' }])
  toasts().getByText('Correo actualizado correctamente')
  toasts().getByText('Confirmalo desde el mail que te mandamos')
  form().getByText(/^El mail está en otra@example\.com\./)
  expect(field().value).toBe('carla@example.com')
})

it('an address that was confirmed in another tab is in the field, except where another was typed', async () => {
  await confirmedElsewhere('nueva@example.com')
  expect(field().value).toBe('nueva@example.com')
  type('otra@example.com')
  await confirmedElsewhere('carla@example.com')
  expect(field().value).toBe('otra@example.com')
})

it.each([
  [
    'the words of the server',
    { status: 400, body: { email: ['Ese correo no sirve.'] } },
    'Ese correo no sirve.',
  ],
  ['without words our own', { status: 500 }, 'Error al actualizar el correo'],
  ['without network our own', 'cut', 'Error al actualizar el correo'],
] as const)(
  'a refusal is a red toast, which goes, and stays under the field: %s',
  async (_, answer, text) => {
    script[CHANGE] = answer
    type('otra@example.com')
    send()
    await answered()
    expect(toasts().getByRole('alert').textContent).toBe(text)
    expect(form().getByRole('alert').textContent).toBe(text)
    await pass(5_000)
    expect(toasts().queryByText(text)).toBeNull()
    form().getByText(text)
    expect(field().value).toBe('otra@example.com')
  },
)
