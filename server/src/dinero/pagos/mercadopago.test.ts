// The shop with a Mercado Pago on loopback: the effects of its payments on orders.
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { pagos, reintegros } from '../../base/db/schema/pagos.ts'
import { historial, pedidos } from '../../base/db/schema/pedidos.ts'
import { createLogger } from '../../base/runtime/logger.ts'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { countUndone, jobsOf } from '../../testing/jobs.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { another, IMPORTE, mercadoPagoShop, withLink } from '../../testing/pagos.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, ownerOf, rowOf } from '../../testing/pedidos.ts'
import { SECRET, TOKEN } from '../../testing/peers/mercadopago.ts'
import { codigoHojas, conPuntos } from '../../testing/puntos.ts'
import { compra, eventually, OWNER, type Shop } from '../../testing/shop.ts'
import { chargeInCash } from '../../testing/ventas.ts'
import { recordPayment } from './service.ts'

const untilEstado = (shop: Shop, id: string, estado: string) =>
  eventually(
    () => rowOf(shop, id),
    (pedido) => pedido.estado === estado,
    15_000,
  )
const notesOf = async ({ db }: Shop, id: string) =>
  (await db.select().from(historial).where(eq(historial.pedido_id, id))).flatMap(({ nota }) => nota ?? [])
const toOwner = ({ db }: Shop) => db.select().from(correos).where(eq(correos.para, OWNER.email))

describe('payments that do not pay', () => {
  test('too little, another currency, another reference: kept, told to the owner, and never enough', async () => {
    const { shop, mercadopago } = await mercadoPagoShop()
    const one = await withLink(shop)
    const [two, three] = [await another(shop, one), await another(shop, one)]
    const add = (external_reference: string, change: object) =>
      String(mercadopago.books.add({ external_reference, transaction_amount: IMPORTE, ...change }).id)
    const little = add(one.referencia, { transaction_amount: 94.99 })
    const dollars = add(two.referencia, { currency_id: 'USD' })
    const ids = [little, dollars, add('de-otro', {}), add(three.referencia, { collector_id: 1 })]
    for (const id of ids) expect(await mercadopago.notify(id)).toBe(200)
    await eventually(
      () => toOwner(shop),
      (mails) => mails.length === 2,
    )
    expect((await shop.db.select().from(pagos)).map(({ id }) => id).toSorted()).toEqual(
      [little, dollars].toSorted(),
    )
    expect(await notesOf(shop, one.id)).toEqual([
      `Entró un pago de $ 94,99 (${little}), que no alcanza para los $ 95,00 del pedido.`,
    ])
    expect(await notesOf(shop, two.id)).toEqual([
      `Entró un pago de 95 USD (${dollars}), que no alcanza para los $ 95,00 del pedido.`,
    ])
    for (const { id } of [one, two, three]) expect((await rowOf(shop, id)).estado).toBe('confirmado')
    for (const [{ id }, acreditado] of [[one, 94.99] as const, [two, 0] as const])
      expect((await shop.get(`/api/pedidos/${id}`)).json()).toMatchObject({ pago: 'aprobado', acreditado })
    // The missing centavo arrives: together they pay
    await mercadopago.notify(add(one.referencia, { transaction_amount: 0.01 }))
    await untilEstado(shop, one.id, 'pagado')
    // More than the price pays too, and the owner is told the excess
    await mercadopago.notify(add(three.referencia, { transaction_amount: 100.5 }))
    await untilEstado(shop, three.id, 'pagado')
    expect(await notesOf(shop, three.id)).toEqual([
      'Se cobraron $ 5,50 de más: se pueden devolver desde el pedido.',
    ])
  })

  test('while Mercado Pago does not say whose account ours is, no payment counts; then it counts by itself', async () => {
    const { shop, mercadopago } = await mercadoPagoShop()
    const pedido = await withLink(shop)
    const other = await another(shop, pedido)
    const add = ({ referencia }: Pedido, change = {}) =>
      String(
        mercadopago.books.add({
          external_reference: referencia,
          transaction_amount: IMPORTE,
          ...change,
        }).id,
      )
    const whoWeAre = () => mercadopago.seen.filter(({ call }) => call === 'GET /users/me').length
    mercadopago.chance.mood = (call) => (call === 'GET /users/me' ? 503 : undefined)
    const ours = add(pedido)
    for (const id of [ours, add(other, { collector_id: 1 }), add(other, { collector_id: undefined })])
      expect(await mercadopago.notify(id)).toBe(200)
    await eventually(
      async () => whoWeAre(),
      (times) => times >= 3,
    )
    await shop.get(`/pago/vuelta/${other.referencia}`)
    expect(await shop.db.select().from(pagos)).toEqual([])

    mercadopago.chance.mood = undefined
    await untilEstado(shop, pedido.id, 'pagado')
    await shop.get(`/pago/vuelta/${other.referencia}`)
    expect((await shop.db.select().from(pagos)).map(({ id }) => id)).toEqual([ours])
    expect((await rowOf(shop, other.id)).estado).toBe('confirmado')
  })

  test('an older notification never overwrites a newer one, nor moves a paid order', async () => {
    const { shop } = await mercadoPagoShop()
    const pedido = await withLink(shop)
    const told = async (second: number, change: Partial<ProviderPayment>) => {
      const updated = new Date(Date.UTC(2026, 10, 21, 12, 0, second))
      await recordPayment(shop.deps, 'mercadopago', {
        id: '7',
        reference: pedido.referencia,
        status: 'pending',
        amount: IMPORTE * 100,
        refunded: 0,
        currency: 'ARS',
        method: 'visa',
        ticketUrl: null,
        created: updated,
        updated,
        ...change,
      })
      const [pago] = await shop.db.select().from(pagos)
      return [pago?.estado, (await rowOf(shop, pedido.id)).estado]
    }
    expect(await told(2, { status: 'in_process' })).toEqual(['in_process', 'confirmado'])
    expect(await told(1, { status: 'approved' })).toEqual(['in_process', 'confirmado'])
    expect(await told(3, { status: 'approved' })).toEqual(['approved', 'pagado'])
    expect(await told(2, { status: 'rejected' })).toEqual(['approved', 'pagado'])
    expect(await told(3, { status: 'pending' })).toEqual(['approved', 'pagado'])
    expect(await told(5, { status: 'refunded', refunded: IMPORTE * 100 })).toEqual([
      'refunded',
      'reembolsado',
    ])
    expect(await told(4, { status: 'approved' })).toEqual(['refunded', 'reembolsado'])
  })
})

