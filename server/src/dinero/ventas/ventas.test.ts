// A sale of lines at the counter: what it costs, how it is paid, what it gives, and what is refused.
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { codigos } from '../../base/db/schema/codigos.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { bearer, newCliente, newEmail } from '../../testing/cuenta.ts'
import { confirmAs, enterAs, newOperador } from '../../testing/mostrador.ts'
import { moveTo, rowOf } from '../../testing/pedidos.ts'
import { compra, eventually } from '../../testing/shop.ts'
import { aCounter, cash } from '../../testing/ventas.ts'

const B = '/api/mostrador'
const HOUR = 3600_000

test('files, products and services are one ticket, paid in two ways, with change; the discount of the web is not given', async () => {
  const { shop, draft, sell, post, product, money } = await aCounter()
  const birome = await product('Birome', 800_00)
  const pedido_id = await draft()
  const lineas = [
    { pedido_id },
    { producto_id: birome, cantidad: 2 },
    { texto: 'Plastificado', importe: 1800 },
  ]
  const priced = (await post('ventas/cotizar', { lineas })).json<VentaAnswer>()
  expect(priced).toMatchObject({ venta_id: null, impresion: 320, otros: 3400, total: 3720, resto: 3720 })
  expect(await money()).toEqual({ pagos: 0, caja: 0, pedidos: 0 })

  const pagos = [...cash(2000, 10_000), { medio: 'posnet', importe: 1720, referencia: 'Cupón 004512' }]
  const made = await sell({ lineas, pagos, nombre: 'Milagros' })
  expect(made).toMatchObject({ total: 3720, pagado: 3720, resto: 0, vuelto: 8000, puntos: 0, cliente: null })
  const pedido = await rowOf(shop, pedido_id)
  expect(pedido).toMatchObject({
    estado: 'pagado',
    importe_final: 3720_00,
    final_otros: 3400_00,
    descuento_porcentaje: 0,
    resta: 0,
    nombre: 'Milagros',
    sucursal_id: 1,
    otros: [
      { producto_id: birome, texto: 'Birome', cantidad: 2, centavos: 800_00 },
      { producto_id: null, texto: 'Plastificado', cantidad: 1, centavos: 1800_00 },
    ],
  })
  const seen = (await shop.get(`${B}/pedidos/${pedido_id}`, await enterAs(shop))).json()
  expect(seen).toMatchObject({ venta_id: made.venta_id, total_otros: 3400, resta: 0 })
  expect(seen.pagos.map((one: { medio: string; importe: number }) => [one.medio, one.importe])).toEqual([
    ['efectivo', 2000],
    ['posnet', 1720],
  ])
  expect(await money()).toEqual({ pagos: 3720_00, caja: 3720_00, pedidos: 1 })
})

test('a sale without files is handed over when it is paid, can be invoiced, and is refunded by the stated means', async () => {
  const { shop, clerk, sell, post } = await aCounter()
  const { email } = await newCliente(shop)
  const made = await sell({
    lineas: [{ texto: 'Laminado', importe: 1000, cantidad: 3 }],
    cliente: { email },
    pagos: [{ medio: 'posnet', importe: 3000, referencia: '17' }],
  })
  expect(made).toMatchObject({ total: 3000, puntos: 3000, cliente: { puntos: 3000 } })
  const [{ pedido_id = '' } = {}] = made.pedidos
  expect(await rowOf(shop, pedido_id)).toMatchObject({ estado: 'entregado', importe_final: 3000_00 })
  expect((await post(`pedidos/${pedido_id}/facturar`, {})).statusCode).toBe(200)
  const { facturas } = await eventually(
    async () => (await shop.get(`${B}/pedidos/${pedido_id}/comprobantes`, clerk.headers)).json(),
    ({ facturas: [one] }) => one?.estado === 'emitida',
  )
  expect(facturas).toMatchObject([{ importe: 3000 }])

  const back = { importe: 1000, medio: 'efectivo', motivo: 'Salió torcido' }
  expect((await post(`ventas/${made.venta_id}/devolver`, { ...back, motivo: '' })).json()).toEqual({
    motivo: ['Escribí por qué se devuelve.'],
  })
  const key = { 'idempotency-key': 'una-devolucion' }
  for (const _ of [1, 2])
    expect((await post(`ventas/${made.venta_id}/devolver`, back, key)).json()).toEqual({
      venta_id: made.venta_id,
      devuelto: 1000,
      queda: 2000,
    })
  expect((await post(`ventas/${made.venta_id}/devolver`, { ...back, importe: 2001 })).statusCode).toBe(400)
  const { rows } = await shop.db.execute(
    sql`select tipo, medio, importe::int as importe from movimientos_caja order by id`,
  )
  expect(rows).toEqual([
    { tipo: 'cobro', medio: 'posnet', importe: 3000_00 },
    { tipo: 'devolucion', medio: 'efectivo', importe: -1000_00 },
  ])
})

