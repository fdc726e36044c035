import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clientes } from '../../base/db/schema/clientes.ts'
import { codigos } from '../../base/db/schema/codigos.ts'
import { correos } from '../../base/db/schema/correos.ts'
import { historial, type pedidos } from '../../base/db/schema/pedidos.ts'
import { creditPasados } from '../../compra/pedidos/service.ts'
import { findConfirmado } from '../../cuentas/auth/service.ts'
import { hold } from '../../fidelidad/codigos/service.ts'
import { bearer, correosTo, logIn, newEmail, PASSWORD, signUp } from '../../testing/cuenta.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, ownerOf, pastDeshacer, rowOf, untilAnotherWaits } from '../../testing/pedidos.ts'
import {
  codigoHojas,
  codigoRow,
  conPuntos,
  give,
  ledgerOf,
  newPremio,
  saldo,
  secondDb,
} from '../../testing/puntos.ts'
import { compra, eventually, OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { recordPayment } from './service.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR
/** 6 sheets two-sided b/w, 4 copies: 3600 pesos; with 5 % off 3420. */
const eleven = makePdf({ pages: 11 })

const order = async (shop: Shop, change: object = {}, headers: Record<string, string> = {}) => {
  const files = [{ nombre: 'a.pdf', bytes: await eleven, doble_faz: true, duplicado: 4 }]
  return confirmed(shop, { files, change, headers })
}

let told = 0
/** The provider tells a change of the order's payment, with a later time at each call. */
const say = (
  { deps }: Shop,
  { referencia, importe_final }: typeof pedidos.$inferSelect,
  change: object = {},
) =>
  recordPayment(deps, 'simulado', {
    id: `pago-${referencia}`,
    reference: referencia,
    status: 'approved',
    amount: importe_final,
    refunded: 0,
    currency: 'ARS',
    method: 'visa',
    created: new Date(),
    ticketUrl: null,
    updated: new Date(Date.now() + ++told),
    ...change,
  })

const notes = async ({ db }: Shop, id: string) =>
  (await db.select().from(historial).where(eq(historial.pedido_id, id))).flatMap(({ nota }) => nota ?? [])
const codesAfter = async ({ db }: Shop, codigo: string) => {
  const [origin] = await db.select().from(codigos).where(eq(codigos.codigo, codigo))
  return db
    .select()
    .from(codigos)
    .where(eq(codigos.origen_id, origin?.id ?? 0))
    .orderBy(codigos.id)
}

async function counter(shop: Shop) {
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const headers = { authorization: `Bearer ${access}` }
  return (id: string, estado: string) =>
    shop.post(`/api/mostrador/pedidos/${id}/estado`, { estado, motivo: 'Sin papel' }, headers)
}

const toldOf = async ({ db }: Shop, { id }: { id: string }) => {
  const [mail] = await db
    .select()
    .from(correos)
    .where(eq(correos.clave, `pagado:${id}`))
  return mail?.texto
}

test('a paid order earns a point for each peso, once, for its session, else for the account with its e-mail', async () => {
  const shop = await testShop()
  const other = { ...shop, deps: { ...shop.deps, db: await secondDb(shop) } }
  const [ana, luz] = [await conPuntos(shop), await conPuntos(shop)]
  const inSession = await order(shop, { email: luz.email }, ana.headers)
  await Promise.all(Array.from({ length: 50 }, (_, turn) => say(turn % 2 ? shop : other, inSession)))
  expect(await ledgerOf(shop, ana.id)).toMatchObject({
    saldo: 3420,
    lines: [{ puntos: 3420, tipo: 'pedido', motivo: `Pedido ${inSession.numero}`, pedido_id: inSession.id }],
  })
  expect(await toldOf(shop, inSession)).toContain('Sumaste 3.420 puntos. Ver mis puntos: http')
  await say(shop, await order(shop, { email: luz.email.toUpperCase() }))
  expect(await saldo(shop, luz)).toBe(3420)
  await say(shop, await order(shop, { email: 'nadie@example.com' }))
  expect([await saldo(shop, ana), await saldo(shop, luz)]).toEqual([3420, 3420])
})

test('points that a bank’s claim took come back with the money, each time', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const pedido = await order(shop, {}, ana.headers)
  const balances: number[] = []
  for (const status of ['approved', 'charged_back', 'approved', 'charged_back', 'rejected', 'approved']) {
    await say(shop, pedido, { status })
    balances.push(await saldo(shop, ana))
  }
  expect(balances).toEqual([3420, 0, 3420, 0, 0, 3420])
  const { lines } = await ledgerOf(shop, ana.id)
  expect(lines.map(({ puntos, motivo }) => [puntos, motivo])).toContainEqual([
    3420,
    `Se acreditó de nuevo el pago del pedido ${pedido.numero}`,
  ])
  // A part that went back stays taken
  await say(shop, pedido, { refunded: 1710_00 })
  await say(shop, pedido, { status: 'charged_back', refunded: 1710_00 })
  expect(await saldo(shop, ana)).toBe(0)
  await say(shop, pedido, { refunded: 1710_00 })
  expect(await saldo(shop, ana)).toBe(1710)
})

