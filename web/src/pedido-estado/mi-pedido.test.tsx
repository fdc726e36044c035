// @vitest-environment happy-dom
import type { PedidoDelNavegador } from '@imprimitodo/shared/api/pedidos'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '../api/call.ts'
import { MiPedido } from './mi-pedido.tsx'
import { forgetPedidos, notePedidos } from './pedidos-key.ts'
import { UltimosPedidos } from './ultimos-pedidos.tsx'

vi.mock('../api/call.ts')
afterEach(() => {
  cleanup()
  forgetPedidos()
  vi.resetAllMocks()
})

const pedido = (numero: number, estado: PedidoDelNavegador['estado']): PedidoDelNavegador => ({
  pedido_id: `p${numero}`,
  numero,
  estado,
  importe_final: 95,
  prometido: null,
  confirmado: '2026-11-24T14:00:00.000Z',
  modo_entrega: 'retiro',
  sucursal: 'Alberdi',
})
const BUSCADO = 'Si hay un pedido con ese número y ese contacto, te mandamos el enlace a su correo.'

function show(Page: () => React.ReactNode, pedidos: PedidoDelNavegador[], answer: object = {}) {
  const answers = async (key: string) => {
    const fine = { ok: true, status: 200, errores: null }
    if (key === 'GET /api/pedidos') return { ...fine, data: pedidos } as never
    if (key === 'POST /api/pedidos/buscar') return { ...fine, data: { detail: BUSCADO }, ...answer } as never
    return { ok: false, status: 401, errores: null, data: null } as never
  }
  vi.mocked(call).mockImplementation(answers as unknown as typeof call)
  return open(Page)
}
const open = (Page: () => React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Mandarme el enlace' }))
const searches = () => vi.mocked(call).mock.calls.filter(([key]) => key === 'POST /api/pedidos/buscar')

it('lists the orders of this browser, each with its state', async () => {
  show(MiPedido, [pedido(1042, 'listo'), pedido(1041, 'confirmado')])
  const ready = await screen.findByRole('link', { name: /Pedido 1042.*Listo para retirar en Alberdi/ })
  expect(ready.getAttribute('href')).toBe('/pedido/p1042')
  screen.getByRole('link', { name: /Pedido 1041.*Falta el pago/ })
})

it('if this browser may have orders, the form waits for them, also where they cannot be loaded', async () => {
  notePedidos()
  for (const answer of [
    { ok: true, status: 200, data: [pedido(1042, 'listo')] },
    { ok: false, status: 500 },
  ]) {
    let arrive = (_: never): void => {}
    vi.mocked(call).mockReturnValue(new Promise((resolve) => (arrive = resolve)))
    open(MiPedido)
    screen.getByText('Buscando tus pedidos…')
    expect(screen.queryByLabelText('Número de pedido')).toBeNull()
    arrive({ errores: null, data: null, ...answer } as never)
    await screen.findByLabelText('Número de pedido')
    expect(screen.queryAllByRole('link', { name: /Pedido 1042/ })).toHaveLength(answer.ok ? 1 : 0)
    cleanup()
  }
})

it('Home shows current orders, and nothing when all are finished', async () => {
  show(UltimosPedidos, [pedido(1042, 'entregado'), pedido(1041, 'pagado')])
  await screen.findByRole('link', { name: /Pedido 1041/ })
  expect(screen.getAllByRole('link')).toHaveLength(1)
  cleanup()
  const { container } = show(UltimosPedidos, [pedido(1042, 'entregado')])
  await expect.poll(() => vi.mocked(call).mock.calls.length).toBeGreaterThan(1)
  expect(container.textContent).toBe('')
})

it('asks for the link by number and mailbox or mobile, and says what is missing at its field', async () => {
  show(MiPedido, [])
  send()
  screen.getByText('Escribí el número de tu pedido, como 1042.')
  screen.getByText('Escribí tu correo o tu celular.')
  expect(document.activeElement).toBe(screen.getByLabelText('Número de pedido'))
  expect(searches()).toEqual([])
  type('Número de pedido', 'N.º 1042')
  type('Tu correo o tu celular', 'ana@example.com')
  send()
  await screen.findByText(BUSCADO)
  type('Tu correo o tu celular', '3865 15 41-2233')
  send()
  await expect.poll(() => searches().length).toBe(2)
  expect(searches().map(([, options]) => options)).toEqual([
    { body: { numero: '1042', email: 'ana@example.com' } },
    { body: { numero: '1042', celular: '3865 15 41-2233' } },
  ])
})

it('shows the server’s reason for a refusal, and that there is no network', async () => {
  show(MiPedido, [], { ok: false, status: 400, errores: 'numero: Escribí el número.' })
  type('Número de pedido', '1042')
  type('Tu correo o tu celular', 'ana@example.com')
  send()
  await screen.findByText('numero: Escribí el número.')
  vi.mocked(call).mockRejectedValue(new TypeError('network'))
  send()
  await screen.findByText('Parece que no hay conexión. Probá de nuevo.')
})
