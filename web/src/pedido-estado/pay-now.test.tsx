// @vitest-environment happy-dom
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { PayNow } from './pay-now.tsx'

const LINK = 'POST /api/crear-preferencia'
const goneTo = vi.fn()
let calls: ReceivedCall[]
let answer = () => {}

beforeEach(() => {
  goneTo.mockClear()
  vi.spyOn(window.location, 'assign').mockImplementation(goneTo)
  calls = fakeServer({
    [LINK]: () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: { init_point: 'https://pagar.example/1' } })
      }),
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Shows an order without a link, and presses its button. */
async function press() {
  const pedido = { pedido_id: 'P1', importe_final: 950, init_point: null } as PedidoAnswer
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <PayNow pedido={pedido} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /^Pagar ahora/ }))
  await waitFor(() => expect(calls.some(({ call }) => call === LINK)).toBe(true))
  return { unmount }
}

it('leads to the new link', async () => {
  await press()
  await act(async () => answer())
  await waitFor(() => expect(goneTo).toHaveBeenCalledExactlyOnceWith('https://pagar.example/1'))
})

it('leads nowhere once the customer has left the page', async () => {
  const { unmount } = await press()
  unmount()
  await act(async () => answer())
  await act(async () => {})
  expect(goneTo).not.toHaveBeenCalled()
})
