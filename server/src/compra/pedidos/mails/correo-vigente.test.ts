// The owner connects mail after some orders: which kept mails customers still get, and which they do not.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from '../../../base/db/schema/correos.ts'
import { pagos } from '../../../base/db/schema/pagos.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { createBandeja } from '../../../base/services/mail/bandeja.ts'
import type { Mail, Mailer } from '../../../base/services/mail/port.ts'
import { recordPayment } from '../../../dinero/pagos/service.ts'
import { queueCorreo, releaseGuardados } from '../../../gestion/correos/service.ts'
import { confirmed, moveTo, ownerOf, paid, pastDeshacer, rowOf, runListo } from '../../../testing/pedidos.ts'
import { eventually, type Shop, testShop } from '../../../testing/shop.ts'
import { isCorreoVigente } from './correo-vigente.ts'
import { tellPedido } from './mensajes.ts'

const HOUR = 3600_000

/** A shop in production without mail, until `connect`. */
async function unconnected() {
  const sent: Mail[] = []
  const smtp: Mailer = {
    ...createBandeja(),
    kind: 'smtp',
    send: async (mail) => {
      sent.push(mail)
    },
  }
  let now: Mailer = createBandeja()
  const mailer: Mailer = {
    get kind() {
      return now.kind
    },
    get send() {
      return now.send
    },
    probe: () => now.probe(),
  }
  const shop = await testShop({ production: true, mailer })
  const { deps } = shop
  const rows = () => shop.db.select().from(correos).orderBy(correos.id)
  const release = () => releaseGuardados(deps, isCorreoVigente(deps))
  return {
    shop,
    sent,
    release,
    rows,
    connect() {
      now = smtp
    },
    /** All mails queued so far. */
    kept: () => eventually(rows, (all) => all.every(({ guardado }) => guardado !== null)),
    /** Sends the kept mails, by several processes at once. @returns their keys in the order of sending */
    async leave(): Promise<string[]> {
      await Promise.all(Array.from({ length: 5 }, release))
      const all = await eventually(rows, (found) => found.every(({ enviado }) => enviado !== null))
      const left = all.filter(({ guardado }) => guardado === null).map(({ asunto }) => asunto)
      expect(sent.map(({ subject }) => subject).toSorted()).toEqual(left.toSorted())
      return all.filter(({ guardado }) => guardado === null).map(({ clave }) => clave)
    },
  }
}

const mailListo = async (shop: Shop, id: string): Promise<void> => {
  await moveTo(shop, id, 'en_produccion', 'listo')
  await pastDeshacer(shop, id)
  await runListo(shop, id, (await rowOf(shop, id)).paso)
}

test('mails that are still true of an order, and of money that went back, leave once mail is connected', async () => {
  const { shop, kept, connect, leave, sent, release } = await unconnected()
  const [waits, cash, made, ready, gone, over] = [
    await confirmed(shop),
    await confirmed(shop),
    await paid(shop),
    await paid(shop),
    await paid(shop),
    await paid(shop),
  ]
  for (const { id } of [waits, cash]) await tellPedido(shop.deps, { pedido_id: id, que: 'espera' })
  await tellPedido(shop.deps, { pedido_id: waits.id, que: 'por_vencer' })
  await recordPayment(shop.deps, 'simulado', {
    id: 'cupon-1',
    reference: cash.referencia,
    status: 'pending',
    refunded: 0,
    method: 'rapipago',
    amount: cash.importe_final,
    currency: 'ARS',
    ticketUrl: 'https://pagos.example/cupon/1',
    created: shop.deps.now(),
    updated: shop.deps.now(),
  })
  await mailListo(shop, ready.id)
  await mailListo(shop, gone.id)
  await moveTo(shop, gone.id, 'entregado')
  const cancelled = await shop.post(`/api/pedidos/${over.id}/cancelar`, {}, await ownerOf(shop, over.id))
  expect(cancelled.statusCode).toBe(200)
  // The promised hour must still be ahead two hours later, at whatever time of day this runs
  const prometido = new Date(shop.deps.now().getTime() + 5 * HOUR)
  await shop.db.update(pedidos).set({ prometido }).where(eq(pedidos.id, made.id))
  await kept()
  await release() // nothing is connected yet
  expect(sent).toEqual([])
  shop.clock.offsetMs += 2 * HOUR
  connect()
  const left = await leave()
  expect(left.map((clave) => clave.split(':').slice(0, 2).join(':'))).toEqual(
    expect.arrayContaining([
      `espera:${waits.id}`,
      `cupon:${cash.id}`,
      `pagado:${made.id}`,
      `listo:${ready.id}`,
      `cancelado:${over.id}`,
    ]),
  )
  const unwanted = [
    `por_vencer:${waits.id}`, // said "in 12 hours" two hours ago
    `espera:${cash.id}`,
    `pagado:${ready.id}`,
    `listo:${gone.id}`,
    `pagado:${over.id}`,
  ]
  expect(left.filter((clave) => unwanted.some((one) => clave.startsWith(one)))).toEqual([])
  await release()
  expect(await leave()).toEqual(left)
})

