// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { Login } from './login.tsx'
import { Recuperar } from './recuperar.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const captcha = vi.hoisted(() => ({ pass: async () => true }))
vi.mock('../api/session/captcha.ts', () => ({
  passCaptcha: () => captcha.pass(),
  prepareCaptcha: async () => {},
}))

const LOGIN = 'POST /api/auth/login/'
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  captcha.pass = async () => true
  sessionStorage.clear()
  script = {
    [LOGIN]: { status: 200, body: { access: 'vale' } },
    'GET /api/auth/cliente-actual/': {
      status: 200,
      body: [{ email: 'lucia@gmail.com', first_name: 'Lucía' }],
    },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(path = '/login') {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/login" element={<Login />} />
          <Route path="/recuperar" element={<Recuperar />} />
          <Route path="/perfil" element="mi perfil" />
          <Route path="/registro" element="el registro" />
          <Route path="/cupon" element="mi cupón" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Contraseña')
const logins = () => calls.filter(({ call }) => call === LOGIN)
async function enter(word = 'mate-Amargo-7') {
  await user.type(email(), ' lucia@gmail.com ')
  await user.type(password(), `${word}{Enter}`)
}
const dialog = () => screen.findByRole('alertdialog', { name: 'Error al iniciar sesión' })

describe('an empty field', () => {
  it('shows its message at the field, takes the focus, and nothing is sent', async () => {
    open()
    await user.click(screen.getByRole('button', { name: 'Entrar' }))
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/mail/i),
      'Escribí tu contraseña.',
    ])
    expect(document.activeElement).toBe(email())
    await user.type(email(), 'lucia@gmail.com{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('Escribí tu contraseña.')
    expect(document.activeElement).toBe(password())
    expect(password().getAttribute('aria-invalid')).toBe('true')
    await user.keyboard('x')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(logins()).toEqual([])
  })
})

describe('by keyboard alone', () => {
  it('Tab goes from field to field, and Enter sends once, without spaces around the e-mail', async () => {
    open()
    await user.click(email())
    await user.keyboard(' lucia@gmail.com {Tab}')
    expect(document.activeElement).toBe(password())
    await user.keyboard('mate-Amargo-7{Enter}')
    await screen.findByText('mi perfil')
    expect(logins().map(({ body }) => body)).toEqual([
      { email: 'lucia@gmail.com', password: 'mate-Amargo-7' },
    ])
    expect(sessionStorage.getItem('access')).toBe('vale')
  })

  it('the password is shown and hidden again, and stays', async () => {
    open()
    await user.type(password(), 'mate')
    expect(password().type).toBe('password')
    await user.tab()
    await user.keyboard(' ')
    expect([password().type, password().value]).toEqual(['text', 'mate'])
    await user.click(screen.getByRole('button', { name: 'Ocultar' }))
    expect(password().type).toBe('password')
  })
})