test('a guest’s orders give their points once the mailbox is confirmed, each order once, less refunds', async () => {
  const shop = await testShop()
  const email = newEmail()
  const [whole, half, back, waiting] = [
    await order(shop, { email: email.toUpperCase() }),
    await order(shop, { email }),
    await order(shop, { email }),
    await order(shop, { email }),
  ]
  for (const pedido of [whole, half, back]) await say(shop, pedido)
  await say(shop, half, { refunded: 1710_00 })
  await say(shop, back, { status: 'refunded', refunded: 3420_00 })
  await say(shop, await order(shop, { email: newEmail() }))
  expect(await toldOf(shop, whole)).toContain(
    'Este pedido vale 3.420 puntos. Creá tu cuenta con este mail y son tuyos: http://localhost:3000/registro',
  )
  const seen = async (id: string) =>
    (await shop.get(`/api/pedidos/${id}`, await ownerOf(shop, id))).json().puntos
  expect([await seen(whole.id), await seen(half.id), await seen(back.id), await seen(waiting.id)]).toEqual([
    { cuantos: 3420, sumados: false },
    { cuantos: 1710, sumados: false },
    null,
    null,
  ])
  await signUp(shop, { email })
  const id = (await findConfirmado(shop.db, email))?.id ?? 0
  await eventually(
    () => ledgerOf(shop, id),
    ({ saldo }) => saldo === 5130,
  )
  expect(await seen(whole.id)).toEqual({ cuantos: 3420, sumados: true })
  await Promise.all(Array.from({ length: 20 }, () => creditPasados(shop.deps, id)))
  expect((await ledgerOf(shop, id)).saldo).toBe(5130)
  // A later refund takes the other points
  await say(shop, half, { status: 'refunded', refunded: 3420_00 })
  expect((await ledgerOf(shop, id)).saldo).toBe(3420)
})

test('orders that gave their points to a deleted account give them to no later account of that mailbox', async () => {
  const shop = await testShop()
  const email = newEmail()
  const [before, during] = [await order(shop, { email }), await order(shop, { email })]
  await say(shop, before)
  await signUp(shop, { email })
  await say(shop, during)
  const first = (await findConfirmado(shop.db, email))?.id ?? 0
  await eventually(
    () => ledgerOf(shop, first),
    ({ saldo }) => saldo === 2 * 3420,
  )
  const { access } = await logIn(shop, email)
  const gone = await shop.post('/api/clientes/eliminar', { password: PASSWORD }, bearer(access))
  expect(gone.statusCode).toBe(200)
  const after = await order(shop, { email })
  await say(shop, after)
  await signUp(shop, { email })
  const second = (await findConfirmado(shop.db, email))?.id ?? 0
  await eventually(
    () => ledgerOf(shop, second),
    ({ saldo }) => saldo >= 3420,
  )
  await creditPasados(shop.deps, second)
  expect((await ledgerOf(shop, second)).lines.map(({ motivo }) => motivo)).toEqual([`Pedido ${after.numero}`])
})

test('a mailbox gets the points of a guest’s orders in any spelling, before and after the account, and no others', async () => {
  const shop = await testShop()
  const name = newEmail().split('@')[0] ?? ''
  const [email, tagged] = [`${name}@gmail.com`, `${name[0]}.${name.slice(1)}+fotocopias@googlemail.com`]
  const before = await order(shop, { email: tagged })
  await say(shop, before)
  await say(shop, await order(shop, { email: `${name}2@gmail.com` }))
  await say(shop, await order(shop, { email: `${name[0]}.${name.slice(1)}@example.com` }))
  await signUp(shop, { email })
  const id = (await findConfirmado(shop.db, email))?.id ?? 0
  await eventually(
    () => ledgerOf(shop, id),
    ({ saldo }) => saldo === 3420,
  )
  await say(shop, await order(shop, { email: `${name}+otra@gmail.com` }))
  expect((await ledgerOf(shop, id)).saldo).toBe(6840)
  // If two accounts have the mailbox, the one with this spelling gets them, else the oldest
  await signUp(shop, { email: `${name}+dos@gmail.com` })
  const second = (await findConfirmado(shop.db, `${name}+dos@gmail.com`))?.id ?? 0
  expect(second).not.toBe(id)
  await say(shop, await order(shop, { email: `${name}+DOS@gmail.com` }))
  await say(shop, await order(shop, { email: `${name}+tres@gmail.com` }))
  expect((await ledgerOf(shop, second)).saldo).toBe(3420)
  expect((await ledgerOf(shop, id)).saldo).toBe(10_260)
})

