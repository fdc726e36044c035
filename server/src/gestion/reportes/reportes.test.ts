// Every expected number was counted by hand from the orders of `world`.
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { DEFAULT_TARIFAS } from '@imprimitodo/shared/rules/compra/precio'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clientes } from '../../base/db/schema/clientes.ts'
import { codigos } from '../../base/db/schema/codigos.ts'
import { impresiones, impresoras } from '../../base/db/schema/impresion.ts'
import { devoluciones, pagos } from '../../base/db/schema/pagos.ts'
import { historial, pedidos } from '../../base/db/schema/pedidos.ts'
import { premios, puntos } from '../../base/db/schema/puntos.ts'
import { ventas } from '../../base/db/schema/ventas.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { readSheet } from '../../testing/xlsx.ts'

const B = '/api/mostrador/reportes'
/** Tucumán is three hours behind UTC. */
const at = (dia: number, hora: string) => new Date(`2026-11-${dia}T${hora}-03:00`)
const RANGO = 'desde=2026-11-20&hasta=2026-11-21'

let counted = 0
type Nuevo = Partial<typeof pedidos.$inferInsert> & { impresion?: number; anillado?: number }

async function pedido(shop: Shop, { impresion = 0, anillado = 0, ...change }: Nuevo) {
  const n = ++counted
  const id = `reporte-${n}`
  await shop.db.insert(pedidos).values({
    id,
    numero: 50_000 + n,
    referencia: `ref-${n}`,
    codigo_retiro: `R-${n}`,
    tarifas: DEFAULT_TARIFAS,
    estado: 'pagado',
    email: 'ana@example.com',
    celular: '3865412233',
    sucursal_id: 1,
    modo_entrega: 'retiro',
    descuento_porcentaje: 0,
    total_impresion: impresion,
    total_anillado: anillado,
    final_impresion: impresion,
    final_anillado: anillado,
    importe_final: impresion + anillado,
    ...change,
  })
  return id
}

async function pago(
  shop: Shop,
  pedido_id: string,
  importe: number,
  change: Partial<typeof pagos.$inferInsert>,
) {
  const id = `pago-${++counted}`
  const creado = change.creado ?? at(19, '10:00:00')
  await shop.db.insert(pagos).values({
    id,
    proveedor: 'simulado',
    pedido_id,
    importe,
    estado: 'approved',
    moneda: 'ARS',
    medio: 'tarjeta',
    creado,
    actualizado: creado,
    ...change,
  })
  return id
}

