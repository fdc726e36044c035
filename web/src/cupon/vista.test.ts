import { expect, it } from 'vitest'
import { vistaOfCupon } from './vista.ts'

const NOW = Date.parse('2026-11-21T15:00:00Z') // 12:00 in Tucumán
const base = {
  codigo: 'K7M2-XQ9D-4RTB',
  descuento: 10,
  fecha_vencimiento: '2026-11-21T16:00:00.000Z',
  fecha_uso: null,
  usado: false,
}
const used = (fecha_uso: string) => ({ ...base, usado: true, fecha_uso })

it('there is none', () => {
  const none = { codigo: null, descuento: null, fecha_vencimiento: null, fecha_uso: null, usado: false }
  expect(vistaOfCupon(none, NOW)).toEqual({ kind: 'ninguno' })
})

it.each([
  ['2026-11-21T20:00:00.000Z', 'normal'],
  ['2026-11-21T18:59:00.000Z', 'urgente'],
  ['2026-11-21T15:59:00.000Z', 'muy-urgente'],
])('alive until %s it is %s', (fecha_vencimiento, urgencia) => {
  const faltaMs = Date.parse(fecha_vencimiento) - NOW
  expect(vistaOfCupon({ ...base, fecha_vencimiento }, NOW)).toMatchObject({ kind: 'vivo', urgencia, faltaMs })
})

it('an unused coupon expires at its end', () => {
  expect(vistaOfCupon(base, Date.parse(base.fecha_vencimiento))).toMatchObject({ kind: 'expirado' })
  expect(vistaOfCupon(base, Date.parse(base.fecha_vencimiento) - 1)).toMatchObject({ kind: 'vivo' })
})

it('after one was used today, the next one comes at 00:00 in Tucumán, not at 00:00 UTC', () => {
  const vista = vistaOfCupon(used('2026-11-21T14:00:00.000Z'), NOW)
  expect(vista).toMatchObject({ kind: 'usado', proximoMs: 12 * 3600_000 })
  expect(vistaOfCupon(used('2026-11-21T14:00:00.000Z'), Date.parse('2026-11-22T02:59:59Z')).kind).toBe(
    'usado',
  )
  expect(vistaOfCupon(used('2026-11-21T14:00:00.000Z'), Date.parse('2026-11-22T03:00:00Z')).kind).toBe(
    'ninguno',
  )
})