test('an account confirmed before mailboxes were stored is found by its mailbox, too, after a while', async () => {
  const shop = await testShop()
  const email = newEmail()
  await signUp(shop, { email })
  const id = (await findConfirmado(shop.db, email))?.id ?? 0
  await shop.db.update(clientes).set({ buzon: null })
  await shop.app.housekeeping()
  await say(shop, await order(shop, { email: email.replace('@', '+impresiones@') }))
  expect((await ledgerOf(shop, id)).saldo).toBe(3420)
})

test('a refund takes its part of the points; spent ones become a debt that the next points pay first', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const pedido = await order(shop, {}, ana.headers)
  await say(shop, pedido)
  await say(shop, pedido, { refunded: 855_00 })
  expect(await saldo(shop, ana)).toBe(2565)
  // Notified again, also later, the result is the same
  await say(shop, pedido, { refunded: 855_00 })
  expect(await saldo(shop, ana)).toBe(2565)
  expect((await rowOf(shop, pedido.id)).estado).toBe('pagado')
  const taza = await newPremio(shop, { puntos_requeridos: 2000 })
  const { codigo } = (
    await shop.post('/api/puntos/canjear-producto/', { producto_id: taza }, ana.headers)
  ).json()
  // The counter handed the prize over: it does not come back
  await shop.db.update(codigos).set({ usado: new Date() }).where(eq(codigos.codigo, codigo))
  await say(shop, pedido, { status: 'refunded', refunded: 3420_00 })
  expect((await rowOf(shop, pedido.id)).estado).toBe('reembolsado')
  expect(await saldo(shop, ana)).toBe(0)
  expect(await notes(shop, pedido.id)).toContain(
    'El cliente queda debiendo 2.000 puntos: los pagan los próximos que sume.',
  )
  await say(shop, pedido, { status: 'refunded', refunded: 3420_00 })
  await give(shop, ana.id, 1500)
  expect(await saldo(shop, ana)).toBe(0)
  await give(shop, ana.id, 1500)
  expect(await saldo(shop, ana)).toBe(1000)
})

test('prizes and codes that a refund voids are told to their customer, in the refund’s mail or in one of their own', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const llavero = await newPremio(shop, { nombre: 'Llavero', puntos_requeridos: 3000 })
  const bought = async () => {
    const pedido = await order(shop, { email: ana.email }, ana.headers)
    await say(shop, pedido)
    const answer = await shop.post('/api/puntos/canjear-producto/', { producto_id: llavero }, ana.headers)
    return { pedido, codigo: answer.json().codigo }
  }
  const mails = async (clave: RegExp, email = ana.email) =>
    (await correosTo(shop, email)).filter((mail) => clave.test(mail.clave)).map(({ texto }) => texto)
  const voids = (codigo: string) =>
    `Como ya los habías canjeado, anulamos «Llavero» (código ${codigo}): ya no sirve.`

  const first = await bought()
  await give(shop, ana.id, 500)
  await say(shop, first.pedido, { status: 'refunded', refunded: 3420_00 })
  const [told] = await mails(/^devuelto:/)
  expect(told).toContain('Te devolvimos lo que pagaste')
  expect(told).toContain(`${voids(first.codigo)} Ahora tenés 500 puntos.`)
  expect(await mails(/:anulados:/)).toEqual([])

  // No mail tells of money that a bank took
  const second = await bought()
  await say(shop, second.pedido, { status: 'charged_back' })
  expect(await mails(/:anulados:/)).toEqual([expect.stringContaining(voids(second.codigo))])

  // The account has another mailbox by now
  const third = await bought()
  const email = newEmail()
  await shop.db.update(clientes).set({ email }).where(eq(clientes.id, ana.id))
  await say(shop, third.pedido, { status: 'refunded', refunded: 3420_00 })
  expect(await mails(/:anulados:/, email)).toEqual([expect.stringContaining(voids(third.codigo))])
  const devueltos = (await mails(/^devuelto:/)).join()
  expect(devueltos).toContain(`pedido ${third.pedido.numero}`)
  expect(devueltos).not.toContain(third.codigo)
})

