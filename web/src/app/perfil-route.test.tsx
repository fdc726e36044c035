// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guardadosHoy, keepGanado } from '../api/codigos-guardados.ts'
import { forgetCarrito, getCarrito, setContacto, updateCarrito } from '../pedido/carrito/carrito.ts'
import { newArchivo } from '../pedido/carrito/carrito-state.ts'
import { PerfilRoute } from './perfil-route.tsx'

const cliente = vi.hoisted(() => ({
  id: 1,
  email: 'ana@example.com',
  nombre: 'Ana',
  puntos: 0,
  email_pendiente: null,
  fecha_registro: '2026-01-05',
  celular: null,
}))
const call = vi.hoisted(() => vi.fn())
vi.mock('../api/session/session.ts', async (real) => ({
  ...(await real<typeof import('../api/session/session.ts')>()),
  useSession: () => ({ status: 'in', cliente }),
  forgetSession: vi.fn(),
}))
vi.mock('../api/call.ts', async (real) => ({
  ...(await real<typeof import('../api/call.ts')>()),
  call,
}))
vi.mock('../ui/link.tsx', async (real) => ({
  ...(await real<typeof import('../ui/link.tsx')>()),
  useNavigate: () => vi.fn(),
  Link: () => null,
}))
// The other parts of the page make calls of their own
vi.mock('../perfil/pedidos.tsx', () => ({ Pedidos: () => null }))
vi.mock('../perfil/puntos.tsx', () => ({ Puntos: () => null }))
vi.mock('../perfil/sesiones.tsx', () => ({ SesionesLista: () => null }))
vi.mock('../perfil/celular-form.tsx', () => ({ CelularForm: () => null }))
vi.mock('../perfil/use-is-loading-above.ts', () => ({ useIsLoadingAbove: () => false }))
vi.mock('../perfil/bienvenida.tsx', () => ({ BienvenidaDePerfil: () => null }))

/** Code that is loaded first. */
const SLOW = { timeout: 10_000 }

const offer = vi.hoisted(() => ({ arrives: Promise.resolve(), asked: 0 }))
vi.mock('../pedido/carrito/follow-pedido.tsx', async (real) => {
  offer.asked++
  await offer.arrives
  return real()
})

beforeEach(() => {
  keepGanado({ codigo: 'K7M2-XQ9D-4RTB', descuento: 8, correo: 'ana@example.com' })
  setContacto({ email: 'ana@example.com' })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const openPerfil = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PerfilRoute />
    </QueryClientProvider>,
  )

async function deleteAccount() {
  openPerfil()
  fireEvent.click(await screen.findByRole('button', { name: 'Eliminar la cuenta' }, SLOW))
  const password = await screen.findByLabelText('Contraseña')
  fireEvent.change(password, { target: { value: 'una clave larga' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sí, eliminarla para siempre' }))
  await waitFor(() => expect(call).toHaveBeenCalledWith('POST /api/clientes/eliminar', expect.anything()))
}

it('an account that is deleted leaves no code, no mailbox and no half-made order in this browser', async () => {
  call.mockResolvedValue({ ok: true, data: null })
  await deleteAccount()
  await waitFor(() => expect(guardadosHoy()).toEqual([]))
  expect(getCarrito().contacto.email).toBe('')
})

it('an account that could not be deleted leaves everything as it was', async () => {
  call.mockResolvedValue({ ok: false, data: { password: ['No es esa.'] } })
  await deleteAccount()
  await screen.findByText('No es esa.')
  expect(guardadosHoy()).toHaveLength(1)
})

it('without files nothing is offered, and no code for it is loaded', async () => {
  openPerfil()
  await screen.findByRole('button', { name: 'Eliminar la cuenta' }, SLOW)
  expect(screen.queryByText('Dejaste un pedido sin terminar')).toBeNull()
  expect(offer.asked).toBe(0)
})

it('who logged in in the middle of an order is offered to go on with it, and waits for nothing meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  offer.arrives = promise
  updateCarrito((carrito) => ({ ...carrito, archivos: [newArchivo('uno', new File(['%PDF'], 'tesis.pdf'))] }))
  openPerfil()
  await screen.findByRole('button', { name: 'Eliminar la cuenta' }, SLOW)
  expect(screen.queryByText('Dejaste un pedido sin terminar')).toBeNull()
  resolve()
  await screen.findByText('Dejaste un pedido sin terminar', {}, SLOW)
  screen.getByText('tesis.pdf')
  forgetCarrito()
})