async function world() {
  const shop = await testShop()
  // Alberdi, the 20th: at its first second and at its last one
  const first = await pedido(shop, { impresion: 1000_00, anillado: 1200_00, pagado: at(20, '00:00:00') })
  await pago(shop, first, 2200_00, { creado: at(19, '23:00:00') })
  const last = await pedido(shop, { impresion: 304_00, pagado: at(20, '23:59:59.999') })
  await pago(shop, last, 304_00, { creado: at(20, '23:59:00'), medio: 'efectivo' })
  // The 21st: Aguilares, a free one, and one that was paid twice and cancelled
  const far = await pedido(shop, {
    impresion: 500_00,
    sucursal_id: 2,
    pagado: at(21, '00:00:00'),
    estado: 'entregado',
    modo_entrega: 'delivery',
    costo_delivery: 2500_00,
    cerrado: at(21, '18:00:00'),
  })
  await pago(shop, far, 500_00, {})
  await shop.db
    .insert(historial)
    .values({ pedido_id: far, estado: 'entregado', cuando: at(21, '18:00:00'), quien: 'x', desde: 'listo' })
  await pedido(shop, { pagado: at(21, '12:00:00') })
  const twice = await pedido(shop, { impresion: 100_00, pagado: at(21, '09:00:00'), estado: 'cancelado' })
  for (const [creado, actualizado] of [
    [at(21, '08:59:00'), at(21, '15:00:00')],
    [at(21, '09:30:00'), at(21, '14:00:00')],
  ] as const)
    await pago(shop, twice, 100_00, { estado: 'refunded', devuelto: 100_00, creado, actualizado })
  // Outside: the second before, the one after, never paid, a draft, another currency
  await pago(shop, await pedido(shop, { impresion: 7_00, pagado: at(19, '23:59:59') }), 7_00, {})
  await pago(shop, await pedido(shop, { impresion: 8_00, pagado: at(22, '00:00:00') }), 8_00, {})
  await pago(shop, await pedido(shop, { impresion: 9_00, estado: 'cancelado' }), 9_00, { estado: 'rejected' })
  await pedido(shop, { impresion: 10_00, estado: 'borrador' })
  await pago(shop, last, 11_00, { moneda: 'USD', creado: at(21, '10:00:00') })
  // Staff gives back 50 of the first one on the 21st; the provider's later report of it adds nothing
  await shop.db
    .update(pagos)
    .set({ devuelto: 50_00, actualizado: at(21, '20:00:00') })
    .where(sql`pedido_id = ${first}`)
  const [given] = await shop.db.select().from(pagos).where(sql`pedido_id = ${first}`)
  await shop.db.insert(devoluciones).values({
    clave: 'a',
    pedido_id: first,
    pago_id: given?.id ?? '',
    importe: 50_00,
    motivo: 'x',
    quien: 'Dueño',
    pedida: at(20, '19:00:00'),
    hecha: at(21, '19:00:00'),
  })
  const here = await newOperador(shop, 1)
  await shop.db.insert(ventas).values([
    { operador_id: here.id, importe: 150_50, puntos: 150, cuando: at(21, '23:59:59') },
    { operador_id: null, importe: 20_00, puntos: 20, cuando: at(20, '10:00:00') },
    { operador_id: here.id, importe: 99_00, puntos: 99, cuando: at(22, '00:00:00') },
  ])
  const owner = await enterAs(shop)
  const get = async (path: string, who = owner) => (await shop.get(`${B}/${path}`, who)).json()
  return { shop, get, owner, here, ids: { first, last, far, twice } }
}

test('sales are of the shop’s day, branch and product; refunds have a line of their own, a second payment has none', async () => {
  const { get } = await world()
  const fila = (
    clave: string,
    [pedidos, gratis, mostrador]: number[],
    [bruto = 0, devuelto = 0, neto = 0]: number[],
  ) => ({ clave, pedidos, gratis, mostrador, bruto, devuelto, neto })
  expect((await get(`ventas?${RANGO}`)).filas).toEqual([
    fila('2026-11-20', [2, 0, 1], [2524, 0, 2524]),
    fila('2026-11-21', [3, 1, 1], [3250.5, 150, 3100.5]),
  ])
  expect((await get(`ventas?${RANGO}&agrupar=sucursal`)).filas).toEqual([
    fila('Alberdi', [4, 1, 1], [2754.5, 150, 2604.5]),
    fila('Aguilares', [1, 0, 0], [3000, 0, 3000]),
    fila('Sin sucursal', [0, 0, 1], [20, 0, 20]),
  ])
  expect((await get(`ventas?${RANGO}&agrupar=producto`)).filas).toEqual([
    fila('Impresión', [5, 1, 0], [1904, 0, 1904]),
    fila('Anillado', [1, 0, 0], [1200, 0, 1200]),
    fila('Envío', [0, 0, 0], [2500, 0, 2500]),
    fila('Ventas en el mostrador', [0, 0, 2], [170.5, 0, 170.5]),
    fila('Devoluciones', [0, 0, 0], [0, 150, -150]),
  ])
  expect((await get('ventas?desde=2026-11-18&hasta=2026-11-18')).filas).toEqual([
    fila('2026-11-18', [0, 0, 0], [0, 0, 0]),
  ])
})