describe('payments without a notification', () => {
  test('when the buyer is back the provider is asked at once, a few times a minute, and not for a paid order', async () => {
    const { shop, mercadopago } = await mercadoPagoShop()
    const pedido = await withLink(shop)
    const [lost, away] = [await another(shop, pedido), await another(shop, pedido)]
    const back = (referencia: string) => shop.get(`/pago/vuelta/${referencia}?status=approved&payment_id=1`)
    /** How often the provider was asked: each time leaves three jobs that ask again. */
    const timesAsked = async (referencia: string) => {
      const jobs = await jobsOf(shop.db, 'buscar_pagos')
      return Math.floor(jobs.filter(({ data }) => data.referencia === referencia).length / 3)
    }

    // The provider is down: the buyer comes back all the same, and the jobs ask again
    mercadopago.moods.push(...[1, 2, 3].map(() => ({ at: /search/, mood: 503 })))
    expect((await back(away.referencia)).statusCode).toBe(302)
    mercadopago.books.pay(away.preferencia_id ?? '')

    // The query that the browser brings is not trusted
    expect((await back(pedido.referencia)).headers.location).toBe(`/pedido/${pedido.id}`)
    expect((await rowOf(shop, pedido.id)).estado).toBe('confirmado')
    mercadopago.books.pay(pedido.preferencia_id ?? '')
    await back(pedido.referencia)
    await untilEstado(shop, pedido.id, 'pagado')
    expect(await timesAsked(pedido.referencia)).toBe(2)
    await back(pedido.referencia)
    expect(await timesAsked(pedido.referencia)).toBe(2)

    for (let times = 0; times < 10; times++) await back(lost.referencia)
    expect(await timesAsked(lost.referencia)).toBe(3)
    await untilEstado(shop, away.id, 'pagado')
  })

  test('a payment that the provider cannot show yet is read again; one without a notification is found', async () => {
    const { shop, mercadopago } = await mercadoPagoShop()
    const pedido = await withLink(shop)
    const silent = await another(shop, pedido)
    const { id } = mercadopago.books.add({
      external_reference: pedido.referencia,
      transaction_amount: IMPORTE,
    })
    mercadopago.moods.push({ at: new RegExp(`GET /v1/payments/${id}$`), mood: 404 })
    expect(await mercadopago.notify(String(id))).toBe(200)
    await untilEstado(shop, pedido.id, 'pagado')

    mercadopago.books.pay(silent.preferencia_id ?? '')
    await shop.app.housekeeping()
    expect((await rowOf(shop, silent.id)).estado).toBe('confirmado') // a notification may still come
    await shop.db
      .update(pedidos)
      .set({ confirmado: new Date(Date.now() - 121_000) })
      .where(eq(pedidos.id, silent.id))
    await shop.app.housekeeping()
    expect((await rowOf(shop, silent.id)).estado).toBe('pagado')
  })
})

