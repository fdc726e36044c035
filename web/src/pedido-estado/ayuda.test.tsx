// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../api/testing.ts'
import { AyudaConElPago } from './ayuda.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('calls the branch once, and says so; a failure is reported, and can be tried again', async () => {
  const script: Parameters<typeof fakeServer>[0] = {
    'POST /api/pedidos/P1/ayuda': {
      status: 409,
      body: { detail: 'Este pedido no tiene un pago pendiente.' },
    },
  }
  fakeServer(script)
  const user = userEvent.setup()
  render(<AyudaConElPago pedido={{ pedido_id: 'P1', sucursal: 'Alberdi' }} />)
  const press = async () =>
    user.click(await screen.findByRole('button', { name: 'Necesito ayuda con el pago' }))
  await press()
  await screen.findByText('Este pedido no tiene un pago pendiente.')
  script['POST /api/pedidos/P1/ayuda'] = 'cut'
  await press()
  await screen.findByText(/no hay conexión/)
  script['POST /api/pedidos/P1/ayuda'] = { status: 200, body: { pedida: '2030-03-01T12:00:00.000Z' } }
  await press()
  await screen.findByText('Ya le avisamos a Alberdi.')
  expect(screen.queryByRole('button')).toBeNull()
})