test('a typed sale stays with the branch where it was made, once its clerk works in another one', async () => {
  const shop = await testShop()
  const owner = await enterAs(shop)
  const { email } = await newCliente(shop)
  const [mostrador, everywhere] = [await newOperador(shop, 1), await newOperador(shop, null)]
  const abre = { sucursal: 'Aguilares', caja: 1, fondo: 0 }
  expect((await shop.post('/api/mostrador/turnos', abre, everywhere.headers)).statusCode).toBeLessThan(300)
  const sell = (importe: number, { headers }: typeof mostrador) =>
    shop.post('/api/mostrador/ventas', { email, importe }, headers)
  expect((await sell(100, mostrador)).statusCode).toBe(200)
  expect((await sell(30, everywhere)).statusCode).toBe(200)
  await shop.db.execute(sql`update operadores set sucursal_id = 2 where id = ${mostrador.id}`)
  await shop.db.execute(sql`update operadores set sucursal_id = 1 where id = ${everywhere.id}`)
  const hoy = dayOf(shop.deps.now())
  const rango = `desde=${hoy}&hasta=${hoy}`
  const get = async (path: string) => (await shop.get(`${B}/${path}`, owner)).json()
  expect((await get(`ventas?${rango}&agrupar=sucursal`)).filas).toMatchObject([
    { clave: 'Alberdi', bruto: 100 },
    // Its money went into a drawer there
    { clave: 'Aguilares', bruto: 30 },
  ])
  expect((await get(`caja?${rango}`)).filas).toMatchObject([
    { sucursal: 'Alberdi', canal: 'venta', cobrado: 100 },
    { sucursal: 'Aguilares', canal: 'venta', cobrado: 30 },
  ])
})

test('the cash of a day is the money that came in and went back, by place and method; a person of one branch sees that branch alone', async () => {
  const { shop, get, here } = await world()
  // At the counter on the 21st, in cash, of which 20 went back over it; and a transfer
  const there = await pedido(shop, { impresion: 90_00, pagado: at(21, '11:00:00') })
  const enCaja = { id: `mostrador:${there}`, medio: 'efectivo', creado: at(21, '11:00:00') }
  await pago(shop, there, 90_00, { ...enCaja, devuelto: 20_00, actualizado: at(21, '12:00:00') })
  const sent = await pedido(shop, { impresion: 30_00, pagado: at(21, '11:30:00') })
  await pago(shop, sent, 30_00, {
    id: `mostrador:${sent}`,
    medio: 'transferencia',
    creado: at(21, '11:30:00'),
  })
  const fila = (
    [dia, sucursal, canal, medio, medio_clave]: string[],
    operaciones: number,
    [cobrado = 0, devuelto = 0, neto = 0]: number[],
  ) => ({
    dia: `2026-11-${dia}`,
    sucursal,
    canal,
    medio,
    medio_clave: medio_clave ?? null,
    operaciones,
    cobrado,
    devuelto,
    neto,
  })
  const alberdi = [
    fila(['20', 'Alberdi', 'web', 'Efectivo', 'efectivo'], 1, [304, 0, 304]),
    fila(['20', 'Alberdi', 'web', 'Tarjeta', 'tarjeta'], 1, [2200, 0, 2200]),
    fila(['21', 'Alberdi', 'web', 'Tarjeta', 'tarjeta'], 2, [200, 250, -50]),
    fila(['21', 'Alberdi', 'mostrador', 'Efectivo', 'efectivo'], 1, [90, 20, 70]),
    fila(['21', 'Alberdi', 'mostrador', 'Transferencia', 'transferencia'], 1, [30, 0, 30]),
    fila(['21', 'Alberdi', 'venta', 'Sin medio informado'], 1, [150.5, 0, 150.5]),
  ]
  const { filas } = await get(`caja?${RANGO}`)
  expect(filas).toEqual([
    ...alberdi.slice(0, 2),
    fila(['20', 'Sin sucursal', 'venta', 'Sin medio informado'], 1, [20, 0, 20]),
    ...alberdi.slice(2),
    fila(['21', 'Aguilares', 'web', 'Tarjeta', 'tarjeta'], 1, [500, 0, 500]),
    fila(['21', 'Aguilares', 'envio', 'Al recibir'], 1, [2500, 0, 2500]),
  ])
  expect((await get(`caja?${RANGO}`, here.headers)).filas).toEqual(alberdi)
})

