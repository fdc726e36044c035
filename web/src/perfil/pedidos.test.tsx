// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer } from '../api/testing.ts'
import { Pedidos } from './pedidos.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('orders that cannot be loaded say so, and can be loaded again', async () => {
  const script: Parameters<typeof fakeServer>[0] = { 'GET /api/clientes/pedidos': { status: 400 } }
  fakeServer(script)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Pedidos halfMade={{ names: async () => [], newName: async () => '', adopt: async () => {} }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const told = await screen.findByRole('alert')
  within(told).getByText('No pudimos cargar estos datos. Intentalo nuevamente.')
  script['GET /api/clientes/pedidos'] = { status: 200, body: { pedidos: [], siguiente: null } }
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByText('Todavía no hiciste ningún pedido con tu cuenta.')
})
