// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { confirmIdentity, settleIdentity } from './confirm.ts'
import { Confirming } from './confirm-dialog.tsx'
import { endSession, startSession } from './session.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(() => {
  act(() => settleIdentity(false))
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

it.each([
  [
    'a wrong password',
    { status: 400, codigo: 'credenciales', body: { actual: ['Esa no es tu contraseña.'] } },
    'Esa no es tu contraseña.',
  ],
  [
    'too many tries',
    { status: 429, codigo: 'limite', body: { detail: 'Esperá 1 minuto.' } },
    'Esperá 1 minuto.',
  ],
  ['no signal', 'cut', 'No hay conexión con el servidor. Probá de nuevo.'],
] as const)(
  'says in the server’s words alone why the identity was not confirmed: %s',
  async (_, answer, text) => {
    startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
    fakeServer({
      'GET /api/mostrador/segundo-factor': {
        status: 200,
        body: { activo: false, exigido: false, recuperacion: 0 },
      },
      'POST /api/mostrador/confirmar': answer,
    })
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Confirming />
      </QueryClientProvider>,
    )
    act(() => void confirmIdentity())
    await userEvent.type(screen.getByLabelText('Tu contraseña'), 'no-es-esta{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    screen.getByRole('dialog', { name: 'Confirmá que sos vos' })
  },
)
