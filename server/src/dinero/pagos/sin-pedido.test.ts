// Payments of orders that the database does not have, with a Mercado Pago on loopback.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { restauraciones } from '../../base/db/schema/respaldo.ts'
import { countUndone, delayJob, jobsOf } from '../../testing/jobs.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { another, IMPORTE, mercadoPagoShop, withLink } from '../../testing/pagos.ts'
import { rowOf } from '../../testing/pedidos.ts'
import { stamp } from '../../testing/peers/mercadopago-books.ts'
import { eventually, OWNER, type Shop } from '../../testing/shop.ts'

type Asunto = { cual: string; estado: string; detalle: string; resolver: string | null }

const DAY_MS = 86_400_000

async function openShop() {
  const { shop, mercadopago } = await mercadoPagoShop()
  const headers = await enterAs(shop)
  /** Salud's messages about payments without an order. */
  const told = async (): Promise<Asunto[]> => {
    const { asuntos } = (await shop.get('/api/mostrador/salud', headers)).json()
    return asuntos.filter(({ cual }: Asunto) => cual.startsWith('pago-sin-pedido:'))
  }
  const add = (external_reference: string, change: object = {}) =>
    String(mercadopago.books.add({ external_reference, transaction_amount: IMPORTE, ...change }).id)
  /** Notifies payments, and waits until they were read. */
  const notify = async (...ids: string[]) => {
    for (const id of ids) expect(await mercadopago.notify(id)).toBe(200)
    await eventually(
      () => countUndone(shop.db, 'aviso_pago'),
      (undone) => undone === 0,
    )
  }
  return { shop, mercadopago, headers, told, add, notify }
}

const toOwner = ({ db }: Shop) => db.select().from(correos).where(eq(correos.para, OWNER.email))

describe('a payment whose reference is of our form, and no order has it', () => {
  test('is told to the owner by mail once, and in Salud; others of the same account are not', async () => {
    const { shop, told, add, notify } = await openShop()
    const id = add(randomUUID())
    const others = [add('de-otro'), add(''), add(randomUUID(), { status: 'rejected' })]
    await notify(id, ...others, id)
    expect(await told()).toMatchObject([
      { cual: `pago-sin-pedido:${id}`, estado: 'urgente', resolver: id, detalle: expect.any(String) },
    ])
    const [mail, ...more] = await toOwner(shop)
    expect(more).toEqual([])
    for (const text of [mail?.texto, (await told())[0]?.detalle])
      expect(text).toMatch(new RegExp(`\\$ 95,00[^]*${id}`))
  })

  test('is told until the owner says that it is dealt with', async () => {
    const { shop, headers, told, add, notify } = await openShop()
    const id = add(randomUUID())
    await notify(id)
    const resolve = async (which: string, who = headers) =>
      (await shop.post(`/api/mostrador/pagos-sin-pedido/${which}/resolver`, {}, who)).statusCode
    expect(await resolve(id, (await newOperador(shop, null)).headers)).toBe(403)
    expect(await resolve('1')).toBe(404)
    expect(await told()).toHaveLength(1)
    for (const _ of [1, 2]) expect(await resolve(id)).toBe(200)
    await notify(id)
    expect(await told()).toEqual([])
    expect(await toOwner(shop)).toHaveLength(1)
    const { cambios } = (await shop.get('/api/mostrador/auditoria', headers)).json()
    expect(cambios.filter(({ que }: { que: string }) => que === 'pago')).toHaveLength(1)
  })

  test('is told until it went back, also where no notification says so', async () => {
    const { shop, mercadopago, told, add, notify } = await openShop()
    const [one, other] = [add(randomUUID()), add(randomUUID())]
    await notify(one, other)
    expect(await told()).toHaveLength(2)
    mercadopago.books.refund(one, {}, randomUUID())
    await notify(one)
    expect((await told()).map(({ resolver }) => resolver)).toEqual([other])
    mercadopago.books.refund(other, {}, randomUUID())
    await shop.app.housekeeping()
    expect(await told()).toEqual([])
  })
})

