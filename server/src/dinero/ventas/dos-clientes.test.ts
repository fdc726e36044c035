// Orders of two customers in one sale, with codes that they hold and codes of the counter: charged once whatever
// happens at once, and what goes back of one leaves the other alone. Over real sockets, with the judge of sums beside.
import { setTimeout as sleep } from 'node:timers/promises'
import { devueltoOf } from '@imprimitodo/shared/rules/dinero/factura'
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { codigos } from '../../base/db/schema/codigos.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { endConnections } from '../../testing/database.ts'
import { makeFactura, rowsOf, settleOpen } from '../../testing/facturas.ts'
import { again } from '../../testing/judge/dias.ts'
import { reportsAgainstTill, wrongIn } from '../../testing/judge/juez-caja.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { pastDeshacer, rowOf } from '../../testing/pedidos.ts'
import { codigoHojas, codigoRow, conPuntos, ledgerOf, secondApp } from '../../testing/puntos.ts'
import { compra, eventually, OWNER, type Shop } from '../../testing/shop.ts'
import { listen, openShop } from '../../testing/socket.ts'
import { makeCodigo } from '../../testing/ventas.ts'

const B = '/api/mostrador'

type Who = { headers: Record<string, string> }

/** A counter on a socket, with two clerks and two customers with accounts. */
async function aCounter() {
  const shop = await openShop()
  const clerks = [await newOperador(shop, 1), await newOperador(shop, 1)] as const
  const owner = { headers: await enterAs(shop) }
  const [ana, luz] = [await conPuntos(shop), await conPuntos(shop)]
  let keys = 0
  const post = async (
    path: string,
    body: object,
    who: Who = clerks[0],
    key = `clave-${++keys}`,
    url = shop.url,
  ) => {
    const answer = await fetch(`${url}${B}/${path}`, {
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    return { status: answer.status, codigo: answer.headers.get('x-codigo'), body: await answer.json() }
  }
  const fine = async (...args: Parameters<typeof post>) => {
    const { status, body } = await post(...args)
    if (status !== 200 && status !== 201) throw new Error(`${args[0]} ${status} ${JSON.stringify(body)}`)
    return body
  }
  const code = (change?: Parameters<typeof makeCodigo>[1]) => makeCodigo(shop, change)
  const draft = async (pages: number) =>
    (await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages }) }])).pedido_id
  /** Confirmed in the web with these codes, which it holds. */
  const web = async (pages: number, email: string, codigosAplicados: string[]) => {
    const id = await draft(pages)
    const answer = await shop.post('/api/completar_compra', compra(id, { email, codigosAplicados }))
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return rowOf(shop, id)
  }
  return { shop, clerks, owner, ana, luz, post, fine, code, draft, web }
}
type Counter = Awaited<ReturnType<typeof aCounter>>

/** All sums agree: till, payments, points, codes and reports. The test's own reads may meet a cut connection. */
async function expectSums(shop: Shop, from: Date): Promise<void> {
  expect(await again(() => wrongIn(shop))).toEqual([])
  const [reported, moved] = await again(() => reportsAgainstTill(shop, from))
  expect(reported).toEqual(moved)
}

/** The sum of an order's vouchers, and the part of its price that the shop kept. Centavos. */
async function invoiced(shop: Shop, id: string): Promise<[number, number]> {
  await settleOpen(shop)
  const vouchers = (await rowsOf(shop, id)).filter(({ estado }) => estado === 'emitida')
  const sum = vouchers.reduce(
    (all, { clase, importe }) => all + (clase === 'factura' ? 1 : -1) * (importe ?? 0),
    0,
  )
  const pedido = await rowOf(shop, id)
  const own = await shop.db.select().from(pagos).where(eq(pagos.pedido_id, id))
  return [sum, pedido.importe_final - devueltoOf(pedido, own)]
}

