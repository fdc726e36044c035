// @vitest-environment happy-dom
import type { ClienteActual } from '@imprimitodo/shared/api/auth'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, it, vi } from 'vitest'
import { PerfilPage } from './perfil-page.tsx'

const cliente = vi.hoisted(
  (): ClienteActual => ({
    id: 1,
    email: 'carla.juarez@example.com',
    email_pendiente: null,
    nombre: 'carla juárez',
    puntos: 0,
    fecha_registro: '2024-03-05',
  }),
)
vi.mock('../api/session/session.ts', async (real) => ({
  ...(await real<typeof import('../api/session/session.ts')>()),
  useSession: () => ({ status: 'in', cliente }),
}))
// The parts that come later have their own tests
vi.mock('./use-is-loading-above.ts', () => ({ useIsLoadingAbove: () => true }))

afterEach(cleanup)

it.each([
  ['carla juárez', 'Hola, Carla Juárez'],
  ['', 'Hola, carla.juarez'],
])('greets by the name with capitals, or by the part before the @: %j', (nombre, greeting) => {
  cliente.nombre = nombre
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PerfilPage halfMade={{ names: async () => [], adopt: async () => {} }} onForgotten={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  screen.getByRole('heading', { level: 1, name: greeting })
  screen.getByText('carla.juarez@example.com')
  screen.getByText('Miembro desde 05/03/2024')
})
