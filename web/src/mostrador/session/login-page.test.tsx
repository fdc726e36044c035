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

/** Enters, after `before` was done to the form. */
async function enter(before = async (_user: ReturnType<typeof userEvent.setup>) => {}) {
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <LoginPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await before(user)
  await user.type(screen.getByLabelText('E-mail'), 'nadia@example.com')
  await user.type(screen.getByLabelText('Contraseña'), 'papel')
  await user.click(screen.getByRole('button', { name: 'Ingresar' }))
  await waitFor(() => expect(currentSession()?.nombre).toBe('Nadia'))
  cleanup()
  endSession()
}

it('asks for the sound the first time on a browser, on unless it is unticked, and never again', async () => {
  await enter(async () => expect(sound()).toHaveProperty('checked', true))
  expect(localStorage.getItem(KEY)).toBe('si')
  await enter(async () => expect(sound()).toBeNull())
  localStorage.removeItem(KEY)
  await enter(async (user) => user.click(screen.getByRole('checkbox', { name: /^Que suene/ })))
  expect(localStorage.getItem(KEY)).toBe('no')
})
