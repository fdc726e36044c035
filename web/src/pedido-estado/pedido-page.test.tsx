// @vitest-environment happy-dom
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer } from '../api/testing.ts'
import { PedidoPage } from './pedido-page.tsx'

// The parts of the page have tests of their own
vi.mock('./estado.tsx', () => ({ EstadoDePedido: () => 'el estado' }))
vi.mock('./archivos.tsx', () => ({ Archivos: () => null }))
vi.mock('./pago.tsx', () => ({ Pago: () => null }))
vi.mock('./contacto.tsx', () => ({ ContactoDePedido: () => null }))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('on a phone whose clock is behind, an order paid two minutes ago is asked for every 15 s, not every 3 s', async () => {
  vi.useFakeTimers()
  const atServer = Date.now() + 3_600_000
  const pedido = {
    pedido_id: 'P1',
    estado: 'pagado',
    email: null,
    puntos: null,
    codigo_retiro: null,
    historial: [{ estado: 'pagado', cuando: new Date(atServer - 120_000).toISOString() }],
  } as unknown as PedidoAnswer
  const headers = { date: new Date(atServer).toUTCString(), 'cache-control': 'no-store' }
  const calls = fakeServer({ 'GET /api/pedidos/P1': { status: 200, headers, body: pedido } })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/pedido/P1']}>
        <Routes>
          <Route
            path="/pedido/:id"
            element={<PedidoPage onPaid={() => {}} isHere={() => false} onForgotten={() => {}} />}
          />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const asked = () => calls.filter(({ call }) => call === 'GET /api/pedidos/P1').length
  await act(() => vi.advanceTimersByTimeAsync(100))
  screen.getByText('el estado')
  await act(() => vi.advanceTimersByTimeAsync(14_000))
  expect(asked()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(asked()).toBe(2)
})
