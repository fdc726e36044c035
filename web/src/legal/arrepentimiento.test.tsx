// @vitest-environment happy-dom
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { Arrepentimiento } from './arrepentimiento.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const SEND = 'POST /api/arrepentimiento'
const TAKEN = { status: 200, body: { codigo: 'ARR-2K7', recibido: '2026-11-24T13:00:00.000Z' } }
const GOOD = {
  'Número de pedido, o qué compraste': '1042',
  'Nombre completo': 'Carla Juárez',
  Email: 'carla@example.com',
  'Motivo (opcional)': 'Me equivoqué de talle',
}
const LABELS = Object.keys(GOOD)
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  script = { [SEND]: TAKEN }
  calls = fakeServer(script)
  user = userEvent.setup()
  render(
    <MemoryRouter>
      <Arrepentimiento />
    </MemoryRouter>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const problems = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const isWrong = (label: string) => field(label).getAttribute('aria-invalid') === 'true'
const send = () => user.click(screen.getByRole('button', { name: 'Arrepentirme de la compra' }))
const sent = () => calls.filter(({ call }) => call === SEND).map(({ body }) => body)
async function fill() {
  for (const [label, text] of Object.entries(GOOD)) await user.type(field(label), text)
}

it('is filled by keyboard and sent once by Enter; its receipt has the code and takes the focus', async () => {
  await user.click(field('Número de pedido, o qué compraste'))
  await user.keyboard('1042{Tab}Carla Juárez{Tab}carla@example.com{Tab}')
  expect(document.activeElement).toBe(field('Motivo (opcional)'))
  await user.tab({ shift: true })
  await user.keyboard('{Enter}')
  const heading = await screen.findByRole('heading', { name: 'Recibimos tu arrepentimiento' })
  expect(document.activeElement).toBe(heading)
  screen.getByText('ARR-2K7')
  screen.getByText('carla@example.com')
  expect(sent()).toEqual([{ compra: '1042', nombre: 'Carla Juárez', email: 'carla@example.com', motivo: '' }])
})

describe('a form that is sent too early', () => {
  it('says at each field what is missing, focuses the first, and sends nothing', async () => {
    await send()
    expect(problems()).toEqual([
      'Contanos qué compraste, o el número de pedido',
      'El nombre es obligatorio',
      'El email es obligatorio',
    ])
    expect(LABELS.map(isWrong)).toEqual([true, true, true, false])
    expect(document.activeElement).toBe(field('Número de pedido, o qué compraste'))
    await user.keyboard('1042')
    expect(problems()).toEqual(['El nombre es obligatorio', 'El email es obligatorio'])
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(field('Nombre completo'))
    expect(sent()).toEqual([])
  })

  it('says of an address that it is none', async () => {
    await fill()
    await user.clear(field('Email'))
    await user.type(field('Email'), 'carla@{Enter}')
    expect(problems()).toEqual(['Por favor ingresa un email válido'])
    expect(document.activeElement).toBe(field('Email'))
    expect(sent()).toEqual([])
  })
})

describe('a refusal of the server', () => {
  const isKept = () => expect(LABELS.map((label) => field(label).value)).toEqual(Object.values(GOOD))

  it('about fields is shown at them, focuses the first, and goes when it is edited', async () => {
    script[SEND] = { status: 400, body: { email: ['Ese correo no va.'], nombre: ['Ese nombre no va.'] } }
    await fill()
    await send()
    await waitFor(() => expect(problems()).toEqual(['Ese nombre no va.', 'Ese correo no va.']))
    expect(document.activeElement).toBe(field('Nombre completo'))
    isKept()
    await user.keyboard(' Paz')
    expect(problems()).toEqual(['Ese correo no va.'])
    script[SEND] = TAKEN
    await send()
    await screen.findByText('ARR-2K7')
  })

  const FAILED = 'No pudimos registrarlo. Intentá de nuevo.'
  it.each([
    ['too many', { status: 429, body: { detail: 'Esperá 15 minutos.' } }, 'Esperá 15 minutos.'],
    ['a field that the form has not', { status: 400, body: { otro: ['No va.'] } }, FAILED],
    ['its own failure', { status: 500, body: { detail: 'stack' } }, FAILED],
    ['a proxy’s page', { status: 502, codigo: null, body: '<h1>Bad Gateway</h1>' }, FAILED],
    [
      'no signal',
      'cut',
      'Se cortó la conexión y no sabemos si se registró. Probá de nuevo: queda una sola vez.',
    ],
  ] as const)(
    'about none is told above the button, nothing is typed again, and it can be sent again: %s',
    async (_, answer, text) => {
      script[SEND] = answer
      await fill()
      await send()
      await waitFor(() => expect(problems()).toEqual([text]))
      expect(LABELS.filter(isWrong)).toEqual([])
      isKept()
      script[SEND] = TAKEN
      await send()
      await screen.findByText('ARR-2K7')
      expect(sent()).toHaveLength(2)
    },
  )
})

it('a double press sends once, and what was said before is gone meanwhile', async () => {
  script[SEND] = 'cut'
  await fill()
  await send()
  await screen.findByRole('alert')
  let answer = () => {}
  script[SEND] = () =>
    new Promise((resolve) => {
      answer = () => resolve(TAKEN)
    })
  await user.dblClick(screen.getByRole('button', { name: 'Arrepentirme de la compra' }))
  await user.type(field('Email'), '{Enter}')
  const busy = screen.getByRole('button', { name: 'Procesando...' })
  expect([busy.getAttribute('aria-disabled'), document.activeElement === field('Email')]).toEqual([
    'true',
    true,
  ])
  expect(problems()).toEqual([])
  await waitFor(() => expect(sent()).toHaveLength(2))
  await act(async () => answer())
  await screen.findByText('ARR-2K7')
  expect(sent()).toHaveLength(2)
})
