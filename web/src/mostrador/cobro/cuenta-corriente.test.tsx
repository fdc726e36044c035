// @vitest-environment happy-dom
import type { CuentaCorrienteFila } from '@imprimitodo/shared/api/cuentas-corrientes'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { PanelPagos } from './panel-pagos.tsx'
import { usePagos } from './use-pagos.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LIST = 'GET /api/mostrador/cuentas-corrientes'
const cuenta = (id: number, change: Partial<CuentaCorrienteFila> = {}): CuentaCorrienteFila => ({
  id,
  nombre: `Escuela ${id}`,
  documento: null,
  sucursal: null,
  limite: 10_000,
  saldo: 2_500,
  disponible: 7_500,
  suspendida: false,
  autorizados: [{ id: id * 10, nombre: 'Ana Ruiz', dni: null }],
  ...change,
})
const Beto = { id: 99, nombre: 'Beto Paz', dni: '28999111' }
let script: Parameters<typeof fakeServer>[0]
let user: UserEvent

beforeEach(() => {
  const cuentas = [
    cuenta(1),
    cuenta(2, {
      autorizados: [{ id: 20, nombre: 'Ana Ruiz', dni: null }, Beto],
      saldo: -200,
      disponible: 900,
    }),
    cuenta(3, { suspendida: true }),
  ]
  script = { [LIST]: { status: 200, body: { cuentas, deben: 5_000, puede_abrir: false } } }
  fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let last: ReturnType<typeof usePagos>
function Panel({ total, inicial = null }: { total: number; inicial?: typeof last.estado | null }) {
  last = usePagos(total, inicial)
  return <PanelPagos pagos={last} disabled={false} />
}
const open = (total: number, inicial: typeof last.estado | null = null) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Panel total={total} inicial={inicial} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

describe('a sale on account', () => {
  it('is ready once the account is chosen; its only autorizado is preselected, and the rest is shown', async () => {
    open(900)
    await user.click(screen.getByRole('checkbox', { name: 'Efectivo' }))
    await user.click(screen.getByRole('checkbox', { name: 'Cuenta corriente' }))
    const select = await screen.findByLabelText('Cuenta corriente', { selector: 'select' })
    expect(last.cobro).toBeNull()
    expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Escuela 3 (suspendida)' }).disabled).toBe(
      true,
    )
    await user.selectOptions(select, 'Escuela 1')
    expect(screen.getByRole('status').textContent).toBe(
      'Debe $ 2.500,00 de un límite de $ 10.000,00. Le quedan $ 7.500,00.',
    )
    expect(last.pagos).toEqual([
      { medio: 'cuenta', importe: 900, cuenta_corriente: { id: 1, autorizado_id: 10 } },
    ])
    expect(last.cobro?.resto).toBe(0)
  })

  it('asks which of several autorizados takes it, and says when the limit is exceeded', async () => {
    open(1_000)
    await user.click(screen.getByRole('checkbox', { name: 'Efectivo' }))
    await user.click(screen.getByRole('checkbox', { name: 'Cuenta corriente' }))
    await user.selectOptions(
      await screen.findByLabelText('Cuenta corriente', { selector: 'select' }),
      'Escuela 2',
    )
    expect(last.cobro).toBeNull()
    expect(screen.getByRole('status').textContent).toBe(
      'Tiene $ 200,00 a favor de un límite de $ 10.000,00. Esta venta lo pasa: se le pueden cargar hasta $ 900,00.',
    )
    await user.selectOptions(screen.getByLabelText('Quién retira'), 'Beto Paz (DNI 28999111)')
    expect(last.pagos).toEqual([
      { medio: 'cuenta', importe: 1_000, cuenta_corriente: { id: 2, autorizado_id: 99 } },
    ])
    // A part of it in cash
    await user.click(screen.getByRole('checkbox', { name: 'Efectivo' }))
    await user.type(screen.getByLabelText('Con cuenta corriente'), '900')
    expect(last.pagos.map(({ medio, importe }) => [medio, importe])).toEqual([
      ['cuenta', 900],
      ['efectivo', 100],
    ])
    expect(screen.getByRole('status').textContent).toContain('Le quedan $ 900,00.')
  })

  it('says so where nothing more can be charged, to its limit or once it is suspended', async () => {
    const kept = (id: number) => ({
      elegidos: ['cuenta' as const],
      montos: {},
      recibido: '',
      referencia: '',
      sena: false,
      cargoA: { id, autorizado_id: id * 10 },
    })
    const cuentas = [
      cuenta(1, { saldo: 10_000, disponible: 0 }),
      cuenta(2, { disponible: 0, suspendida: true }),
    ]
    script[LIST] = { status: 200, body: { cuentas, deben: 0, puede_abrir: false } }
    open(900, kept(1))
    await screen.findByText(/Llegó a su límite/)
    expect(screen.getByRole('status').textContent).toBe(
      'Debe $ 10.000,00 de un límite de $ 10.000,00. Llegó a su límite: no se le puede cargar nada más.',
    )
    cleanup()
    open(900, kept(2))
    await screen.findByText(/Está suspendida/)
    expect(screen.getByRole('status').textContent).toBe(
      'Debe $ 2.500,00 de un límite de $ 10.000,00. Está suspendida: no se le puede cargar nada.',
    )
  })

  it('kept over a reload names no removed autorizado, and no deleted account', async () => {
    const kept = (id: number, autorizado_id: number) => ({
      elegidos: ['cuenta' as const],
      montos: {},
      recibido: '',
      referencia: '',
      sena: false,
      cargoA: { id, autorizado_id },
    })
    open(900, kept(2, 77))
    const quien = await screen.findByLabelText<HTMLSelectElement>('Quién retira')
    await expect.poll(() => quien.selectedOptions[0]?.text).toBe('Elegí quién retira')
    expect(last.cobro).toBeNull()
    cleanup()
    // The only remaining autorizado is shown and sent
    open(900, kept(1, 77))
    await expect.poll(() => last.pagos[0]?.cuenta_corriente).toEqual({ id: 1, autorizado_id: 10 })
    cleanup()
    open(900, kept(8, 77))
    await screen.findByLabelText('Cuenta corriente', { selector: 'select' })
    await expect.poll(() => last.cobro).toBeNull()
    // An existing account with an existing autorizado stays
    cleanup()
    open(900, kept(2, 99))
    await screen.findByLabelText('Quién retira')
    expect(last.pagos[0]?.cuenta_corriente).toEqual({ id: 2, autorizado_id: 99 })
  })

  it('of a shop without accounts says who opens them; without network it can be tried again', async () => {
    script[LIST] = { status: 500, body: { detail: 'Se cayó.' } }
    open(100)
    await user.click(screen.getByRole('checkbox', { name: 'Cuenta corriente' }))
    const again = await screen.findByRole('button', { name: /Reintentar|Probar/ })
    script[LIST] = { status: 200, body: { cuentas: [], deben: 0, puede_abrir: false } }
    await user.click(again)
    await screen.findByText(/Todavía no hay cuentas corrientes/)
    expect(last.cobro).toBeNull()
  })
})
