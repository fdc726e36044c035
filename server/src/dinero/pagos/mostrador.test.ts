import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { DESHACER_S } from '@imprimitodo/shared/rules/compra/pedido'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { movimientos_caja } from '../../base/db/schema/caja.ts'
import { correos } from '../../base/db/schema/correos.ts'
import { devoluciones, pagos } from '../../base/db/schema/pagos.ts'
import { historial } from '../../base/db/schema/pedidos.ts'
import { countUndone, delayJob, jobsOf } from '../../testing/jobs.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { another, IMPORTE, mercadoPagoShop, withLink } from '../../testing/pagos.ts'
import { rowOf } from '../../testing/pedidos.ts'
import type { Mood } from '../../testing/peers/mercadopago.ts'
import { eventually, OWNER, type Shop } from '../../testing/shop.ts'
import { chargeInCash } from '../../testing/ventas.ts'
import { closeEnMostrador } from './cancel.ts'

const BASE = '/api/mostrador'
const [ALBERDI, AGUILARES] = [1, 2]

/** A shop with two paid orders of 95 pesos, and the owner's bearer. */
async function world() {
  const { shop, mercadopago } = await mercadoPagoShop()
  const model = await withLink(shop)
  const headers = await enterAs(shop)
  const paid = async () => {
    const pedido = await another(shop, model)
    const pago = String(mercadopago.books.pay(pedido.preferencia_id ?? '').id)
    await mercadopago.notify(pago)
    await eventually(
      async () => (await shop.get(`/api/pedidos/${pedido.id}`)).json().estado,
      (estado) => estado === 'pagado',
    )
    return { ...pedido, pago }
  }
  const giveBack = (id: string, body: object, more: Record<string, string> = {}) =>
    shop.post(`${BASE}/pedidos/${id}/devolver`, body, { ...headers, ...more })
  const shown = async (id: string) =>
    (await shop.get(`${BASE}/pedidos/${id}`, headers)).json<PedidoMostrador>()
  return { shop, mercadopago, headers, model, paid, giveBack, shown }
}

/** Cancels at the counter, and waits until that can no longer be taken back. */
async function cancelForGood(shop: Shop, id: string, headers: Record<string, string>): Promise<void> {
  const body = { estado: 'cancelado', motivo: 'No hay papel' }
  expect((await shop.post(`${BASE}/pedidos/${id}/estado`, body, headers)).statusCode).toBe(200)
  shop.clock.offsetMs += DESHACER_S * 1000 + 1
  for (const { data } of await jobsOf(shop.db, 'cerrar_cancelado')) await closeEnMostrador(shop.deps, data)
}

