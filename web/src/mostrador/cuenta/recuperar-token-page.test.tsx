// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { currentSession, endSession, startSession } from '../session/session.ts'
import { RecuperarTokenPage } from './recuperar-token-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const CHECK = 'GET /api/mostrador/recuperar/T'
const CHANGE = 'POST /api/mostrador/recuperar/T'
const CHANGED = { status: 200, body: { mensaje: 'Listo' } }
const VALID = { status: 200, body: { email: 'n•••••@example.com' } }
const NEW = 'tinta-cian-y-papel-77'
const DEAD = {
  status: 400,
  codigo: 'enlace_vencido',
  body: { detail: 'El enlace ya no es válido o expiró. Pedí uno nuevo.' },
} as const
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
  script = { [CHECK]: VALID, [CHANGE]: CHANGED }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/mostrador/recuperar/T']}>
        <Routes>
          <Route path="/mostrador/recuperar/:token" element={<RecuperarTokenPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const password = () => screen.getByLabelText<HTMLInputElement>('Contraseña nueva')
const repetir = () => screen.getByLabelText<HTMLInputElement>('Confirmar contraseña nueva')
const button = () => screen.getByRole('button', { name: 'Guardar contraseña' })
const changed = () => screen.findByRole('heading', { name: 'Contraseña actualizada' })
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
    expect((await screen.findByRole('alert')).textContent).toBe(DEAD.body.detail)
    const another = screen.getByRole('link', { name: 'Pedir otro enlace' })
    expect(another.getAttribute('href')).toBe('/mostrador/recuperar')
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  })

  it.each([
    ['no signal', 'cut', 'No hay conexión con el servidor.'],
    ['a server that fails', { status: 503, body: { detail: 'Estamos volviendo.' } }, 'Estamos volviendo.'],
  ] as const)('is not called old because of %s, and can be checked again', async (_, answer, text) => {
    vi.useFakeTimers()
    script[CHECK] = answer
    open()
    await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)))
    expect(screen.getByRole('alert').textContent).toContain(text)
    expect(screen.queryByRole('link', { name: 'Pedir otro enlace' })).toBeNull()
    script[CHECK] = VALID
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
    screen.getByText('n•••••@example.com')
  })
})

it('a new password is typed by keyboard and sent once by Enter; the session ends, the heading takes the focus', async () => {
  open()
  await user.click(await screen.findByLabelText('Contraseña nueva'))
  await user.keyboard(NEW)
  // Past the button that shows it
  while (document.activeElement !== repetir()) await user.tab()
  await user.keyboard(`${NEW}{Enter}`)
  expect(document.activeElement).toBe(await changed())
  expect(screen.getByRole('link', { name: 'Ingresar' }).getAttribute('href')).toBe('/mostrador/ingresar')
  expect(changes()).toEqual([{ password: NEW }])
  expect(currentSession()).toBeNull()
})

it.each([
  ['corta', 'corta', 'La contraseña debe tener al menos 8 caracteres', password],
  [NEW, 'otra-cosa', 'Las contraseñas no coinciden', repetir],
])(
  'what is wrong is said at its field, which takes the focus: %s, %s',
  async (first, second, text, field) => {
    open()
    await fill(first, second)
    await user.click(button())
    expect(alerts()).toEqual([text])
    expect([document.activeElement, field().getAttribute('aria-invalid')]).toEqual([field(), 'true'])
    expect(changes()).toEqual([])
  },
)

describe('a refusal of the server', () => {
  it('about the password is shown at it and focuses it', async () => {
    script[CHANGE] = { status: 400, body: { password: ['Esa contraseña es muy común. Elegí otra.'] } }
    open()
    await fill()
    await user.click(button())
    await waitFor(() => expect(alerts()).toEqual(['Esa contraseña es muy común. Elegí otra.']))
    expect([document.activeElement, password().getAttribute('aria-invalid')]).toEqual([password(), 'true'])
    expect([password().value, repetir().value]).toEqual([NEW, NEW])
  })

  it.each([
    ['a link used meanwhile', DEAD, DEAD.body.detail],
    ['too many', { status: 429, body: { detail: 'Esperá una hora.' } }, 'Esperá una hora.'],
    ['a field that the form has not', { status: 400, body: { otro: ['No va.'] } }, 'otro: No va.'],
    ['its own failure', { status: 500 }, 'No se pudo guardar.'],
    ['a proxy', { status: 502, codigo: null, body: { message: 'Bad gateway' } }, 'No se pudo guardar.'],
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
      expect(currentSession()?.access).toBe('vale')
      script[CHANGE] = CHANGED
      await user.keyboard('{Enter}')
      await changed()
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
  expect(screen.getByRole('button', { name: 'Guardando…' }).getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(changes()).toHaveLength(1))
  await act(async () => answer())
  await changed()
  expect(changes()).toHaveLength(1)
})