describe('payments never notified, of an order that is over', () => {
  const DAYS_MS = 86_400_000
  /** A cancelled order whose link ended so many days ago. */
  async function over(days: number) {
    const { shop, mercadopago } = await mercadoPagoShop()
    const pedido = await withLink(shop)
    const { id } = mercadopago.books.pay(pedido.preferencia_id ?? '')
    const vence = new Date(Date.now() - days * DAYS_MS)
    await shop.db
      .update(pedidos)
      .set({ estado: 'cancelado', vence, preferencia_vence: vence })
      .where(eq(pedidos.id, pedido.id))
    const timesAsked = () => mercadopago.seen.filter(({ call }) => call === 'GET /v1/payments/search').length
    const untilBack = () =>
      eventually(
        async () => mercadopago.books.need(String(id)).status,
        (status) => status === 'refunded',
      )
    return { shop, mercadopago, pedido, pago: String(id), timesAsked, untilBack }
  }

  test('a payment is found also where the shop was off until days after the link ended, and goes back', async () => {
    const { shop, mercadopago, timesAsked, untilBack } = await over(5)
    mercadopago.moods.push(...Array.from({ length: 10 }, () => ({ at: /search/, mood: 503 as const })))
    await shop.app.housekeeping() // the provider is down: it is asked again
    mercadopago.moods.length = 0
    await shop.app.housekeeping()
    await untilBack()
    const times = timesAsked()
    await shop.app.housekeeping() // answered after the link's end: no payment can come any more
    expect(timesAsked()).toBe(times)
  })

  test('a dispute that ends in the shop’s favour without a notification gives the money back', async () => {
    const { shop, mercadopago, pago, pedido, untilBack } = await over(100)
    mercadopago.books.move(pago, { status: 'in_mediation' })
    await mercadopago.notify(pago)
    await eventually(
      () => shop.db.select().from(pagos).where(eq(pagos.pedido_id, pedido.id)),
      (known) => known.some(({ estado }) => estado === 'in_mediation'),
    )
    mercadopago.books.move(pago, { status: 'approved' })
    await shop.app.housekeeping()
    await untilBack()
  })

  test('a part that was paid of an order that expired goes back once its files are gone, and its customer is told', async () => {
    const { shop, mercadopago } = await mercadoPagoShop()
    const pedido = await withLink(shop)
    const { id } = mercadopago.books.pay(pedido.preferencia_id ?? '', { transaction_amount: 10.5 })
    await mercadopago.notify(String(id))
    await eventually(
      () => shop.db.select().from(pagos).where(eq(pagos.pedido_id, pedido.id)),
      (known) => known.some(({ estado }) => estado === 'approved'),
    )
    const expired = {
      estado: 'vencido' as const,
      cerrado: new Date(),
      vence: new Date(Date.now() - 8 * DAYS_MS),
    }
    await shop.db.update(pedidos).set(expired).where(eq(pedidos.id, pedido.id))
    await shop.app.housekeeping()
    expect(mercadopago.books.need(String(id)).status).toBe('approved') // the customer may still pay the rest
    await shop.db.update(pedidos).set({ archivos_borrados: new Date() }).where(eq(pedidos.id, pedido.id))
    await shop.app.housekeeping()
    await eventually(
      async () => mercadopago.books.need(String(id)).status,
      (status) => status === 'refunded',
    )
    const told = await shop.db
      .select()
      .from(correos)
      .where(eq(correos.clave, `sobra:${pedido.id}:${id}`))
    expect(told[0]?.asunto).toBe(`Te devolvemos $ 10,50 del pedido ${pedido.numero}`)
  })

  test('of an online and a counter payment of one order, the online one goes back automatically', async () => {
    const { shop, mercadopago } = await mercadoPagoShop()
    const pedido = await withLink(shop)
    const { id } = mercadopago.books.pay(pedido.preferencia_id ?? '')
    const owner = await enterAs(shop)
    expect((await chargeInCash(shop, pedido.id, owner)).statusCode).toBe(200)
    await mercadopago.notify(String(id))
    await eventually(
      async () => mercadopago.books.need(String(id)).status,
      (status) => status === 'refunded',
    )
    expect((await notesOf(shop, pedido.id)).join()).not.toContain('en caja (efectivo)')
    expect((await rowOf(shop, pedido.id)).estado).toBe('pagado')
  })
})

