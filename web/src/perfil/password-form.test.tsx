// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { ChangePasswordForm } from './password-form.tsx'

const CHANGE = 'PATCH /api/clientes/actualizar/'
const LABELS = ['Contraseña actual', 'Contraseña nueva', 'Confirmar contraseña nueva']
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.setItem('access', 'vale')
  script = { [CHANGE]: { status: 200, body: {} } }
  calls = fakeServer(script)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/perfil']}>
        <Routes>
          <Route path="/perfil" element={<ChangePasswordForm email="carla@example.com" />} />
          <Route path="/login" element="ingreso" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const field = (label = '') => screen.getByLabelText<HTMLInputElement>(label)
const fill = (...words: string[]) =>
  LABELS.forEach((label, at) => {
    fireEvent.change(field(label), { target: { value: words[at] ?? '' } })
  })
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
/** Presses the button; the server answered. */
async function send() {
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar contraseña' }))
  await pass(0)
}
const isWrong = (label: string) => field(label).getAttribute('aria-invalid') === 'true'
const changes = () => calls.filter(({ call }) => call === CHANGE).map(({ body }) => body)

describe('problems', () => {
  it.each([
    ['', '', '', 'Completa todos los campos'],
    ['a', 'Yerba-2027', '', 'Completa todos los campos'],
    ['a', 'Yerba-2027', 'Yerba-2028', 'Las contraseñas no coinciden'],
    ['a', 'debilidad', 'debilidad', 'La contraseña es demasiado débil'],
    ['a', 'A1!', 'A1!', 'La contraseña es demasiado débil'],
  ])('is said, and nothing is sent: %j, %j, %j', async (actual, nueva, confirmacion, text) => {
    fill(actual, nueva, confirmacion)
    await send()
    expect(screen.getByRole('alert').textContent).toBe(text)
    expect(changes()).toEqual([])
  })

  it.each([
    ['the current one', { password_actual: ['No es esa.'] }, 'Contraseña actual', 'No es esa.'],
    ['the new one', { password: ['Es muy común.'] }, 'Contraseña nueva', 'Es muy común.'],
  ])('with %s, as the server says, stands under it', async (_, body, label, text) => {
    script[CHANGE] = { status: 400, body }
    fill('no-es-Esta-1', 'Yerba-2027', 'Yerba-2027')
    await send()
    expect(LABELS.filter(isWrong)).toEqual([label])
    expect(screen.getByRole('alert').textContent).toBe(text)
  })

  it.each([
    ['as the server says', { status: 400, body: { non_field_errors: ['Hoy no.'] } }, 'Hoy no.'],
    ['without its words', { status: 400, body: {} }, 'Error al cambiar la contraseña'],
    [
      'without network',
      'cut',
      'Error al cambiar la contraseña. Se cortó la conexión y no sabemos si se cambió. Si no te toma la actual, probá entrar con la nueva.',
    ],
  ] as const)('with none of them stands above the button: %s', async (_, answer, text) => {
    script[CHANGE] = answer
    fill('no-es-Esta-1', 'Yerba-2027', 'Yerba-2027')
    await send()
    expect(screen.getByRole('alert').textContent).toBe(text)
    expect(LABELS.filter(isWrong)).toEqual([])
  })
})

describe('the three fields', () => {
  it('have each their own toggle', () => {
    const [, second] = screen.getAllByRole('button', { name: 'Mostrar' })
    expect(screen.getAllByRole('button', { name: 'Mostrar' })).toHaveLength(3)
    if (second) fireEvent.click(second)
    expect(LABELS.map((label) => field(label).type)).toEqual(['password', 'text', 'password'])
  })

  it('tell of the new one how strong it is', async () => {
    vi.useRealTimers()
    fill('Abcdefg1', 'Abcdefg1', 'Abcdefg1')
    const strength = await screen.findAllByRole('progressbar', { name: 'Seguridad de la contraseña' })
    expect(strength.map((one) => one.getAttribute('aria-valuenow'))).toEqual(['75'])
  })
})

describe('once it is changed', () => {
  const changed = async () => {
    fill('mate-Amargo-7', 'Yerba-2027', 'Yerba-2027')
    await send()
    return screen.getByRole('alertdialog', { name: 'Contraseña actualizada' })
  }

  it('it counts 5 s down to the login, and the session is forgotten', async () => {
    const told = await changed()
    expect(changes()).toEqual([{ password_actual: 'mate-Amargo-7', password: 'Yerba-2027' }])
    expect(told.textContent).toContain('Por seguridad, volverás al login en 5 segundos.')
    await pass(4_000)
    expect(told.textContent).toContain('volverás al login en 1 segundo.')
    await pass(999)
    expect([screen.queryByText('ingreso'), sessionStorage.getItem('access')]).toEqual([null, 'vale'])
    await pass(1)
    screen.getByText('ingreso')
    expect(sessionStorage.getItem('access')).toBeNull()
  })

  it('one may go there at once', async () => {
    await changed()
    fireEvent.click(screen.getByRole('button', { name: 'Ir al login' }))
    screen.getByText('ingreso')
    expect(sessionStorage.getItem('access')).toBeNull()
  })
})
