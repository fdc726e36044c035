// The link for the rest of an order that went into work for a part of its price.
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sesiones_mostrador } from '../../base/db/schema/mostrador.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { countUndone, jobsOf } from '../../testing/jobs.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { another, IMPORTE, mercadoPagoShop, withLink } from '../../testing/pagos.ts'
import { rowOf } from '../../testing/pedidos.ts'
import { compra, eventually } from '../../testing/shop.ts'
import { cash, aCounter as simulatedCounter } from '../../testing/ventas.ts'
import { reconcile } from './reconcile.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR
const SENA = 40
const RESTO = IMPORTE - SENA

/** A counter that charges links through Mercado Pago. */
async function aCounter() {
  const { shop, mercadopago } = await mercadoPagoShop()
  const { headers } = await newOperador(shop, 1)
  await shop.db.update(sesiones_mostrador).set({ vence: new Date('2200-01-01') })
  let keys = 0
  const post = async (path: string, body: object) => {
    const answer = await shop.post(`/api/mostrador/${path}`, body, {
      ...headers,
      'idempotency-key': `clave-${++keys}`,
    })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<VentaAnswer>()
  }
  /** Takes a part in cash of confirmed orders, which then go into work. */
  const sena = (importe: number, ...ids: string[]) =>
    post('ventas', { lineas: ids.map((pedido_id) => ({ pedido_id })), pagos: cash(importe) })
  const linkFor = async ({ venta_id }: VentaAnswer, importe = RESTO) =>
    (await post(`ventas/${venta_id}/pagos`, { pagos: [{ medio: 'mercadopago', importe }] })).init_point
  const preferenceOf = async (id: string) =>
    mercadopago.books.needPreference((await rowOf(shop, id)).preferencia_id ?? '')
  const endOf = async (id: string) => Date.parse(String((await preferenceOf(id)).expiration_date_to))
  const untilPaid = (id: string) =>
    eventually(
      () => rowOf(shop, id),
      ({ resta }) => resta === 0,
    )
  return { shop, mercadopago, post, sena, linkFor, preferenceOf, endOf, untilPaid }
}

test('a link for the rest is the same while it lasts, and is made anew once it has ended', async () => {
  const { shop, sena, linkFor, endOf } = await aCounter()
  const { id } = await withLink(shop)
  const venta = await sena(SENA, id)
  const first = await linkFor(venta)
  shop.clock.offsetMs += 23 * HOUR
  expect(await linkFor(venta)).toBe(first)
  shop.clock.offsetMs += 2 * HOUR
  expect(await linkFor(venta)).not.toBe(first)
  expect(await endOf(id)).toBeGreaterThan(shop.deps.now().getTime() + 23 * HOUR)
})

test('a customer who asks to pay an order that went into work for a part reads where the rest is paid', async () => {
  const { shop, sena } = await aCounter()
  const { id, importe_final } = await withLink(shop)
  await sena(SENA, id)
  const asked = await shop.post('/api/crear-preferencia', { pedido_id: id, total: importe_final / 100 })
  expect(asked.statusCode).toBe(409)
  expect(asked.json().detail).toBe('Este pedido ya está en marcha: lo que falta se paga en la sucursal.')
  expect(asked.headers['x-codigo']).toBe('pedido_pagado')
})

test('an order that went into work without a payment of its own gets a new link, though the old one charged as much', async () => {
  const { shop, sena, linkFor, preferenceOf } = await aCounter()
  const one = await withLink(shop)
  const two = await another(shop, one)
  const venta = await sena(IMPORTE, one.id, two.id)
  expect(await rowOf(shop, two.id)).toMatchObject({ estado: 'pagado', resta: IMPORTE * 100 })
  expect(await linkFor(venta, IMPORTE)).not.toBe(two.init_point)
  expect((await preferenceOf(two.id)).id).not.toBe(two.preferencia_id)
})

