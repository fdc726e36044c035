// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { borradorOf } from '../paso3/testing.tsx'
import { editArchivo, startGrouping } from './archivos.ts'
import { forgetCarrito, getCarrito, startOver, updateCarrito } from './carrito.ts'
import type { Cotizado } from './carrito-state.ts'
import { clearContents, dropContents } from './contenidos.ts'
import { moveToGrupo } from './grupos.ts'
import { carritoOf } from './testing.ts'
import { useOldOrder } from './use-old-order.ts'

vi.mock('./contenidos.ts', async (original) => ({
  ...(await original<typeof import('./contenidos.ts')>()),
  clearContents: vi.fn(async () => {}),
  dropContents: vi.fn(async () => {}),
}))

const contado: Cotizado = { pedidoId: 'P1', n: 1, paginas: 3, hojas: 2, paginasColor: 0, importe: 100 }

beforeEach(() => {
  startOver()
  vi.clearAllMocks()
  fakeServer({ 'GET /api/pedidos/P1': { status: 200, body: borradorOf([], { estado: 'pagado' }) } })
})
afterEach(() => {
  cleanup()
  startOver()
  vi.unstubAllGlobals()
})

/** Opens a step with a list whose order was quoted as P1 before, and is paid by now. */
async function openPaid(...names: string[]) {
  updateCarrito(({ contacto }) => ({
    ...moveToGrupo(startGrouping(carritoOf(...names)), 'b', 'grupo0').carrito,
    contacto: { ...contacto, sucursal: 'Alberdi', nota: 'Sin ganchos' },
    pedidoId: 'P1',
  }))
  updateCarrito((carrito) => editArchivo(carrito, 'a', { contado, subida: 'S1' }))
  const queries = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useOldOrder(), { wrapper })
  await waitFor(() => expect(result.current).toEqual({ id: 'P1', estado: 'pagado' }))
}

it('files that were added since the quote of an order that is paid stay, as a new order', async () => {
  await openPaid('viejo.pdf', 'nuevo.pdf')
  expect(getCarrito()).toMatchObject({
    carrito: expect.not.stringMatching(/^uno$/),
    pedidoId: null,
    agrupando: false,
    contacto: { sucursal: 'Alberdi', ultima: 'Alberdi', nota: '' },
    archivos: [{ id: 'b', name: 'nuevo.pdf', grupo: 'default', anillado: true, realFile: expect.any(File) }],
  })
  expect(vi.mocked(dropContents).mock.calls).toEqual([['a']])
  expect(clearContents).not.toHaveBeenCalled()
})

it('an order that is paid leaves nothing of its list, where nothing was added', async () => {
  await openPaid('viejo.pdf')
  expect(getCarrito()).toMatchObject({ pedidoId: null, archivos: [] })
  expect(clearContents).toHaveBeenCalledOnce()
})

it('where another tab took the paid order out while the screen was open, its end is told all the same', async () => {
  const script = { 'GET /api/pedidos/P1': { status: 200, body: borradorOf([], { estado: 'borrador' }) } }
  const calls = fakeServer(script)
  updateCarrito(() => ({ ...carritoOf('viejo.pdf'), pedidoId: 'P1' }))
  const queries = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useOldOrder(), { wrapper })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(result.current).toBeNull()
  script['GET /api/pedidos/P1'] = { status: 200, body: borradorOf([], { estado: 'pagado' }) }
  act(() => startOver('P1')) // as the other tab's text says it
  await waitFor(() => expect(result.current).toEqual({ id: 'P1', estado: 'pagado' }))
})

it('an order that the customer only logged out of is not told', async () => {
  const calls = fakeServer({
    'GET /api/pedidos/P1': { status: 200, body: borradorOf([], { estado: 'borrador' }) },
  })
  updateCarrito(() => ({ ...carritoOf('viejo.pdf'), pedidoId: 'P1' }))
  const queries = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useOldOrder(), { wrapper })
  await waitFor(() => expect(calls).toHaveLength(1))
  act(() => forgetCarrito())
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(result.current).toBeNull()
})