test('a second payment that goes back takes no points', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const pedido = await order(shop, {}, ana.headers)
  await say(shop, pedido)
  await say(shop, pedido, { id: 'otro' })
  await say(shop, pedido, { id: 'otro', status: 'refunded', refunded: 3420_00 })
  expect(await saldo(shop, ana)).toBe(3420)
})

test('a full refund gives sheets back as a new code for 30 days at least, not coupons', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const codigo = await codigoHojas(shop, ana, 30)
  const [cupon] = await shop.db
    .insert(codigos)
    .values({
      codigo: '0000-0000-0001',
      tipo: 'cupon',
      cliente_id: ana.id,
      porcentaje: 10,
      creado: new Date(),
      producto_nombre: 'Cupón',
      vence: new Date(Date.now() + HOUR),
    })
    .returning()
  await shop.db
    .update(codigos)
    .set({ vence: new Date(Date.now() + DAY) })
    .where(eq(codigos.codigo, codigo))
  const pedido = await order(shop, { codigosAplicados: [codigo, cupon?.codigo] }, ana.headers)
  expect(pedido.importe_final).toBe(0)
  // 20 of the 24 sheets leave something to pay
  await shop.db.update(codigos).set({ hojas: 22 }).where(eq(codigos.codigo, codigo))
  const again = { email: ana.email, codigosAplicados: [codigo, cupon?.codigo] }
  await shop.post('/api/completar_compra', compra(pedido.id, again), ana.headers)
  const paid = await rowOf(shop, pedido.id)
  expect(paid.importe_final).toBeGreaterThan(0)
  await say(shop, paid)
  expect(await codigoRow(shop, codigo)).toMatchObject({ usado: expect.any(Date), pedido_id: paid.id })
  expect(await codesAfter(shop, codigo)).toEqual([])
  await say(shop, paid, { status: 'refunded', refunded: paid.importe_final })
  await say(shop, paid, { status: 'refunded', refunded: paid.importe_final })
  const back = await codesAfter(shop, codigo)
  expect(back).toMatchObject([{ hojas: 22, tipo: 'hojas', cliente_id: ana.id, usado: null, pedido_id: null }])
  expect((back[0]?.vence.getTime() ?? 0) - Date.now()).toBeGreaterThan(30 * DAY - HOUR)
  expect(await codigoRow(shop, codigo)).toMatchObject({ usado: expect.any(Date), pedido_id: null })
  expect(await codigoRow(shop, cupon?.codigo ?? '')).toMatchObject({ usado: expect.any(Date) })
  expect(await notes(shop, paid.id)).toContain('Se devolvieron 22 hojas gratis en un código nuevo.')
})

test('cancelled late, the free sheets of an order without a payment come back at once', async () => {
  const shop = await testShop()
  const step = await counter(shop)
  const ana = await conPuntos(shop)
  const codigo = await codigoHojas(shop, ana, 30)
  const pedido = await order(shop, { codigosAplicados: [codigo] }, ana.headers)
  const confirmed = compra(pedido.id, { codigosAplicados: [codigo] })
  await shop.post('/api/registrar_compra_sin_pago', confirmed, ana.headers)
  for (const estado of ['en_produccion', 'listo', 'cancelado']) await step(pedido.id, estado)
  expect(await codesAfter(shop, codigo)).toMatchObject([{ hojas: 6 }])
  await pastDeshacer(shop, pedido.id)
  expect(await codesAfter(shop, codigo)).toMatchObject([{ hojas: 6 }, { hojas: 24, cliente_id: ana.id }])
  expect(await notes(shop, pedido.id)).toContain('Se devolvieron 24 hojas gratis en un código nuevo.')
})

