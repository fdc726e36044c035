import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { DESHACER_S } from '@imprimitodo/shared/rules/compra/pedido'
import { eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { historial } from '../../base/db/schema/pedidos.ts'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { sendNews } from '../../compra/suscripciones/service.ts'
import { recordPayment } from '../../dinero/pagos/service.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import {
  confirmed,
  moveTo,
  ownerOf,
  paid,
  pastDeshacer,
  rowOf,
  runCierre,
  runListo,
} from '../../testing/pedidos.ts'
import { newDevice } from '../../testing/peers/push.ts'
import { printShop } from '../../testing/printing.ts'
import { compra, eventually, type Shop, testShop } from '../../testing/shop.ts'

const B = '/api/mostrador/pedidos'
const MOTIVO = 'Se nos rompió la máquina'

/** A clerk of Alberdi, another clerk of Alberdi, and one who works for all branches. */
async function counter(change: Parameters<typeof testShop>[0] = {}) {
  const shop = await testShop(change)
  const [one, two, all] = [
    await newOperador(shop, 1),
    await newOperador(shop, 1),
    await newOperador(shop, null),
  ]
  const step = (id: string, estado: string, who = one) =>
    shop.post(`${B}/${id}/estado`, { estado, motivo: MOTIVO }, who.headers)
  const undo = (id: string, body: object = {}, who = one) =>
    shop.post(`${B}/${id}/deshacer`, body, who.headers)
  const see = async (id: string) => (await shop.get(`${B}/${id}`, one.headers)).json<PedidoMostrador>()
  return { shop, one, two, all, step, undo, see }
}

async function ready(shop: Shop): Promise<Pedido> {
  const pedido = await paid(shop)
  await moveTo(shop, pedido.id, 'en_produccion')
  return pedido
}

const say = (shop: Shop, pedido: Pedido, change: Partial<ProviderPayment> = {}) =>
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
    updated: new Date(),
    ...change,
  })

const mailsOf = async (shop: Shop) =>
  (await shop.db.select().from(correos).orderBy(correos.id)).map(({ clave }) => clave.split(':')[0])

/** Runs the jobs that would send mails and notices by now. */
async function late(shop: Shop, id: string): Promise<void> {
  await pastDeshacer(shop, id)
  const { paso } = await rowOf(shop, id)
  await runListo(shop, id, paso)
}