test('a payment under review is read after its link ended: approved for an order paid at the counter, it goes back', async () => {
  const { shop, mercadopago } = await mercadoPagoShop()
  const pedido = await withLink(shop)
  const pago = String(mercadopago.books.pay(pedido.preferencia_id ?? '', { status: 'in_process' }).id)
  await mercadopago.notify(pago)
  await eventually(
    () => shop.db.select().from(pagos).where(eq(pagos.pedido_id, pedido.id)),
    (known) => known.some(({ estado }) => estado === 'in_process'),
  )
  const owner = await enterAs(shop)
  expect((await chargeInCash(shop, pedido.id, owner)).json()).toMatchObject({ resto: 0 })
  await shop.db
    .update(pedidos)
    .set({ vence: new Date(Date.now() - 2 * 86_400_000) })
    .where(eq(pedidos.id, pedido.id))
  mercadopago.books.move(pago, { status: 'approved', status_detail: 'accredited' })
  await shop.app.housekeeping()
  await eventually(
    async () => mercadopago.books.need(pago).status,
    (status) => status === 'refunded',
  )
  expect((await rowOf(shop, pedido.id)).estado).toBe('pagado')
})

test('late money pays while the files are there; without them, or once cancelled, it goes back and all are told', async () => {
  const { shop, mercadopago } = await mercadoPagoShop()
  const model = await withLink(shop)
  const late = async (change: object) => {
    const pedido = await another(shop, model)
    await shop.db.update(pedidos).set(change).where(eq(pedidos.id, pedido.id))
    const { id } = mercadopago.books.add({
      external_reference: pedido.referencia,
      transaction_amount: IMPORTE,
    })
    await mercadopago.notify(String(id))
    return { id: pedido.id, pago: String(id) }
  }
  const kept = await late({ estado: 'vencido', cerrado: new Date() })
  const gone = await late({ estado: 'vencido', archivos_borrados: new Date() })
  const cancelled = await late({ estado: 'cancelado' })
  await untilEstado(shop, kept.id, 'pagado')
  for (const { pago } of [gone, cancelled])
    await eventually(
      async () => mercadopago.books.need(pago).status,
      (status) => status === 'refunded',
    )
  expect((await rowOf(shop, gone.id)).estado).toBe('vencido')
  expect(await notesOf(shop, gone.id)).toEqual([
    `El pedido venció y sus archivos ya se borraron: se devuelven $ 95,00 (pago ${gone.pago}).`,
  ])
  expect((await toOwner(shop)).map(({ texto }) => texto.includes('se devuelven $ 95,00'))).toEqual([
    true,
    true,
  ])
  await eventually(
    async () => (await shop.get(`/api/pedidos/${gone.id}`)).json(),
    ({ estado, pago }) => estado === 'vencido' && pago === 'devuelto',
  )

  // Refused for good: told once, however often it is asked again
  mercadopago.chance.mood = (call) => (/^POST .*refunds$/.test(call) ? 400 : undefined)
  const stuck = await late({ estado: 'cancelado' })
  const notes = await eventually(
    () => notesOf(shop, stuck.id),
    (list) => list.length === 2,
  )
  expect(notes[1]).toContain('hacelo desde Mercado Pago')
  const timesAsked = () => mercadopago.seen.filter(({ call }) => /^POST .*refunds$/.test(call)).length
  const before = timesAsked()
  shop.clock.offsetMs += 3 * 3600_000
  await shop.app.housekeeping()
  await eventually(
    async () => timesAsked(),
    (times) => times > before,
  )
  await eventually(
    () => countUndone(shop.db, 'devolucion'),
    (undone) => undone === 0,
  )
  expect(await notesOf(shop, stuck.id)).toHaveLength(2)
})

