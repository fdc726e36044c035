import { ESTADOS, type Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { describe, expect, it } from 'vitest'
import { isPaid, pasosOf, pollMs } from './pasos.ts'

const at = (estado: Estado, minute: number) => ({
  estado,
  cuando: new Date(Date.UTC(2026, 10, 21, 13, minute)).toISOString(),
})
const statuses = (estado: Estado, historial: ReturnType<typeof at>[]) =>
  pasosOf({ estado, historial, modo_entrega: 'retiro' }).map((paso) => `${paso.estado} ${paso.status}`)

describe('pasosOf', () => {
  it('waits for the payment of a confirmed order', () => {
    const pasos = pasosOf({
      estado: 'confirmado',
      historial: [at('borrador', 0), at('confirmado', 38)],
      modo_entrega: 'retiro',
    })
    expect(pasos.map(({ status }) => status)).toEqual(['hecho', 'actual', 'falta', 'falta', 'falta'])
    expect(pasos[0]?.note).toBe('Sáb 21/11, 10:38')
    expect(pasos[0]?.title).toBe('Confirmado')
    expect(pasos[1]?.note).toBe('Esperando el pago')
  })

  it('shows production as the present step, with its start', () => {
    const historial = [at('confirmado', 38), at('pagado', 42), at('en_produccion', 59)]
    const pasos = pasosOf({ estado: 'en_produccion', historial, modo_entrega: 'retiro' })
    expect(pasos.map(({ status }) => status)).toEqual(['hecho', 'hecho', 'actual', 'falta', 'falta'])
    expect(pasos[2]?.note).toBe('Desde el sáb 21/11, 10:59')
  })

  it('has exactly one current step on the road, none once it is handed over', () => {
    for (const estado of [
      'borrador',
      'confirmado',
      'pagado',
      'en_produccion',
      'listo',
      'entregado',
    ] as const) {
      const current = pasosOf({ estado, historial: [], modo_entrega: 'delivery' }).filter(
        ({ status }) => status === 'actual',
      )
      expect(current).toHaveLength(estado === 'entregado' ? 0 : 1)
    }
  })

  it('ends with a cancelled order’s end, after only the steps that it reached', () => {
    expect(statuses('vencido', [at('confirmado', 1), at('vencido', 9)])).toEqual([
      'confirmado hecho',
      'vencido mal',
    ])
    expect(statuses('reembolsado', [at('confirmado', 1), at('pagado', 2), at('reembolsado', 3)])).toEqual([
      'confirmado hecho',
      'pagado hecho',
      'reembolsado mal',
    ])
  })

  it('continues after vencido when the payment came late', () => {
    const historial = [at('confirmado', 1), at('vencido', 5), at('pagado', 9)]
    expect(statuses('pagado', historial).slice(0, 3)).toEqual([
      'confirmado hecho',
      'pagado hecho',
      'en_produccion actual',
    ])
  })
})

describe('pollMs', () => {
  const paid = at('pagado', 0)
  const now = Date.parse(paid.cuando)
  it('asks every 3 s while a payment is expected or just arrived, else every 15 s', () => {
    expect(pollMs({ estado: 'confirmado', historial: [] }, now)).toBe(3000)
    expect(pollMs({ estado: 'pagado', historial: [paid] }, now + 59_999)).toBe(3000)
    expect(pollMs({ estado: 'pagado', historial: [paid] }, now + 60_000)).toBe(15_000)
    expect(pollMs({ estado: 'en_produccion', historial: [paid] }, now)).toBe(15_000)
  })
})

it('isPaid: the states of an order that was paid and not undone', () => {
  expect(ESTADOS.filter(isPaid)).toEqual(['pagado', 'en_produccion', 'listo', 'entregado'])
})