describe('after a login', () => {
  it('the customer returns to the page before, and is told so beforehand', async () => {
    open('/login?redirect=%2Fcupon')
    screen.getByText('Iniciá sesión y volvés a donde estabas.')
    await enter()
    await screen.findByText('mi cupón')
  })

  it.each(['https://malo.example/', '//malo.example', '/\\malo.example', '/nada', '/login', '/logout'])(
    'does not go on to %s',
    async (to) => {
      open(`/login?redirect=${encodeURIComponent(to)}`)
      expect(screen.queryByText('Iniciá sesión y volvés a donde estabas.')).toBeNull()
      await enter()
      await screen.findByText('mi perfil')
    },
  )

  it('a visitor who left during the anti-bot check is not logged in, and stays where they are', async () => {
    let pass = () => {}
    captcha.pass = () =>
      new Promise((resolve) => {
        pass = () => resolve(true)
      })
    open()
    await enter()
    await screen.findByRole('button', { name: 'Ingresando...' })
    await user.click(screen.getByRole('link', { name: 'Crear Cuenta' }))
    screen.getByText('el registro')
    await act(async () => pass())
    screen.getByText('el registro')
    expect(logins()).toEqual([])
  })

  it('a visitor who left before the answer stays where they are', async () => {
    let answer = () => {}
    script[LOGIN] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: { access: 'vale' } })
      })
    open()
    await enter()
    await waitFor(() => expect(logins()).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'Crear Cuenta' }))
    await act(async () => answer())
    await waitFor(() => expect(sessionStorage.getItem('access')).toBe('vale'))
    await act(async () => {})
    screen.getByText('el registro')
  })

  it('the form waits, and cannot be sent twice', async () => {
    let answer = () => {}
    script[LOGIN] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: { access: 'vale' } })
      })
    open()
    await enter()
    const button = await screen.findByRole('button', { name: 'Ingresando...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(logins()).toHaveLength(1))
    await user.click(button)
    answer()
    await screen.findByText('mi perfil')
    expect(logins()).toHaveLength(1)
  })

  it.each([
    [1_499, 'Es automático, no tenés que hacer nada.'],
    [1_500, 'En algunos celulares tarda unos segundos: no cierres esta página.'],
  ])('reads after %d ms what is taking so long', async (ms, text) => {
    vi.useFakeTimers()
    script[LOGIN] = () => new Promise(() => {})
    open()
    fireEvent.change(email(), { target: { value: 'lucia@gmail.com' } })
    fireEvent.change(password(), { target: { value: 'mate-Amargo-7' } })
    fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
    await act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
    screen.getByRole('button', { name: 'Ingresando...' })
    expect(screen.getByRole('status').textContent).toContain(text)
  })
})

describe('a refusal', () => {
  it.each([
    [
      'wrong credentials',
      { status: 401, body: { detail: 'No' } },
      ['Revisá tus credenciales e intentá de nuevo.'],
    ],
    [
      'too many attempts',
      { status: 429, body: { detail: 'Esperá 12 minutos.' } },
      ['Revisá tus credenciales e intentá de nuevo.', 'Esperá 12 minutos.'],
    ],
    [
      'a success that is no 200',
      { status: 201, body: { access: 'ajeno' } },
      ['Revisá tus credenciales e intentá de nuevo.'],
    ],
    ['an answer without a body', { status: 204 }, ['Revisá tus credenciales e intentá de nuevo.']],
    ['no network', 'cut', ['No hay conexión con el servidor. Revisá tu señal e intentá de nuevo.']],
  ] as const)('is told in a dialog, and what was typed stays: %s', async (_, answer, texts) => {
    script[LOGIN] = answer
    open()
    await enter()
    const told = await dialog()
    expect([...told.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(texts)
    expect(sessionStorage.getItem('access')).toBeNull()
    await user.click(within(told).getByRole('button', { name: 'Entendido' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect([email().value.trim(), password().value]).toEqual(['lucia@gmail.com', 'mate-Amargo-7'])
    script[LOGIN] = { status: 200, body: { access: 'vale' } }
    await user.click(screen.getByRole('button', { name: 'Entrar' }))
    await screen.findByText('mi perfil')
  })

  it('by the anti-bot check: no credentials are sent', async () => {
    captcha.pass = async () => false
    open()
    await enter()
    expect((await dialog()).textContent).toContain('Revisá tus credenciales')
    expect(logins()).toEqual([])
  })
})

it('a forgotten password is asked for with the e-mail that was typed, which the address does not show', async () => {
  open()
  await user.type(email(), 'lucia@gmail.com')
  const link = screen.getByRole('link', { name: '¿Olvidaste tu contraseña?' })
  expect(link.getAttribute('href')).toBe('/recuperar')
  await user.click(link)
  await screen.findByRole('button', { name: 'Mandarme el enlace' })
  expect(email().value).toBe('lucia@gmail.com')
})
