import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { archivos } from '../../../base/db/schema/archivos.ts'
import { correos, correos_contados } from '../../../base/db/schema/correos.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import type { ProviderPayment } from '../../../base/services/payments/port.ts'
import { findConfirmado } from '../../../cuentas/auth/service.ts'
import { recordPayment } from '../../../dinero/pagos/service.ts'
import { signUp } from '../../../testing/cuenta.ts'
import { newOperador } from '../../../testing/mostrador.ts'
import { confirmed, moveTo, ownerOf, paid, pastDeshacer, rowOf } from '../../../testing/pedidos.ts'
import { eventually, OWNER, type Shop, testShop } from '../../../testing/shop.ts'
import { chargeInCash } from '../../../testing/ventas.ts'
import type { Pedido } from '../filas/store.ts'
import { tellPedido } from './mensajes.ts'

const HOUR = 3600_000
let told = 0

/** The provider tells a change of the order's payment, with a later time at each call. */
const say = (shop: Shop, pedido: Pedido, change: Partial<ProviderPayment>) =>
  recordPayment(shop.deps, 'simulado', {
    id: `pago-${pedido.id}`,
    reference: pedido.referencia,
    status: 'approved',
    refunded: 0,
    amount: pedido.importe_final,
    currency: 'ARS',
    method: 'visa',
    ticketUrl: null,
    created: new Date(),
    updated: new Date(Date.now() + ++told),
    ...change,
  })

/** Mails, the oldest first: their subject and mailbox. */
const mailsOf = async ({ db }: Shop) =>
  (await db.select().from(correos).orderBy(correos.id)).map(({ clave, para }) => ({
    que: clave.split(':')[0],
    para,
  }))
const quesOf = async (shop: Shop) => (await mailsOf(shop)).map(({ que }) => que)

