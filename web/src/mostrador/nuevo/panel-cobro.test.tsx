// @vitest-environment happy-dom
import type { Recibido } from '@imprimitodo/shared/api/recepciones'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { pressByHand } from '../atajos/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { NuevoPage } from './nuevo-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const CHARGE = 'POST /api/mostrador/ventas'
const precio = {
  venta_id: null,
  impresion: 0,
  otros: 900,
  descuentos: [],
  total: 900,
  pagado: 0,
  resto: 900,
  vuelto: 0,
  puntos: 0,
  cliente: null,
  color_pendiente: false,
  init_point: null,
  pedidos: [],
}
const enCamino: Recibido = {
  subida: 'S1',
  nombre: 'grande.pdf',
  estado: 'en_camino',
  bytes: 100,
  llegado: 30,
  paginas: null,
  problema: null,
}
let archivos: Recibido[]
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  archivos = [enCamino]
  const vence = new Date(Date.now() + 15 * 60_000).toISOString()
  const recepcion = () => ({ recepcion_id: 7, cerrada: false, archivos, vence })
  script = {
    'GET /api/sucursales': { status: 200, body: [{ nombre: 'Alberdi' }] },
    'GET /api/v1/productos/': { status: 200, body: [] },
    'POST /api/mostrador/ventas/cotizar': { status: 200, body: precio },
    [CHARGE]: { status: 200, body: { ...precio, venta_id: 7, pagado: 900, resto: 0 } },
    'POST /api/mostrador/recepciones': () => ({
      status: 201,
      body: { ...recepcion(), url: 'https://imprimitodo.com.ar/subir/token-7', codigo: 'KX7M2R' },
    }),
    'GET /api/mostrador/recepciones/7': () => ({ status: 200, body: recepcion() }),
  }
  calls = fakeServer(script)
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: 'Alberdi' })
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

/** A sale of $ 900. */
async function open(user: UserEvent): Promise<void> {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/mostrador/nuevo']}>
        <NuevoPage />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await user.type(await screen.findByLabelText('Producto, código escaneado o importe'), '900{Enter}')
  await user.type(await screen.findByLabelText('Qué es'), 'Fotocopias{Enter}')
}
const charged = () => calls.filter(({ call }) => call === CHARGE)

it('shows the amount that an account can still be charged with, once a charge to it is refused', async () => {
  const user = userEvent.setup()
  let disponible = 20_000
  const ana = { id: 10, nombre: 'Ana Ruiz', dni: null }
  const cuenta = { id: 1, nombre: 'Escuela 1', documento: null, sucursal: null, autorizados: [ana] }
  const saldo = () => ({ limite: 20_000, saldo: 20_000 - disponible, disponible, suspendida: false })
  script['GET /api/mostrador/cuentas-corrientes'] = () => ({
    status: 200,
    body: { cuentas: [{ ...cuenta, ...saldo() }], deben: 0, puede_abrir: false },
  })
  script[CHARGE] = () => {
    disponible = 100 // a colleague charged the rest
    return { status: 400, body: { pagos: ['No entra.'] } }
  }
  await open(user)
  await user.click(await screen.findByRole('checkbox', { name: 'Efectivo' }))
  await user.click(screen.getByRole('checkbox', { name: 'Cuenta corriente' }))
  const select = await screen.findByLabelText('Cuenta corriente', { selector: 'select' })
  await user.selectOptions(select, 'Escuela 1')
  await screen.findByText('$ 20.000,00', { selector: 'b' })
  await user.click(await screen.findByRole('button', { name: 'Cobrar $ 900,00' }))
  await screen.findByText('$ 100,00', { selector: 'b' })
})

it('asks before a charge that leaves out a file on its way from the customer’s phone; Enter pressed twice is no answer', async () => {
  const user = userEvent.setup()
  await open(user)
  await user.click(screen.getByRole('button', { name: 'Desde el celular' }))
  await screen.findByText(/^KX7/)
  await user.keyboard('{Escape}')
  const button = await screen.findByRole('button', { name: 'Cobrar $ 900,00' })
  await screen.findByText('Está llegando «grande.pdf»: si cobrás ahora, no entra.')
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  button.focus()
  await user.keyboard('{Enter}{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('si cobrás ahora, no entra.')
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true }), 'held').toBe(false)
  expect(charged()).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Cobrar igual' }))
  await waitFor(() => expect(charged()).toHaveLength(1))
})