test('cancelled before production the sheets come back at once, later only with the money; the change is not given twice', async () => {
  const shop = await testShop()
  const step = await counter(shop)
  const ana = await conPuntos(shop)
  const pay = async (hojas: number) => {
    const codigo = await codigoHojas(shop, ana, hojas)
    const pedido = await order(shop, { codigosAplicados: [codigo] }, ana.headers)
    if (pedido.importe_final > 0) await say(shop, pedido)
    else
      await shop.post(
        '/api/registrar_compra_sin_pago',
        compra(pedido.id, { codigosAplicados: [codigo] }),
        ana.headers,
      )
    return { codigo, pedido: await rowOf(shop, pedido.id) }
  }
  const free = await pay(30)
  expect(await codesAfter(shop, free.codigo)).toMatchObject([{ hojas: 6 }])
  expect((await step(free.pedido.id, 'cancelado')).statusCode).toBe(200)
  await pastDeshacer(shop, free.pedido.id)
  expect(await codesAfter(shop, free.codigo)).toMatchObject([{ hojas: 6 }, { hojas: 24 }])

  const late = await pay(10)
  const earned = await saldo(shop, ana)
  expect(earned).toBeGreaterThan(0)
  await step(late.pedido.id, 'en_produccion')
  await step(late.pedido.id, 'cancelado')
  await pastDeshacer(shop, late.pedido.id)
  expect(await codesAfter(shop, late.codigo)).toEqual([])
  await say(shop, late.pedido, { status: 'refunded', refunded: late.pedido.importe_final })
  expect(await codesAfter(shop, late.codigo)).toMatchObject([{ hojas: 10 }])
  expect(await saldo(shop, ana)).toBe(0)
})

test('an order paid after it expired gets its codes again if they are free; codes that another order took stay there', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const [mine, taken] = [await codigoHojas(shop, ana, 4), await codigoHojas(shop, ana, 4)]
  const late = await order(shop, { email: ana.email, codigosAplicados: [mine, taken] })
  shop.clock.offsetMs = 73 * HOUR
  await shop.app.housekeeping()
  const other = await order(shop, { email: ana.email, codigosAplicados: [taken] })
  await say(shop, late)
  expect((await rowOf(shop, late.id)).estado).toBe('pagado')
  expect(await codigoRow(shop, mine)).toMatchObject({ usado: expect.any(Date), pedido_id: late.id })
  expect(await codigoRow(shop, taken)).toMatchObject({
    usado: null,
    pedido_id: other.id,
    reservado_hasta: null,
  })
  expect((await notes(shop, late.id)).join()).toContain('Se pagó después de vencer: $ 608,00 de su descuento')
})

test('an order paid after it expired, just as another order takes its codes: both go on', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const [first, second] = [await codigoHojas(shop, ana, 4), await codigoHojas(shop, ana, 4)]
  // The newer code ends first
  const vence = new Date(Date.now() + 30 * DAY)
  await shop.db.update(codigos).set({ vence }).where(eq(codigos.codigo, second))
  const late = await order(shop, { email: ana.email, codigosAplicados: [first, second] })
  shop.clock.offsetMs = 73 * HOUR
  await shop.app.housekeeping()
  const other = await order(shop, { email: ana.email })
  const { saying } = await shop.db.transaction(async (tx) => {
    const take = async (codigo: string) =>
      hold(tx, (await codigoRow(shop, codigo)).id, other.id, shop.deps.now())
    expect(await take(first)).toBe(true)
    const saying = say(shop, late)
    await untilAnotherWaits(shop)
    expect(await take(second)).toBe(true)
    return { saying }
  })
  expect(await saying).toBe(true)
  expect((await rowOf(shop, late.id)).estado).toBe('pagado')
  for (const codigo of [first, second])
    expect(await codigoRow(shop, codigo)).toMatchObject({ usado: null, pedido_id: other.id })
})

test('once a payment is on its way the codes of the order stay as they are', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const codigo = await codigoHojas(shop, ana, 4)
  const pedido = await order(shop, { email: ana.email, codigosAplicados: [codigo] })
  await say(shop, pedido, { status: 'pending' })
  const without = await shop.post('/api/completar_compra', compra(pedido.id, { email: ana.email }))
  expect(without).toMatchObject({ statusCode: 409, headers: { 'x-codigo': 'pago_en_camino' } })
  expect(without.json().detail).toEqual(expect.stringContaining('un pago en camino'))
  expect(await codigoRow(shop, codigo)).toMatchObject({ pedido_id: pedido.id, reservado_hasta: null })
  const same = { email: ana.email, codigosAplicados: [codigo], celular: '3865 99-9999' }
  expect((await shop.post('/api/completar_compra', compra(pedido.id, same))).statusCode).toBe(200)
  await say(shop, pedido)
  expect(await codigoRow(shop, codigo)).toMatchObject({ usado_por: `pedido ${pedido.numero}` })
})