describe('an order that waits for its payment', () => {
  test('says so after some minutes, once, however often its job runs; paid meanwhile, never', async () => {
    const shop = await testShop()
    const waits = await confirmed(shop)
    const espera = (id: string) => tellPedido(shop.deps, { pedido_id: id, que: 'espera' })
    expect(await quesOf(shop)).toEqual([])
    await Promise.all(Array.from({ length: 20 }, () => espera(waits.id)))
    expect(await mailsOf(shop)).toEqual([{ que: 'espera', para: 'ana@example.com' }])
    const pedido = await paid(shop)
    await espera(pedido.id)
    await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'por_vencer' })
    await espera('ninguno')
    expect(await quesOf(shop)).toEqual(['espera', 'pagado'])
  })

  test('is told by the shop’s clock where that is moved on, each time once', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    const after = async (ms: number) => {
      shop.clock.offsetMs = ms
      await shop.app.housekeeping()
      await shop.app.housekeeping()
      return quesOf(shop)
    }
    expect(await after(0)).toEqual([])
    expect(await after(6 * 60_000)).toEqual(['espera'])
    await say(shop, pedido, { status: 'rejected', updated: shop.deps.now() })
    expect(await after(8 * 60_000)).toEqual(['espera'])
    expect(await after(10 * 60_000)).toEqual(['espera', 'rechazado'])
    expect(await after(61 * HOUR)).toEqual(['espera', 'rechazado', 'por_vencer'])
    await after(73 * HOUR)
    expect(await rowOf(shop, pedido.id)).toMatchObject({ estado: 'vencido' })
    expect(await quesOf(shop)).toEqual(['espera', 'rechazado', 'por_vencer'])
  })

  test('and is paid or cancelled before its reminder has left gets no reminder', async () => {
    const shop = await testShop()
    const [pedido, other] = [await confirmed(shop), await confirmed(shop)]
    shop.deps.jobs.send = async () => {} // no mail leaves
    for (const { id } of [pedido, other]) await tellPedido(shop.deps, { pedido_id: id, que: 'espera' })
    expect(await quesOf(shop)).toEqual(['espera', 'espera'])
    await moveTo(shop, pedido.id, 'pagado')
    await moveTo(shop, other.id, 'cancelado')
    expect(await quesOf(shop)).toEqual(['pagado'])
  })

  test('its two messages are planned with it, and not again when it is confirmed again', async () => {
    const shop = await testShop()
    const sent: [string, number | undefined][] = []
    const { send } = shop.deps.jobs
    shop.deps.jobs.send = (tx, name, data, options) => {
      if (name === 'mensaje_pedido') sent.push([(data as { que: string }).que, options?.afterSeconds])
      return send(tx, name, data, options)
    }
    const pedido = await confirmed(shop)
    const again = { pedido_id: pedido.id, email: 'ana@example.com', celular: '3865412233' }
    await shop.post('/api/completar_compra', { ...again, sucursal: 'Alberdi', modo_entrega: 'retiro' })
    expect(sent.map(([que]) => que)).toEqual(['espera', 'por_vencer'])
    expect(sent[0]?.[1]).toBe(300)
    expect(Math.abs((sent[1]?.[1] ?? 0) - 60 * 3600)).toBeLessThan(600)
  })

  test('a ticket is told at once, with its link, and no reminder comes on top of it', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    const ticketUrl = 'https://pagos.example/cupon/1'
    const ticket = { status: 'pending', method: 'rapipago', ticketUrl, ticketNumber: '3335008800' } as const
    await say(shop, pedido, ticket)
    await say(shop, pedido, ticket)
    await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'espera' })
    await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'por_vencer' })
    expect(await quesOf(shop)).toEqual(['cupon'])
    const [mail] = await shop.db.select().from(correos)
    expect(mail?.texto).toContain(`Ver el cupón: ${ticketUrl}`)
    for (const part of [mail?.texto, mail?.html]) expect(part).toContain('3335 0088 00')
    const seen = async (headers: Record<string, string> = {}) => {
      const answer = await shop.app.inject({ url: `/api/pedidos/${pedido.id}`, headers })
      return answer.json<PedidoAnswer>().cupon_numero
    }
    expect(await seen(await ownerOf(shop, pedido.id))).toBe('3335008800')
    expect(await seen()).toBeNull() // a stranger may pay the ticket, but not see it
  })

  test('a payment under review is told as under review', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    await say(shop, pedido, { status: 'in_process' })
    await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'por_vencer' })
    await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'espera' })
    const [mail, ...more] = await shop.db.select().from(correos)
    expect(more).toEqual([])
    expect(mail?.texto).toContain('No vuelvas a pagar')
  })

  test('a payment under review that its provider gives up is told, also after the time to pay', async () => {
    const shop = await testShop()
    const planned: unknown[] = []
    const { send } = shop.deps.jobs
    shop.deps.jobs.send = (tx, name, data, options) => {
      if (name === 'mensaje_pedido') planned.push(data)
      return send(tx, name, data, options)
    }
    const pedido = await confirmed(shop)
    const id = `pago-${pedido.id}`
    await say(shop, pedido, { status: 'in_process' })
    await say(shop, pedido, { status: 'cancelled' })
    const rechazado = { pedido_id: pedido.id, que: 'rechazado' as const, pago_id: id }
    expect(planned).toContainEqual(rechazado)
    shop.clock.offsetMs = 73 * HOUR
    for (const estado of ['confirmado', 'vencido'] as const) {
      await shop.db.delete(correos)
      await shop.db.update(pedidos).set({ estado }).where(eq(pedidos.id, pedido.id))
      await tellPedido(shop.deps, rechazado)
      const [mail] = await shop.db.select().from(correos)
      expect(mail?.texto).toContain('El plazo para pagar este pedido ya terminó')
      expect(mail?.texto).not.toContain('Lo guardamos hasta')
    }
  })

  test('its files and its delivery address are not mailed before it is paid: a stranger may have typed the mailbox', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    const place = 'Entrá a https://evil.example'
    await shop.db
      .update(pedidos)
      .set({ modo_entrega: 'delivery', direccion_entrega: place })
      .where(eq(pedidos.id, pedido.id))
    await shop.db.update(archivos).set({ nombre: 'Tu cuenta\n\nse bloquea.pdf' })
    await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'espera' })
    const [waiting] = await shop.db.select().from(correos)
    await say(shop, pedido, {})
    const done = (await shop.db.select().from(correos).orderBy(correos.id)).at(-1)
    for (const part of [waiting?.texto, waiting?.html]) {
      expect(part).not.toContain('evil.example')
      expect(part).not.toContain('bloquea')
    }
    expect(waiting?.texto).toContain('Guardamos tu archivo')
    expect(done?.texto).toContain('- Tu cuenta  se bloquea.pdf: ')
    expect(done?.texto).toContain(place)
  })

  test('only the last of several refusals in a row is told, and none once the order was paid after all', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    const refuse = async (id: string) => {
      await say(shop, pedido, { id, status: 'rejected' })
      return () => tellPedido(shop.deps, { pedido_id: pedido.id, que: 'rechazado', pago_id: id })
    }
    const jobs = [await refuse('a'), await refuse('b'), await refuse('c')]
    for (const job of jobs) await Promise.all([job(), job()])
    await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'espera' })
    expect(await quesOf(shop)).toEqual(['rechazado'])
    await shop.db.update(correos).set({ enviado: new Date() })
    const fourth = await refuse('d')
    await say(shop, pedido, { id: 'e' })
    await fourth()
    expect(await quesOf(shop)).toEqual(['rechazado', 'pagado'])
  })

  test('is told 12 hours before its end, and not once it ended or was cancelled', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    const porVencer = () => tellPedido(shop.deps, { pedido_id: pedido.id, que: 'por_vencer' })
    shop.clock.offsetMs = 60 * HOUR
    await porVencer()
    await porVencer()
    const [mail, ...more] = await shop.db.select().from(correos)
    expect([mail?.asunto, more]).toEqual([`En 12 horas vence tu pedido ${pedido.numero}`, []])
    await shop.db.delete(correos)
    // Its job came late: the mail says the hours that are left
    shop.clock.offsetMs = 71 * HOUR
    await porVencer()
    expect((await shop.db.select().from(correos))[0]?.asunto).toMatch(/^En 1 hora vence/)
    await shop.db.delete(correos)
    shop.clock.offsetMs = 73 * HOUR
    await porVencer()
    shop.clock.offsetMs = 0
    await moveTo(shop, pedido.id, 'cancelado')
    await porVencer()
    expect(await quesOf(shop)).toEqual([])
  })

  test('a mailbox that strangers order with gets ten such mails a day, whatever its spelling', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    for (let tries = 0; tries < 12; tries++) {
      const email = tries % 2 ? 'ana+x@example.com' : 'ANA@example.com'
      await shop.db.update(pedidos).set({ email }).where(eq(pedidos.id, pedido.id))
      await say(shop, pedido, { id: `t${tries}`, status: 'pending', ticketUrl: 'https://pagos.example/1' })
    }
    expect(await quesOf(shop)).toHaveLength(10)
  })

  test('neither a repeated job nor an account that orders for its own mailbox uses up this limit', async () => {
    const shop = await testShop()
    const counted = () => shop.db.$count(correos_contados)
    const pedido = await confirmed(shop)
    for (let times = 0; times < 12; times++)
      await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'espera' })
    expect(await counted()).toBe(1)
    await signUp(shop, { email: 'ana@example.com' })
    const ana = await findConfirmado(shop.db, 'ana@example.com')
    const ticket = async (times: string) => {
      await say(shop, pedido, { id: times, status: 'pending', ticketUrl: 'https://pagos.example/1' })
      return counted()
    }
    const before = await counted()
    expect(await ticket('a')).toBe(before + 1)
    await shop.db
      .update(pedidos)
      .set({ cliente_id: ana?.id ?? 0 })
      .where(eq(pedidos.id, pedido.id))
    expect(await ticket('b')).toBe(before + 1)
    // Her session, with another person's mailbox
    await shop.db.update(pedidos).set({ email: 'otra@example.com' }).where(eq(pedidos.id, pedido.id))
    expect(await ticket('c')).toBe(before + 2)
  })
})

