import { describe, expect, it } from 'vitest'
import { vistaOfPago } from './vista.ts'

type Pago = Parameters<typeof vistaOfPago>[0]['pagos'][number]
const pago = (estado: Pago['estado'], minute: number, medio: Pago['medio'] = 'tarjeta'): Pago => ({
  id: `${minute}`,
  estado,
  medio,
  cuando: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
})
const vista = (pagos: Pago[], vencida = false) => vistaOfPago({ pagos, vencida })

describe('vistaOf', () => {
  it('offers the choices before the first try, or after a cancelled one', () => {
    expect(vista([])).toBe('elegir')
    expect(vista([pago('cancelled', 1)])).toBe('elegir')
  })

  it('shows the state of the latest attempt, in whatever order they arrive', () => {
    expect(vista([pago('rejected', 2), pago('in_process', 1)])).toBe('rechazado')
    expect(vista([pago('rejected', 1), pago('in_process', 2)])).toBe('en-proceso')
    expect(vista([pago('pending', 1, 'efectivo')])).toBe('cupon')
    expect(vista([pago('pending', 1)])).toBe('en-proceso')
  })

  it('approved stays approved, also after a later rejection or the end of the link', () => {
    expect(vista([pago('approved', 1), pago('rejected', 2)])).toBe('aprobado')
    expect(vista([pago('approved', 1)], true)).toBe('aprobado')
  })

  it('takes no payment once it expired', () => {
    expect(vista([], true)).toBe('vencido')
    expect(vista([pago('pending', 1, 'efectivo')], true)).toBe('vencido')
  })
})