describe('a step of the counter is taken back', () => {
  test('ready by mistake: it is being made again, and no mail leaves; ready once more, one mail', async () => {
    const { shop, step, undo, see } = await counter()
    const { id, numero } = await ready(shop)
    await step(id, 'listo')
    const wrong = (await rowOf(shop, id)).paso ?? 0
    expect((await undo(id)).json()).toEqual({ estado: 'en_produccion' })
    expect(await rowOf(shop, id)).toMatchObject({ estado: 'en_produccion', listo: null })
    expect((await see(id)).historial.at(-1)).toMatchObject({
      estado: 'en_produccion',
      nota: 'Deshizo «Listo».',
    })
    shop.clock.offsetMs += 20_000
    await runListo(shop, id, wrong)
    expect(await mailsOf(shop)).toEqual(['pagado'])
    expect((await step(id, 'listo')).statusCode).toBe(200)
    await late(shop, id)
    await late(shop, id)
    expect(await mailsOf(shop)).toEqual(['pagado', 'listo'])
    expect((await undo(id)).json().detail).toBe(
      `El último paso del pedido ${numero} ya no se puede deshacer desde acá: pedíselo al dueño o a quien trabaja para todas las sucursales.`,
    )
  })

  test('handed over by mistake, also by its code: it waits again, and its mail leaves once', async () => {
    const { shop, one, step, undo } = await counter()
    const { id, codigo_retiro } = await ready(shop)
    await step(id, 'listo')
    const made = (await rowOf(shop, id)).paso ?? 0
    await shop.post(`/api/mostrador/codigos/${codigo_retiro}/usar`, {}, one.headers)
    expect((await rowOf(shop, id)).estado).toBe('entregado')
    expect((await undo(id, { estado: 'entregado' })).json()).toEqual({ estado: 'listo' })
    expect(await rowOf(shop, id)).toMatchObject({ estado: 'listo', paso: made, listo: expect.any(Date) })
    await late(shop, id)
    expect(await mailsOf(shop)).toEqual(['pagado', 'listo'])
    // Its code works again
    const again = await shop.post(`/api/mostrador/codigos/${codigo_retiro}/usar`, {}, one.headers)
    expect(again.statusCode).toBe(200)
  })

  test('twice at once it goes back one step; by another clerk, or after 8 s, not at all', async () => {
    const { shop, two, step, undo } = await counter()
    const { id } = await ready(shop)
    await step(id, 'listo')
    await step(id, 'entregado')
    expect((await undo(id, {}, two)).statusCode).toBe(409)
    const burst = await Promise.all(Array.from({ length: 20 }, () => undo(id)))
    expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(burst.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19)
    expect((await rowOf(shop, id)).estado).toBe('listo')
    const rows = await shop.db.select().from(historial).where(eq(historial.pedido_id, id))
    expect(rows.filter(({ deshecho }) => deshecho)).toHaveLength(1)
    await step(id, 'entregado')
    shop.clock.offsetMs += DESHACER_S * 1000
    expect((await undo(id)).statusCode).toBe(409)
    expect((await rowOf(shop, id)).estado).toBe('entregado')
  })

  test('a new mistake made just after an undo goes back, too', async () => {
    const { shop, step, undo } = await counter()
    const { id, numero } = await ready(shop)
    await step(id, 'listo')
    expect((await undo(id)).statusCode).toBe(200)
    shop.clock.offsetMs += 1000
    await step(id, 'listo')
    const burst = await Promise.all(Array.from({ length: 10 }, () => undo(id)))
    expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await undo(id)).json().detail).toBe(
      `El último paso del pedido ${numero} ya se deshizo: está en producción.`,
    )
  })

  test('begun by mistake: it is paid again, also of several at once, and its customer may cancel it', async () => {
    const { shop, one, two, all, step, undo } = await counter()
    const [first, second] = [await paid(shop), await paid(shop)]
    const { id, numero } = first
    const varios = { accion: 'en_produccion', pedidos: [id, second.id] }
    await shop.post('/api/mostrador/varios', varios, one.headers)
    expect((await rowOf(shop, second.id)).estado).toBe('en_produccion')
    expect((await undo(id, {}, two)).statusCode).toBe(409)
    for (const of of [id, second.id]) expect((await undo(of)).json()).toEqual({ estado: 'pagado' })
    expect((await undo(id)).json().detail).toBe(`El pedido ${numero} está pagado: no hay nada que deshacer.`)
    await step(id, 'en_produccion')
    shop.clock.offsetMs += DESHACER_S * 1000
    expect((await undo(id)).statusCode).toBe(409)
    expect((await undo(id, { motivo: 'Tocamos el equivocado' }, all)).json()).toEqual({ estado: 'pagado' })
    expect(await mailsOf(shop)).toEqual(['pagado', 'pagado'])
    const cancelled = await shop.post(`/api/pedidos/${id}/cancelar`, {}, await ownerOf(shop, id))
    expect(cancelled.statusCode).toBe(200)
    // The work is still made if production begins once more
    expect((await step(second.id, 'en_produccion')).statusCode).toBe(200)
    expect((await step(second.id, 'listo')).statusCode).toBe(200)
  })

  test('sent to print it does not go back to paid, unless no printer ever had a work of it', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    const undo = () => shop.post(`${B}/${id}/deshacer`, { motivo: MOTIVO }, shop.owner)
    const cancel = async () => {
      const [made] = await shop.made(id)
      return shop.post(`/api/mostrador/impresiones/${made?.id}/cancelar`, {}, shop.owner)
    }
    await shop.print(id)
    expect((await undo()).json().detail).toMatch(/ya se mandó a imprimir: no puede volver a pagado\.$/)
    expect((await cancel()).statusCode).toBe(200)
    expect((await undo()).json()).toEqual({ estado: 'pagado' })
    await shop.print(id)
    const tarea = await shop.first()
    await shop.authorise(tarea)
    await cancel()
    await shop.tell(tarea, 1, 'cancelado')
    const [asked] = await shop.made(id)
    await shop.answer(asked?.id ?? 0, { respuesta: 'cancelar' })
    expect((await shop.made(id))[0]?.estado).toBe('cancelada')
    expect((await undo()).statusCode).toBe(409)
    expect((await rowOf(shop, id)).estado).toBe('en_produccion')
  })

  test('its customer sees the step that stands, with its time, and not the undone one', async () => {
    const { shop, step, undo } = await counter()
    const { id } = await ready(shop)
    await step(id, 'listo')
    await undo(id)
    const seen = async () =>
      (await shop.get(`/api/pedidos/${id}`)).json<PedidoAnswer>().historial.map(({ estado }) => estado)
    expect(await seen()).toEqual(['confirmado', 'pagado', 'en_produccion'])
    shop.clock.offsetMs += 3600_000
    await step(id, 'listo')
    expect(await seen()).toEqual(['confirmado', 'pagado', 'en_produccion', 'listo'])
    const { historial: steps } = (await shop.get(`/api/pedidos/${id}`)).json<PedidoAnswer>()
    expect(Date.parse(steps.at(-1)?.cuando ?? '')).toBeGreaterThan(Date.now() + 3500_000)
  })

  test('late, its mail does not leave if it has not left yet; ready again, one does', async () => {
    let isAway = true
    const sent: string[] = []
    const mailer = {
      kind: 'smtp' as const,
      probe: async () => ({ ok: true, detail: '' }),
      async send({ subject }: { subject: string }) {
        if (isAway) throw new Error('451 try again')
        sent.push(subject)
      },
    }
    const { shop, all, step, undo } = await counter({ mailer })
    const { id, numero } = await ready(shop)
    await shop.post(
      `/api/pedidos/${id}/push`,
      newDevice('http://127.0.0.1:9/x').body,
      await ownerOf(shop, id),
    )
    await step(id, 'listo')
    await late(shop, id)
    const listos = () =>
      shop.db
        .select()
        .from(correos)
        .where(like(correos.clave, `listo:${id}:%`))
    expect(await listos()).toMatchObject([{ enviado: null }])
    const [wrong] = await listos()
    await eventually(
      () => undo(id, { motivo: 'Falta un tomo', estado: 'listo' }, all),
      ({ statusCode }) => statusCode === 200 || statusCode === 409,
    )
    expect((await rowOf(shop, id)).estado).toBe('en_produccion')
    await eventually(listos, (left) => left.length === 0)
    isAway = false
    await sendNews(shop.deps, { pedido_id: id, correo_id: wrong?.id ?? 0 })
    await step(id, 'listo')
    await late(shop, id)
    const [right, ...more] = await listos()
    expect([right?.id === wrong?.id, more]).toEqual([false, []])
    await eventually(
      async () => sent,
      (subjects) => subjects.includes(`Tu pedido ${numero} está listo`),
    )
    expect(sent.filter((subject) => subject.includes('listo'))).toHaveLength(1)
  })

  test('later only by a person of all branches, with a reason; refused if the order was seen in another state', async () => {
    const { shop, all, step, undo, see } = await counter()
    const { id, numero } = await ready(shop)
    await step(id, 'listo')
    await step(id, 'entregado')
    shop.clock.offsetMs += 3600_000
    expect((await undo(id, {}, all)).json()).toEqual({
      detail: `Para deshacer ahora el último paso del pedido ${numero}, escribí por qué.`,
    })
    expect((await undo(id, { motivo: '   ' }, all)).statusCode).toBe(409)
    expect((await undo(id, { motivo: 'x'.repeat(301) }, all)).statusCode).toBe(400)
    expect((await undo(id, { motivo: 'No era suyo', estado: 'listo' }, all)).statusCode).toBe(409)
    expect((await undo(id, { motivo: 'No era suyo', estado: 'entregado' }, all)).json()).toEqual({
      estado: 'listo',
    })
    expect((await see(id)).historial.at(-1)).toMatchObject({ nota: 'Deshizo «Entregado»: No era suyo' })
    shop.clock.offsetMs += 3600_000
    expect((await undo(id, { motivo: 'Falta un tomo' }, all)).json()).toEqual({ estado: 'en_produccion' })
    expect((await undo(id, { motivo: 'Y más' }, all)).statusCode).toBe(409)
    expect((await step(id, 'listo')).statusCode).toBe(200) // `estado` itself never goes back
    expect((await step(id, 'en_produccion')).statusCode).toBe(409)
  })

  test('a step from before steps were kept goes back along the table', async () => {
    const { shop, all, step, undo } = await counter()
    const { id } = await ready(shop)
    await step(id, 'listo')
    await shop.db.update(historial).set({ desde: null, desde_paso: null, operador_id: null })
    expect((await undo(id)).statusCode).toBe(409)
    expect((await undo(id, { motivo: 'Falta una hoja' }, all)).json()).toEqual({ estado: 'en_produccion' })
  })

  test('nothing else goes back', async () => {
    const { shop, all, undo } = await counter()
    const [waits, done] = [await confirmed(shop), await paid(shop)]
    const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
    for (const id of [waits.id, done.id])
      expect((await undo(id, { motivo: 'x' }, all)).json().detail).toMatch(/no hay nada que deshacer/)
    expect((await undo(pedido_id, { motivo: 'x' }, all)).statusCode).toBe(404)
    const there = await newOperador(shop, 2)
    expect((await undo(done.id, { motivo: 'x' }, there)).statusCode).toBe(404)
  })
})