describe('an order that is ready', () => {
  test('is told once the step can no longer be taken back', async () => {
    const shop = await testShop()
    const pedido = await paid(shop)
    await moveTo(shop, pedido.id, 'en_produccion', 'listo')
    const { paso } = await rowOf(shop, pedido.id)
    const listo = (of = paso ?? 0) => tellPedido(shop.deps, { pedido_id: pedido.id, que: 'listo', paso: of })
    await listo()
    expect(await quesOf(shop)).toEqual(['pagado'])
    shop.clock.offsetMs = 9_000
    // A job for another step than the last one
    await listo((paso ?? 0) - 1)
    expect(await quesOf(shop)).toEqual(['pagado'])
    await Promise.all([listo(), listo()])
    expect(await quesOf(shop)).toEqual(['pagado', 'listo'])
  })

  test('by its own job, without anything else', async () => {
    const shop = await testShop()
    const pedido = await paid(shop)
    await moveTo(shop, pedido.id, 'en_produccion', 'listo')
    await eventually(
      () => quesOf(shop),
      (ques) => ques.includes('listo'),
      60_000,
    )
  })

  test('that is handed over before that is not told as ready', async () => {
    const shop = await testShop()
    const pedido = await paid(shop)
    await moveTo(shop, pedido.id, 'en_produccion', 'listo')
    const { paso } = await rowOf(shop, pedido.id)
    await moveTo(shop, pedido.id, 'entregado')
    shop.clock.offsetMs = 9_000
    await tellPedido(shop.deps, { pedido_id: pedido.id, que: 'listo', paso: paso ?? 0 })
    expect(await quesOf(shop)).toEqual(['pagado'])
  })
})

