import { expect, test } from 'vitest'
import { backBefore, pendingOf, restOf } from './pendientes.ts'

const pago = { id: '7', importe: 10_000, devuelto: 0 }
const part = (importe: number, how: 'waits' | 'done' | 'refused' = 'waits') => ({
  pago_id: '7',
  importe,
  hecha: how === 'done' ? new Date() : null,
  rechazada: how === 'refused' ? new Date() : null,
})

test.each([
  ['nothing was asked for', 0, [], 10_000],
  ['a part waits', 0, [part(3_000)], 7_000],
  ['it went back and is not marked yet', 3_000, [part(3_000)], 7_000],
  ['it is marked', 3_000, [part(3_000, 'done')], 7_000],
  ['one is done and another one waits', 3_000, [part(3_000, 'done'), part(2_000)], 5_000],
  ['a refused part is no part of it', 0, [part(3_000, 'refused')], 10_000],
  ['it went back at the provider itself', 4_000, [], 6_000],
  ['another payment’s part', 0, [{ ...part(3_000), pago_id: '8' }], 10_000],
])('what is left of a payment: %s', (_, devuelto, asked, left) => {
  expect(restOf({ ...pago, devuelto }, asked)).toBe(left)
})

test('a waiting refund is neither done nor refused', () => {
  expect(pendingOf(pago, [part(1), part(20, 'done'), part(300, 'refused'), part(4_000)])).toBe(4_001)
})

test.each([
  ['of an unpaid order all of it', 3_000, [part(2_000, 'done')], null, 3_000],
  ['what was asked back before', 3_000, [part(3_000, 'done')], 20, 3_000],
  ['in the same moment', 3_000, [part(3_000, 'done')], 10, 3_000],
  ['also while it waits', 0, [part(3_000)], 20, 3_000],
  ['nothing that was asked back later', 3_000, [part(3_000, 'done')], 9, 0],
  ['nothing that was refused', 0, [part(3_000, 'refused')], 20, 0],
  ['nothing of another payment', 0, [{ ...part(3_000, 'done'), pago_id: '8' }], 20, 0],
])('what of a payment went back before its order was paid: %s', (_, devuelto, asked, pagado, back) => {
  const at = asked.map((one) => ({ ...one, pedida: new Date(10) }))
  expect(backBefore({ ...pago, devuelto }, at, pagado === null ? null : new Date(pagado))).toBe(back)
})
