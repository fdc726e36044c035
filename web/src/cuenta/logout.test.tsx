// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { Logout } from './logout.tsx'

const CALLS = ['POST /api/auth/logout/', 'POST /api/logout/']
const onLeft = vi.fn()
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let logged: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation((text) => void logged.push(text))
  logged = []
  onLeft.mockClear()
  sessionStorage.setItem('access', 'vale')
  sessionStorage.setItem('otra', 'cosa')
  script = Object.fromEntries(CALLS.map((call) => [call, { status: 200 }]))
  calls = fakeServer(script)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/logout']}>
        <Routes>
          <Route path="/logout" element={<Logout isHalfMade={false} onLeft={onLeft} />} />
          <Route path="/perfil" element="mi perfil" />
          <Route path="/" element="inicio" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
async function leave() {
  fireEvent.click(screen.getByRole('button', { name: 'Sí, cerrar sesión' }))
  await pass(0)
}
const percent = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')

it('asks first; answered with no, the session stays open', () => {
  screen.getByText('¿Estás seguro de que querés salir del sistema?')
  fireEvent.click(screen.getByRole('link', { name: 'Volver' }))
  screen.getByText('mi perfil')
  expect(calls).toEqual([])
  expect(sessionStorage.getItem('access')).toBe('vale')
  expect(onLeft).not.toHaveBeenCalled()
})

it.each([
  ['the server answers', { status: 200 }, 0],
  ['the server fails', { status: 500 }, 2],
  ['there is no network', 'cut', 2],
] as const)(
  'yes ends it: its bar fills by 2 percent every 100 ms, and after 5 s Home: %s',
  async (_, answer, failures) => {
    for (const call of CALLS) script[call] = answer
    await leave()
    screen.getByRole('heading', { name: 'Sesión finalizada' })
    expect(calls.map(({ call }) => call)).toEqual(expect.arrayContaining(CALLS))
    expect(logged.filter((text) => text === 'El cierre de sesión falló:')).toHaveLength(failures)
    expect(sessionStorage.length).toBe(0)
    expect(onLeft).toHaveBeenCalledOnce()
    expect(percent()).toBe('0')
    await pass(100)
    expect(percent()).toBe('2')
    await pass(4_800)
    expect(percent()).toBe('98')
    await pass(100)
    screen.getByText('inicio')
  },
)

it('waits at most 10 s for the server, and this browser forgets the customer anyway', async () => {
  for (const call of CALLS) script[call] = () => new Promise(() => {})
  await leave()
  await pass(9_999)
  screen.getByRole('button', { name: 'Cerrando sesión...' })
  expect(sessionStorage.getItem('access')).toBe('vale')
  await pass(1)
  screen.getByRole('heading', { name: 'Sesión finalizada' })
  expect(sessionStorage.length).toBe(0)
})