describe('money that goes back', () => {
  const counter = async (shop: Shop) => {
    const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
    return (path: string, body: object) =>
      shop.post(`/api/mostrador/pedidos/${path}`, body, { authorization: `Bearer ${access}` })
  }
  const mailsTo = async (shop: Shop, para: string) =>
    (await shop.db.select().from(correos).where(eq(correos.para, para)).orderBy(correos.id)).filter(
      ({ clave }) => !clave.startsWith('pagado'),
    )

  test('by a clerk who cancels is reported to the owner: above the owner’s amount, and any amount in cash', async () => {
    const shop = await testShop()
    const post = await counter(shop)
    const small = await paid(shop)
    expect((await post(`${small.id}/estado`, { estado: 'cancelado', motivo: 'Sin papel' })).statusCode).toBe(
      200,
    )
    await pastDeshacer(shop, small.id)
    expect(await mailsTo(shop, OWNER.email)).toEqual([])
    const inCash = await confirmed(shop)
    expect((await chargeInCash(shop, inCash.id, (await newOperador(shop, 1)).headers)).statusCode).toBe(200)
    expect((await post(`${inCash.id}/estado`, { estado: 'cancelado', motivo: 'Sin papel' })).statusCode).toBe(
      200,
    )
    await pastDeshacer(shop, inCash.id)
    const [told, ...more] = await mailsTo(shop, OWNER.email)
    expect([told?.asunto, more]).toEqual([`Cancelación con devolución del pedido ${inCash.numero}`, []])
    expect(told?.texto).toContain('se devuelven $ 95,00, $ 95,00 de ellos en caja')
  })

  test('of a payment that the buyer disputes is not called uncharged', async () => {
    const shop = await testShop()
    const post = await counter(shop)
    const pedido = await confirmed(shop)
    await say(shop, pedido, {})
    await say(shop, pedido, { status: 'in_mediation' })
    expect((await post(`${pedido.id}/estado`, { estado: 'cancelado', motivo: 'Sin papel' })).statusCode).toBe(
      200,
    )
    await pastDeshacer(shop, pedido.id)
    const [mail] = await mailsTo(shop, 'ana@example.com')
    expect(mail?.asunto).toBe(`Cancelamos tu pedido ${pedido.numero}`)
    expect(mail?.texto).not.toContain('No se te cobró')
    await say(shop, pedido, {})
    const [, back] = await mailsTo(shop, 'ana@example.com')
    expect(back?.texto).toContain(`Se acreditó un pago de tu pedido ${pedido.numero}, que está cancelado.`)
  })

  test('of a second payment, told when it came, is not told again at the cancellation', async () => {
    const shop = await testShop()
    const post = await counter(shop)
    const pedido = await confirmed(shop)
    await say(shop, pedido, {})
    await say(shop, pedido, { id: 'otra-vez' })
    await post(`${pedido.id}/estado`, { estado: 'cancelado', motivo: 'Sin papel' })
    await pastDeshacer(shop, pedido.id)
    expect((await mailsTo(shop, 'ana@example.com')).map(({ asunto }) => asunto)).toEqual([
      `Te devolvemos $ 95,00 del pedido ${pedido.numero}`,
      `Cancelamos tu pedido ${pedido.numero} y te devolvemos $ 95,00`,
    ])
  })

  test('in parts and at last all of it: one mail for each part, none for a repeated notification', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    await say(shop, pedido, {})
    const back = async (refunded: number, status: ProviderPayment['status'] = 'approved') => {
      await say(shop, pedido, { refunded, status })
      await say(shop, pedido, { refunded, status })
    }
    await back(10_00)
    await back(pedido.importe_final, 'refunded')
    const mails = await shop.db.select().from(correos).orderBy(correos.id)
    expect(mails.map(({ asunto }) => asunto)).toEqual([
      `Recibimos tu pedido ${pedido.numero}`,
      `Te devolvimos $ 10,00 de tu pedido ${pedido.numero}`,
      `Te devolvimos $ 85,00 de tu pedido ${pedido.numero}`,
    ])
    expect(mails[2]?.texto).toContain('Vuelve: a tu tarjeta Visa')
  })

  test('taken by a bank is reported to the owner, not to the customer', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    await say(shop, pedido, {})
    await say(shop, pedido, { status: 'charged_back', refunded: pedido.importe_final })
    expect(await mailsOf(shop)).toEqual([
      { que: 'pagado', para: 'ana@example.com' },
      { que: 'pago', para: OWNER.email },
    ])
  })

  test('requested by staff says why', async () => {
    const shop = await testShop()
    const pedido = await paid(shop)
    const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
    const body = { importe: 20, motivo: 'Dos hojas manchadas' }
    const headers = { authorization: `Bearer ${access}` }
    expect((await shop.post(`/api/mostrador/pedidos/${pedido.id}/devolver`, body, headers)).statusCode).toBe(
      200,
    )
    const mails = await eventually(
      () => shop.db.select().from(correos).orderBy(correos.id),
      (list) => list.length === 2,
    )
    expect(mails[1]).toMatchObject({
      para: 'ana@example.com',
      asunto: `Te devolvimos $ 20,00 de tu pedido ${pedido.numero}`,
      texto: expect.stringContaining('Motivo: Dos hojas manchadas'),
    })
  })
})
