// @vitest-environment happy-dom
import type { PedidoPropio } from '@imprimitodo/shared/api/clientes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HalfMade } from './half-made.ts'
import { PedidoItem } from './pedido-item.tsx'

const call = vi.hoisted(() => vi.fn())
const navigate = vi.hoisted(() => vi.fn())
vi.mock('../api/call.ts', async (real) => ({
  ...(await real<typeof import('../api/call.ts')>()),
  call,
}))
vi.mock('../api/new-id.ts', () => ({ newId: () => 'nuevo' }))
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

/** Shows the order, and presses «Repetir pedido». `names`: the files of the half-made order. */
function press(names: HalfMade['names'] = async () => []) {
  const adopt = vi.fn<HalfMade['adopt']>(async () => {})
  const halfMade: HalfMade = { names, adopt }
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        <PedidoItem pedido={pedido} halfMade={halfMade} />
      </ul>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Repetir pedido 1001' }))
  return { adopt, unmount }
}

/** Presses «Repetir pedido», which the server answers with `data`. */
async function repeat(data: object) {
  call.mockResolvedValue({ ok: true, status: 200, data })
  const { adopt } = press()
  await waitFor(() => expect(navigate).toHaveBeenCalledTimes(1))
  expect(adopt).toHaveBeenCalledExactlyOnceWith('nuevo', data)
}

it('an order without files offers no repetition, and misses no files', () => {
  const halfMade: HalfMade = { names: async () => [], adopt: async () => {} }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        <PedidoItem
          pedido={{ ...pedido, archivos: [], hojas: 0, archivos_guardados: false }}
          halfMade={halfMade}
        />
      </ul>
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('button', { name: 'Repetir pedido 1001' })).toBeNull()
  expect(screen.queryByText(/archivos/)).toBeNull()
})

it('an order repeated unchanged continues at step 3', async () => {
  await repeat({ pedido_id: 'p2', archivos: [] })
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/imprimitodo/paso3')
})

it('an order whose paper is no longer sold continues at step 2, which says so', async () => {
  await repeat({ pedido_id: 'p2', archivos: [], hojas_cambiadas: [{ nombre: 'plano.pdf', hoja: 'A3' }] })
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/imprimitodo/paso2')
})

describe('while the answer is awaited', () => {
  const data = { pedido_id: 'p2', archivos: [] }
  let answer = () => {}
  beforeEach(() => {
    call.mockReturnValue(
      new Promise((resolve) => {
        answer = () => resolve({ ok: true, status: 200, data })
      }),
    )
  })

  it('files added meanwhile are asked about, and replaced only then', async () => {
    const added: string[] = []
    const { adopt } = press(async () => added)
    await waitFor(() => expect(call).toHaveBeenCalledTimes(1))
    added.push('nuevo.pdf')
    answer()
    const dialog = await screen.findByRole('alertdialog', { name: 'Tenés un pedido sin terminar' })
    expect(dialog.textContent).toContain('nuevo.pdf')
    expect(adopt).not.toHaveBeenCalled()
    expect(navigate).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Sí, repetir el 1001' }))
    await waitFor(() => expect(navigate).toHaveBeenCalledExactlyOnceWith('/imprimitodo/paso3'))
    expect(adopt).toHaveBeenCalledExactlyOnceWith('nuevo', data)
  })

  it('a customer who left stays where they are, with the half-made order unchanged', async () => {
    const { adopt, unmount } = press()
    await waitFor(() => expect(call).toHaveBeenCalledTimes(1))
    unmount()
    await act(async () => answer())
    await act(async () => {})
    expect(adopt).not.toHaveBeenCalled()
    expect(navigate).not.toHaveBeenCalled()
  })
})