/** Three orders: Ana's holds a code for free sheets, Luz's a percentage from the wheel; the third has no customer. */
async function aSale({ shop, ana, luz, code, draft, web }: Counter) {
  const hojas = await codigoHojas(shop, ana, 3)
  const { codigo: giro } = await code({ tipo: 'ruleta', porcentaje: 7, email: luz.email })
  const [deAna, deLuz, suelto] = [
    await web(9, ana.email, [hojas]),
    await web(14, luz.email, [giro]),
    await draft(4),
  ]
  const { codigo: cupon } = await code({ porcentaje: 15 })
  const { codigo: sinDueno } = await code({ tipo: 'hojas', hojas: 2, porcentaje: null })
  const lineas = [
    { pedido_id: deAna.id },
    { pedido_id: deLuz.id },
    { pedido_id: suelto },
    { texto: 'Tapa', importe: 33.33, cantidad: 3 },
  ]
  const body = {
    lineas,
    codigos: [cupon, sinDueno],
    descuento: { importe: 101, motivo: 'Cliente de siempre' },
  }
  return { deAna, deLuz, suelto, codes: [hojas, giro, cupon, sinDueno], body }
}

const puntosDe = async (shop: Shop, { id }: { id: number }) => (await ledgerOf(shop, id)).saldo
const pagosOf = (total: number) => [
  { medio: 'efectivo', importe: 200 },
  { medio: 'posnet', importe: total - 200 },
]

test('fifty claims at once, over two processes, charge the orders of two customers once; the others read the name', {
  timeout: 180_000,
}, async () => {
  const counter = await aCounter()
  const { shop, clerks, ana, luz, post, fine } = counter
  const from = shop.deps.now()
  const { turno_id } = await fine('turnos', { sucursal: 'Alberdi', caja: 1, fondo: 0 })
  const { deAna, deLuz, codes, body } = await aSale(counter)
  const { total, descuentos } = await fine('ventas/cotizar', body)
  // Discounts of $ 2.180 for files and $ 100 for covers
  expect([total, descuentos.map(({ importe }: { importe: number }) => importe)]).toEqual([
    1178,
    [54, 456, 78, 320, 101],
  ])
  const sale = { ...body, total, pagos: pagosOf(total) }
  const other = await listen(await secondApp(shop))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      post('ventas', sale, clerks[n % 2], `cincuenta-${n}`, n % 3 ? shop.url : other),
    ),
  )
  const [made, ...more] = answers.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  expect(made?.body).toMatchObject({ total, pagado: total, resto: 0, puntos: total, descuentos })
  for (const { status, body: said } of answers.filter((one) => one !== made))
    expect([status, said.detail]).toEqual([
      409,
      expect.stringMatching(
        `^El pedido ${deAna.numero} ya está pagado \\(Operador \\d+\\): no cobres de nuevo\\.$`,
      ),
    ])
  await expectSums(shop, from)
  expect((await fine(`turnos/${turno_id}/contar`, { contado: 0 })).esperado).toBe(200)
  expect([await puntosDe(shop, ana), await puntosDe(shop, luz)]).toEqual([192, 986])
  expect((await rowOf(shop, deLuz.id)).importe_final).toBe(986_00)
  for (const code of codes) expect(await codigoRow(shop, code)).toMatchObject({ usado: expect.any(Date) })
  expect(await shop.db.$count(codigos)).toBe(codes.length) // no sheet was left over
})

