// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { ConfirmCorreo } from './confirm-correo.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const CHECK = 'GET /api/clientes/confirmar-correo/T'
const CONFIRM = 'POST /api/clientes/confirmar-correo/T'
const CONFIRMED = { status: 200, body: { mensaje: 'Listo' } }
const DEAD = {
  status: 400,
  codigo: 'enlace_vencido',
  body: { detail: 'El enlace ya no es válido o expiró.' },
} as const
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  script = { [CHECK]: { status: 200, body: { email: 'n•••••@example.com' } }, [CONFIRM]: CONFIRMED }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/confirmar-correo/T']}>
        <Routes>
          <Route path="/confirmar-correo/:token" element={<ConfirmCorreo />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const button = () => screen.findByRole('button', { name: 'Confirmar mi correo' })
const confirmed = () => screen.findByRole('heading', { name: '¡Correo confirmado!' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const confirmations = () => calls.filter(({ call }) => call === CONFIRM)

it('opening the link names the address and changes nothing; the button, by keyboard, confirms it', async () => {
  open()
  await screen.findByText('n•••••@example.com')
  expect(calls.map(({ call }) => call)).toEqual([CHECK])
  await user.tab()
  expect(document.activeElement).toBe(await button())
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(await confirmed())
  expect(screen.getByRole('link', { name: 'Ir a mi perfil' }).getAttribute('href')).toBe('/perfil')
  expect(confirmations()).toHaveLength(1)
})

describe('the link of the mail', () => {
  it('that is old or used says so, and leads to the profile', async () => {
    script[CHECK] = DEAD
    open()
    await screen.findByRole('heading', { name: 'El enlace ya no sirve' })
    expect(alerts()).toEqual([DEAD.body.detail])
    expect(screen.getByRole('link', { name: 'Ir a mi perfil' }).getAttribute('href')).toBe('/perfil')
  })

  it('is not called old where there was no signal, and can be checked again', async () => {
    vi.useFakeTimers()
    script[CHECK] = 'cut'
    open()
    await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)))
    expect(alerts()).toEqual(['Revisá tu conexión o intentá más tarde. El enlace sigue sirviendo.'])
    script[CHECK] = { status: 200, body: { email: 'n•••••@example.com' } }
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
    screen.getByRole('button', { name: 'Confirmar mi correo' })
  })
})

const FAILED = 'No pudimos confirmarlo. Intentá de nuevo.'
it.each([
  ['a link used meanwhile', DEAD, DEAD.body.detail],
  ['too many', { status: 429, body: { detail: 'Esperá una hora.' } }, 'Esperá una hora.'],
  ['its own failure', { status: 500 }, FAILED],
  ['a proxy’s words', { status: 503, codigo: null, body: { message: 'no healthy upstream' } }, FAILED],
  ['no signal', 'cut', 'Parece que no hay conexión. Intentá de nuevo.'],
] as const)('a refusal is told, and the button works again: %s', async (_, answer, text) => {
  script[CONFIRM] = answer
  open()
  await user.click(await button())
  await waitFor(() => expect(alerts()).toEqual([text]))
  expect(document.activeElement).toBe(await button())
  script[CONFIRM] = CONFIRMED
  await user.keyboard('{Enter}')
  await confirmed()
  expect(confirmations()).toHaveLength(2)
})

it('the same refusal again is announced again: its words are gone while it is tried', async () => {
  script[CONFIRM] = 'cut'
  open()
  await user.click(await button())
  await screen.findByRole('alert')
  let fail = () => {}
  script[CONFIRM] = () =>
    new Promise((resolve) => {
      fail = () => resolve('cut')
    })
  await user.click(await button())
  screen.getByRole('button', { name: 'Confirmando...' })
  expect(alerts()).toEqual([])
  await waitFor(() => expect(confirmations()).toHaveLength(2))
  await act(async () => fail())
  await screen.findByRole('alert')
})

it('a double press confirms once', async () => {
  let answer = () => {}
  script[CONFIRM] = () =>
    new Promise((resolve) => {
      answer = () => resolve(CONFIRMED)
    })
  open()
  await user.dblClick(await button())
  await user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Confirmando...' }).getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(confirmations()).toHaveLength(1))
  await act(async () => answer())
  await confirmed()
  expect(confirmations()).toHaveLength(1)
})