describe('after a restore', () => {
  const restore = ({ db }: Shop, ago: number) =>
    db.insert(restauraciones).values({ respaldo: new Date(Date.now() - ago) })
  const created = (ago: number) => ({ date_created: stamp(Date.now() - ago) })

  test('payments since the backup are looked for once, whatever order they are of, as soon as the provider answers', async () => {
    const { shop, mercadopago, told, add } = await openShop()
    const pedido = await withLink(shop)
    await shop.db.update(pedidos).set({ preferencia_id: null }).where(eq(pedidos.id, pedido.id))
    add(pedido.referencia, created(3600_000))
    const many = Array.from({ length: 60 }, () => add('de-otro', created(3 * DAY_MS)))
    const lost = [add(randomUUID(), created(3 * DAY_MS - 1)), add(randomUUID(), created(1_000))]
    add(randomUUID(), created(5 * DAY_MS)) // before the backup: its order was known then
    await shop.app.housekeeping()
    expect(await told()).toEqual([])
    await restore(shop, 4 * DAY_MS)
    mercadopago.chance.mood = (call) => (call === 'GET /v1/payments/search' ? 503 : undefined)
    await shop.app.housekeeping()
    expect(await told()).toEqual([])
    mercadopago.chance.mood = undefined
    await shop.app.housekeeping()
    expect((await told()).map(({ resolver }) => resolver)).toEqual(lost)
    expect((await rowOf(shop, pedido.id)).estado).toBe('pagado')
    expect(many).toHaveLength(60)
    const late = add(randomUUID(), created(0))
    await shop.app.housekeeping()
    expect((await told()).map(({ resolver }) => resolver)).not.toContain(late)
  })

  test('a day that is not answered does not keep the other days from being looked at, and is asked for again', async () => {
    const { shop, mercadopago, told, add } = await openShop()
    const lost = [5, 3, 1].map((days) => add(randomUUID(), created(days * DAY_MS)))
    await restore(shop, 6 * DAY_MS)
    const searches = () => mercadopago.seen.filter(({ call }) => call === 'GET /v1/payments/search').length
    // The second day fails, with all its three tries
    let before = 0
    mercadopago.chance.mood = (call) => {
      if (call !== 'GET /v1/payments/search') return undefined
      before++
      return before > 1 && before <= 4 ? 503 : undefined
    }
    await shop.app.housekeeping()
    const first = (await told()).map(({ resolver }) => resolver)
    expect(first).toEqual(expect.arrayContaining(lost.slice(1)))
    mercadopago.chance.mood = undefined
    await shop.app.housekeeping()
    expect((await told()).map(({ resolver }) => resolver).toSorted()).toEqual(lost.toSorted())
    const done = searches()
    await shop.app.housekeeping()
    expect(searches() - done).toBeLessThanOrEqual(lost.length) // of each what became of it
  })

  test('a cash ticket that is paid after the search is found, also where no notification says so', async () => {
    const { shop, mercadopago, told, add } = await openShop()
    const cupon = { status: 'pending', payment_method_id: 'rapipago', ...created(3600_000) }
    const ticket = add(randomUUID(), cupon)
    add('de-otro', cupon)
    await restore(shop, DAY_MS)
    await shop.app.housekeeping()
    expect(await told()).toEqual([])
    const jobs = await jobsOf(shop.db, 'buscar_pagos')
    expect(new Set(jobs.map(({ data }) => data.referencia))).toEqual(
      new Set([mercadopago.books.need(ticket).external_reference]),
    )
    mercadopago.books.move(ticket, { status: 'approved' })
    await delayJob(shop.db, jobs[0]?.id ?? '', new Date())
    await eventually(told, (all) => all.length === 1)
    expect((await told())[0]?.resolver).toBe(ticket)
  })

  test('orders that the backup knows without a link are asked for, since one may have been made after it', async () => {
    const { shop, add } = await openShop()
    const before = await withLink(shop)
    const after = await another(shop, before)
    const hours = (n: number) => new Date(Date.now() - n * 3600_000)
    const change = (id: string, confirmado: Date) =>
      shop.db.update(pedidos).set({ preferencia_id: null, confirmado }).where(eq(pedidos.id, id))
    await change(before.id, hours(3))
    await change(after.id, hours(1))
    await restore(shop, 2 * 3600_000)
    await shop.app.housekeeping() // the search since the backup is done
    for (const { referencia } of [before, after]) add(referencia)
    await shop.app.housekeeping()
    expect((await rowOf(shop, before.id)).estado).toBe('pagado')
    expect((await rowOf(shop, after.id)).estado).toBe('confirmado')
  })
})