test('a refund of one order of a sale takes back its points, codes and voucher, and not the other order’s', {
  timeout: 180_000,
}, async () => {
  const counter = await aCounter()
  const { shop, owner, ana, luz, post, fine } = counter
  const from = shop.deps.now()
  const { deAna, deLuz, suelto, codes, body } = await aSale(counter)
  const [hojas = '', giro = '', cupon = ''] = codes
  const { total } = await fine('ventas/cotizar', body)
  const { venta_id } = await fine('ventas', { ...body, pagos: pagosOf(total) })
  for (const { id } of [deAna, deLuz]) expect((await makeFactura(shop, id)).statusCode).toBe(200)
  expect((await makeFactura(shop, suelto)).statusCode).toBe(404) // free
  const isAsItShould = async (puntos: [number, number], deLaVenta: [number, number]) => {
    await expectSums(shop, from)
    expect([await puntosDe(shop, ana), await puntosDe(shop, luz)]).toEqual(puntos)
    for (const [index, { id }] of [deAna, deLuz].entries())
      expect(await invoiced(shop, id)).toEqual([deLaVenta[index], deLaVenta[index]])
  }
  const sueltos = () =>
    shop.db
      .select()
      .from(codigos)
      .where(and(isNull(codigos.usado), isNull(codigos.anulado)))
  await isAsItShould([192, 986], [192_00, 986_00])

  // A part of the sale is of its last order that has money: Luz's
  const part = { importe: 77.5, medio: 'efectivo', motivo: 'Salió manchada' }
  expect(await fine(`ventas/${venta_id}/devolver`, part)).toEqual({ venta_id, devuelto: 77.5, queda: 1100.5 })
  await isAsItShould([192, 909], [192_00, 908_50])

  const all = { motivo: 'No era lo que pidió', actual: OWNER.password }
  expect(await fine(`pedidos/${deAna.id}/devolver`, all, owner)).toMatchObject({ estado: 'reembolsado' })
  await isAsItShould([0, 909], [0, 908_50])
  // Sheets that points bought come back, a coupon does not
  expect(await sueltos()).toMatchObject([{ tipo: 'hojas', hojas: 3, cliente_id: ana.id }])
  expect(await codigoRow(shop, cupon)).toMatchObject({ pedido_id: deAna.id, usado: expect.any(Date) })

  const cancel = { estado: 'cancelado', motivo: 'No hay papel' }
  await fine(`pedidos/${deLuz.id}/estado`, cancel)
  expect(await fine(`pedidos/${deLuz.id}/deshacer`, {})).toEqual({ estado: 'pagado' })
  await isAsItShould([0, 909], [0, 908_50])
  shop.clock.offsetMs += 10_000
  await fine(`pedidos/${deLuz.id}/estado`, cancel)
  await pastDeshacer(shop, deLuz.id)
  // Its cash is still in the drawer
  await isAsItShould([0, 909], [0, 908_50])
  await fine(`pedidos/${deLuz.id}/devolver`, { motivo: 'Cancelado' })
  await isAsItShould([0, 0], [0, 0])
  expect(await sueltos()).toMatchObject([{ tipo: 'hojas', hojas: 3, cliente_id: ana.id }])
  for (const code of [hojas, giro]) expect((await codigoRow(shop, code)).usado).not.toBeNull()
  const more = await post(`ventas/${venta_id}/devolver`, { importe: 1, medio: 'efectivo', motivo: 'x' })
  expect(more.status).toBe(400)
  expect(more.body).toEqual({ importe: ['Como mucho se pueden devolver $\u00a00,00 de esa forma.'] })
  expect(await rowOf(shop, suelto)).toMatchObject({ estado: 'pagado' })
})

test('the database drops its connections in the middle of fifty claims: the sale is there once, with all its sums', {
  timeout: 300_000,
}, async () => {
  const counter = await aCounter()
  const { shop, clerks, ana, luz, post, fine } = counter
  const from = shop.deps.now()
  const { codes, body } = await aSale(counter)
  const { total } = await fine('ventas/cotizar', body)
  const sale = { ...body, total, pagos: pagosOf(total) }
  // The call may end its own connection too, and fail
  const hangUp = () => endConnections(shop.url).catch(() => {})
  let isOver = false
  const claims = Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      eventually(
        () => post('ventas', sale, clerks[n % 2], `reclamo-${n}`),
        ({ status }) => status !== 503,
        240_000,
      ),
    ),
  ).finally(() => {
    isOver = true
  })
  // Longer pauses each time, since a sale takes a while on a slow machine
  for (let pause = 40; !isOver; pause *= 1.3) {
    await hangUp()
    await sleep(pause)
  }
  const statuses = (await claims).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array(49).fill(409)])
  await expectSums(shop, from)
  expect([await puntosDe(shop, ana), await puntosDe(shop, luz)]).toEqual([192, 986])
  for (const code of codes) expect(await codigoRow(shop, code)).toMatchObject({ usado: expect.any(Date) })
  // All of it can go back in one refund, which is done once however often it is sent
  const { venta_id } = (await claims).find(({ status }) => status === 200)?.body ?? {}
  const back = { importe: total, medio: 'efectivo', motivo: 'Se arrepintió' }
  const given = Promise.all(
    Array.from({ length: 50 }, () =>
      eventually(
        () => post(`ventas/${venta_id}/devolver`, back, clerks[0], 'devuelve'),
        ({ status }) => status !== 503,
        240_000,
      ),
    ),
  )
  await hangUp()
  expect(new Set((await given).map(({ status, body: said }) => `${status} ${JSON.stringify(said)}`))).toEqual(
    new Set([`200 ${JSON.stringify({ venta_id, devuelto: total, queda: 0 })}`]),
  )
  await expectSums(shop, from)
  expect([await puntosDe(shop, ana), await puntosDe(shop, luz)]).toEqual([0, 0])
})
