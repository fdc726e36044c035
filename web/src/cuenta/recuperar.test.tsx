// @vitest-environment happy-dom
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { Recuperar } from './recuperar.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const ASK = 'POST /api/clientes/recuperar'
const DONE =
  'Si carla@example.com tiene una cuenta, te mandamos un enlace. Revisá también el correo no deseado.'
const SENT = { status: 200, body: { mensaje: 'Listo' } }
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  script = { [ASK]: SENT }
  calls = fakeServer(script)
  user = userEvent.setup()
  render(
    <MemoryRouter>
      <Recuperar />
    </MemoryRouter>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const button = () => screen.getByRole('button', { name: 'Mandarme el enlace' })
const asked = () => calls.filter(({ call }) => call === ASK).map(({ body }) => body)

it('is asked for by keyboard, and says in which mailbox to look', async () => {
  await user.click(email())
  await user.keyboard('carla@example.com{Enter}')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(DONE))
  expect(asked()).toEqual([{ email: 'carla@example.com' }])
  expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' }).getAttribute('href')).toBe('/login')
})

it.each([
  ['', 'El email es obligatorio'],
  ['carla@', 'Por favor ingresa un email válido'],
])(
  'an address that is none (%j) is said at the field, which takes the focus; nothing is sent',
  async (text, problem) => {
    if (text) await user.type(email(), text)
    await user.click(button())
    expect(screen.getByRole('alert').textContent).toBe(problem)
    expect([document.activeElement, email().getAttribute('aria-invalid')]).toEqual([email(), 'true'])
    expect(asked()).toEqual([])
    await user.clear(email())
    await user.type(email(), 'carla@example.com')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

it('a field that is left with half an address says so; one that is left empty does not', async () => {
  await user.click(email())
  await user.tab()
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(email(), 'carla')
  await user.tab()
  expect(screen.getByRole('alert').textContent).toBe('Por favor ingresa un email válido')
})

const FAILED = 'No pudimos mandarlo. Intentá de nuevo en un rato.'
it.each([
  ['too many', { status: 429, body: { detail: 'Esperá 15 minutos.' } }, 'Esperá 15 minutos.'],
  ['its own failure', { status: 500, body: { detail: 'stack' } }, FAILED],
  ['a proxy’s page', { status: 502, codigo: null, body: '<h1>Bad Gateway</h1>' }, FAILED],
  ['no signal', 'cut', 'Parece que no hay conexión. Intentá de nuevo.'],
] as const)('a refusal is told, the address stays, and it can be sent again: %s', async (_, answer, text) => {
  script[ASK] = answer
  await user.type(email(), 'carla@example.com')
  await user.click(button())
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(email().value).toBe('carla@example.com')
  expect(document.activeElement).toBe(button())
  script[ASK] = SENT
  await user.keyboard('{Enter}')
  await screen.findByText(DONE)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked()).toHaveLength(2)
})

it('a double press sends once', async () => {
  let answer = () => {}
  script[ASK] = () =>
    new Promise((resolve) => {
      answer = () => resolve(SENT)
    })
  await user.type(email(), 'carla@example.com')
  await user.dblClick(button())
  await user.type(email(), '{Enter}')
  expect(screen.getByRole('button', { name: 'Procesando...' }).getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(asked()).toHaveLength(1))
  await act(async () => answer())
  await screen.findByText(DONE)
  expect(asked()).toHaveLength(1)
})
