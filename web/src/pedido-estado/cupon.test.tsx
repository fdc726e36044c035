// @vitest-environment happy-dom
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Cupon } from './cupon.tsx'

afterEach(cleanup)

const pedido = { pedido_id: 'p', importe_final: 950, cupon: 'https://pagos.example/1' } as PedidoAnswer
const show = (numero: string, change: Partial<PedidoAnswer> = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Cupon pedido={{ ...pedido, ...change }} numero={numero} />
    </QueryClientProvider>,
  ).container

it('shows the bars, the number in groups of four, and where the whole ticket is', () => {
  const shown = show('33350088')
  const [, , wide, high] =
    shown.querySelector('svg[preserveAspectRatio]')?.getAttribute('viewBox')?.split(' ').map(Number) ?? []
  // Start, four pairs, check, stop, and the quiet zones
  expect([wide, high]).toEqual([11 * 6 + 13 + 20, 1])
  screen.getByText('3335 0088')
  screen.getByRole('button', { name: /^Ver el cupón/ })
})

it('shows only the number where bars cannot encode it; without an address, no button for it', () => {
  expect(show('333500881', { cupon: null }).querySelector('svg[preserveAspectRatio]')).toBeNull()
  screen.getByText('3335 0088 1')
  expect(screen.queryByRole('button', { name: /^Ver el cupón/ })).toBeNull()
})