test('a cancelled order’s refund that the provider has in process is asked for once, and no note asks to make it by hand', async () => {
  const { shop, mercadopago } = await mercadoPagoShop()
  const { books } = mercadopago
  const pedido = await withLink(shop)
  await shop.db.update(pedidos).set({ estado: 'cancelado' }).where(eq(pedidos.id, pedido.id))
  books.isSlow = true
  const pago = String(books.pay(pedido.preferencia_id ?? '').id)
  await mercadopago.notify(pago)
  await eventually(
    async () => books.refundsOf(pago),
    (asked) => asked.length === 1,
  )
  const notes = await notesOf(shop, pedido.id)
  for (const _ of [1, 2]) {
    books.forgetKeys()
    shop.clock.offsetMs += 3 * 3600_000
    await shop.app.housekeeping()
    await eventually(
      () => countUndone(shop.db, 'devolucion'),
      (undone) => undone === 0,
    )
  }
  expect(books.refundsOf(pago)).toMatchObject([{ amount: IMPORTE, status: 'in_process' }])
  expect(await notesOf(shop, pedido.id)).toEqual(notes)
})

test('several calls for the link at once: one link counts, the others end, and a payment on it goes on', async () => {
  const { shop, mercadopago } = await mercadoPagoShop()
  const { books } = mercadopago
  // The provider documents idempotency for payments only
  const make = books.createPreference
  books.createPreference = (body, _key, origin) => make(body, undefined, origin)
  const { id, referencia } = await another(shop, await withLink(shop))
  await shop.db
    .update(pedidos)
    .set({ preferencia_id: null, preferencia_importe: null })
    .where(eq(pedidos.id, id))
  const before = new Set(books.preferences.keys())
  const links = await Promise.all(
    [1, 2, 3, 4].map(() => shop.post('/api/crear-preferencia', { pedido_id: id, total: IMPORTE })),
  )
  expect(new Set(links.map(({ body }) => body)).size).toBe(1)
  const { preferencia_id } = await rowOf(shop, id)
  const ticket = books.pay(preferencia_id ?? '', { status: 'pending' })
  const others = [...books.preferences.keys()].filter((made) => !before.has(made) && made !== preferencia_id)
  expect(others.length).toBeGreaterThan(0)
  await eventually(
    async () => others.map((made) => Date.parse(String(books.needPreference(made).expiration_date_to))),
    (ends) => ends.every((end) => end <= Date.now()),
  )
  expect(mercadopago.of(referencia)).toMatchObject([{ id: ticket.id, status: 'pending' }])
  // Once the order is paid no other link may be
  await mercadopago.notify(String(books.pay(preferencia_id ?? '').id))
  await eventually(
    async () => books.need(String(ticket.id)).status,
    (status) => status === 'cancelled',
  )
})

