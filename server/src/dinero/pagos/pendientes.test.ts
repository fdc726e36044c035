import { expect, test } from 'vitest'
import { backBefore, restOf } from './pendientes.ts'

const pago = { id: '7', importe: 10_000, devuelto: 0, devuelto_antes: null }
const part = (importe: number, how: 'waits' | 'done' | 'refused' = 'waits') => ({
  pago_id: '7',
  importe,
  hecha: how === 'done' ? new Date() : null,
  rechazada: how === 'refused' ? new Date() : null,
})

test.each([
  ['nothing was asked for', 0, [], 10_000],
  ['a part waits', 0, [part(3_000)], 7_000],
  ['it is marked as done', 3_000, [part(3_000, 'done')], 7_000],
  ['it is marked before the provider tells it', 0, [part(3_000, 'done')], 7_000],
  ['a part waits, and another one went back at the provider itself', 2_000, [part(3_000)], 5_000],
  ['all of it waits, and a part went back at the provider itself', 2_000, [part(10_000)], 0],
  ['one is done and another one waits', 3_000, [part(3_000, 'done'), part(2_000)], 5_000],
  ['a refused part is no part of it', 0, [part(3_000, 'refused')], 10_000],
  ['it went back at the provider itself', 4_000, [], 6_000],
  ['another payment’s part', 0, [{ ...part(3_000), pago_id: '8' }], 10_000],
])('the rest of a payment: %s', (_, devuelto, asked, left) => {
  expect(restOf({ ...pago, devuelto }, asked)).toBe(left)
})

test.each([
  ['of an unpaid order all of it', { devuelto: 3_000 }, [part(2_000, 'done')], null, 3_000],
  ['of an unpaid order also what waits', { devuelto: 3_000 }, [part(2_000)], null, 5_000],
  ['what was noted then', { devuelto: 3_000, devuelto_antes: 2_000 }, [], 9, 2_000],
  ['nothing that was asked back later', { devuelto: 3_000, devuelto_antes: 0 }, [part(3_000, 'done')], 20, 0],
  ['what waited then, and still does', { devuelto_antes: 3_000 }, [part(3_000)], 20, 3_000],
  ['nothing that waited then and was refused', { devuelto_antes: 3_000 }, [part(3_000, 'refused')], 20, 0],
  ['in older rows what was asked back before', { devuelto: 3_000 }, [part(3_000, 'done')], 20, 3_000],
  ['in older rows also in the same moment', { devuelto: 3_000 }, [part(3_000, 'done')], 10, 3_000],
  ['in older rows not what was asked back later', { devuelto: 3_000 }, [part(3_000, 'done')], 9, 0],
  ['in older rows nothing of another payment', {}, [{ ...part(3_000, 'done'), pago_id: '8' }], 20, 0],
])('what of a payment went back before its order was paid: %s', (_, change, asked, pagado, back) => {
  const at = asked.map((one) => ({ ...one, pedida: new Date(10) }))
  expect(backBefore({ ...pago, ...change }, at, pagado === null ? null : new Date(pagado))).toBe(back)
})
