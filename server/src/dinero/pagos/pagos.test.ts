import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PagoSimulado } from '@imprimitodo/shared/api/pagos'
import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { avisos_pago } from '../../base/db/schema/pagos.ts'
import { historial, pedidos } from '../../base/db/schema/pedidos.ts'
import { simulado_pagos, simulado_preferencias } from '../../base/db/schema/services.ts'
import { signNotification } from '../../base/services/payments/signature.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, rowOf } from '../../testing/pedidos.ts'
import { codigoHojas, codigoRow, conPuntos } from '../../testing/puntos.ts'
import { compra, eventually, OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { recordPayment } from './service.ts'

const pdf = makePdf()
const HOUR = 3600_000

const link = (shop: Shop, pedido_id: string, total: number | string = 95) =>
  shop.post('/api/crear-preferencia', { pedido_id, total })

const act = (shop: Shop, referencia: string, accion: string) =>
  shop.post(`/api/pago-simulado/${referencia}`, { accion })

const untilEstado = (shop: Shop, id: string, estado: string) =>
  eventually(
    () => rowOf(shop, id),
    (pedido) => pedido.estado === estado,
  )

const timesPaid = async ({ db }: Shop, id: string) =>
  (
    await db
      .select()
      .from(historial)
      .where(and(eq(historial.pedido_id, id), eq(historial.estado, 'pagado'), isNull(historial.nota)))
  ).length

type Mail = { para: string; asunto: string; texto: string }
const mails = async (shop: Shop) =>
  (await shop.get('/dev/correo', { accept: 'application/json' })).json<Mail[]>()

/** A webhook as the provider would send it. */
function notify(
  shop: Shop,
  dataId: string,
  notification: unknown = { id: 1 },
  change: Record<string, string> = {},
) {
  const secret = readFileSync(join(shop.dataDir, 'secretos/pago-simulado'), 'utf8')
  const signature = signNotification(secret, dataId, 'una-vez', Math.floor(Date.now() / 1000))
  return shop.app.inject({
    method: 'POST',
    url: `/api/pagos/mercadopago?data.id=${dataId}&type=payment`,
    headers: {
      'x-signature': signature,
      'x-request-id': 'una-vez',
      'content-type': 'application/json',
      ...change,
    },
    payload: typeof notification === 'string' ? notification : JSON.stringify(notification),
  })
}

test('a signed notification whose id cannot be a key is kept all the same', async () => {
  const shop = await testShop()
  for (const id of ['a\0b', 'z'.repeat(60_000), randomBytes(20_000).toString('hex')])
    expect((await notify(shop, '77', { id, action: 'payment.updated' })).statusCode).toBe(200)
  const kept = await shop.db.select().from(avisos_pago)
  expect(kept.map(({ pago_id }) => pago_id)).toEqual(['77', '77', '77'])
})

test('a confirmed order is paid through its link, once, with one mail', async () => {
  const shop = await testShop()
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await pdf }])
  expect((await link(shop, pedido_id)).statusCode).toBe(409) // before completar_compra
  await shop.post('/api/completar_compra', compra(pedido_id))
  const pedido = await rowOf(shop, pedido_id)

  const wrong = await link(shop, pedido_id, 94)
  expect(wrong.statusCode).toBe(409)
  expect(wrong.json()).toMatchObject({ importe_final: 95 })
  expect((await link(shop, pedido_id, 'mucho')).json()).toEqual({ total: ['El total no es un número.'] })
  expect((await link(shop, 'otro')).statusCode).toBe(404)

  const links = await Promise.all(
    Array.from({ length: 10 }, (_, i) => link(shop, pedido_id, i % 2 ? 95 : '95')),
  )
  const [first] = links.map((answer) => answer.json<{ init_point: string }>().init_point)
  expect(new Set(links.map(({ body }) => body)).size).toBe(1)
  expect(first).toBe(`http://localhost:80/pago-simulado/${pedido.referencia}`)
  expect(await shop.db.select().from(simulado_preferencias)).toHaveLength(1)
  expect(first).not.toContain(pedido_id)

  const page = (await shop.get(`/api/pago-simulado/${pedido.referencia}`)).json<PagoSimulado>()
  expect(page).toMatchObject({
    titulo: `Pedido ${pedido.numero} – impresiones`,
    importe: 95,
    vence: pedido.vence?.toISOString(),
    vencida: false,
    vuelta: `http://localhost:80/pago/vuelta/${pedido.referencia}`,
    pagos: [],
  })
  expect((await act(shop, pedido.referencia, 'aprobar')).json()).toMatchObject({
    pagos: [{ estado: 'approved' }],
  })
  await untilEstado(shop, pedido_id, 'pagado')

  expect((await act(shop, pedido.referencia, 'aprobar')).json()).toEqual({
    detail: 'Esta compra ya está pagada.',
  })
  expect((await link(shop, pedido_id)).json()).toEqual({ detail: 'Este pedido ya está pagado.' })
  const back = await shop.get(`/pago/vuelta/${pedido.referencia}?status=approved&payment_id=1`)
  expect(back.statusCode).toBe(302)
  expect(back.headers.location).toEqual(`/pedido/${pedido_id}`)
  expect((await shop.get('/pago/vuelta/nada')).headers.location).toBe('/')
  expect((await shop.get(`/api/pedidos/${pedido_id}`)).json()).toMatchObject({
    pago: 'aprobado',
    estado: 'pagado',
  })
  const sent = await mails(shop)
  expect(sent.map(({ asunto }) => asunto)).toEqual([`Recibimos tu pedido ${pedido.numero}`])
  for (const part of [
    `http://localhost:3000/pedido/${pedido_id}`,
    pedido.codigo_retiro,
    '$ 95,00',
    'Av. San Martín 512',
  ])
    expect(sent[0]?.texto).toContain(part)
})