test('a link that could not be ended at once leaves the newer link, and payments on it, alone', async () => {
  const { shop, mercadopago, sena, linkFor, endOf } = await aCounter()
  const pedido = await withLink(shop)
  mercadopago.chance.mood = (call) => (call.startsWith('PUT') ? 503 : undefined)
  const venta = await sena(SENA, pedido.id)
  expect(await linkFor(venta)).toMatch(/^http/)
  const { preferencia_id } = await rowOf(shop, pedido.id)
  const pago = mercadopago.books.pay(preferencia_id ?? '', { status: 'in_process' })
  mercadopago.chance.mood = undefined
  const old = mercadopago.books.needPreference(pedido.preferencia_id ?? '')
  await eventually(
    async () => Date.parse(String(mercadopago.books.needPreference(old.id).expiration_date_to)),
    (end) => end <= Date.now(),
    90_000,
  )
  await eventually(
    () => countUndone(shop.db, 'expirar_preferencia'),
    (undone) => undone === 0,
  )
  expect(await endOf(pedido.id)).toBeGreaterThan(Date.now())
  expect(mercadopago.books.need(String(pago.id)).status).toBe('in_process')
})

test('where a provider has one link for each order, the end of the old one does not end the newer one', async () => {
  const { shop, draft, sell, post } = await simulatedCounter()
  const pedido_id = await draft()
  await shop.post('/api/completar_compra', compra(pedido_id))
  await shop.post('/api/crear-preferencia', { pedido_id, total: 304 })
  const { venta_id } = await sell({ lineas: [{ pedido_id }], pagos: cash(100) })
  const asked = await post(`ventas/${venta_id}/pagos`, { pagos: [{ medio: 'mercadopago', importe: 204 }] })
  for (const { data } of await jobsOf(shop.db, 'expirar_preferencia'))
    await shop.deps.jobs.send(shop.db, 'expirar_preferencia', data)
  await eventually(
    () => countUndone(shop.db, 'expirar_preferencia'),
    (undone) => undone === 0,
  )
  const ref = asked.json<VentaAnswer>().init_point?.split('/').at(-1)
  expect((await shop.get(`/api/pago-simulado/${ref}`)).json()).toMatchObject({ importe: 204, vencida: false })
})

test('a rest that was paid by its link without a notification is found, at once when the customer is back', async () => {
  const { shop, mercadopago, sena, linkFor, preferenceOf, untilPaid } = await aCounter()
  const model = await withLink(shop)
  /** Six days after it was bought, in work, with a link for the rest; it was searched for payments before. */
  const owing = async () => {
    const pedido = await another(shop, model)
    const venta = await sena(SENA, pedido.id)
    const [confirmado, vence, pagos_buscados] = [6, 3, 2].map(
      (days) => new Date(shop.deps.now().getTime() - days * DAY),
    )
    await shop.db.update(pedidos).set({ confirmado, vence, pagos_buscados }).where(eq(pedidos.id, pedido.id))
    await linkFor(venta)
    mercadopago.books.pay((await preferenceOf(pedido.id)).id)
    return pedido
  }
  const back = await owing()
  await shop.get(`/pago/vuelta/${back.referencia}`)
  expect(await rowOf(shop, back.id)).toMatchObject({ estado: 'pagado', resta: 0 })

  const silent = await owing()
  await reconcile(shop.deps)
  await untilPaid(silent.id)

  // The shop was off until days after the link had ended
  const late = await owing()
  shop.clock.offsetMs += 5 * DAY
  await reconcile(shop.deps)
  await untilPaid(late.id)
})

test('an order is asked for once more after the link for its rest has ended for a day, not before', async () => {
  const { shop, sena, linkFor } = await aCounter()
  const pedido = await withLink(shop)
  const venta = await sena(SENA, pedido.id)
  shop.clock.offsetMs += 5 * DAY
  await reconcile(shop.deps)
  expect((await rowOf(shop, pedido.id)).pagos_buscados).not.toBeNull()
  await linkFor(venta)
  for (const [days, searched] of [
    [0, false],
    [1.5, false],
    [1, true],
  ] as const) {
    shop.clock.offsetMs += days * DAY
    await reconcile(shop.deps)
    expect((await rowOf(shop, pedido.id)).pagos_buscados !== null, `${days}`).toBe(searched)
  }
})