test('a past promise, an order that can no longer be paid, and an earlier time of being ready are not told', async () => {
  const { shop, kept, connect, leave } = await unconnected()
  const [late, expired, again] = [await paid(shop), await confirmed(shop), await paid(shop)]
  await tellPedido(shop.deps, { pedido_id: expired.id, que: 'espera' })
  await mailListo(shop, again.id)
  await kept()
  const before = await rowOf(shop, again.id)
  await shop.db.update(pedidos).set({ estado: 'en_produccion' }).where(eq(pedidos.id, again.id))
  await mailListo(shop, again.id)
  await kept()
  await shop.db
    .update(pedidos)
    .set({ prometido: new Date(0) })
    .where(eq(pedidos.id, late.id))
  await shop.db
    .update(pedidos)
    .set({ vence: new Date(0) })
    .where(eq(pedidos.id, expired.id))
  connect()
  const left = await leave()
  expect(left).toContain(`listo:${again.id}:${(await rowOf(shop, again.id)).paso}`)
  expect(left).not.toContain(`listo:${again.id}:${before.paso}`)
  expect(left.filter((clave) => clave.includes(late.id) || clave.includes(expired.id))).toEqual([])
})

test('a refused payment is told also of an order that expired: as it was written after the time to pay, not before', async () => {
  const { shop, kept, connect, leave } = await unconnected()
  const refuse = async (pedido: Awaited<ReturnType<typeof confirmed>>) => {
    const pago_id = `pago-${pedido.id}`
    await recordPayment(shop.deps, 'simulado', {
      id: pago_id,
      reference: pedido.referencia,
      status: 'rejected',
      refunded: 0,
      method: 'tarjeta',
      amount: pedido.importe_final,
      currency: 'ARS',
      ticketUrl: null,
      created: shop.deps.now(),
      updated: shop.deps.now(),
    })
    await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'rechazado', pago_id })
  }
  const [early, late, paidSince] = [await confirmed(shop), await confirmed(shop), await confirmed(shop)]
  await refuse(early)
  shop.clock.offsetMs += HOUR
  const vence = new Date(shop.deps.now().getTime() - 1000)
  await shop.db.update(pedidos).set({ vence, estado: 'vencido' })
  await refuse(late)
  await refuse(paidSince)
  await kept()
  await shop.db
    .update(pagos)
    .set({ actualizado: new Date(shop.deps.now().getTime() + HOUR) })
    .where(eq(pagos.pedido_id, paidSince.id))
  connect()
  expect(await leave()).toEqual([`rechazado:${late.id}:pago-${late.id}`])
})

test('a link that has ended, and news of more than three days, stay; others leave in the order they were written', async () => {
  const { shop, kept, connect, leave } = await unconnected()
  const { deps, db, clock } = shop
  const queue = (clave: string, hasta?: Date) =>
    db.transaction((tx) =>
      queueCorreo(tx, deps, {
        clave,
        para: 'ana@example.com',
        asunto: clave,
        texto: 'Hola',
        html: '<p>Hola</p>',
        ...(hasta && { hasta }),
      }),
    )
  await queue('viejo')
  await kept()
  clock.offsetMs += 73 * HOUR
  await queue('enlace vencido', new Date(deps.now().getTime() + HOUR))
  await queue('enlace', new Date(deps.now().getTime() + 48 * HOUR))
  await queue('aviso')
  await kept()
  clock.offsetMs += 2 * HOUR
  connect()
  expect(await leave()).toEqual(['enlace', 'aviso'])
})