test('a payment notified again long after sends no mail, though its mails and their keys are gone', async () => {
  const shop = await testShop()
  const pedido = await confirmed(shop)
  await link(shop, pedido.id)
  await act(shop, pedido.referencia, 'aprobar')
  await untilEstado(shop, pedido.id, 'pagado')
  const [payment] = await shop.deps.payments.current.searchPayments(pedido.referencia)
  if (!payment) throw new Error('no payment')
  const taken: typeof payment = { ...payment, status: 'charged_back', updated: new Date() }
  await recordPayment(shop.deps, 'simulado', taken)
  expect((await mails(shop)).map(({ asunto }) => asunto)).toEqual([
    `Mirá el pago del pedido ${pedido.numero}`,
    `Recibimos tu pedido ${pedido.numero}`,
  ])
  await shop.db.delete(correos) // as after a year
  for (const told of [payment, taken, { ...taken, updated: new Date() }])
    await recordPayment(shop.deps, 'simulado', told)
  expect(await mails(shop)).toEqual([])
})

test('every way to pay on the embedded checkout, and its end', async () => {
  const shop = await testShop()
  const pago = async (id: string) => (await shop.get(`/api/pedidos/${id}`)).json().pago
  const told = (id: string, expected: string) =>
    eventually(
      () => pago(id),
      (now) => now === expected,
    )
  const one = await confirmed(shop)
  await link(shop, one.id)
  expect((await act(shop, one.referencia, 'acreditar')).statusCode).toBe(409)
  expect((await act(shop, one.referencia, 'regalar')).json()).toHaveProperty('accion')
  expect((await act(shop, 'nada', 'aprobar')).statusCode).toBe(404)
  await act(shop, one.referencia, 'rechazar')
  await told(one.id, 'rechazado')
  await act(shop, one.referencia, 'dejar_pendiente')
  await told(one.id, 'en_proceso')
  await act(shop, one.referencia, 'aprobar') // the review ends well: the same payment
  await untilEstado(shop, one.id, 'pagado')
  expect(await shop.db.select().from(simulado_pagos)).toHaveLength(2)

  const two = await confirmed(shop)
  await link(shop, two.id)
  await act(shop, two.referencia, 'pagar_en_efectivo')
  await told(two.id, 'pendiente')
  await act(shop, two.referencia, 'acreditar')
  await untilEstado(shop, two.id, 'pagado')

  const three = await confirmed(shop)
  await link(shop, three.id)
  await act(shop, three.referencia, 'pagar_en_efectivo')
  await told(three.id, 'pendiente')
  shop.clock.offsetMs = 73 * HOUR
  expect((await act(shop, three.referencia, 'acreditar')).json()).toEqual({
    detail: 'Este pago venció. No se cobró nada.',
  })
  expect((await shop.get(`/api/pago-simulado/${three.referencia}`)).json()).toMatchObject({ vencida: true })
  expect((await link(shop, three.id)).statusCode).toBe(409)
  // The ticket ended with its link, so the order can expire
  await shop.app.housekeeping()
  await untilEstado(shop, three.id, 'vencido')
})

