// @vitest-environment happy-dom
import type { CuentaCorriente, MovimientoCuentaCorriente } from '@imprimitodo/shared/api/cuentas-corrientes'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import CuentasCorrientesRoutes from './cuentas-corrientes-routes.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const B = '/api/mostrador/cuentas-corrientes'
const move = (change: Partial<MovimientoCuentaCorriente>): MovimientoCuentaCorriente => ({
  id: 1,
  cuando: '2026-11-20T13:00:00.000Z',
  tipo: 'cargo',
  importe: 2_500,
  saldo: 2_500,
  pedido_id: null,
  numero: null,
  retira: null,
  medio: null,
  referencia: null,
  motivo: null,
  quien: 'Nadia',
  ...change,
})
const cuenta: CuentaCorriente = {
  id: 4,
  nombre: 'Escuela 12',
  documento: '30500010912',
  sucursal: null,
  limite: 10_000,
  saldo: 2_000,
  disponible: 8_000,
  suspendida: false,
  condicion_iva: 'CF',
  direccion: 'Belgrano 12',
  email: null,
  abierta: '2026-10-02T12:00:00.000Z',
  mes: '2026-11',
  saldo_anterior: 0,
  saldo_final: 2_000,
  autorizados: [
    { id: 1, nombre: 'Ana Ruiz', dni: '30111222' },
    { id: 2, nombre: 'Beto Paz', dni: null },
  ],
  movimientos: [
    move({ pedido_id: 'P1', numero: 1042, retira: 'Ana Ruiz' }),
    move({
      id: 2,
      tipo: 'pago',
      importe: -500,
      saldo: 2_000,
      medio: 'transferencia',
      referencia: '8841',
    }),
  ],
  editable: true,
}
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  script = {
    'GET /api/sucursales': { status: 200, body: [{ nombre: 'Alberdi' }, { nombre: 'Aguilares' }] },
    [`GET ${B}`]: { status: 200, body: { cuentas: [cuenta], deben: 2_000, puede_abrir: true } },
    [`GET ${B}/4`]: { status: 200, body: cuenta },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
  vi.setSystemTime(new Date('2026-11-24T12:00:00Z'))
})
afterEach(() => {
  cleanup()
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(path: string, sucursal: string | null = null) {
  startSession({ access: 'vale', id: 1, nombre: 'Marta', rol: sucursal ? 'operador' : 'dueno', sucursal })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <CuentasCorrientesRoutes />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const sent = (call: string) => calls.filter((one) => one.call === call)
const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}

describe('cuentas corrientes', () => {
  it('are listed with their debts; one is opened with its first autorizado, and problems are shown by field', async () => {
    open('/')
    const row = await screen.findByRole('row', { name: /Escuela 12/ })
    expect(row.textContent).toContain('CUIT 30-50001091-2')
    expect(row.textContent).toContain('$ 8.000,00')
    screen.getByText('$ 2.000,00', { selector: 'b' })
    await user.click(screen.getByRole('button', { name: 'Abrir una cuenta' }))
    await type('Institución', 'Estudio Sosa')
    await type('Límite ($)', '50.000')
    await type('CUIT o DNI', '123')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    screen.getByText(/Escribí un CUIT de 11 números/)
    screen.getByText('Escribí el nombre de quien puede retirar.')
    expect(sent(`POST ${B}`)).toEqual([])
    await type('CUIT o DNI', '30-50001091-2')
    await type('Quién puede retirar', 'Carla Sosa')
    script[`POST ${B}`] = { status: 400, body: { nombre: ['Ya hay una cuenta corriente con ese nombre.'] } }
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('Ya hay una cuenta corriente con ese nombre.')
    script[`POST ${B}`] = { status: 201, body: cuenta }
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(sent(`POST ${B}`).at(-1)?.body).toEqual({
      nombre: 'Estudio Sosa',
      limite: 50_000,
      documento: '30500010912',
      condicion_iva: null,
      direccion: null,
      email: null,
      sucursal: null,
      autorizado: 'Carla Sosa',
      dni: null,
      saldo_inicial: 0,
    })
  })

  it('show a month with its receipts; another month is chosen by its name', async () => {
    open('/4')
    await screen.findByRole('heading', { name: 'Escuela 12' })
    const rows = within(screen.getByRole('region', { name: 'Movimientos de noviembre de 2026' }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Pago por transferencia 8841.*−\$ 500,00.*\$ 2\.000,00.*Recibo en 80 mm/),
      expect.stringMatching(/Pedido 1042, retiró Ana Ruiz.*\$ 2\.500,00/),
    ])
    expect(within(rows[1] as HTMLElement).queryByRole('button')).toBeNull()
    await user.selectOptions(screen.getByLabelText('Mes'), 'octubre de 2026')
    await expect.poll(() => sent(`GET ${B}/4`).at(-1)?.query).toBe('?mes=2026-10')
  })

  it('take a payment of at most the debt, once however often it is sent, and offer its receipt', async () => {
    open('/4', 'Alberdi')
    await user.click(await screen.findByRole('button', { name: 'Cobrar un pago' }))
    expect(screen.queryByLabelText('En qué sucursal')).toBeNull()
    await type('Importe ($)', '2.000,01')
    await user.click(screen.getByRole('button', { name: 'Cobrar' }))
    screen.getByText('Debe $ 2.000,00: no se le puede cobrar más.')
    expect(sent(`POST ${B}/4/pagos`)).toEqual([])
    script[`POST ${B}/4/pagos`] = 'cut'
    await type('Importe ($)', '1.500')
    await user.click(screen.getByRole('radio', { name: 'Transferencia' }))
    await user.type(screen.getByLabelText('Número de la transferencia'), '8842')
    await user.click(screen.getByRole('button', { name: 'Cobrar' }))
    await screen.findByText(/se cobra una sola vez/)
    script[`POST ${B}/4/pagos`] = { status: 201, body: { movimiento_id: 17, importe: 1_500, saldo: 500 } }
    await user.click(screen.getByRole('button', { name: 'Cobrar' }))
    await screen.findByRole('heading', { name: 'Recibo 17' })
    const tries = sent(`POST ${B}/4/pagos`)
    expect(new Set(tries.map(({ clave }) => clave)).size).toBe(1)
    expect(tries.at(-1)?.body).toEqual({
      importe: 1_500,
      medio: 'transferencia',
      referencia: '8842',
      sucursal: null,
    })
    expect(screen.getByRole('dialog').textContent).toContain('Debe $ 500,00.')
    within(screen.getByRole('dialog')).getByRole('button', { name: /Recibo en A4/ })
  })

  it('show a payment with a lost response as done later, even if nothing is owed by then', async () => {
    open('/4', 'Alberdi')
    await user.click(await screen.findByRole('button', { name: 'Cobrar un pago' }))
    script[`POST ${B}/4/pagos`] = () => {
      script[`GET ${B}/4`] = { status: 200, body: { ...cuenta, saldo: 0, disponible: 10_000 } }
      return 'cut'
    }
    await user.click(screen.getByRole('button', { name: 'Cobrar' }))
    await screen.findByText(/se cobra una sola vez/)
    await expect.poll(() => screen.queryByRole('button', { name: 'Cobrar un pago' })).toBeNull()
    script[`POST ${B}/4/pagos`] = { status: 201, body: { movimiento_id: 17, importe: 2_000, saldo: 0 } }
    await user.click(screen.getByRole('button', { name: 'Cobrar' }))
    await screen.findByRole('heading', { name: 'Recibo 17' })
    expect(new Set(sent(`POST ${B}/4/pagos`).map(({ clave }) => clave)).size).toBe(1)
  })

  it('are suspended, and get autorizados, by people who may change them; others see no button', async () => {
    open('/4')
    await user.click(await screen.findByRole('button', { name: 'Cambiar datos y límite' }))
    await user.click(screen.getByRole('checkbox', { name: 'Suspendida' }))
    script[`PATCH ${B}/4`] = { status: 200, body: { ...cuenta, suspendida: true } }
    script[`GET ${B}/4`] = { status: 200, body: { ...cuenta, suspendida: true, disponible: 0 } }
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText(/Está suspendida/)
    // A change by another person since the dialog was opened stays
    expect(sent(`PATCH ${B}/4`).at(-1)?.body).toEqual({ suspendida: true })
    script[`DELETE ${B}/4/autorizados/2`] = { status: 200, body: cuenta }
    await user.click(screen.getByRole('button', { name: 'Quitar a Beto Paz' }))
    await expect.poll(() => sent(`DELETE ${B}/4/autorizados/2`)).toHaveLength(1)
    cleanup()
    script[`GET ${B}/4`] = { status: 200, body: { ...cuenta, editable: false } }
    open('/4', 'Alberdi')
    await screen.findByRole('button', { name: 'Cobrar un pago' })
    for (const name of ['Cambiar datos y límite', 'Agregar', 'Quitar a Beto Paz'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