const FIND = 'POST /api/mostrador/clientes/buscar'
const SIN_CLIENTE = 'Así la venta queda sin cliente: elegilo, completá el dato, pasalo a «Nombre» o borralo.'
const ana = { id: 9, nombre: 'Ana Paz', email: 'a•••••@x.com', celular: null }
/** Presses the button that charges, as soon as there is a price. */
async function charge(user: UserEvent): Promise<void> {
  const button = await screen.findByRole('button', { name: 'Cobrar $ 900,00' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  await user.click(button)
}

it.each([
  ['a name that several have', 'ana', [ana, { ...ana, id: 10 }]],
  ['a name that one has', 'ana paz', [ana]],
  ['a part of a number', '30111', []],
  ['a part of an e-mail', 'ana@x', []],
])('asks about a customer who was typed but not chosen: %s', async (_, typed, hallados) => {
  const user = userEvent.setup()
  script[FIND] = { status: 200, body: hallados }
  await open(user)
  const field = screen.getByLabelText('Cliente')
  await user.type(field, typed)
  await charge(user)
  await screen.findByText(SIN_CLIENTE)
  expect(document.activeElement).toBe(field)
  expect(charged()).toHaveLength(0)
  await user.clear(field)
  expect(screen.queryByText(SIN_CLIENTE)).toBeNull()
  await charge(user)
  await waitFor(() => expect(charged()).toHaveLength(1))
  expect(charged()[0]?.body).toMatchObject({ cliente: null, nombre: null })
})

it('Enter that charges, pressed twice, chooses no customer', async () => {
  const user = userEvent.setup()
  script[FIND] = { status: 200, body: [ana] }
  await open(user)
  const field = screen.getByLabelText('Cliente')
  await user.type(field, 'ana paz')
  await screen.findByRole('button', { name: /Ana Paz/ })
  screen.getByRole('button', { name: 'Cobrar $ 900,00' }).focus()
  await user.keyboard('{Enter}{Enter}')
  expect(document.activeElement).toBe(field)
  expect(field).toHaveProperty('value', 'ana paz')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByLabelText('Cliente')).toBeNull())
})

it('goes under the typed name where no account has it', async () => {
  const user = userEvent.setup()
  script[FIND] = { status: 200, body: [] }
  await open(user)
  await user.type(screen.getByLabelText('Cliente'), 'Carla Ríos')
  await screen.findByText(/^Ninguna cuenta se llama así/)
  await charge(user)
  await waitFor(() => expect(charged()).toHaveLength(1))
  expect(charged()[0]?.body).toMatchObject({ cliente: null, nombre: 'Carla Ríos' })
})

it('asks for the price once for a typed e-mail, and not for a name', async () => {
  const user = userEvent.setup()
  const quoted = () => calls.filter(({ call }) => call === 'POST /api/mostrador/ventas/cotizar')
  await open(user)
  await screen.findByRole('button', { name: 'Cobrar $ 900,00' })
  const before = quoted().length
  await user.type(screen.getByLabelText('Nombre'), 'Ana')
  await user.type(screen.getByLabelText('Cliente'), 'ana@example.com.ar')
  await screen.findByText(/^Ninguna cuenta lo tiene/)
  expect(quoted().slice(before)).toMatchObject([{ body: { cliente: { email: 'ana@example.com.ar' } } }])
})

it.each([
  ['a product or amount', null, 'Producto, código escaneado o importe', 'birome'],
  ['a free line', 'Importe libre', 'Qué es', 'Anillado'],
  ['a code', 'Código', 'Código, escaneado o escrito', 'K7M2-XQ9D-4RTB'],
  ['a discount', 'Descuento', 'Cuánto se descuenta, en pesos', '500'],
])('is not charged while %s is typed and not added', async (_, opens, label, typed) => {
  const user = userEvent.setup()
  await open(user)
  await screen.findByRole('button', { name: 'Cobrar $ 900,00' })
  if (opens) await user.click(screen.getByRole('button', { name: opens }))
  const field = screen.getByLabelText(label)
  await user.type(field, typed)
  await charge(user)
  await screen.findByText(/^Lo que está escrito ahí todavía no entra/)
  expect(document.activeElement).toBe(field)
  expect(charged()).toHaveLength(0)
  await user.clear(field)
  await charge(user)
  await waitFor(() => expect(charged()).toHaveLength(1))
})

it('takes the amount that is typed while the price is calculated', async () => {
  const user = userEvent.setup()
  const priced = Promise.withResolvers<void>()
  script['POST /api/mostrador/ventas/cotizar'] = async () => {
    await priced.promise
    return { status: 200, body: precio }
  }
  await open(user)
  await pressByHand(user, 'c')
  await user.keyboard('1000')
  const field = screen.getByLabelText<HTMLInputElement>('Paga con')
  expect(document.activeElement).toBe(field)
  priced.resolve()
  await screen.findByText('Vuelto')
  expect(field.value).toBe('1000')
})