test('a seña takes the order into work; what remains is owed, and nothing is handed over before', async () => {
  const { shop, draft, sell, post, refused } = await aCounter()
  const { email } = await newCliente(shop)
  const pedido_id = await draft()
  const made = await sell({ lineas: [{ pedido_id }], cliente: { email }, pagos: cash(100, 200) })
  expect(made).toMatchObject({ total: 320, pagado: 100, resto: 220, vuelto: 100, puntos: 0 })
  expect(await rowOf(shop, pedido_id)).toMatchObject({ estado: 'pagado', resta: 220_00 })
  expect((await post(`pedidos/${pedido_id}/facturar`, {})).statusCode).toBe(409)
  await moveTo(shop, pedido_id, 'en_produccion', 'listo')
  const handed = await post(`pedidos/${pedido_id}/estado`, { estado: 'entregado' })
  expect(handed.statusCode).toBe(409)
  expect(handed.headers['x-codigo']).toBe('falta_cobrar')
  const { codigo_retiro } = await rowOf(shop, pedido_id)
  expect((await post(`codigos/${codigo_retiro}/usar`, {})).statusCode).toBe(409)

  const path = `ventas/${made.venta_id}/pagos`
  expect(await refused({ pagos: [{ medio: 'posnet', importe: 221 }] }, path)).toMatchObject({
    status: 400,
    codigo: 'datos',
    body: { pagos: ['Los pagos suman más que lo que debe.'] },
  })
  const key = { 'idempotency-key': 'el-resto' }
  const rest = await Promise.all(Array.from({ length: 10 }, () => post(path, { pagos: cash(220, 500) }, key)))
  expect(rest.map((one) => [one.statusCode, one.json().vuelto])).toEqual(Array(10).fill([200, 280]))
  expect(rest[0]?.json()).toMatchObject({ pagado: 320, resto: 0, puntos: 320, cliente: { puntos: 320 } })
  expect(await refused({ pagos: cash(1) }, path)).toMatchObject({ status: 409, codigo: 'pedido_pagado' })
  expect((await post(`pedidos/${pedido_id}/estado`, { estado: 'entregado' })).statusCode).toBe(200)
  const { rows } = await shop.db.execute(
    sql`select sum(importe)::int as suma from movimientos_caja where tipo = 'cobro'`,
  )
  expect(rows).toEqual([{ suma: 320_00 }])
})

test('no points are given for money that went back before the last peso', async () => {
  const { shop, draft, sell, post } = await aCounter()
  const { email } = await newCliente(shop)
  const lineas = [{ pedido_id: await draft() }]
  const { venta_id } = await sell({ lineas, cliente: { email }, pagos: cash(100) })
  const back = { importe: 50, medio: 'efectivo', motivo: 'Una copia menos' }
  expect((await post(`ventas/${venta_id}/devolver`, back)).statusCode).toBe(200)
  const paid = await post(`ventas/${venta_id}/pagos`, { pagos: cash(220) })
  expect(paid.json()).toMatchObject({ resto: 0, cliente: { puntos: 270 } })
})