describe('links of one order', () => {
  /** A confirmed order, and calls of its customer, who has a code for a free sheet. */
  async function world() {
    const { shop, mercadopago } = await mercadoPagoShop()
    const ana = await conPuntos(shop)
    const files = [{ nombre: 'a.pdf', bytes: await makePdf(), duplicado: 2 }]
    const { id, importe_final } = await confirmed(shop, { files, change: { email: ana.email } })
    const codigo = await codigoHojas(shop, ana, 1)
    const complete = async (codigosAplicados: string[]): Promise<number> => {
      const bought = compra(id, { email: ana.email, codigosAplicados })
      return (await shop.post('/api/completar_compra', bought)).json().importe_final
    }
    const link = (total: number) => shop.post('/api/crear-preferencia', { pedido_id: id, total })
    const linkId = async () => (await rowOf(shop, id)).preferencia_id ?? ''
    const endOf = (preferencia: string) =>
      Date.parse(String(mercadopago.books.needPreference(preferencia).expiration_date_to))
    const untilEnded = (preferencia: string) =>
      eventually(
        async () => endOf(preferencia),
        (end) => end <= Date.now(),
      )
    const payOn = async () => mercadopago.books.pay(await linkId()).transaction_amount
    return {
      shop,
      mercadopago,
      codigo,
      total: importe_final / 100,
      complete,
      link,
      linkId,
      untilEnded,
      payOn,
    }
  }

  test('a link can be paid where its price is that of an earlier link, which ended', async () => {
    const { codigo, total, complete, link, linkId, untilEnded, payOn } = await world()
    await link(total)
    const first = await linkId()
    const less = await complete([codigo])
    expect(less).toBeLessThan(total)
    await link(less)
    const second = await linkId()
    expect(await complete([])).toBe(total)
    await untilEnded(first)
    await untilEnded(second)
    expect((await link(total)).statusCode).toBe(200)
    expect(await payOn()).toBe(total)
  })

  test('a link can be paid where the earlier one reached no customer, since the price changed meanwhile', async () => {
    const { shop, mercadopago, codigo, total, complete, link, untilEnded, payOn } = await world()
    const { current } = shop.deps.payments
    const make = current.createPreference
    vi.spyOn(current, 'createPreference').mockImplementationOnce(async (asked) => {
      const made = await make(asked)
      await complete([codigo])
      return made
    })
    expect((await link(total)).statusCode).toBe(409)
    for (const made of mercadopago.books.preferences.keys()) await untilEnded(made)
    await complete([])
    expect((await link(total)).statusCode).toBe(200)
    expect(await payOn()).toBe(total)
  })

  test('a link that another call gave out stays open where keeping it fails', async () => {
    const { shop, total, link, payOn } = await world()
    const { current } = shop.deps.payments
    const make = current.createPreference
    vi.spyOn(current, 'createPreference').mockImplementationOnce(async (asked) => {
      const made = await make(asked)
      expect((await link(total)).statusCode).toBe(200)
      vi.spyOn(shop.deps.db, 'transaction').mockRejectedValueOnce(new Error('The connection is lost.'))
      return made
    })
    expect((await link(total)).statusCode).toBe(500)
    await eventually(
      () => countUndone(shop.db, 'expirar_preferencia'),
      (undone) => undone === 0,
    )
    expect(await payOn()).toBe(total)
  })
})

test('a sale that changes the price of an order ends its link, also where the provider makes no other', async () => {
  const { shop, mercadopago } = await mercadoPagoShop()
  const { id, preferencia_id } = await withLink(shop)
  const headers = { ...(await enterAs(shop)), 'idempotency-key': 'una-venta' }
  const sale = {
    lineas: [{ pedido_id: id }, { texto: 'Laminado', importe: 50 }],
    pagos: [{ medio: 'mercadopago', importe: IMPORTE + 50 }],
    sucursal: 'Alberdi',
  }
  const sell = () => shop.post('/api/mostrador/ventas', sale, headers)
  vi.spyOn(shop.deps.payments.current, 'createPreference').mockRejectedValueOnce(new Error('It is down.'))
  expect((await sell()).statusCode).toBe(502)
  expect(await rowOf(shop, id)).toMatchObject({
    importe_final: 100 * (IMPORTE + 50),
    preferencia_importe: null,
  })
  const old = () => mercadopago.books.needPreference(preferencia_id ?? '').expiration_date_to
  await eventually(async () => Date.parse(String(old())) <= Date.now(), Boolean)
  expect((await sell()).json()).toMatchObject({ resto: IMPORTE + 50 })
  const { preferencia_id: fresh } = await rowOf(shop, id)
  expect(mercadopago.books.pay(fresh ?? '').transaction_amount).toBe(IMPORTE + 50)
})

