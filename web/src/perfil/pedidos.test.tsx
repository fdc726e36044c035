// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer } from '../api/testing.ts'
import { Pedidos } from './pedidos.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PEDIDOS = 'GET /api/clientes/pedidos'
const NONE = { status: 200, body: { pedidos: [], siguiente: null } }

/** Opens the list; `script` can still change. */
function open(script: Parameters<typeof fakeServer>[0]) {
  const calls = fakeServer(script)
  const cache = createQueryClient()
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <Pedidos halfMade={{ names: async () => [], adopt: async () => {} }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { calls, cache }
}

it('orders that cannot be loaded say so, and can be loaded again', async () => {
  const script: Parameters<typeof fakeServer>[0] = { [PEDIDOS]: { status: 400 } }
  open(script)
  const told = await screen.findByRole('alert')
  within(told).getByText('No pudimos cargar estos datos. Intentalo nuevamente.')
  script[PEDIDOS] = NONE
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByText('Todavía no hiciste ningún pedido con tu cuenta.')
})

it('orders that cannot be loaded anew stay on the screen, and can be asked for again', async () => {
  const script: Parameters<typeof fakeServer>[0] = { [PEDIDOS]: NONE }
  const { calls, cache } = open(script)
  await screen.findByText('Todavía no hiciste ningún pedido con tu cuenta.')
  script[PEDIDOS] = { status: 400 }
  await act(() => cache.refetchQueries())
  await screen.findByRole('alert')
  screen.getByText('Todavía no hiciste ningún pedido con tu cuenta.')
  script[PEDIDOS] = NONE
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  expect(calls.filter(({ call }) => call === PEDIDOS)).toHaveLength(3)
})