test('a sale’s stored answer does not name its customer; a repeated call still does', async () => {
  const { shop, sell } = await aCounter()
  const { email } = await newCliente(shop, { nombre: 'Milagros Rojas' })
  const body = { lineas: [{ texto: 'Taza', importe: 10 }], cliente: { email }, pagos: cash(10) }
  const key = { 'idempotency-key': 'de-milagros' }
  const cliente = { nombre: 'Milagros Rojas', puntos: 10 }
  for (const _ of [1, 2]) expect(await sell(body, key)).toMatchObject({ cliente })
  const { rows } = await shop.db.execute(
    sql`select count(*)::int as n from ventas where respuesta::text like '%Milagros%'`,
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('Mercado Pago takes the rest by a link, and then the order is paid; or the rest comes in cash after all', async () => {
  const { shop, draft, sell, post, refused } = await aCounter()
  const [first, second] = [await draft(), await draft()]
  const by = (importe: number) => [...cash(100), { medio: 'mercadopago', importe }]
  expect(await refused({ lineas: [{ pedido_id: first }], pagos: by(100) })).toMatchObject({
    status: 400,
    codigo: 'datos',
    body: { pagos: ['Mercado Pago cobra todo lo que queda: poné ese importe.'] },
  })
  const made = await sell({ lineas: [{ pedido_id: first }], pagos: by(220) })
  expect(made).toMatchObject({
    pagado: 100,
    resto: 220,
    init_point: expect.stringContaining('/pago-simulado/'),
  })
  expect(await rowOf(shop, first)).toMatchObject({ estado: 'confirmado', preferencia_importe: 220_00 })
  await shop.post(`/api/pago-simulado/${made.init_point?.split('/').at(-1)}`, { accion: 'aprobar' })
  await eventually(
    () => rowOf(shop, first),
    ({ estado }) => estado === 'pagado',
  )
  const other = await sell({ lineas: [{ pedido_id: second }], pagos: by(220) })
  const paid = await post(`ventas/${other.venta_id}/pagos`, { pagos: cash(220) })
  expect(paid.json()).toMatchObject({ pagado: 320, resto: 0, init_point: null })
  expect(await rowOf(shop, second)).toMatchObject({ estado: 'pagado', resta: 0 })
})

test('where no link can be made nothing is charged: for an expired order, and in a shop without a provider', async () => {
  const { shop, draft, refused, money } = await aCounter()
  const pedido_id = await draft()
  await shop.post('/api/completar_compra', compra(pedido_id))
  const pagos = [...cash(100), { medio: 'mercadopago', importe: 204 }]
  await shop.db.update(pedidos).set({ vence: shop.deps.now() }).where(eq(pedidos.id, pedido_id))
  expect(await refused({ lineas: [{ pedido_id }], pagos })).toMatchObject({
    status: 409,
    codigo: 'pedido_cerrado',
  })
  const { current } = shop.deps.payments
  Object.defineProperty(shop.deps.payments, 'current', { value: { ...current, isMissing: true } })
  const lineas = [{ texto: 'Laminado', importe: 304 }]
  expect(await refused({ lineas, pagos })).toMatchObject({ status: 503, codigo: 'sin_abrir' })
  expect(await money()).toEqual({ pagos: 0, caja: 0, pedidos: 1 })
})

test('a rest may also come by a link', async () => {
  const { shop, draft, sell, post } = await aCounter()
  const pedido_id = await draft()
  const { venta_id } = await sell({ lineas: [{ pedido_id }], pagos: cash(100) })
  const asked = await post(`ventas/${venta_id}/pagos`, { pagos: [{ medio: 'mercadopago', importe: 220 }] })
  expect(asked.json()).toMatchObject({ resto: 220 })
  await shop.post(`/api/pago-simulado/${asked.json().init_point.split('/').at(-1)}`, { accion: 'aprobar' })
  const paid = await eventually(
    () => rowOf(shop, pedido_id),
    ({ resta }) => resta === 0,
  )
  expect(paid.estado).toBe('pagado')
})

test('a coupon takes its percent off everything, is spent with the sale, and works once however many try', async () => {
  const { shop, draft, sell, post, refused, code } = await aCounter()
  const { codigo, id } = await code()
  const pedido_id = await draft()
  const lineas = [{ pedido_id }, { texto: 'Tapa', importe: 1000 }]
  expect((await post('ventas/cotizar', { lineas, codigos: [codigo] })).json()).toMatchObject({
    total: 1188,
    descuentos: [{ codigo, motivo: null, importe: 132 }],
  })
  const [, unused] = [await code(), await shop.db.select().from(codigos).where(eq(codigos.id, id))]
  expect(unused).toMatchObject([{ usado: null, pedido_id: null }])
  const both = [codigo, (await code()).codigo]
  expect(await refused({ lineas, codigos: both, pagos: cash(1) })).toMatchObject({
    status: 400,
    codigo: 'segundo_porcentaje',
  })
  expect(await refused({ lineas, codigos: [codigo, codigo], pagos: cash(1) })).toMatchObject({
    status: 400,
    codigo: 'datos',
  })
  const made = await sell({ lineas, codigos: [codigo.toLowerCase()], pagos: cash(1188) })
  expect(made).toMatchObject({ total: 1188, resto: 0 })
  expect(await shop.db.select().from(codigos).where(eq(codigos.id, id))).toMatchObject([
    { pedido_id, usado_por: `pedido ${made.pedidos[0]?.numero}` },
  ])
  expect(
    await refused({ lineas: [{ texto: 'x', importe: 10 }], codigos: [codigo], pagos: cash(9) }),
  ).toMatchObject({
    status: 409,
    codigo: 'codigo_usado',
    body: { detail: expect.stringMatching(/ya se usó/) },
  })

  const one = await code()
  const burst = await Promise.all(
    Array.from({ length: 50 }, () =>
      post('ventas', { lineas: [{ texto: 'x', importe: 100 }], codigos: [one.codigo], pagos: cash(90) }),
    ),
  )
  expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(burst.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49)
})

test('a code of the wheel needs its e-mail, sheets cover printed ones, and a prize is marked with the sale', async () => {
  const { shop, draft, sell, refused, code } = await aCounter()
  const wheel = await code({ tipo: 'ruleta', porcentaje: 5, email: 'ana@example.com' })
  const plain = { lineas: [{ texto: 'Resma', importe: 1000 }], pagos: cash(950), codigos: [wheel.codigo] }
  expect(await refused(plain)).toMatchObject({
    status: 400,
    codigo: 'datos',
    body: { codigos: [expect.stringMatching(/e-mail/)] },
  })
  expect(await refused({ ...plain, cliente: { email: 'otra@example.com' } })).toMatchObject({
    status: 400,
    codigo: 'codigo_ajeno',
  })
  expect(await sell({ ...plain, cliente: { email: 'Ana@Example.com' } })).toMatchObject({ total: 950 })

  const sheets = await code({ tipo: 'hojas', hojas: 5, porcentaje: null })
  expect(await refused({ ...plain, codigos: [sheets.codigo] })).toMatchObject({
    status: 400,
    codigo: 'datos',
  })
  const pedido_id = await draft()
  const free = await sell({ lineas: [{ pedido_id }], codigos: [sheets.codigo] })
  expect(free).toMatchObject({ total: 0, resto: 0, descuentos: [{ codigo: sheets.codigo, importe: 320 }] })
  expect(await rowOf(shop, pedido_id)).toMatchObject({ estado: 'pagado', importe_final: 0 })
  const left = await shop.db.select().from(codigos).where(eq(codigos.origen_id, sheets.id))
  expect(left).toMatchObject([{ hojas: 3 }])

  const prize = await code({ tipo: 'premio', porcentaje: null, producto_nombre: 'Taza' })
  await sell({ lineas: [{ texto: 'x', importe: 10 }], codigos: [prize.codigo], pagos: cash(10) })
  const [used] = await shop.db.select().from(codigos).where(eq(codigos.id, prize.id))
  expect(used?.usado_por).toMatch(/^Operador/)
})

test('a discount by hand wants a reason, is within the limit of the role or another person agrees, and stands in Cambios', async () => {
  const { shop, sell, refused, post } = await aCounter()
  const owner = await enterAs(shop)
  await confirmAs(shop, owner)
  const put = await shop.app.inject({
    method: 'PUT',
    url: `${B}/ajustes`,
    headers: owner,
    payload: { topes: { operador: { descuento: 500 } } },
  })
  expect(put.json().topes.operador).toMatchObject({ devolucion: null, descuento: 500 })
  const lineas = [{ texto: 'Banner', importe: 10_000 }]
  const off = (descuento: object, pagos = cash(1)) => ({ lineas, descuento, pagos })
  expect(await refused(off({ importe: 100, motivo: ' ' }))).toMatchObject({
    status: 400,
    codigo: 'datos',
    body: { descuento: [expect.any(String)] },
  })
  expect(await refused(off({ motivo: 'x' }))).toMatchObject({ status: 400, codigo: 'datos' })
  expect(await refused(off({ importe: 10_001, motivo: 'x' }))).toMatchObject({
    status: 400,
    codigo: 'datos',
    body: { descuento: ['El descuento es más que el total.'] },
  })
  expect(await refused(off({ porcentaje: 6, motivo: 'alumna' }))).toMatchObject({
    status: 403,
    codigo: 'autorizar',
    body: { autorizar: true },
  })
  const made = await sell(off({ porcentaje: 5, motivo: 'alumna' }, cash(9500)))
  expect(made).toMatchObject({ total: 9500, descuentos: [{ codigo: null, motivo: 'alumna', importe: 500 }] })
  const everywhere = await newOperador(shop, null)
  await shop.db.execute(sql`update operadores set rol = 'encargado' where id = ${everywhere.id}`)
  const autoriza = { email: everywhere.who.email, actual: everywhere.who.password }
  const agreed = await post('ventas', { ...off({ importe: 600, motivo: 'alumna' }, cash(9400)), autoriza })
  expect(agreed.json()).toMatchObject({ total: 9400 })
  const written = (await shop.db.select().from(auditoria).where(eq(auditoria.que, 'venta'))).map(
    ({ despues }) => despues,
  )
  expect(written).toEqual([
    { descuento: 500, motivo: 'alumna', autoriza: null },
    { descuento: 600, motivo: 'alumna', autoriza: expect.stringMatching(/^Operador/) },
  ])
})

test('a discount by hand with centavos leaves whole pesos to pay', async () => {
  const { shop, sell } = await aCounter()
  const lineas = [{ texto: 'Banner', importe: 1000 }]
  const made = await sell({ lineas, descuento: { importe: 10.5, motivo: 'alumna' }, pagos: cash(990) })
  expect(made).toMatchObject({ total: 990, resto: 0, descuentos: [{ importe: 10 }] })
  const [{ pedido_id = '' } = {}] = made.pedidos
  expect(await rowOf(shop, pedido_id)).toMatchObject({ importe_final: 990_00, descuento_mano: 10_00 })
})

test('a sale that gives points for typed amounts stands in Cambios, and the ledger names the clerk', async () => {
  const { shop, clerk, draft, sell, post } = await aCounter()
  const ana = await newCliente(shop)
  const cliente = { email: ana.email }
  const typed = [{ texto: 'Copias', importe: 3000 }]
  const whole = await sell({ lineas: typed, cliente, pagos: cash(3000) })
  const sena = await sell({ lineas: typed, cliente, pagos: cash(1000) })
  const cambios = async () =>
    (await shop.db.select().from(auditoria).where(eq(auditoria.que, 'venta')).orderBy(auditoria.id)).map(
      ({ operador_id, clave, nombre, despues }) => ({ operador_id, clave, nombre, despues }),
    )
  const noted = (venta: VentaAnswer) => ({
    operador_id: clerk.id,
    clave: String(venta.venta_id),
    nombre: `Pedido ${venta.pedidos[0]?.numero}, de ${whole.cliente?.nombre}`,
    despues: { importe: 3000, puntos: 3000, autoriza: null },
  })
  expect(await cambios()).toEqual([noted(whole)])
  // The last peso gives the points
  expect((await post(`ventas/${sena.venta_id}/pagos`, { pagos: cash(2000) })).statusCode).toBe(200)
  expect(await cambios()).toEqual([noted(whole), noted(sena)])
  // Printing is no typed amount: its price comes from the files
  await sell({ lineas: [{ pedido_id: await draft() }], cliente, pagos: cash(320) })
  expect(await cambios()).toHaveLength(2)
  // A mailbox without an account gets its points once it has one
  const later = await sell({ lineas: typed, cliente: { email: newEmail() }, pagos: cash(3000) })
  expect((await cambios()).at(-1)).toEqual({
    ...noted(later),
    nombre: `Pedido ${later.pedidos[0]?.numero}`,
    despues: { importe: 3000, autoriza: null },
  })
  const { rows } = await shop.db.execute(sql`select distinct quien from puntos`)
  expect(rows).toEqual([{ quien: expect.stringMatching(/^Operador/) }])
})

test('one key is one sale, however often it is sent; with other data it is refused', async () => {
  const { sell, post, draft, money } = await aCounter()
  const pedido_id = await draft()
  const key = { 'idempotency-key': 'la-misma' }
  const body = { lineas: [{ pedido_id }], pagos: cash(320, 500) }
  const burst = await Promise.all(Array.from({ length: 50 }, () => sell(body, key)))
  expect(new Set(burst.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(await money()).toEqual({ pagos: 320_00, caja: 320_00, pedidos: 1 })
  const changed = await post('ventas', { ...body, pagos: cash(320) }, key)
  const { numero } = burst[0]?.pedidos[0] ?? {}
  expect(changed.statusCode).toBe(409)
  expect(changed.json().detail).toEqual(
    expect.stringMatching(`^Esa venta ya se cargó con otros datos: es el pedido ${numero}\\.`),
  )
  expect((await post('ventas', { email: 'a@b.com', importe: 3 }, key)).statusCode).toBe(404)
})

test('an order that two sales want is paid once; the refused sale leaves nothing', async () => {
  const { shop, clerk, draft, post, refused, money, code } = await aCounter()
  const pedido_id = await draft()
  const burst = await Promise.all(
    Array.from({ length: 20 }, () => post('ventas', { lineas: [{ pedido_id }], pagos: cash(320) })),
  )
  expect(burst.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)])
  expect(await money()).toEqual({ pagos: 320_00, caja: 320_00, pedidos: 1 })

  const [mine, elsewhere] = [await draft(), await draft()]
  await shop.post('/api/completar_compra', compra(elsewhere, { sucursal: 'Aguilares' }))
  const before = await money()
  const { codigo, id } = await code()
  const lineas = [{ pedido_id: mine }]
  for (const [wrong, status, field] of [
    [{ lineas: [] }, 400, 'lineas'],
    [{ lineas: [{ texto: 'x' }] }, 400, 'lineas'],
    [{ lineas: [{ texto: 'x', importe: -1 }] }, 400, 'lineas'],
    [{ lineas: [{ producto_id: 999_999 }] }, 400, 'lineas'],
    [{ lineas: [{ pedido_id: elsewhere }] }, 404, 'detail'],
    [{ lineas: [...lineas, { pedido_id: 'no-existe-no-existe-no' }] }, 404, 'detail'],
    [{ lineas, sucursal: 'Aguilares', pagos: cash(320) }, 403, 'detail'],
    [{ lineas, pagos: [] }, 400, 'pagos'],
    [{ lineas, pagos: cash(-1) }, 400, 'pagos'],
    [{ lineas, pagos: cash(0) }, 400, 'pagos'],
    [{ lineas, pagos: cash(100, 99) }, 400, 'pagos'],
    [{ lineas, pagos: [{ medio: 'cheque', importe: 1 }] }, 400, 'pagos'],
    [{ lineas, pagos: [{ medio: 'cuenta', importe: 320 }] }, 400, 'pagos'],
    [{ lineas, pagos: [{ medio: 'transferencia', importe: 321 }] }, 400, 'pagos'],
    [{ lineas, pagos: cash(320, 77_912_343) }, 400, 'pagos'],
    [{ lineas, codigos: [codigo], pagos: [{ medio: 'posnet', importe: 289 }] }, 400, 'pagos'],
    [{ lineas, codigos: ['XXXX'], pagos: cash(1) }, 400, 'codigos'],
    [{ lineas, cliente: { dni: '30111222' }, pagos: cash(1) }, 400, 'cliente'],
    [{ lineas, cliente: { email: 'nada' }, pagos: cash(1) }, 400, 'cliente'],
  ] as const) {
    const { status: got, body } = await refused(wrong)
    expect([wrong, got, Object.keys(body)]).toEqual([wrong, status, [field]])
  }
  expect(await money()).toEqual(before)
  expect(await rowOf(shop, mine)).toMatchObject({ estado: 'borrador' })
  expect(await shop.db.select().from(codigos).where(eq(codigos.id, id))).toMatchObject([
    { pedido_id: null, usado: null },
  ])
  const stranger = await newOperador(shop, 2)
  const done = burst.find(({ statusCode }) => statusCode === 200)?.json()
  expect(
    (await shop.post(`${B}/ventas/${done.venta_id}/pagos`, { pagos: cash(1) }, stranger.headers)).statusCode,
  ).toBe(404)
  expect((await shop.get(`${B}/pedidos/${pedido_id}`, clerk.headers)).json().pagos).toHaveLength(1)
})

test('an order of the web keeps its price and its codes, and a sale may charge two of them at once', async () => {
  const { shop, draft, sell } = await aCounter()
  const [first, second] = [await draft(), await draft()]
  for (const id of [first, second]) await shop.post('/api/completar_compra', compra(id))
  const made = await sell({ lineas: [{ pedido_id: first }, { pedido_id: second }], pagos: cash(608) })
  expect(made).toMatchObject({ total: 608, resto: 0, pedidos: [{ pedido_id: first }, { pedido_id: second }] })
  for (const id of [first, second])
    expect(await rowOf(shop, id)).toMatchObject({ estado: 'pagado', email: 'ana@example.com' })
  expect((await shop.db.select().from(pagos)).map(({ importe }) => importe)).toEqual([304_00, 304_00])
})

test('reports tell products, discounts by hand and codes with their amounts, and a seña on the day it was taken', async () => {
  const { shop, draft, sell, code } = await aCounter()
  const { codigo } = await code()
  const pedido_id = await draft()
  await sell({
    lineas: [{ pedido_id }, { texto: 'Tapa', importe: 1000 }],
    codigos: [codigo],
    descuento: { importe: 88, motivo: 'alumna' },
    pagos: cash(600),
  })
  const owner = await enterAs(shop)
  const hoy = new Date(shop.deps.now().getTime() - 3 * HOUR).toISOString().slice(0, 10)
  const report = async (path: string) =>
    (await shop.get(`${B}/reportes/${path}desde=${hoy}&hasta=${hoy}`, owner)).json().filas
  expect(await report('ventas?agrupar=producto&')).toMatchObject([
    { clave: 'Impresión', bruto: 288 },
    { clave: 'Productos y servicios', bruto: 900 },
    { clave: 'Descuentos a mano', bruto: -88 },
  ])
  const taken = (await report('descuentos?')).filter(({ pesos }: { pesos: number }) => pesos > 0)
  expect(taken).toMatchObject([
    { tipo: 'cupon', pedidos: 1, pesos: 132 },
    { tipo: 'mano', pedidos: 1, pesos: 88 },
  ])
  expect(await report('caja?')).toMatchObject([{ canal: 'mostrador', medio: 'Efectivo', cobrado: 600 }])
})

test('points go to the account of a mobile or a DNI, for typed lines up to the limits', async () => {
  const { shop, sell, refused } = await aCounter()
  const owner = await enterAs(shop)
  const { access } = await newCliente(shop, { email: 'mili@example.com', celular: '3865416123' })
  const save = (dni: string) =>
    shop.app.inject({
      method: 'PATCH',
      url: '/api/clientes/actualizar/',
      headers: bearer(access),
      payload: { dni },
    })
  expect((await save('123')).json()).toEqual({ dni: ['El DNI lleva 7 u 8 números.'] })
  expect((await save('30.111.222')).statusCode).toBe(200)
  expect((await shop.get('/api/clientes/me', bearer(access))).json()).toMatchObject({ dni: '30111222' })
  await shop.app.inject({
    method: 'PUT',
    url: `${B}/ajustes`,
    headers: owner,
    payload: { puntos_venta: { por_venta: 1500, por_cliente_dia: 2000 } },
  })
  const line = { lineas: [{ texto: 'Taza', importe: 1800 }], pagos: cash(1800) }
  expect(await sell({ ...line, cliente: { celular: '3865 15 41-6123' } })).toMatchObject({ puntos: 1500 })
  expect(await sell({ ...line, cliente: { dni: '30.111.222' } })).toMatchObject({
    puntos: 500,
    cliente: { puntos: 2000 },
  })
  await newCliente(shop, { email: 'otra@example.com', celular: '3865416123' })
  expect(await refused({ ...line, cliente: { celular: '3865416123' } })).toMatchObject({
    status: 400,
    codigo: 'datos',
    body: { cliente: [expect.stringMatching(/más de una cuenta/)] },
  })
  const rows = await shop.db.select().from(pedidos)
  expect(rows.map(({ email }) => email)).toEqual(['mili@example.com', 'mili@example.com'])
})