test('a dispute and money taken by the bank are told to the owner, once each', async () => {
  const { shop, mercadopago } = await mercadoPagoShop()
  const pedido = await withLink(shop)
  const id = String(mercadopago.books.pay(pedido.preferencia_id ?? '').id)
  await mercadopago.notify(id)
  await untilEstado(shop, pedido.id, 'pagado')
  for (const status of ['in_mediation', 'charged_back']) {
    mercadopago.books.move(id, { status })
    for (const _ of [1, 2]) await mercadopago.notify(id)
    await eventually(
      async () => (await shop.db.select().from(pagos))[0]?.estado,
      (estado) => estado === status,
    )
  }
  expect((await toOwner(shop)).map(({ texto }) => /reclamo|desconoció/.exec(texto)?.[0]).toSorted()).toEqual([
    'desconoció',
    'reclamo',
  ])
  expect((await rowOf(shop, pedido.id)).estado).toBe('pagado')
})

describe('a payment of a paid order that changes afterwards', () => {
  async function paid() {
    const { shop, mercadopago } = await mercadoPagoShop()
    const pedido = await withLink(shop)
    const id = String(mercadopago.books.pay(pedido.preferencia_id ?? '').id)
    await mercadopago.notify(id)
    await untilEstado(shop, pedido.id, 'pagado')
    const pago = async () => (await shop.db.select().from(pagos).where(eq(pagos.id, id)))[0]
    /** Notifies it, and waits until it was read. */
    const tell = async (change: object) => {
      mercadopago.books.move(id, change)
      await mercadopago.notify(id)
      await eventually(
        () => countUndone(shop.db, 'aviso_pago'),
        (undone) => undone === 0,
      )
    }
    const told = async () => (await toOwner(shop)).length
    return { shop, mercadopago, pedido, id, pago, tell, told }
  }

  test('a bank that took its money and gave it back is told each time, and the books have it again', async () => {
    const { shop, pedido, id, pago, tell, told } = await paid()
    const gone = { status: 'charged_back', status_detail: 'in_process' }
    const back = { status: 'charged_back', status_detail: 'reimbursed' }
    for (const change of [gone, back, back, gone, back]) await tell(change)
    const [taken, returned] = [
      `El comprador desconoció el pago ${id}: el banco se llevó el dinero.`,
      `El banco te devolvió el pago ${id}, que el comprador había desconocido.`,
    ]
    expect(await notesOf(shop, pedido.id)).toEqual([taken, returned, taken, returned])
    expect(await told()).toBe(4)
    expect(await pago()).toMatchObject({ estado: 'approved', devuelto: 0 })
    const rows = await shop.db.select().from(reintegros)
    expect(rows.map(({ importe }) => importe)).toEqual([9500, -9500, 9500, -9500])
    expect((await shop.get(`/api/pedidos/${pedido.id}`)).json()).toMatchObject({
      estado: 'pagado',
      pago: 'aprobado',
      acreditado: IMPORTE,
    })
  })

  test('the bank’s decision is read without a notification', async () => {
    const { shop, mercadopago, id, pago, tell } = await paid()
    await tell({ status: 'charged_back', status_detail: 'in_process' })
    mercadopago.books.move(id, { status_detail: 'reimbursed' })
    await shop.app.housekeeping()
    expect((await pago())?.estado).toBe('approved')
  })

  test.each(['pending', 'rejected', 'cancelled'])(
    'the owner is told that it counts as not collected: %s',
    async (status) => {
      const { shop, pedido, id, tell, told } = await paid()
      for (const _ of [1, 2]) await tell({ status })
      const nota = `El pago ${id}, de $ 95,00, ya no figura como cobrado: fijate en tu cuenta si está el dinero.`
      expect(await notesOf(shop, pedido.id)).toEqual([nota])
      expect(await told()).toBe(1)
    },
  )

  test('a reference of another order changes neither order, and is told once', async () => {
    const { shop, pedido, id, pago, tell, told } = await paid()
    const other = await another(shop, pedido)
    const before = await pago()
    const moved = { external_reference: other.referencia, transaction_amount: 9999 }
    for (const _ of [1, 2]) await tell(moved)
    expect(await pago()).toEqual(before)
    expect(await notesOf(shop, other.id)).toEqual([])
    expect((await rowOf(shop, other.id)).estado).toBe('confirmado')
    expect((await notesOf(shop, pedido.id)).join()).toMatch(
      new RegExp(`^El pago ${id} [^,]*otro pedido[^,]*$`),
    )
    expect(await told()).toBe(1)
  })
})