test('each discount has its part of the sum taken off; points are worth the sheets that they buy', async () => {
  const { shop, get } = await world()
  await newCliente(shop)
  const [cliente] = await shop.db.select().from(clientes)
  // 1000 of printing, 160 of free sheets; 5 % and 20 % off the other 840 are 210: 42 of the web, 168 of the coupon
  const both = await pedido(shop, {
    impresion: 1000_00,
    pagado: at(20, '10:00:00'),
    descuento_porcentaje: 5,
    descuento_codigo: 20,
    descuento_hojas: 160_00,
    final_impresion: 630_00,
    importe_final: 630_00,
  })
  const code = (codigo: string, change: object) => ({
    codigo,
    tipo: 'cupon' as const,
    producto_nombre: 'x',
    creado: at(10, '10:00:00'),
    vence: at(30, '10:00:00'),
    usado: at(20, '10:00:00'),
    usado_por: 'pedido 1',
    pedido_id: null,
    ...change,
  })
  await shop.db
    .insert(codigos)
    .values([
      code('A', { tipo: 'ruleta', porcentaje: 20, pedido_id: both }),
      code('B', { tipo: 'premio', usado_por: 'Dueño' }),
      code('C', { usado_por: 'Dueño', usado: at(22, '00:00:00') }),
      code('D', { tipo: 'hojas' }),
    ])
  const { filas } = await get(`descuentos?${RANGO}`)
  expect(filas).toEqual([
    { tipo: 'web', pedidos: 1, mostrador: 0, pesos: 42 },
    { tipo: 'hojas', pedidos: 1, mostrador: 0, pesos: 160 },
    { tipo: 'cupon', pedidos: 0, mostrador: 0, pesos: 0 },
    { tipo: 'ruleta', pedidos: 1, mostrador: 0, pesos: 168 },
    { tipo: 'premio', pedidos: 0, mostrador: 1, pesos: 0 },
    { tipo: 'mano', pedidos: 0, mostrador: 0, pesos: 0 },
  ])

  await shop.db.delete(premios)
  expect(await get('puntos')).toEqual({ puntos: 0, cuentas: 0, pesos: null })
  const line = {
    cliente_id: cliente?.id ?? 0,
    motivo: 'x',
    quien: 'x',
    cuando: at(20, '10:00:00'),
    tipo: 'ajuste' as const,
  }
  await shop.db.insert(puntos).values([
    { ...line, puntos: 1500, clave: 'a' },
    { ...line, puntos: -500, clave: 'b' },
  ])
  const premio = { descripcion: 'x', es_codigo_canje: true }
  await shop.db.insert(premios).values([
    { ...premio, nombre: '10 hojas', puntos_requeridos: 500, cantidad: 10 },
    { ...premio, nombre: '5 hojas', puntos_requeridos: 500, cantidad: 5 },
    { ...premio, nombre: 'Antes', puntos_requeridos: 1, cantidad: 5, retirado: new Date() },
  ])
  // 1000 points buy 20 sheets of 100 pesos
  expect(await get('puntos')).toEqual({ puntos: 1000, cuentas: 1, pesos: 2000 })
})

