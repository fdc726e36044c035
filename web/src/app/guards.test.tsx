// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense, use } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../api/call.ts'
import { interrupted } from '../api/interrupted.ts'
import { MadePageContext } from '../api/made-page.ts'
import { createQueryClient } from '../api/query-client.ts'
import { Toasts } from '../ui/notice/toasts.tsx'
import { CustomersOnly, GuestsOnly } from './guards.tsx'
import { useSessionEnd } from './use-session-end.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LUCIA = { email: 'lucia@gmail.com', first_name: 'Lucía' }

type Answer = { status: number; body?: unknown } | 'cut'
/** The server's answers by path; all others are 404. */
let server: Record<string, Answer>
const asked: string[] = []

beforeEach(() => {
  server = { '/api/auth/cliente-actual/': { status: 204 }, '/api/cupones/': { status: 401, body: {} } }
  asked.length = 0
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, 'http://localhost')
    asked.push(pathname)
    const answer = server[pathname] ?? { status: 404, body: {} }
    if (answer === 'cut') throw new TypeError('cut')
    return new Response(answer.status === 204 ? null : JSON.stringify(answer.body ?? {}), {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    })
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const isLoggedIn = () => {
  sessionStorage.setItem('access', 'vale')
  server['/api/auth/cliente-actual/'] = { status: 200, body: [LUCIA] }
}

function Frame({ home }: { home: ReactNode }) {
  useSessionEnd()
  return (
    <Suspense fallback="cargando">
      <Routes>
        <Route path="/" element={home} />
        <Route path="/login" element={<GuestsOnly>ingreso</GuestsOnly>} />
        <Route path="/perfil" element={<CustomersOnly>mi perfil</CustomersOnly>} />
        <Route path="/imprimitodo/paso2" element="las opciones" />
        <Route path="/imprimitodo/paso3" element="el pago" />
      </Routes>
      <Toasts />
    </Suspense>
  )
}

const Late = ({ code }: { code: Promise<string> }) => use(code)

function open(path: string, home: ReactNode = 'inicio') {
  const queries = createQueryClient()
  window.history.replaceState(null, '', path)
  render(
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <Frame home={home} />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return queries
}
const address = () => window.location.pathname + window.location.search

it('a visitor is asked to log in, with the way back, after one try of the coupons call', async () => {
  open('/perfil?seccion=pedidos')
  await screen.findByText('ingreso')
  expect(address()).toBe('/login?redirect=%2Fperfil%3Fseccion%3Dpedidos')
  expect(asked.filter((path) => path === '/api/cupones/')).toHaveLength(1)
})

it.each([201, 204])('only a 200 of the coupons call lets in, not a %d', async (status) => {
  server['/api/cupones/'] = { status, body: { access: 'ajeno' } }
  server['/api/auth/cliente-actual/'] = { status: 200, body: [LUCIA] }
  open('/perfil')
  await screen.findByText('ingreso')
  expect(sessionStorage.getItem('access')).toBeNull()
  expect(console.error).not.toHaveBeenCalled()
})

it('a customer sees the page that needs a login, and not the one for guests', async () => {
  isLoggedIn()
  open('/perfil')
  await screen.findByText('mi perfil')
  cleanup()
  open('/login')
  await screen.findByText('inicio')
  expect(address()).toBe('/')
})

it('a page for guests waits for the session check, unless it arrived with its form’s HTML', async () => {
  open('/login')
  expect(screen.queryByText('ingreso')).toBeNull()
  await screen.findByText('ingreso')
  cleanup()
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <MadePageContext value={{ producto: null, onTaken: () => {} }}>
          <GuestsOnly>formulario</GuestsOnly>
        </MadePageContext>
      </BrowserRouter>
    </QueryClientProvider>,
  )
  expect(container.textContent).toBe('formulario')
})

it('a session whose renewal fails leads to Home, however long Home takes to load', async () => {
  isLoggedIn()
  let arrive = (_text: string) => {}
  const code = new Promise<string>((done) => {
    arrive = done
  })
  const queries = open('/perfil', <Late code={code} />)
  await screen.findByText('mi perfil')
  server['/api/auth/cliente-actual/'] = { status: 401, body: {} }
  server['/api/auth/refresh/'] = 'cut'
  await call('GET /api/auth/cliente-actual/')
  // The guard already knows that the session has ended, but Home is not loaded yet
  await screen.findByText('Comprobando tu sesión…')
  expect(sessionStorage.getItem('access')).toBeNull()
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(address()).toBe('/')
  arrive('inicio')
  await screen.findByText('inicio')
  expect(address()).toBe('/')
})

it.each([
  ['/perfil', 'mi perfil', 'Tu sesión terminó. Ingresá de nuevo.', '/perfil'],
  ['/imprimitodo/paso2', 'las opciones', 'Tu sesión terminó. Ingresá de nuevo.', null],
  [
    '/imprimitodo/paso3',
    'el pago',
    'Tu sesión terminó y no se cobró nada. Ingresá de nuevo: tu pedido sigue guardado.',
    '/imprimitodo/paso3',
  ],
])(
  'the end of a session on %s is said on Home, and the next login leads back where it is needed',
  async (path, page, text, back) => {
    isLoggedIn()
    open(path)
    await screen.findByText(page)
    server['/api/auth/cliente-actual/'] = { status: 401, body: {} }
    server['/api/auth/refresh/'] = { status: 401, body: {} }
    await call('GET /api/auth/cliente-actual/')
    await screen.findByText('inicio')
    const told = await screen.findByText(text)
    expect(told.closest('[role=status]')).not.toBeNull()
    expect(interrupted.read()).toBe(back)
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
  },
)

it('a visitor whose renewal fails stays where they are', async () => {
  server['/api/auth/cliente-actual/'] = { status: 401, body: {} }
  server['/api/auth/refresh/'] = 'cut'
  open('/login?redirect=%2Fperfil')
  await screen.findByText('ingreso')
  expect(asked).toContain('/api/auth/refresh/')
  expect(address()).toBe('/login?redirect=%2Fperfil')
  expect(screen.queryByText(/Tu sesión terminó/)).toBeNull()
})