describe('a cancellation is taken back', () => {
  test('where money goes back it wants a reason, which the customer reads', async () => {
    const { shop, one } = await counter()
    const { id } = await paid(shop)
    const cancel = (body: object) =>
      shop.post(`${B}/${id}/estado`, { estado: 'cancelado', ...body }, one.headers)
    for (const body of [{}, { motivo: '' }, { motivo: ' ' }, { motivo: null }])
      expect((await cancel(body)).json()).toEqual({
        motivo: ['Escribí por qué se cancela: el cliente lo lee en su mail.'],
      })
    expect((await cancel({ motivo: MOTIVO })).statusCode).toBe(200)
    await pastDeshacer(shop, id)
    const [, mail] = await shop.db.select().from(correos).orderBy(correos.id)
    expect(mail?.texto).toContain(MOTIVO)
  })

  test('until then no money, code or mail has left; afterwards it is too late', async () => {
    const { shop, all, step, undo } = await counter()
    const pedido = await paid(shop)
    const { id } = pedido
    expect((await step(id, 'cancelado')).json()).toMatchObject({ estado: 'cancelado' })
    const { paso } = await rowOf(shop, id)
    await runCierre(shop, id, paso) // its job, too early
    expect(await mailsOf(shop)).toEqual(['pagado'])
    expect((await undo(id)).json()).toEqual({ estado: 'pagado' })
    expect(await rowOf(shop, id)).toMatchObject({ estado: 'pagado', por_cerrar: null })
    shop.clock.offsetMs += 60_000
    await runCierre(shop, id, paso) // the job of what was undone
    expect((await rowOf(shop, id)).estado).toBe('pagado')
    expect(await mailsOf(shop)).toEqual(['pagado'])
    expect(await shop.db.select().from(pagos)).toMatchObject([
      { estado: 'approved', devolucion_pedida: null },
    ])

    await step(id, 'cancelado')
    await pastDeshacer(shop, id)
    for (const body of [{}, { motivo: 'x' }])
      expect((await undo(id, body, all)).json().detail).toMatch(/^La cancelación del pedido \d+ ya salió/)
    await eventually(
      () => shop.db.select().from(pagos),
      ([pago]) => pago?.estado === 'refunded',
    )
    expect(await mailsOf(shop)).toEqual(['pagado', 'cancelado'])
  })

  test('its customer, who cancels it meanwhile too, makes it final: no undo, and the money goes back', async () => {
    const { shop, all, step, undo } = await counter()
    const { id, importe_final } = await paid(shop)
    const owner = await ownerOf(shop, id)
    await step(id, 'cancelado')
    const cancel = (motivo?: string) => shop.post(`/api/pedidos/${id}/cancelar`, { motivo }, owner)
    for (const answer of [await cancel('Ya no lo necesito'), await cancel()]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ estado: 'cancelado', devuelto: importe_final / 100 })
    }
    for (const answer of [await undo(id), await undo(id, { motivo: 'Era otro' }, all)]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json().detail).toEqual(expect.stringMatching(/ya salió/))
    }
    expect(await rowOf(shop, id)).toMatchObject({ estado: 'cancelado', por_cerrar: null })
    expect(await shop.db.select().from(pagos)).toMatchObject([{ devolucion_pedida: expect.any(Date) }])
    await pastDeshacer(shop, id) // its job finds nothing to do
    const mails = await shop.db
      .select()
      .from(correos)
      .where(eq(correos.clave, `cancelado:${id}`))
    expect(mails).toMatchObject([{ texto: expect.stringContaining('Ya no lo necesito') }])
  })

  test('of an order in production: its customer cannot cancel it meanwhile, and production may go on', async () => {
    const { shop, step, undo } = await counter()
    const { id } = await ready(shop)
    const owner = await ownerOf(shop, id)
    await step(id, 'cancelado')
    const refused = await shop.post(`/api/pedidos/${id}/cancelar`, {}, owner)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toEqual(expect.stringMatching(/^Ya lo estamos imprimiendo/))
    expect((await undo(id)).json()).toEqual({ estado: 'en_produccion' })
    expect(await shop.db.select().from(pagos)).toMatchObject([{ devolucion_pedida: null }])
  })

  test('paid meanwhile it is paid then; given back meanwhile it is refunded', async () => {
    const { shop, step, undo } = await counter()
    const waits = await confirmed(shop)
    await step(waits.id, 'cancelado')
    await say(shop, waits)
    expect((await rowOf(shop, waits.id)).estado).toBe('cancelado')
    expect((await undo(waits.id)).json()).toEqual({ estado: 'pagado' })
    expect(await shop.db.select().from(pagos)).toMatchObject([{ devolucion_pedida: null }])

    await step(waits.id, 'cancelado')
    await say(shop, waits, {
      status: 'refunded',
      refunded: waits.importe_final,
      updated: new Date(Date.now() + 1000),
    })
    expect((await rowOf(shop, waits.id)).estado).toBe('cancelado')
    expect((await undo(waits.id)).json()).toEqual({ estado: 'reembolsado' })
  })

  test('not taken back, a payment that came meanwhile goes back once', async () => {
    const { shop, step } = await counter()
    const pedido = await confirmed(shop)
    await step(pedido.id, 'cancelado')
    await say(shop, pedido)
    expect(await shop.db.select().from(pagos)).toMatchObject([{ devolucion_pedida: null }])
    const { paso } = await rowOf(shop, pedido.id)
    shop.clock.offsetMs += DESHACER_S * 1000 + 1
    const close = () => runCierre(shop, pedido.id, paso)
    await Promise.all(Array.from({ length: 10 }, close))
    expect(await shop.db.select().from(pagos)).toMatchObject([{ devolucion_pedida: expect.any(Date) }])
    expect((await mailsOf(shop)).filter((que) => que === 'cancelado')).toHaveLength(1)
  })

  test('undo and the end of its time at once: one of them wins, whole', async () => {
    const { shop, all, step, undo } = await counter()
    for (let round = 0; round < 5; round++) {
      const { id } = await paid(shop)
      await step(id, 'cancelado')
      const { paso } = await rowOf(shop, id)
      shop.clock.offsetMs += DESHACER_S * 1000 + 1
      const [answer] = await Promise.all([undo(id, { motivo: 'Era otro' }, all), runCierre(shop, id, paso)])
      const [pago] = await shop.db.select().from(pagos).where(eq(pagos.pedido_id, id))
      const isUndone = answer.statusCode === 200
      expect([(await rowOf(shop, id)).estado, pago?.devolucion_pedida != null]).toEqual(
        isUndone ? ['pagado', false] : ['cancelado', true],
      )
    }
  })

  test('of an unpaid order whose browser began another meanwhile, both live on', async () => {
    const { shop, step, undo } = await counter()
    const carrito = 'a'.repeat(32)
    const file = { nombre: 'a.pdf', bytes: await makePdf() }
    const first = await shop.quote([file], { carrito })
    await shop.post('/api/completar_compra', compra(first.pedido_id))
    await step(first.pedido_id, 'cancelado')
    const second = await shop.quote([file], { carrito })
    expect((await undo(first.pedido_id)).json()).toEqual({ estado: 'confirmado' })
    expect((await rowOf(shop, second.pedido_id)).estado).toBe('borrador')
  })
})
