// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CanjePage } from './canje-page.tsx'

const call = vi.hoisted(() => vi.fn())
vi.mock('../api/session/session.ts', async (real) => ({
  ...(await real<typeof import('../api/session/session.ts')>()),
  useSession: () => ({ status: 'in', cliente: { id: 1, puntos: 42_860 } }),
}))
vi.mock('../api/call.ts', async (real) => ({
  ...(await real<typeof import('../api/call.ts')>()),
  call,
}))

const PREMIOS = 'GET /api/productos-canje/'
const CODIGOS = 'GET /api/codigos-canje/pendientes/'
const MOVIMIENTOS = 'GET /api/puntos/movimientos'
const llavero = {
  id: 3,
  nombre: 'Llavero',
  descripcion: 'Con tu nombre',
  imagen: null,
  es_codigo_canje: false,
  puntos_requeridos: 20_000,
  cantidad: 5,
}
const fine = (data: unknown) => ({ ok: true, status: 200, errores: null, data })
const ANSWERS: Record<string, unknown> = {
  [PREMIOS]: fine([llavero]),
  [CODIGOS]: fine([]),
  [MOVIMIENTOS]: fine({ movimientos: [], siguiente: null, deuda: 0 }),
}

let arrive: (answer: unknown) => void

/** Opens the page; the answer to `late` is sent by `arrive`. */
function openWith(late: string) {
  call.mockImplementation((key: string) =>
    key === late ? new Promise((resolve) => (arrive = resolve)) : Promise.resolve(ANSWERS[key]),
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CanjePage />
    </QueryClientProvider>,
  )
}

beforeEach(() => call.mockReset())
afterEach(cleanup)

it.each([PREMIOS, CODIGOS, MOVIMIENTOS])(
  'prizes, codes and history are shown together, so that no part moves the others down: %s comes last',
  async (late) => {
    openWith(late)
    screen.getByText('Buscando los premios…')
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(3))
    expect(screen.queryByRole('heading', { name: 'Tu álbum de premios' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Historia de tus puntos' })).toBeNull()
    arrive(ANSWERS[late])
    await screen.findByRole('heading', { name: 'Tu álbum de premios' })
    screen.getByRole('heading', { name: 'Historia de tus puntos' })
    screen.getByText('Llavero')
  },
)

it('a part that fails says so, leaves the others on the screen, and can be tried again', async () => {
  openWith(PREMIOS)
  arrive({ ok: false, status: 500, errores: null, data: null })
  await screen.findByText(/No pudimos cargar los premios/)
  screen.getByRole('heading', { name: 'Historia de tus puntos' })
  screen.getByText('Todavía no hay movimientos: tu primera compra te da puntos.')
  call.mockImplementation(async (key: string) => ANSWERS[key])
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByText('Llavero')
})