describe('money back from the counter', () => {
  test('a part keeps the state, the rest makes it refunded; one click is one refund, noted with the person', async () => {
    const { shop, mercadopago, model, paid, giveBack, shown } = await world()
    const { id, pago } = await paid()
    const click = { 'idempotency-key': 'un-clic' }
    const motivo = 'Salió manchado'
    const [before] = (await shown(id)).pagos
    shop.clock.offsetMs += 60_000
    const burst = await Promise.all(
      Array.from({ length: 8 }, () => giveBack(id, { importe: 30.5, motivo }, click)),
    )
    expect(burst.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    // The line of the payment goes on telling when the money came
    expect(await shown(id)).toMatchObject({
      estado: 'pagado',
      pagos: [{ devuelto: 30.5, cuando: before?.cuando }],
    })
    const notes = (await shown(id)).historial.flatMap(({ nota, quien }) => (nota ? `${quien}: ${nota}` : []))
    expect(notes).toEqual([
      'Dueño: Devolución de $ 30,50: Salió manchado',
      `sistema: Se devolvieron $ 30,50 de $ 95,00 (pago ${pago}).`,
    ])
    // More than is left, and invalid amounts
    for (const importe of [64.51, 0, -1, 1.001, 'mucho'])
      expect((await giveBack(id, { importe, motivo })).json(), String(importe)).toHaveProperty('importe')
    expect((await giveBack(id, { motivo: ' ' })).json()).toHaveProperty('motivo')

    expect((await giveBack(id, { motivo: 'Todo' })).json()).toMatchObject({ estado: 'reembolsado' })
    expect(mercadopago.books.need(pago).status).toBe('refunded')
    expect(mercadopago.books.refunds.size).toBe(2)
    expect((await giveBack(id, { motivo: 'Otra vez' })).json()).toEqual({
      detail: 'No hay nada para devolver en este pedido.',
    })
    expect((await giveBack(model.id, { motivo: 'Nada pagado' })).statusCode).toBe(409)
    expect((await giveBack('nada', { motivo: 'x' })).statusCode).toBe(404)
    expect((await shop.post(`${BASE}/pedidos/${id}/devolver`, { motivo: 'x' })).statusCode).toBe(401)
    expect((await shop.get(`/api/pedidos/${id}`)).json()).toMatchObject({
      estado: 'reembolsado',
      pago: 'devuelto',
    })
  })

  test('fifty clicks for all of it give it back once', async () => {
    const { mercadopago, paid, giveBack } = await world()
    const { id, pago } = await paid()
    const answers = await Promise.all(Array.from({ length: 50 }, () => giveBack(id, { motivo: 'x' })))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    expect(mercadopago.books.need(pago).transaction_amount_refunded).toBe(IMPORTE)
    expect(mercadopago.books.refunds.size).toBe(1)
  })

  test('an operador of another branch may not', async () => {
    const { shop, paid } = await world()
    const { id } = await paid()
    const from = async (sucursal_id: number) => {
      const { headers } = await newOperador(shop, sucursal_id)
      return shop.post(`${BASE}/pedidos/${id}/devolver`, { motivo: 'x', importe: 1 }, headers)
    }
    expect((await from(AGUILARES)).json()).toEqual({
      detail: 'Ese pedido no existe.',
    })
    expect((await from(ALBERDI)).statusCode).toBe(200)
  })

  test('the provider is down, or its answer is lost: the refund is noted and done automatically, once', async () => {
    const { mercadopago, shop, paid, giveBack, shown } = await world()
    const { id, pago } = await paid()
    mercadopago.chance.mood = (call) => (call.endsWith('/refunds') ? 'lost' : undefined)
    const answer = await giveBack(id, { importe: 20, motivo: 'x' }, { 'idempotency-key': 'k' })
    expect(answer).toMatchObject({ statusCode: 502, headers: { 'x-codigo': 'devolucion_anotada' } })
    expect(answer.json().detail).toBe(
      'Mercado Pago no responde. La devolución quedó anotada y se hace sola apenas responda: no la repitas.',
    )
    // Money on its way back cannot be refunded again
    expect((await giveBack(id, { importe: 76, motivo: 'x' })).statusCode).toBe(400)
    mercadopago.chance.mood = undefined
    // The clerk's own second try is the same refund
    expect((await giveBack(id, { importe: 20, motivo: 'x' }, { 'idempotency-key': 'k' })).statusCode).toBe(
      200,
    )
    expect(await shown(id)).toMatchObject({ pagos: [{ devuelto: 20 }] })
    expect(mercadopago.books.need(pago).transaction_amount_refunded).toBe(20)

    // The job retries, without a person
    mercadopago.chance.mood = (call) => (call.endsWith('/refunds') ? 503 : undefined)
    expect((await giveBack(id, { importe: 10, motivo: 'x' })).statusCode).toBe(502)
    mercadopago.chance.mood = undefined
    await shop.db.update(devoluciones).set({ pedida: new Date(Date.now() - 3 * 3600_000) })
    await shop.app.housekeeping()
    await eventually(
      async () => (await shown(id)).pagos[0]?.devuelto,
      (devuelto) => devuelto === 30,
    )
    expect(mercadopago.books.refunds.size).toBe(2)
  })

  test('a refund that the provider still makes when it is asked again is noted, and made once', async () => {
    const { mercadopago, shop, paid, giveBack, shown } = await world()
    const { id, pago } = await paid()
    mercadopago.moods.push({ at: /^POST .*refunds$/, mood: 'late' })
    const click = { 'idempotency-key': 'k' }
    expect(await giveBack(id, { importe: 20, motivo: 'x' }, click)).toMatchObject({
      statusCode: 502,
      headers: { 'x-codigo': 'devolucion_anotada' },
    })
    mercadopago.catchUp()
    expect((await giveBack(id, { importe: 20, motivo: 'x' }, click)).statusCode).toBe(200)
    expect(await shown(id)).toMatchObject({ pagos: [{ devuelto: 20 }] })
    expect(mercadopago.books.need(pago).transaction_amount_refunded).toBe(20)
    expect((await shop.db.select().from(devoluciones)).map(({ rechazada }) => rechazada)).toEqual([null])
  })

  test('a refund whose answer was lost, and whose repetition is refused, is done', async () => {
    const { mercadopago, shop, paid, giveBack, shown } = await world()
    const { id, pago } = await paid()
    const moods = ['lost', 400] as const
    mercadopago.moods.push(...moods.map((mood) => ({ at: /^POST .*refunds$/, mood })))
    expect((await giveBack(id, { importe: 20, motivo: 'x' })).statusCode).toBe(200)
    expect(await shown(id)).toMatchObject({ pagos: [{ devuelto: 20 }] })
    expect(mercadopago.books.need(pago).transaction_amount_refunded).toBe(20)
    const [made] = await shop.db.select().from(devoluciones)
    expect(made).toMatchObject({
      rechazada: null,
      hecha: expect.any(Date),
      id_en_proveedor: expect.any(String),
    })
  })

  test.each<[string, Mood[]]>([
    ['the provider still makes when it is asked again', ['late']],
    ['was made, and whose repetition is refused', ['lost', 400]],
  ])('an automatic refund that %s is not told to the owner as refused', async (_, moods) => {
    const { mercadopago, shop, headers, paid } = await world()
    const { id, pago } = await paid()
    mercadopago.moods.push(...moods.map((mood) => ({ at: /^POST .*refunds$/, mood })))
    await cancelForGood(shop, id, headers)
    const asked = () => mercadopago.seen.filter(({ call }) => /^POST .*refunds$/.test(call)).length
    await eventually(
      async () => asked(),
      (times) => times > 1,
    )
    mercadopago.catchUp()
    await eventually(
      () => shop.db.select().from(pagos).where(eq(pagos.id, pago)),
      ([known]) => known?.estado === 'refunded',
    )
    await eventually(
      () => countUndone(shop.db, 'devolucion'),
      (undone) => undone === 0,
    )
    expect(mercadopago.books.refunds.size).toBe(1)
    const told = await shop.db.select().from(historial).where(eq(historial.pedido_id, id))
    expect(told.filter(({ nota }) => nota?.includes('No se pudo'))).toEqual([])
  })

  test('a refund under way at the provider for more than a day is told to the owner, once, however it was asked for', async () => {
    const { mercadopago, shop, headers, paid, giveBack } = await world()
    const [byHand, byItself] = [await paid(), await paid()]
    mercadopago.chance.mood = (call) => (/^POST .*refunds$/.test(call) ? 409 : undefined)
    expect((await giveBack(byHand.id, { importe: 20, motivo: 'Salió manchado' })).statusCode).toBe(502)
    await cancelForGood(shop, byItself.id, headers)
    const late = async (id: string) => {
      const own = await shop.db.select().from(historial).where(eq(historial.pedido_id, id))
      return own.flatMap(({ nota }) =>
        nota?.includes('más de un día') ? [nota.replace(/(pidió el )[\w /]+ a las [\d:]+/, '$1…')] : [],
      )
    }
    const askAgain = async () => {
      const asked = mercadopago.seen.length
      await shop.app.housekeeping()
      for (const name of ['devolver', 'devolucion'] as const)
        for (const { id } of await jobsOf(shop.db, name)) await delayJob(shop.db, id, new Date())
      await eventually(
        async () => mercadopago.seen.slice(asked).filter(({ call }) => /^POST .*refunds$/.test(call)).length,
        (times) => times >= 6, // of each job three
      )
    }
    await askAgain()
    expect([await late(byHand.id), await late(byItself.id)]).toEqual([[], []])
    shop.clock.offsetMs += 25 * 3600_000
    for (const _ of [1, 2]) await askAgain()
    const said = (importe: string, pago: string) =>
      `La devolución de ${importe} (pago ${pago}) se pidió el …, hace más de un día, y Mercado Pago ni la hizo ni la rechazó. Preguntale antes de hacerla de nuevo; si la hacés desde tu cuenta, acá se anota sola.`
    await eventually(
      async () => [await late(byHand.id), await late(byItself.id)],
      (all) => all.flat().length === 2,
    )
    expect([await late(byHand.id), await late(byItself.id)]).toEqual([
      [said('$ 20,00', byHand.pago)],
      [said('$ 95,00', byItself.pago)],
    ])
    const mails = await shop.db.select().from(correos).where(eq(correos.para, OWNER.email))
    expect(mails.filter(({ texto }) => texto.includes('más de un día'))).toHaveLength(2)
  })

  test('a refund accepted by the provider and unfinished for a day is told to the owner, once, however it was asked for', async () => {
    const { mercadopago, shop, headers, paid, giveBack } = await world()
    const [byHand, byItself] = [await paid(), await paid()]
    mercadopago.books.isSlow = true
    await giveBack(byHand.id, { importe: 20, motivo: 'Salió manchado' })
    await cancelForGood(shop, byItself.id, headers)
    await eventually(
      async () => mercadopago.books.refunds.size,
      (made) => made === 2,
    )
    const late = async () => {
      const mails = await shop.db.select().from(correos).where(eq(correos.para, OWNER.email))
      return mails.flatMap(({ texto }) => /pago (\d+)\) se pidió el .* más de un día/.exec(texto)?.[1] ?? [])
    }
    await shop.app.housekeeping()
    expect(await late()).toEqual([])
    shop.clock.offsetMs += 25 * 3600_000
    // The job that takes the clerk's refund up again waits half a minute, and the queue keeps one for each refund
    for (const { id } of await jobsOf(shop.db, 'devolver')) await delayJob(shop.db, id, new Date())
    await shop.app.housekeeping()
    await eventually(late, (told) => told.length === 2)
    shop.clock.offsetMs += 3 * 3600_000
    await shop.app.housekeeping()
    await eventually(
      async () => (await countUndone(shop.db, 'devolver')) + (await countUndone(shop.db, 'devolucion')),
      (undone) => undone === 0,
    )
    expect((await late()).toSorted()).toEqual([byHand.pago, byItself.pago].toSorted())
  })

  test('a payment that the bank gave back to the shop once its order was cancelled goes back, or the owner is told to do it', async () => {
    const { mercadopago, shop, headers, paid, shown } = await world()
    const { books } = mercadopago
    const [given, refusedOne] = [await paid(), await paid()]
    for (const { id, pago } of [given, refusedOne]) {
      books.move(pago, { status: 'charged_back', status_detail: 'in_process' })
      await mercadopago.notify(pago)
      await eventually(
        async () => (await shown(id)).pagos[0]?.estado,
        (estado) => estado === 'charged_back',
      )
      await cancelForGood(shop, id, headers)
      await eventually(
        async () => (await rowOf(shop, id)).por_cerrar,
        (waits) => waits === null,
      )
    }
    expect(books.refunds.size).toBe(0)
    // A disputed payment that was given back to the shop can be refunded or not, depending on the provider
    books.move(given.pago, { status: 'approved', status_detail: 'accredited' })
    books.move(refusedOne.pago, { status: 'charged_back', status_detail: 'reimbursed' })
    for (const { pago } of [given, refusedOne]) await mercadopago.notify(pago)
    await eventually(
      async () => (await shown(given.id)).pagos[0]?.devuelto,
      (devuelto) => devuelto === IMPORTE,
    )
    await eventually(
      async () => (await shown(refusedOne.id)).historial.at(-1)?.nota ?? '',
      (nota) =>
        nota.startsWith(`No se pudo devolver solo el pago ${refusedOne.pago}: hacelo desde Mercado Pago.`),
    )
    expect(books.refunds.size).toBe(1)
  })

  test('a refund that waits for the provider is not given back again by a later cancellation', async () => {
    const { mercadopago, shop, headers, paid, giveBack } = await world()
    const { id, pago } = await paid()
    mercadopago.chance.mood = (call) => (call.endsWith('/refunds') ? 503 : undefined)
    expect((await giveBack(id, { importe: 20, motivo: 'Salió cortada' })).statusCode).toBe(502)
    await cancelForGood(shop, id, headers)
    mercadopago.chance.mood = undefined
    await shop.db.update(devoluciones).set({ pedida: new Date(Date.now() - 3 * 3600_000) })
    await shop.app.housekeeping()
    await eventually(
      async () => mercadopago.books.need(pago).transaction_amount_refunded,
      (refunded) => refunded === IMPORTE,
    )
    expect(mercadopago.books.refunds.size).toBe(2)
    const moved = async () => (await shop.db.select().from(movimientos_caja)).map(({ importe }) => importe)
    await eventually(moved, (importes) => importes.length === 2)
    expect((await moved()).toSorted()).toEqual([-2000, -7500])
    const said = await shop.db.select().from(auditoria).where(eq(auditoria.que, 'devolucion'))
    expect(said.map(({ despues }) => (despues as { importe: number }).importe)).toEqual([20, 75])
    const warned = await shop.db.select().from(correos).where(eq(correos.para, OWNER.email))
    expect(warned.filter(({ asunto }) => /no se pud/i.test(asunto))).toEqual([])
  })

  test('a part that is refused after the cancellation goes back with the rest, and is booked', async () => {
    const { mercadopago, shop, headers, paid, giveBack } = await world()
    const { id, pago } = await paid()
    mercadopago.chance.mood = (call) => (call.endsWith('/refunds') ? 503 : undefined)
    expect((await giveBack(id, { importe: 20, motivo: 'Salió cortada' })).statusCode).toBe(502)
    await cancelForGood(shop, id, headers)
    mercadopago.chance.mood = undefined
    mercadopago.moods.push({ at: /^POST .*refunds$/, mood: 400 })
    await shop.db.update(devoluciones).set({ pedida: new Date(Date.now() - 3 * 3600_000) })
    await shop.app.housekeeping()
    await eventually(
      async () => mercadopago.books.need(pago).transaction_amount_refunded,
      (refunded) => refunded === IMPORTE,
    )
    expect(mercadopago.books.refunds.size).toBe(1)
    const moved = (await shop.db.select().from(movimientos_caja)).map(({ importe }) => importe)
    expect(moved.reduce((sum, importe) => sum + importe, 0)).toBe(-100 * IMPORTE)
    expect((await jobsOf(shop.db, 'devolucion')).length).toBeLessThanOrEqual(3) // none queues itself again
  })

  test('a refund in process is not given again, counts towards what may go back, and is done once the provider says so', async () => {
    const { mercadopago, shop, paid, giveBack, shown } = await world()
    const { id, pago } = await paid()
    mercadopago.books.isSlow = true
    const answers = []
    for (const n of [1, 2, 3, 4])
      answers.push(await giveBack(id, { importe: 30, motivo: 'x' }, { 'idempotency-key': `k${n}` }))
    for (const answer of answers.slice(0, 3)) {
      expect(answer).toMatchObject({ statusCode: 502, headers: { 'x-codigo': 'devolucion_anotada' } })
      expect(answer.json().detail).toBe(
        'Mercado Pago todavía está procesando la devolución. Quedó anotada y se termina sola: no la repitas.',
      )
    }
    expect(answers[3]?.json()).toEqual({ importe: ['Como mucho se pueden devolver $ 5,00.'] })
    const booked = async () => (await shop.db.select().from(movimientos_caja)).map(({ importe }) => importe)
    expect(await booked()).toEqual([])
    const made = async () => (await shop.db.select().from(devoluciones)).filter(({ hecha }) => hecha !== null)
    expect(await made()).toEqual([])

    // Each is asked for again once in two hours, however often the house is kept meanwhile
    const longAgo = new Date(Date.now() - 3 * 3600_000)
    await shop.db.update(devoluciones).set({ pedida: longAgo })
    const before = (await jobsOf(shop.db, 'devolver')).length
    for (let round = 0; round < 4; round++) await shop.app.housekeeping()
    expect(await jobsOf(shop.db, 'devolver')).toHaveLength(before + 3)
    expect(await made()).toEqual([])

    mercadopago.books.isSlow = false
    mercadopago.books.decideRefunds(pago, 'approved')
    expect(await mercadopago.notify(pago)).toBe(200)
    await eventually(
      async () => (await shown(id)).pagos[0]?.devuelto,
      (devuelto) => devuelto === 90,
    )
    // Refunds that the provider tells count once, whether they are marked as done or not
    expect((await giveBack(id, { importe: 6, motivo: 'x' })).statusCode).toBe(400)
    await eventually(made, (done) => done.length === 3)
    expect(await booked()).toEqual([-3000, -3000, -3000])
    expect(mercadopago.books.refunds.size).toBe(3)
    expect((await giveBack(id, { motivo: 'El resto' })).json()).toMatchObject({ estado: 'reembolsado' })
  })

  test('a refund that is refused after it was in process is told to the owner, and can be given again', async () => {
    const { mercadopago, shop, paid, giveBack, shown } = await world()
    const { id, pago } = await paid()
    mercadopago.books.isSlow = true
    expect((await giveBack(id, { importe: 95, motivo: 'x' })).statusCode).toBe(502)
    mercadopago.books.decideRefunds(pago, 'rejected')
    mercadopago.books.isSlow = false
    await shop.db.update(devoluciones).set({ pedida: new Date(Date.now() - 3 * 3600_000) })
    await shop.app.housekeeping()
    await eventually(
      () => shown(id),
      ({ historial }) =>
        historial.at(-1)?.nota ===
        `No se pudieron devolver $ 95,00 (pago ${pago}). Mercado Pago rechazó la devolución.`,
    )
    const mails = await shop.db.select().from(correos).where(eq(correos.para, OWNER.email))
    expect(mails).toHaveLength(1)
    expect(await shop.db.select().from(movimientos_caja)).toEqual([])
    expect((await giveBack(id, { motivo: 'x' })).json()).toMatchObject({ estado: 'reembolsado' })
  })

  test('a refund refused once its order is paid otherwise is told to the owner, is not booked, and goes back by itself', async () => {
    const { mercadopago, shop, headers, model, giveBack, shown } = await world()
    const { books } = mercadopago
    const { id, preferencia_id } = await another(shop, model)
    const pago = String(books.pay(preferencia_id ?? '', { transaction_amount: 40 }).id)
    await mercadopago.notify(pago)
    await eventually(
      async () => (await shown(id)).pagos.length,
      (told) => told === 1,
    )
    books.isSlow = true
    expect((await giveBack(id, { motivo: 'Paga en efectivo' })).statusCode).toBe(502)
    expect((await chargeInCash(shop, id, headers)).json()).toMatchObject({ pagado: IMPORTE, resto: 0 })
    books.decideRefunds(pago, 'rejected')
    books.isSlow = false
    await shop.db.update(devoluciones).set({ pedida: new Date(Date.now() - 3 * 3600_000) })
    await shop.app.housekeeping()
    await eventually(
      async () => books.need(pago).transaction_amount_refunded,
      (refunded) => refunded === 40,
    )
    const notes = (await shown(id)).historial.map(({ nota }) => nota)
    expect(notes).toContain(
      `No se pudieron devolver $ 40,00 (pago ${pago}). Mercado Pago rechazó la devolución.`,
    )
    const booked = await shop.db.select().from(movimientos_caja)
    expect(booked.map(({ importe }) => importe)).toEqual([100 * IMPORTE])
    expect(books.refundsOf(pago).map(({ status }) => status)).toEqual(['rejected', 'approved'])
  })

  /** Three hours later: the house takes up what waits, and the provider has forgotten the keys of its calls. */
  async function longAfter({
    shop,
    mercadopago,
  }: Pick<Awaited<ReturnType<typeof world>>, 'shop' | 'mercadopago'>) {
    mercadopago.books.forgetKeys()
    await shop.db.update(devoluciones).set({ pedida: new Date(Date.now() - 3 * 3600_000) })
    await shop.app.housekeeping()
    // Only now: a job that runs earlier still trusts its key
    for (const { id } of await jobsOf(shop.db, 'devolver')) await delayJob(shop.db, id, new Date())
    await eventually(
      () => countUndone(shop.db, 'devolver'),
      (undone) => undone === 0,
    )
  }

  test('a refund in process is asked for once, also where the provider has forgotten its key', async () => {
    const { mercadopago, shop, paid, giveBack } = await world()
    const { id, pago } = await paid()
    const { books } = mercadopago
    books.isSlow = true
    expect((await giveBack(id, { importe: 30, motivo: 'x' })).statusCode).toBe(502)
    await longAfter({ shop, mercadopago })
    expect(books.refundsOf(pago)).toMatchObject([{ amount: 30, status: 'in_process' }])
    books.decideRefunds(pago, 'approved')
    await longAfter({ shop, mercadopago })
    expect(books.need(pago).transaction_amount_refunded).toBe(30)
    expect(await shop.db.select().from(devoluciones)).toMatchObject([
      { importe: 3000, hecha: expect.any(Date) },
    ])
  })

  test('a refund whose answer was lost is found among those of its payment, each its own, and none that is older', async () => {
    const { mercadopago, shop, paid, giveBack } = await world()
    const { id, pago } = await paid()
    const { books } = mercadopago
    books.refund(pago, { amount: 20 }, 'en-el-panel')
    for (const one of books.refundsOf(pago)) one.date_created = '2020-01-01T00:00:00.000-04:00'
    mercadopago.chance.mood = (call) => (/^POST .*refunds$/.test(call) ? 'lost' : undefined)
    for (const _ of [1, 2]) expect((await giveBack(id, { importe: 20, motivo: 'x' })).statusCode).toBe(502)
    mercadopago.chance.mood = undefined
    await longAfter({ shop, mercadopago })
    expect(books.refundsOf(pago).map(({ amount }) => amount)).toEqual([20, 20, 20])
    const [panel, ...own] = books.refundsOf(pago).map((one) => String(one.id))
    const kept = await shop.db.select().from(devoluciones)
    expect(kept.map(({ id_en_proveedor }) => id_en_proveedor).toSorted()).toEqual(own.toSorted())
    expect(kept.map(({ hecha }) => hecha)).not.toContain(null)
    expect(own).not.toContain(panel)
  })

  test('a refund that is refused is not taken for another one of its amount whose answer was lost', async () => {
    const { mercadopago, shop, paid, giveBack } = await world()
    const { id, pago } = await paid()
    const { books } = mercadopago
    mercadopago.chance.mood = (call) => (/^POST .*refunds$/.test(call) ? 'lost' : undefined)
    expect((await giveBack(id, { importe: 30, motivo: 'Salió manchado' })).statusCode).toBe(502)
    mercadopago.chance.mood = undefined
    books.refund(pago, { amount: 50 }, 'en-el-panel') // less than the next one is left
    expect(await giveBack(id, { importe: 30, motivo: 'Faltó una hoja' })).toMatchObject({
      statusCode: 502,
      headers: { 'x-codigo': 'devolucion_anotada' },
    })
    for (const { id } of await jobsOf(shop.db, 'devolver')) await delayJob(shop.db, id, new Date())
    await eventually(
      () => countUndone(shop.db, 'devolver'),
      (undone) => undone === 0,
    )
    const [first] = books.refundsOf(pago).map((one) => String(one.id))
    expect(await shop.db.select().from(devoluciones).orderBy(devoluciones.id)).toMatchObject([
      { motivo: 'Salió manchado', hecha: expect.any(Date), id_en_proveedor: first },
      { motivo: 'Faltó una hoja', hecha: null, rechazada: expect.any(Date), id_en_proveedor: null },
    ])
    expect(books.refundsOf(pago).map(({ amount }) => amount)).toEqual([30, 50])
    const booked = await shop.db.select().from(movimientos_caja)
    expect(booked.map(({ importe }) => importe)).toEqual([-3000])
  })

  test('a payment in another currency is no pesos to give back: the clerk reads where it goes back', async () => {
    const { mercadopago, shop, model, giveBack, shown } = await world()
    const { books } = mercadopago
    const { id, preferencia_id } = await another(shop, model)
    const pay = async (change: object) => {
      const pago = String(books.pay(preferencia_id ?? '', change).id)
      await mercadopago.notify(pago)
      await eventually(
        async () => (await shown(id)).pagos.map((one) => one.id),
        (ids) => ids.includes(pago),
      )
      return pago
    }
    const dolares = await pay({ transaction_amount: 10.5, currency_id: 'USD' })
    expect((await giveBack(id, { motivo: 'x' })).json()).toEqual({
      detail: `El pago ${dolares} es de 10.5 USD, y desde acá se devuelven pesos: devolvelo desde Mercado Pago.`,
    })
    const pesos = await pay({ transaction_amount: 40 })
    expect((await giveBack(id, { importe: 40.5, motivo: 'x' })).json()).toEqual({
      importe: ['Como mucho se pueden devolver $ 40,00.'],
    })
    expect((await giveBack(id, { motivo: 'x' })).statusCode).toBe(200)
    expect(books.refundsOf(pesos).map(({ amount }) => amount)).toEqual([40])
    expect(books.refundsOf(dolares)).toEqual([])
    const booked = await shop.db.select().from(movimientos_caja)
    expect(booked.map(({ importe }) => importe)).toEqual([-4000])
  })

  test('a refund in the provider’s panel counts besides one that waits', async () => {
    const { mercadopago, shop, paid, giveBack, shown } = await world()
    const { id, pago } = await paid()
    const { books } = mercadopago
    books.isSlow = true
    expect((await giveBack(id, { importe: 30, motivo: 'x' })).statusCode).toBe(502)
    books.isSlow = false
    books.refund(pago, { amount: 20 }, 'en-el-panel')
    expect(await mercadopago.notify(pago)).toBe(200)
    await eventually(
      async () => (await shown(id)).pagos[0]?.devuelto,
      (devuelto) => devuelto === 20,
    )
    expect((await giveBack(id, { importe: 46, motivo: 'x' })).json()).toEqual({
      importe: ['Como mucho se pueden devolver $ 45,00.'],
    })
    // A refund that is told with its payment is done, even if its own job cannot read it
    mercadopago.chance.mood = (call) => (/refunds/.test(call) ? 503 : undefined)
    books.decideRefunds(pago, 'approved')
    expect(await mercadopago.notify(pago)).toBe(200)
    await eventually(
      async () => (await shown(id)).pagos[0]?.devuelto,
      (devuelto) => devuelto === 50,
    )
    expect(await shop.db.select().from(devoluciones)).toMatchObject([{ hecha: expect.any(Date) }])
    const booked = await shop.db.select().from(movimientos_caja)
    expect(booked.map(({ importe }) => importe)).toEqual([-3000])
    expect((await giveBack(id, { importe: 46, motivo: 'x' })).json()).toEqual({
      importe: ['Como mucho se pueden devolver $ 45,00.'],
    })
  })

  test('the provider refuses: told why, to the owner as well, and nothing waits', async () => {
    const { mercadopago, shop, paid, giveBack, shown } = await world()
    const { id, pago } = await paid()
    // Refunded by hand at the provider, without a notification
    mercadopago.books.refund(pago, { amount: 50 }, 'a-mano')
    const answer = await giveBack(id, { motivo: 'x' }, { 'idempotency-key': 'k' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().detail).toBe('Ya se habían devuelto $ 50,00 de este pago. Revisá cuánto queda.')
    expect((await giveBack(id, { motivo: 'x' }, { 'idempotency-key': 'k' })).statusCode).toBe(409)
    expect((await shown(id)).historial.at(-1)?.nota).toContain('No se pudieron devolver $ 95,00')
    const mails = await shop.db.select().from(correos).where(eq(correos.para, OWNER.email))
    expect(mails).toHaveLength(1)
    // Now the shop knows: the provider refuses more than is left, and the rest goes back
    expect((await shown(id)).pagos).toMatchObject([{ devuelto: 50 }])
    mercadopago.books.refund(pago, { amount: 5 }, 'a-mano-2')
    expect((await giveBack(id, { importe: 45, motivo: 'x' })).json()).toEqual({
      detail: 'Mercado Pago no aceptó la devolución: «Amount to refund exceeds the payment».',
    })
    expect((await giveBack(id, { motivo: 'x' })).json()).toMatchObject({ estado: 'reembolsado' })
  })
})

describe('providers', () => {
  test('only the owner sees each provider, and its answer to a check', async () => {
    const { shop, mercadopago, headers } = await world()
    const list = (await shop.get(`${BASE}/proveedores`, headers)).json<
      { cual: string; integrado: boolean }[]
    >()
    expect(list).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          cual: 'mercadopago',
          servicio: 'Mercado Pago',
          integrado: false,
          nota: null,
        }),
        expect.objectContaining({ cual: 'correo', servicio: 'Bandeja propia', integrado: true }),
        expect.objectContaining({ cual: 'captcha', integrado: true }),
      ]),
    )
    const probe = (cual: string, as = headers) => shop.post(`${BASE}/proveedores/${cual}/probar`, {}, as)
    expect((await probe('mercadopago')).json()).toEqual({
      anda: true,
      ms: expect.any(Number),
      texto: expect.stringContaining('Mercado Pago responde: cuenta IMPRIMITODO'),
    })
    mercadopago.chance.mood = () => 503
    expect((await probe('mercadopago')).json()).toMatchObject({ anda: false })
    for (const { cual, integrado } of list)
      if (integrado) expect((await probe(cual)).json(), cual).toMatchObject({ anda: true })
    expect((await probe('nada')).statusCode).toBe(404)
    const { headers: other } = await newOperador(shop, ALBERDI)
    for (const answer of [await shop.get(`${BASE}/proveedores`, other), await probe('mercadopago', other)])
      expect(answer.statusCode).toBe(403)
  })
})
