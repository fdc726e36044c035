// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { LoginPage } from '../session/login-page.tsx'
import { currentSession, endSession } from '../session/session.ts'
import InstalarPage from './instalar-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LOOK = 'GET /api/mostrador/instalacion'
const MAKE = 'POST /api/mostrador/instalacion'
const view = (instalada: boolean) => ({
  status: 200,
  body: { instalada, restaurando: false, abierta: false, pasos: [] },
})

afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

function open(path: string): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/mostrador/ingresar" element={<LoginPage />} />
          <Route path="/mostrador/instalar" element={<InstalarPage />} />
          <Route path="/mostrador/dueno/para-abrir" element="la lista" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

async function fill(change: Partial<Record<string, string>> = {}) {
  const user = userEvent.setup()
  const typed = {
    'Código de la instalación': '0123-4567-89AB',
    'Tu nombre': 'Ana',
    'Tu e-mail': 'ana@copias.example',
    Contraseña: 'tinta-cian-y-papel-77',
    ...change,
  }
  for (const [label, text] of Object.entries(typed))
    if (text) await user.type(await screen.findByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
}

it('the login leads to it while there is no owner', async () => {
  fakeServer({ [LOOK]: view(false) })
  open('/mostrador/ingresar')
  await screen.findByRole('heading', { name: 'Primeros pasos' })
})

it('leads to the login where there is an owner', async () => {
  fakeServer({ [LOOK]: view(true) })
  open('/mostrador/instalar')
  await screen.findByRole('heading', { name: 'Mostrador' })
})

it('signs the new owner in', async () => {
  const body = { access: 'vale', id: 1, nombre: 'Ana', rol: 'dueno', sucursal: null }
  fakeServer({ [LOOK]: view(false), [MAKE]: { status: 201, body } })
  open('/mostrador/instalar')
  await fill()
  await screen.findByText('la lista')
  expect(currentSession()).toMatchObject({ nombre: 'Ana', rol: 'dueno' })
})

it('shows problems by field, keeps the typed values, and sends no invalid form', async () => {
  const calls: ReceivedCall[] = fakeServer({
    [LOOK]: view(false),
    [MAKE]: { status: 400, body: { codigo: ['Ese código no es el de esta instalación.'] } },
  })
  open('/mostrador/instalar')
  await fill({ 'Tu e-mail': 'ana' })
  expect(screen.getByLabelText('Tu e-mail').getAttribute('aria-invalid')).toBe('true')
  expect(calls.some(({ call }) => call === MAKE)).toBe(false)
  await fill({
    'Código de la instalación': '',
    'Tu nombre': '',
    'Tu e-mail': '@copias.example',
    Contraseña: '',
  })
  await screen.findByText('Ese código no es el de esta instalación.')
  expect(screen.getByLabelText('Código de la instalación')).toHaveProperty('value', '0123-4567-89AB')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Código de la instalación')))
})