test('the webhook trusts only signatures, and counts repeated notifications once', async () => {
  const shop = await testShop()
  const url = '/api/pagos/mercadopago'
  const avisos = () => shop.db.select().from(avisos_pago)
  for (const [path, headers] of [
    [`${url}?data.id=1&type=payment`, {}],
    [`${url}?data.id=1&type=payment`, { 'x-signature': 'ts=1742505638,v1=00', 'x-request-id': 'a' }],
    [`${url}?topic=payment&id=1`, { 'x-signature': `ts=1742505638,v1=${'0'.repeat(64)}` }],
    [`${url}?type=payment`, {}],
    [url, {}],
  ] as const) {
    const answer = await shop.post(path, { id: 1 }, headers)
    expect(answer.statusCode, String(path)).toBe(401)
    expect(Object.keys(answer.json()), String(path)).toEqual(['detail'])
  }
  expect((await notify(shop, '12', {}, { 'x-request-id': 'otra' })).statusCode).toBe(401)
  expect(await avisos()).toEqual([])

  const answers = await Promise.all(Array.from({ length: 20 }, () => notify(shop, '9000', { id: 77 })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  expect(await avisos()).toMatchObject([{ id: '9000:77', pago_id: '9000' }])
  // Without an id, notifications are distinguished by content and time
  for (const date_created of ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z'])
    await notify(shop, '9000', { action: 'payment.updated', date_created })
  expect(await avisos()).toHaveLength(3)
  // Two ids that are the same number to JavaScript, of which one stands behind a byte order mark
  for (const body of ['{"id":9007199254740992}', '\uFEFF{"id":9007199254740993}'])
    expect((await notify(shop, '9000', body)).statusCode).toBe(200)
  expect((await avisos()).map(({ id }) => id)).toContain('9000:9007199254740993')
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect((await notify(shop, '9000', { id: 77 }, { 'content-type': type })).statusCode).toBe(200)

  // The old form is only a hint: followed once a minute for each payment, and limited in all
  const hint = (id: number, topic = 'payment') =>
    shop.app.inject({ method: 'POST', url: `${url}?topic=${topic}&id=${id}` })
  for (const id of [5, 5, 5]) expect((await hint(id)).statusCode).toBe(200)
  expect((await hint(5, 'merchant_order')).statusCode).toBe(200)
  expect(await avisos()).toHaveLength(6)
  for (let id = 100; id < 150; id++) expect((await hint(id)).statusCode).toBe(200)
  expect((await avisos()).length).toBeLessThanOrEqual(5 + 30)
  await eventually(avisos, (list) =>
    list.filter(({ id }) => id.startsWith('ipn:')).every(({ leido }) => leido),
  )
})

test('fifty notifications at once: one of them pays', async () => {
  const shop = await testShop()
  const pedido = await confirmed(shop)
  await link(shop, pedido.id)
  await act(shop, pedido.referencia, 'aprobar')
  const [pago] = await shop.db.select().from(simulado_pagos)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, id) => notify(shop, pago?.id ?? '', { id: `n${id % 8}` })),
  )
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  await eventually(
    () => shop.db.select().from(avisos_pago),
    (list) => list.length >= 8 && list.every(({ leido }) => leido),
  )
  expect((await rowOf(shop, pedido.id)).estado).toBe('pagado')
  expect(await timesPaid(shop, pedido.id)).toBe(1)
  expect(await mails(shop)).toHaveLength(1)
})

