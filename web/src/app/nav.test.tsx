// @vitest-environment happy-dom
import type { VidrieraAnswer } from '@imprimitodo/shared/api/productos'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { vidrieraQuery } from '../api/catalogo.ts'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer } from '../api/testing.ts'
import { Nav } from './nav.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const WINDOW: VidrieraAnswer = {
  abierta: true,
  carteles: [],
  redes: [],
  kit_banderas: null,
  cupon_bienvenida: 10,
  vendedor: {
    razon_social: null,
    cuit: null,
    condicion_iva: null,
    domicilio: null,
    email: null,
    telefono: null,
    data_fiscal_url: null,
  },
}
const CARTEL = { tipo: 'tradicional', titulo: 'De chapa', texto: '', imagen: null } as const

it.each([
  ['not known yet', null, 1],
  ['there', { ...WINDOW, carteles: [CARTEL] }, 1],
  ['none', WINDOW, 0],
])('leads to the signs unless the shop shows none: they are %s', (_, window, links) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  if (window) client.setQueryData(vidrieraQuery.queryKey, window)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Nav />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.queryAllByRole('link', { name: 'Carteles' })).toHaveLength(links)
  expect(screen.getAllByRole('link', { name: 'Contacto' })).toHaveLength(1)
})

async function show(quien: object) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  client.setQueryData<unknown>(['cliente-actual'], quien)
  const { container } = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Nav />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('Ruleta de descuentos')
  return container
}

it('the account is a part of the folded menu, with the customer’s name', async () => {
  const container = await show({ cliente: { email: 'lucia.gomez@gmail.com', first_name: 'Lucía' } })
  const toggle = screen.getByRole('button', { name: 'Abrir el menú y tu cuenta' })
  const controlled = (toggle.getAttribute('aria-controls') ?? '').split(' ')
  // The parts that the button controls exist
  expect(controlled.map((id) => container.querySelector(`#${id}`)?.tagName)).toEqual(['UL', 'UL'])
  fireEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  screen.getByRole('button', { name: 'Cerrar el menú' })
  const account = container.querySelector('[data-cliente]')
  expect(account?.className).toContain('inMenu')
  expect(account?.querySelector('p')?.textContent).toBe('lucia.gomez')
  fireEvent.click(screen.getByRole('link', { name: 'Canjear Puntos' }))
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(account?.className).not.toContain('inMenu')
})

it('for a guest it offers to log in and to register, and shows no mark of a session', async () => {
  const container = await show({ cliente: null, salida: false, tried: false })
  expect(container.querySelector('[data-cliente]')).toBeNull()
  for (const name of ['Iniciar Sesión', 'Crear Cuenta']) screen.getByRole('link', { name })
})

it.each([
  ['there is none', { status: 204 }, 0],
  ['the check fails, which is only logged', { status: 500 }, 1],
] as const)(
  'spins while the session is checked, then offers what a guest needs: %s',
  async (_, answer, failures) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    let arrive = () => {}
    fakeServer({
      'GET /api/auth/cliente-actual/': () => new Promise((resolve) => (arrive = () => resolve(answer))),
    })
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Nav />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    await screen.findByRole('button', { name: 'Abrir el menú y tu cuenta' })
    await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'Carteles' })).toBeTruthy())
    screen.getByText('Comprobando tu sesión…')
    expect(screen.queryByRole('link', { name: 'Iniciar Sesión' })).toBeNull()
    arrive()
    for (const name of ['Iniciar Sesión', 'Crear Cuenta']) await screen.findByRole('link', { name })
    expect(screen.queryByText('Comprobando tu sesión…')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Mi Perfil' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(logged.mock.calls.filter(([text]) => text === 'No se pudo comprobar la sesión:')).toHaveLength(
      failures,
    )
  },
)
