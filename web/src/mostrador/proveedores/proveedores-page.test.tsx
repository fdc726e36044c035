// @vitest-environment happy-dom
import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { ProveedoresPage } from './proveedores-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LIST = 'GET /api/mostrador/proveedores'
const SAVE = 'PUT /api/mostrador/proveedores/correo'
const TRY = 'POST /api/mostrador/proveedores/correo/probar'

const correo = (change: Partial<Proveedor> = {}): Proveedor => ({
  ...{ cual: 'correo', titulo: 'Correo', servicio: 'SMTP', integrado: false, nota: null },
  ...{ origen: 'pantalla', faltan: [], probado: null, direccion: null },
  valores: Object.fromEntries(
    ['servidor', 'puerto', 'usuario', 'password', 'remitente'].map((clave) => [clave, { puesto: true }]),
  ),
  ...change,
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(proveedor: Proveedor, script: Parameters<typeof fakeServer>[0] = {}) {
  const calls = fakeServer({ [LIST]: { status: 200, body: [proveedor] }, ...script })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ProveedoresPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { calls, user: userEvent.setup() }
}

it('sends what is typed alone, since what is kept is not shown, and tries it', async () => {
  const { calls, user } = open(correo(), {
    [SAVE]: { status: 200, body: [correo()] },
    [TRY]: { status: 200, body: { anda: false, texto: 'El servidor no acepta la contraseña.', ms: 3 } },
  })
  await user.click(await screen.findByRole('button', { name: 'Cambiar Correo' }))
  await user.type(screen.getByLabelText('Contraseña (opcional)'), 'otra')
  await user.click(screen.getByRole('button', { name: 'Guardar y probar' }))
  await screen.findByText(/El servidor no acepta la contraseña/)
  expect(calls.find(({ call }) => call === SAVE)?.body).toEqual({ valores: { password: 'otra' } })
})

it('says by its field what cannot be right, and sends nothing', async () => {
  const { calls, user } = open(correo({ origen: null, valores: {} }))
  await user.click(await screen.findByRole('button', { name: 'Conectar Correo' }))
  await user.type(screen.getByLabelText('Puerto'), '99999')
  await user.click(screen.getByRole('button', { name: 'Guardar y probar' }))
  const form = within(screen.getByRole('listitem'))
  await form.findByText('El puerto es un número de 1 a 65535.')
  form.getByText('Falta: servidor de salida (smtp).')
  expect(calls.some(({ call }) => call === SAVE)).toBe(false)
})

it('cannot be connected where the environment says it', async () => {
  open(correo({ origen: 'entorno', valores: {} }))
  await screen.findByText(/Lo configura el servidor/)
  expect(screen.queryByRole('button', { name: 'Conectar Correo' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cambiar Correo' })).toBeNull()
})
