// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../api/testing.ts'
import { Toasts } from '../ui/notice/toasts.tsx'
import { DeleteCuenta } from './delete-cuenta.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const DELETE = 'POST /api/clientes/eliminar'
const LOST =
  'Se cortó la conexión y no sabemos si se eliminó. Probá de nuevo. Si se eliminó, te llega un mail que lo dice.'
const UNSENT = 'No hay conexión: esta vez no se envió nada. Probá de nuevo cuando vuelva.'
const GONE = /^Tu sesión terminó. Si tu cuenta se eliminó, te llega un mail que lo dice./
const onForgotten = vi.fn()
let script: Parameters<typeof fakeServer>[0]

beforeEach(() => {
  onForgotten.mockReset()
  script = {}
  fakeServer(script)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <DeleteCuenta email="carla@example.com" onForgotten={onForgotten} onClose={() => {}} />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function confirm() {
  fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'mate-Amargo-7' } })
  fireEvent.submit(screen.getByLabelText('Contraseña').closest('form') as HTMLFormElement)
}

it('a deletion that surely never left says so, and a session that is over then tells nothing of the account', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  script[DELETE] = 'cut'
  confirm()
  await screen.findByText(UNSENT)
  online.mockReturnValue(true)
  script[DELETE] = { status: 401, body: { detail: 'Iniciá sesión para seguir.' } }
  confirm()
  await screen.findByText('Iniciá sesión para seguir.')
  expect(screen.queryByText(GONE)).toBeNull()
  expect(onForgotten).not.toHaveBeenCalled()
})

it.each([
  ['the network cut', 'cut'],
  ['a proxy that waited in vain', { status: 504, codigo: null, body: '<h1>Gateway Time-out</h1>' }],
] as const)(
  'one whose answer was lost may have been made: so it says, and with the session over the browser forgets: %s',
  async (_, lost) => {
    script[DELETE] = lost
    confirm()
    await screen.findByText(LOST)
    script[DELETE] = { status: 401 }
    confirm()
    await screen.findByText(GONE)
    expect(onForgotten).toHaveBeenCalledOnce()
  },
)

it('the shop’s own failure is none that may have been made', async () => {
  script[DELETE] = { status: 500, body: { detail: 'stack' } }
  confirm()
  await vi.waitFor(() =>
    expect(screen.getByLabelText('Contraseña').getAttribute('aria-invalid')).toBe('true'),
  )
  expect(screen.queryByText(LOST)).toBeNull()
  script[DELETE] = { status: 401, body: { detail: 'Iniciá sesión para seguir.' } }
  confirm()
  await screen.findByText('Iniciá sesión para seguir.')
  expect(onForgotten).not.toHaveBeenCalled()
})
