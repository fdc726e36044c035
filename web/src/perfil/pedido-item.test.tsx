// @vitest-environment happy-dom
import type { PedidoPropio } from '@imprimitodo/shared/api/clientes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { HalfMade } from './half-made.ts'
import { PedidoItem } from './pedido-item.tsx'

const call = vi.hoisted(() => vi.fn())
const navigate = vi.hoisted(() => vi.fn())
vi.mock('../api/call.ts', async (real) => ({
  ...(await real<typeof import('../api/call.ts')>()),
  call,
}))
vi.mock('../ui/link.tsx', async (real) => ({
  ...(await real<typeof import('../ui/link.tsx')>()),
  useNavigate: () => navigate,
  Link: () => null,
}))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const pedido: PedidoPropio = {
  pedido_id: 'p1',
  numero: 1001,
  estado: 'entregado',
  confirmado: '2026-11-02T15:00:00Z',
  importe_final: 950,
  costo_delivery: 0,
  sucursal: 'Alberdi',
  modo_entrega: 'retiro',
  archivos: ['plano.pdf'],
  hojas: 2,
  archivos_guardados: true,
  prometido: null,
}

/** Presses «Repetir pedido», which the server answers with `data`. */
async function repeat(data: object) {
  call.mockResolvedValue({ ok: true, status: 200, data })
  const adopt = vi.fn<HalfMade['adopt']>(async () => {})
  const halfMade: HalfMade = { names: async () => [], newName: async () => 'nuevo', adopt }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        <PedidoItem pedido={pedido} halfMade={halfMade} />
      </ul>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Repetir pedido 1001' }))
  await waitFor(() => expect(navigate).toHaveBeenCalledTimes(1))
  expect(adopt).toHaveBeenCalledExactlyOnceWith('nuevo', data)
}

it('an order repeated unchanged continues at step 3', async () => {
  await repeat({ pedido_id: 'p2', archivos: [] })
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/imprimitodo/paso3')
})

it('an order whose paper is no longer sold continues at step 2, which says so', async () => {
  await repeat({ pedido_id: 'p2', archivos: [], hojas_cambiadas: [{ nombre: 'plano.pdf', hoja: 'A3' }] })
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/imprimitodo/paso2')
})