test('printers tell their counts beside the sold sheets, and the reasons of reprints; promises are kept or not', async () => {
  const { shop, get, ids } = await world()
  const [impresora] = await shop.db
    .insert(impresoras)
    .values({ nombre: 'HP', uri: 'ipp://127.0.0.1:1/p', sucursal_id: 1 })
    .returning()
  const work = (change: object) => ({
    pedido_id: ids.first,
    trabajo: 1,
    nombre: 'a',
    copias: 1,
    lados: 2,
    borde: 'largo' as const,
    color: false,
    hojas: 10,
    paginas: 20,
    impresora_id: impresora?.id ?? 0,
    estado: 'impresa' as const,
    contadas: 20,
    pedida: at(20, '10:00:00'),
    pedida_por: 'x',
    terminada: at(20, '10:05:00'),
    ...change,
  })
  await shop.db
    .insert(impresiones)
    .values([
      work({}),
      work({ motivo: 'Salió manchada', hojas: 1, copias: 2, contadas: 4 }),
      work({ motivo: 'Salió manchada', hojas: 1, contadas: 1 }),
      work({ estado: 'cancelada', contadas: 3, motivo: null }),
      work({ estado: 'cancelada', contadas: null }),
      work({ terminada: at(22, '00:00:00') }),
    ])
  expect(await get(`impresoras?${RANGO}`)).toEqual({
    impresoras: [
      {
        impresora: 'HP',
        sucursal: 'Alberdi',
        trabajos: 3,
        hojas: 13,
        contadas: 28,
        reimpresiones: 2,
        hojas_reimpresas: 3,
        motivos: [{ motivo: 'Salió manchada', veces: 2, hojas: 3 }],
      },
    ],
    hojas_vendidas: 0,
  })
  await shop.db.execute(sql`
    insert into contenidos (id, bytes) values ('c', 1)`)
  await shop.db.execute(sql`
    insert into archivos (pedido_id, posicion, contenido_id, nombre, paginas, grupo, doble_faz, orientacion, color, duplicado, anillado)
    select p.id, 0, 'c', 'a.pdf', 5, 'default', p.id = ${ids.first}, 'vertical', 'color', 2, false from pedidos p`)
  // Two copies of 5 pages: 3 sheets two-sided, 5 one-sided; two more orders, the free one and the one that was delivered
  expect((await get(`impresoras?${RANGO}`)).hojas_vendidas).toBe(2 * 3 + 3 * 2 * 5)

  const promise = (id: string, prometido: Date) =>
    shop.db.update(pedidos).set({ prometido }).where(sql`id = ${id}`)
  await promise(ids.first, at(20, '12:00:00'))
  await promise(ids.last, at(20, '23:59:59'))
  await promise(ids.far, at(21, '12:00:00'))
  await promise(ids.twice, at(21, '12:00:00'))
  const ready = (id: string, listo: Date) => shop.db.update(pedidos).set({ listo }).where(sql`id = ${id}`)
  await ready(ids.first, at(20, '12:00:00'))
  await ready(ids.far, at(21, '12:00:01'))
  const now = (instant: Date) => {
    shop.clock.offsetMs = instant.getTime() - Date.now()
  }
  now(at(20, '20:00:00'))
  // The clock moves past the session's end: each look has a session of its own
  const filas = async () => (await get(`promesas?${RANGO}`, await enterAs(shop))).filas
  const aguilares = { sucursal: 'Aguilares', cumplidas: 0, tarde: 1, pendientes: 0 }
  expect(await filas()).toEqual([{ sucursal: 'Alberdi', cumplidas: 1, tarde: 0, pendientes: 1 }, aguilares])
  now(at(21, '00:10:00'))
  expect(await filas()).toEqual([{ sucursal: 'Alberdi', cumplidas: 1, tarde: 1, pendientes: 0 }, aguilares])
})