test('a payment in another currency that goes back is told in it, to the owner and to the customer', async () => {
  const { shop, mercadopago } = await mercadoPagoShop()
  const one = await withLink(shop)
  const cancelled = await another(shop, one)
  const seguridad = vi.spyOn(shop.deps.seguridad, 'noteIn')
  for (const pedido of [one, cancelled]) {
    const dollars = String(mercadopago.books.pay(pedido.preferencia_id ?? '', { currency_id: 'USD' }).id)
    await mercadopago.notify(dollars)
    await eventually(
      () => notesOf(shop, pedido.id),
      (notes) => notes.length === 1,
    )
    if (pedido === one) await mercadopago.notify(String(mercadopago.books.pay(one.preferencia_id ?? '').id))
    else
      expect(
        (await shop.post(`/api/pedidos/${pedido.id}/cancelar`, {}, await ownerOf(shop, pedido.id)))
          .statusCode,
      ).toBe(200)
    await eventually(
      async () => mercadopago.books.need(dollars).status,
      (status) => status === 'refunded',
    )
    expect((await notesOf(shop, pedido.id)).at(-1)).toMatch(
      new RegExp(`: se devuelven 95 USD \\(pago ${dollars}\\)`),
    )
    const [mail] = await shop.db
      .select()
      .from(correos)
      .where(eq(correos.clave, `sobra:${pedido.id}:${dollars}`))
    expect(mail).toMatchObject({
      asunto: `Te devolvemos 95 USD del pedido ${pedido.numero}`,
      texto: expect.stringContaining('llegó en otra moneda y no lo podemos acreditar'),
    })
  }
  expect(JSON.stringify(seguridad.mock.calls.map(([, , , { detalle } = {}]) => detalle))).toMatch(
    /95 USD.*95 USD/,
  )
})

test('without a link the answer says so, and neither token, secret nor customer is in any log', async () => {
  const lines: string[] = []
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  const { shop, mercadopago } = await mercadoPagoShop({ log })
  const pedido = await withLink(shop)
  const fresh = await shop.quote([{ nombre: 'b.pdf', bytes: await makePdf() }])
  await shop.post('/api/completar_compra', compra(fresh.pedido_id))
  const link = () => shop.post('/api/crear-preferencia', { pedido_id: fresh.pedido_id, total: IMPORTE })
  for (const mood of [503, 'html', 'cut', 'broken'] as const) {
    mercadopago.chance.mood = () => mood
    const answer = await link()
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toEqual({ detail: 'No se pudo generar el enlace de pago.' })
    await shop.get(`/pago/vuelta/${pedido.referencia}`)
    shop.clock.offsetMs += 61_000
    await shop.app.housekeeping()
  }
  mercadopago.chance.mood = undefined
  mercadopago.moods.push({ at: /^POST/, mood: 400 })
  expect((await link()).statusCode).toBe(502)
  const { init_point } = (await link()).json()
  expect(init_point).toMatch(new RegExp(`^${mercadopago.url}/checkout/`))
  expect((await link()).json()).toEqual({ init_point })
  const id = String(mercadopago.books.pay(pedido.preferencia_id ?? '').id)
  await mercadopago.notify(id, { secret: 'falsa' })
  await mercadopago.notify(id)
  await untilEstado(shop, pedido.id, 'pagado')
  const text = lines.join('')
  expect(lines.length).toBeGreaterThan(50)
  expect(text).toContain('Mercado Pago: POST /checkout/preferences')
  const headers = JSON.stringify(mercadopago.seen.at(-1)?.headers)
  expect(headers).toContain(TOKEN)
  for (const secret of [TOKEN, SECRET, 'ana@example.com', pedido.id, pedido.referencia])
    expect(text).not.toContain(secret)
})