describe('payments made twice, too late, or refunded at the provider', () => {
  test('paid in two tabs: one payment stays, the other goes back automatically, and the owner is told', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    await link(shop, pedido.id)
    await act(shop, pedido.referencia, 'pagar_en_efectivo')
    const [ticket] = await shop.db.select().from(simulado_pagos)
    await act(shop, pedido.referencia, 'aprobar')
    await act(shop, pedido.referencia, 'acreditar')
    const books = await eventually(
      () => shop.db.select().from(simulado_pagos),
      (list) => list.filter(({ estado }) => estado === 'refunded').length === 1,
    )
    expect(books.map(({ estado }) => estado).toSorted()).toEqual(['approved', 'refunded'])
    expect(books.find(({ id }) => id === ticket?.id)?.estado).toBe('refunded')
    await untilEstado(shop, pedido.id, 'pagado')
    const notes = await shop.db.select().from(historial).where(eq(historial.quien, 'sistema'))
    expect(notes.map(({ nota }) => nota)).toEqual([
      expect.stringMatching(/^El pedido ya estaba pagado: se devuelven \$ 95,00 \(pago \d+\)\.$/),
    ])
    expect(await timesPaid(shop, pedido.id)).toBe(1)
    // The ticket has a mail too, if its notification came before its money
    const told = (await mails(shop)).map(({ asunto }) => asunto).filter((one) => !one.includes('cupón'))
    expect(told.toSorted()).toEqual([
      `Mirá el pago del pedido ${pedido.numero}`,
      `Recibimos tu pedido ${pedido.numero}`,
      `Te devolvemos $ 95,00 del pedido ${pedido.numero}`,
    ])
  })

  test('money for an expired order pays it; for a cancelled one it goes back', async () => {
    const shop = await testShop()
    const late = async (estado: 'vencido' | 'cancelado') => {
      const pedido = await confirmed(shop)
      await link(shop, pedido.id)
      await shop.db.update(pedidos).set({ estado }).where(eq(pedidos.id, pedido.id))
      await act(shop, pedido.referencia, 'aprobar')
      return pedido
    }
    const [expired, cancelled] = [await late('vencido'), await late('cancelado')]
    await untilEstado(shop, expired.id, 'pagado')
    await eventually(
      () => shop.db.select().from(simulado_pagos).where(eq(simulado_pagos.referencia, cancelled.referencia)),
      ([pago]) => pago?.estado === 'refunded' && pago.devuelto === 95_00,
    )
    expect((await rowOf(shop, cancelled.id)).estado).toBe('cancelado')
    const [toOwner] = (await mails(shop)).filter(({ para }) => para === OWNER.email)
    expect(toOwner?.asunto).toBe(`Mirá el pago del pedido ${cancelled.numero}`)
    expect(toOwner?.texto).toContain('El pedido está cancelado: se devuelven $ 95,00')
    const toCustomers = (await mails(shop)).filter(({ para }) => para !== OWNER.email)
    expect(toCustomers.map(({ asunto }) => asunto).toSorted()).toEqual([
      `Recibimos tu pedido ${expired.numero}`,
      `Te devolvemos $ 95,00 del pedido ${cancelled.numero}`,
    ])
  })

  test('money paid at the old price goes back once a code made the order free, and the code pays, in either order', async () => {
    const shop = await testShop()
    const ana = await conPuntos(shop)
    const gratis = (id: string, email: string, codigo: string) =>
      shop.post('/api/registrar_compra_sin_pago', compra(id, { email, codigosAplicados: [codigo] }))
    type Money = { id: string; tell: () => Promise<unknown>; confirm: () => Promise<unknown> }
    const ways: Record<string, (money: Money) => Promise<unknown>> = {
      'the money alone': ({ tell }) => tell(),
      'the money first': async ({ tell, confirm }) => [await tell(), await confirm()],
      'the money last': async ({ tell, confirm }) => [await confirm(), await tell()],
      'both at once': ({ tell, confirm }) => Promise.all([tell(), confirm()]),
      'the money after the order expired': async ({ id, tell }) => {
        await shop.db
          .update(pedidos)
          .set({ vence: new Date(0) })
          .where(eq(pedidos.id, id))
        await shop.app.housekeeping()
        expect((await rowOf(shop, id)).estado).toBe('vencido')
        return tell()
      },
    }
    for (const [way, arrive] of Object.entries(ways)) {
      const { email } = ana
      const { id, referencia, numero } = await confirmed(shop, { change: { email } })
      await link(shop, id)
      // Paid, but nothing was told of it yet
      const pago = String(randomInt(9e12, 10e12))
      await shop.db.insert(simulado_pagos).values({
        id: pago,
        referencia,
        estado: 'approved',
        importe: 95_00,
        medio: 'tarjeta',
        creado: new Date(),
        actualizado: new Date(),
      })
      const codigo = await codigoHojas(shop, ana, 1)
      const bought = compra(id, { email, codigosAplicados: [codigo] })
      expect((await shop.post('/api/completar_compra', bought)).json()).toMatchObject({ importe_final: 0 })
      await arrive({
        id,
        tell: () => notify(shop, pago, { id: `aviso-${pago}` }),
        confirm: async () => expect((await gratis(id, email, codigo)).statusCode).toBe(200),
      })
      const [book] = await eventually(
        () => shop.db.select().from(simulado_pagos).where(eq(simulado_pagos.id, pago)),
        ([one]) => one?.estado === 'refunded',
      )
      expect([way, book?.devuelto]).toEqual([way, 95_00])
      expect([way, (await rowOf(shop, id)).estado]).toEqual([way, 'pagado'])
      expect([way, await codigoRow(shop, codigo)]).toMatchObject([way, { usado_por: `pedido ${numero}` }])
      const told = (await mails(shop)).map(({ asunto }) => asunto).filter((one) => one.includes(`${numero}`))
      expect([way, told.toSorted()]).toEqual([
        way,
        [
          `Mirá el pago del pedido ${numero}`,
          `Recibimos tu pedido ${numero}`,
          `Te devolvemos $ 95,00 del pedido ${numero}`,
        ],
      ])
    }
  })

  test('a code that changes the price ends the link of the old one; the same price keeps it', async () => {
    const shop = await testShop()
    const ana = await conPuntos(shop)
    const files = [{ nombre: 'a.pdf', bytes: await pdf, duplicado: 2 }]
    const pedido = await confirmed(shop, { files, change: { email: ana.email } })
    await link(shop, pedido.id, pedido.importe_final / 100)
    const page = async () => (await shop.get(`/api/pago-simulado/${pedido.referencia}`)).json<PagoSimulado>()
    const complete = (change: object) =>
      shop.post('/api/completar_compra', compra(pedido.id, { email: ana.email, ...change }))

    await complete({ celular: '3865 99-9999' })
    expect(await rowOf(shop, pedido.id)).toMatchObject({ preferencia_importe: pedido.importe_final })
    expect(await page()).toMatchObject({ vencida: false })

    const codigo = await codigoHojas(shop, ana, 1)
    const { importe_final } = (await complete({ codigosAplicados: [codigo] })).json()
    expect(importe_final).toBeLessThan(pedido.importe_final / 100)
    await eventually(page, ({ vencida }) => vencida)
    expect((await act(shop, pedido.referencia, 'aprobar')).statusCode).toBe(409)

    await link(shop, pedido.id, importe_final)
    expect(await page()).toMatchObject({ vencida: false, importe: importe_final })
    await act(shop, pedido.referencia, 'aprobar')
    await untilEstado(shop, pedido.id, 'pagado')
  })

  test('a code that comes while the link is being made leaves no link of the old price', async () => {
    const shop = await testShop()
    const ana = await conPuntos(shop)
    const pedido = await confirmed(shop, { change: { email: ana.email } })
    const codigo = await codigoHojas(shop, ana, 1)
    const { current } = shop.deps.payments
    const make = current.createPreference
    vi.spyOn(current, 'createPreference').mockImplementationOnce(async (asked) => {
      const made = await make(asked)
      const free = compra(pedido.id, { email: ana.email, codigosAplicados: [codigo] })
      expect((await shop.post('/api/completar_compra', free)).json()).toMatchObject({ importe_final: 0 })
      return made
    })
    expect((await link(shop, pedido.id)).statusCode).toBe(409)
    const page = async () => (await shop.get(`/api/pago-simulado/${pedido.referencia}`)).json<PagoSimulado>()
    await eventually(page, ({ vencida }) => vencida)
    expect(await rowOf(shop, pedido.id)).toMatchObject({ preferencia_importe: null })
  })

  test('a full refund at the provider makes the order refunded', async () => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    await link(shop, pedido.id)
    await act(shop, pedido.referencia, 'aprobar')
    await untilEstado(shop, pedido.id, 'pagado')
    const [pago] = await shop.db.select().from(simulado_pagos)
    await shop.deps.payments.current.refund(pago?.id ?? '', 'k')
    await shop.deps.payments.current.refund(pago?.id ?? '', 'k')
    await untilEstado(shop, pedido.id, 'reembolsado')
  })
})

test('a notification is deleted 90 days after it was read; an unread one stays', async () => {
  const shop = await testShop()
  const day = 24 * HOUR
  const recibido = new Date(Date.now() - 100 * day)
  const proveedor = 'simulado'
  await shop.db.insert(avisos_pago).values([
    { id: 'old', proveedor, pago_id: '1', recibido, leido: new Date(Date.now() - 91 * day) },
    { id: 'new', proveedor, pago_id: '2', recibido, leido: new Date(Date.now() - 89 * day) },
    { id: 'unread', proveedor, pago_id: '3', recibido, leido: null },
  ])
  await shop.app.housekeeping()
  const left = await shop.db.select({ id: avisos_pago.id }).from(avisos_pago)
  expect(left.map(({ id }) => id).toSorted()).toEqual(['new', 'unread'])
})