test('each report is a file for spreadsheets, too; a range that is none is refused with its field', async () => {
  const { shop, owner } = await world()
  await shop.db.execute(sql`update sucursales set nombre = '=1+1' where id = 2`)
  const csv = await shop.get(`${B}/ventas.csv?${RANGO}&agrupar=sucursal`, owner)
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="ventas-2026-11-20-a-2026-11-21.csv"',
    'cache-control': 'no-store',
  })
  expect(csv.body).toBe(
    [
      '\uFEFFSucursal,Pedidos,Gratis,Ventas en el mostrador,Vendido,Devuelto,Neto',
      'Alberdi,4,1,1,"2754,50","150,00","2604,50"',
      `'=1+1,1,0,0,"3000,00","0,00","3000,00"`,
      'Sin sucursal,0,0,1,"20,00","0,00","20,00"',
      '',
    ].join('\r\n'),
  )
  for (const report of ['ventas', 'descuentos', 'puntos', 'impresoras', 'caja', 'promesas']) {
    const query = report === 'puntos' ? '' : `${RANGO}&`
    const { body, statusCode } = await shop.get(`${B}/${report}.csv?${query}separador=punto_y_coma`, owner)
    expect(statusCode, String(report)).toBe(200)
    expect(/^\uFEFF[^\r\n]+;[^\r\n]+\r\n/.test(body), String(report)).toBe(true)
  }
  for (const [query, field, message] of [
    ['', 'desde', 'Escribí el día como 2026-11-21.'],
    ['desde=2026-02-30&hasta=2026-03-01', 'desde', 'Escribí el día como 2026-11-21.'],
    ['desde=2026-11-21&hasta=2026-11-20', 'hasta', 'El rango termina antes de empezar.'],
    ['desde=2020-01-01&hasta=2026-11-20', 'hasta', 'El rango es demasiado largo: hasta 366 días.'],
    [`${RANGO}&agrupar=x`, 'agrupar', 'Agrupá por dia, sucursal o producto.'],
  ] as const)
    for (const path of ['ventas', 'ventas.csv']) {
      const answer = await shop.get(`${B}/${path}?${query}`, owner)
      expect(answer.statusCode, String(query)).toBe(400)
      expect(answer.json()[field], String(query)).toEqual([message])
    }
})

test('each report is a workbook, too: numbers are numbers, days are days, what looks like a formula is a text', async () => {
  const { shop, owner } = await world()
  await shop.db.execute(sql`update sucursales set nombre = '=1+1<&\u0007' where id = 2`)
  for (const report of ['ventas', 'descuentos', 'puntos', 'impresoras', 'caja', 'promesas']) {
    const query = report === 'puntos' ? '' : RANGO
    const answer = await shop.get(`${B}/${report}.xlsx?${query}`, owner)
    expect([report, answer.statusCode, answer.headers['content-type']]).toEqual([
      report,
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
  }
  const { rawPayload, headers } = await shop.get(`${B}/ventas.xlsx?${RANGO}&agrupar=sucursal`, owner)
  expect(headers['content-disposition']).toBe('attachment; filename="ventas-2026-11-20-a-2026-11-21.xlsx"')
  expect(readSheet(rawPayload)).toEqual([
    ['Sucursal', 'Pedidos', 'Gratis', 'Ventas en el mostrador', 'Vendido', 'Devuelto', 'Neto'],
    ['Alberdi', 4, 1, 1, 2754.5, 150, 2604.5],
    ['=1+1<&', 1, 0, 0, 3000, 0, 3000],
    ['Sin sucursal', 0, 0, 1, 20, 0, 20],
  ])
  for (const report of ['ventas', 'caja']) {
    const porDia = await shop.get(`${B}/${report}.xlsx?${RANGO}`, owner)
    const [, first] = readSheet(porDia.rawPayload)
    expect([report, first?.[0]]).toEqual([report, new Date('2026-11-20')])
  }
  const clerk = (await newOperador(shop, 1)).headers
  expect((await shop.get(`${B}/ventas.xlsx?${RANGO}`, clerk)).statusCode).toBe(403)
  expect((await shop.get(`${B}/ventas.xlsx?desde=x&hasta=y`, owner)).statusCode).toBe(400)
})
