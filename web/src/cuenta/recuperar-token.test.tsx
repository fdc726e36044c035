// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { RecuperarToken } from './recuperar-token.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const CHECK = 'GET /api/clientes/recuperar/T'
const CHANGE = 'POST /api/clientes/recuperar/T'
const CHANGED = { status: 200, body: { mensaje: 'Contraseña actualizada' } }
const NEW = 'Yerba-2027'
const DEAD = {
  status: 400,
  codigo: 'enlace_vencido',
  body: { detail: 'El enlace ya no es válido o expiró. Pedí uno nuevo.' },
} as const
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  sessionStorage.setItem('access', 'vale')
  script = { [CHECK]: { status: 200, body: { email: 'c•••••@example.com' } }, [CHANGE]: CHANGED }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/recuperar/T']}>
        <Routes>
          <Route path="/recuperar/:token" element={<RecuperarToken />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const password = () => screen.getByLabelText<HTMLInputElement>('Contraseña nueva')
const repetir = () => screen.getByLabelText<HTMLInputElement>('Confirmar contraseña nueva')
const button = () => screen.getByRole('button', { name: 'Guardar contraseña' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const changes = () => calls.filter(({ call }) => call === CHANGE).map(({ body }) => body)
async function fill(first = NEW, second = first) {
  await user.type(await screen.findByLabelText('Contraseña nueva'), first)
  await user.type(repetir(), second)
}

describe('the link of the mail', () => {
  it('that is old or used says so, and leads to another one', async () => {
    script[CHECK] = DEAD
    open()
    await screen.findByRole('heading', { name: 'El enlace ya no sirve' })
    expect(alerts()).toEqual([DEAD.body.detail])
    expect(screen.getByRole('link', { name: 'Pedir otro enlace' }).getAttribute('href')).toBe('/recuperar')
  })

  it('is not called old where there was no signal, and can be checked again', async () => {
    vi.useFakeTimers()
    script[CHECK] = 'cut'
    open()
    await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)))
    screen.getByRole('heading', { name: 'No pudimos verificar el enlace' })
    expect(alerts()).toEqual(['Revisá tu conexión o intentá más tarde. El enlace sigue sirviendo.'])
    script[CHECK] = { status: 200, body: { email: 'c•••••@example.com' } }
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
    screen.getByText('c•••••@example.com')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Elegí una contraseña nueva' }))
  })
})

it('a new password is typed by keyboard and sent once by Enter; the session of this browser ends', async () => {
  open()
  await user.click(await screen.findByLabelText('Contraseña nueva'))
  await user.keyboard(NEW)
  // Past the button that shows it
  while (document.activeElement !== repetir()) await user.tab()
  await user.keyboard(`${NEW}{Enter}`)
  const heading = await screen.findByRole('heading', { name: 'Contraseña actualizada' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login')
  expect(changes()).toEqual([{ password: NEW }])
  expect(sessionStorage.getItem('access')).toBeNull()
})

describe('what is wrong before it is sent', () => {
  it.each([
    ['corta', 'corta', 'La contraseña debe tener al menos 8 caracteres', password],
    ['debilidad', 'debilidad', 'La contraseña es demasiado débil', password],
    [NEW, 'Yerba-2028', 'Las contraseñas no coinciden', repetir],
  ])('is said at its field, which takes the focus: %s, %s', async (first, second, text, field) => {
    open()
    await fill(first, second)
    await user.click(button())
    expect(alerts()).toEqual([text])
    expect([document.activeElement, field().getAttribute('aria-invalid')]).toEqual([field(), 'true'])
    expect(changes()).toEqual([])
    await user.keyboard('x')
    expect(alerts()).toEqual([])
  })
})

describe('a refusal of the server', () => {
  it('about the password is shown at it, focuses it, and goes when it is edited', async () => {
    script[CHANGE] = { status: 400, body: { password: ['Esa contraseña es muy común. Elegí otra.'] } }
    open()
    await fill()
    await user.click(button())
    await waitFor(() => expect(alerts()).toEqual(['Esa contraseña es muy común. Elegí otra.']))
    expect([document.activeElement, password().getAttribute('aria-invalid')]).toEqual([password(), 'true'])
    await user.keyboard('8')
    expect(alerts()).toEqual([])
    await user.type(repetir(), '8')
    script[CHANGE] = CHANGED
    await user.click(button())
    await screen.findByRole('heading', { name: 'Contraseña actualizada' })
    expect(changes()).toEqual([{ password: NEW }, { password: `${NEW}8` }])
  })

  const FAILED = 'No pudimos cambiarla. Intentá de nuevo.'
  it.each([
    ['a link used meanwhile', DEAD, DEAD.body.detail],
    ['too many', { status: 429, body: { detail: 'Esperá una hora.' } }, 'Esperá una hora.'],
    ['its own failure', { status: 500 }, FAILED],
    ['a proxy’s words', { status: 503, codigo: null, body: { message: 'no healthy upstream' } }, FAILED],
    ['no signal', 'cut', 'Se cortó la conexión y no sabemos si se cambió. Probá entrar con la nueva.'],
  ] as const)(
    'about anything else is told above the button; nothing is typed again: %s',
    async (_, answer, text) => {
      script[CHANGE] = answer
      open()
      await fill()
      await user.click(button())
      await waitFor(() => expect(alerts()).toEqual([text]))
      expect([password().value, repetir().value]).toEqual([NEW, NEW])
      expect(document.activeElement).toBe(button())
      expect(sessionStorage.getItem('access')).toBe('vale')
      script[CHANGE] = CHANGED
      await user.keyboard('{Enter}')
      await screen.findByRole('heading', { name: 'Contraseña actualizada' })
      expect(changes()).toHaveLength(2)
    },
  )
})

it('a double press sends once', async () => {
  let answer = () => {}
  script[CHANGE] = () =>
    new Promise((resolve) => {
      answer = () => resolve(CHANGED)
    })
  open()
  await fill()
  await user.dblClick(button())
  await user.type(repetir(), '{Enter}')
  expect(screen.getByRole('button', { name: 'Procesando...' }).getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(changes()).toHaveLength(1))
  await act(async () => answer())
  await screen.findByRole('heading', { name: 'Contraseña actualizada' })
  expect(changes()).toHaveLength(1)
})
