// @vitest-environment happy-dom
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { RegistroPage } from './registro.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const REGISTER = 'POST /api/clientes/'
const LABELS = [
  'Email',
  'Nombre completo',
  'Celular',
  'Fecha de nacimiento',
  'Contraseña',
  'Repetir contraseña',
]
const GOOD: Record<string, string> = {
  Email: ' carla@example.com ',
  'Nombre completo': 'Carla Juárez',
  Celular: '3865412233',
  'Fecha de nacimiento': '1999-03-14',
  Contraseña: 'mate-Amargo-7',
  'Repetir contraseña': 'mate-Amargo-7',
}
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  script = { [REGISTER]: { status: 201, body: {} } }
  calls = fakeServer(script)
  user = userEvent.setup()
  render(
    <MemoryRouter initialEntries={['/registro']}>
      <RegistroPage />
    </MemoryRouter>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (label = '') => screen.getByLabelText<HTMLInputElement>(label)
/** A field's message, '' if it is fine. */
function problemOf(label: string): string {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  const told = ids
    .map((id) => document.getElementById(id))
    .find((one) => one?.getAttribute('role') === 'alert')
  return told?.textContent ?? ''
}
async function fill(change: Record<string, string> = {}) {
  for (const [label, text] of Object.entries({ ...GOOD, ...change })) {
    await user.clear(field(label))
    if (text.length > 100) await user.paste(text)
    else if (text) await user.type(field(label), text)
  }
}
const send = () => user.click(screen.getByRole('button', { name: 'Registrarme' }))
const registered = () => calls.filter(({ call }) => call === REGISTER).map(({ body }) => body)

describe('the form of registration', () => {
  it('is filled by keyboard, sent once by Enter, and replaced by the mailbox’s name', async () => {
    await user.click(field('Email'))
    for (const label of LABELS) {
      // Past the buttons that show the passwords
      while (document.activeElement !== field(label)) await user.tab()
      await user.keyboard(GOOD[label] ?? '')
    }
    await user.keyboard('{Enter}')
    await screen.findByText('carla@example.com', { exact: false })
    expect(screen.queryByRole('button', { name: 'Registrarme' })).toBeNull()
    expect(registered()).toEqual([
      {
        email: 'carla@example.com',
        nombre: 'Carla Juárez',
        celular: '3865412233',
        fecha_nacimiento: '1999-03-14',
        password: 'mate-Amargo-7',
      },
    ])
  })

  it('sent empty shows a message at every field, and focuses the first', async () => {
    await send()
    // Two empty passwords are equal
    expect(LABELS.filter((label) => !problemOf(label))).toEqual(['Repetir contraseña'])
    expect(document.activeElement).toBe(field('Email'))
    expect(registered()).toEqual([])
  })

  it.each([
    ['Email', 'carla@'],
    ['Nombre completo', 'x'.repeat(121)],
    ['Celular', '12'],
    ['Fecha de nacimiento', '2999-01-01'],
    ['Contraseña', 'corta'],
    ['Repetir contraseña', 'mate-Amargo-8'],
  ])('refuses a wrong %s alone, takes one there, and sends nothing', async (label, text) => {
    await fill({ [label]: text, ...(label === 'Contraseña' && { 'Repetir contraseña': text }) })
    await send()
    expect(LABELS.filter(problemOf)).toEqual([label])
    expect(document.activeElement).toBe(field(label))
    expect(registered()).toEqual([])
    await user.clear(field(label))
    await user.type(field(label), GOOD[label] ?? '')
    if (label !== 'Contraseña') expect(problemOf(label)).toBe('')
  })

  it('shows a field’s problem once it is left, not while typing; for an empty field only of the e-mail', async () => {
    await user.type(field('Email'), 'carla')
    expect(problemOf('Email')).toBe('')
    await user.clear(field('Email'))
    for (const label of LABELS) await user.click(field(label))
    await user.tab()
    expect(LABELS.filter(problemOf)).toEqual(['Email'])
    expect(problemOf('Email')).toBe('El email es obligatorio')
    await user.type(field('Email'), 'abc@')
    await user.tab()
    expect(problemOf('Email')).toBe('Por favor ingresa un email válido')
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  })

  it('offers the mail host that was probably meant: the account would be activated by mail alone', async () => {
    await user.type(field('Email'), 'carla@gmial.com')
    await user.click(screen.getByRole('button', { name: 'Corregirlo' }))
    expect(field('Email').value).toBe('carla@gmail.com')
    expect(document.activeElement).toBe(field('Email'))
    expect(screen.queryByRole('button', { name: 'Corregirlo' })).toBeNull()
  })

  it('each password can be shown and hidden, and stays', async () => {
    await fill({ 'Repetir contraseña': 'otra' })
    for (const label of ['Contraseña', 'Repetir contraseña']) {
      const { value } = field(label)
      const button = screen.getByTitle<HTMLButtonElement>(label)
      await user.click(button)
      expect([field(label).type, field(label).value, button.getAttribute('aria-label')]).toEqual([
        'text',
        value,
        'Ocultar',
      ])
      await user.click(button)
      expect([field(label).type, field(label).value]).toEqual(['password', value])
    }
    await send()
    expect(problemOf('Repetir contraseña')).toBe('Las contraseñas no coinciden')
  })
})

describe('a refusal of the server', () => {
  const dialog = () => screen.findByRole('alertdialog', { name: 'Error' })
  const textsOf = (told: HTMLElement) => [...told.querySelectorAll('p')].map(({ textContent }) => textContent)

  it.each([
    ['named', undefined],
    ['without a code', null],
  ])('about a field is shown at it, focuses it, and disappears when it is edited: %s', async (_, codigo) => {
    const body = { celular: ['Ese celular ya tiene cuenta.'], detail: 'Revisá.' }
    script[REGISTER] = { status: 400, ...(codigo === null && { codigo }), body }
    await fill()
    await send()
    const told = await dialog()
    expect(textsOf(told)).toEqual(['Por favor corrige los errores en el formulario', 'Revisá.'])
    await user.click(within(told).getByRole('button', { name: 'Entendido' }))
    await waitFor(() => expect(document.activeElement).toBe(field('Celular')))
    expect(problemOf('Celular')).toBe('Ese celular ya tiene cuenta.')
    await send() // the server would refuse it again
    expect(registered()).toHaveLength(1)
    await user.type(field('Celular'), '{Backspace}4')
    expect(problemOf('Celular')).toBe('')
    script[REGISTER] = { status: 201, body: {} }
    await send()
    await screen.findByText('carla@example.com', { exact: false })
  })

  const FAILED = 'Algo salió mal al registrar. Intentá de nuevo.'
  it.each([
    ['too many', { status: 429, body: { detail: 'Esperá una hora.' } }, [FAILED, 'Esperá una hora.']],
    ['its own failure', { status: 500, body: { detail: 'stack' } }, [FAILED]],
    ['no network', 'cut', [FAILED, 'Parece que no hay conexión.']],
    ['a proxy’s page', { status: 400, codigo: null, body: '<h1>Bad Request</h1>' }, [FAILED]],
  ] as const)('about none is told, and what was typed stays: %s', async (_, answer, texts) => {
    script[REGISTER] = answer
    await fill()
    await send()
    const told = await dialog()
    expect(textsOf(told)).toEqual(texts)
    await user.click(within(told).getByRole('button', { name: 'Entendido' }))
    expect(LABELS.map((label) => field(label).value.trim())).toEqual(
      LABELS.map((label) => (label === 'Celular' ? '38 6541 2233' : (GOOD[label] ?? '').trim())),
    )
  })
})
