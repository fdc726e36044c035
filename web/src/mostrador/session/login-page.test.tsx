// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { LoginPage } from './login-page.tsx'
import { currentSession, endSession } from './session.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const WHO = { access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null }
const KEY = 'mostrador-sonido'

beforeEach(() => {
  localStorage.removeItem(KEY)
  fakeServer({ 'POST /api/mostrador/ingresar': { status: 200, body: WHO } })
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

const sound = () => screen.queryByRole('checkbox', { name: /^Que suene/ })

const openLogin = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <LoginPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

/** Logs in, after `before` has changed the form. */
async function enter(before = async (_user: ReturnType<typeof userEvent.setup>) => {}) {
  const user = userEvent.setup()
  openLogin()
  await before(user)
  await user.type(screen.getByLabelText('E-mail'), 'nadia@example.com')
  await user.type(screen.getByLabelText('Contraseña'), 'papel')
  await user.click(screen.getByRole('button', { name: 'Ingresar' }))
  await waitFor(() => expect(currentSession()?.nombre).toBe('Nadia'))
  cleanup()
  endSession()
}

it('begins in its first field, so that a clerk types at once', () => {
  openLogin()
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
})

it('asks about the sound only at the first login of a browser, with a tick preset', async () => {
  await enter(async () => expect(sound()).toHaveProperty('checked', true))
  expect(localStorage.getItem(KEY)).toBe('si')
  await enter(async () => expect(sound()).toBeNull())
  localStorage.removeItem(KEY)
  await enter(async (user) => user.click(screen.getByRole('checkbox', { name: /^Que suene/ })))
  expect(localStorage.getItem(KEY)).toBe('no')
})

it.each([
  ['segundo_factor', 1, []],
  ['credenciales', 0, ['Ese código no va.']],
] as const)('a 401 asks for the phone’s code where that is missing: %s', async (codigo, asked, alerts) => {
  const body = { detail: 'Ese código no va.', totp: true }
  fakeServer({ 'POST /api/mostrador/ingresar': { status: 401, codigo, body } })
  const user = userEvent.setup()
  openLogin()
  await user.type(screen.getByLabelText('E-mail'), 'nadia@example.com')
  await user.type(screen.getByLabelText('Contraseña'), 'papel')
  await user.click(screen.getByRole('button', { name: 'Ingresar' }))
  await waitFor(() => expect(screen.queryAllByLabelText('Código de tu teléfono')).toHaveLength(asked))
  await waitFor(() => expect(screen.queryAllByRole('alert').map((one) => one.textContent)).toEqual(alerts))
})
