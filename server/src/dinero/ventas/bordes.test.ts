// The edges of a sale: limits of points over days, a price that changed, amounts that are too large or too
// small, and keys that come again.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sesiones_mostrador } from '../../base/db/schema/mostrador.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { ventas } from '../../base/db/schema/ventas.ts'
import { forgetFilesOf } from '../../compra/pedidos/service.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { confirmAs, enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { rowOf } from '../../testing/pedidos.ts'
import { conPuntos } from '../../testing/puntos.ts'
import { compra, eventually } from '../../testing/shop.ts'
import { aCounter, cash } from '../../testing/ventas.ts'

const DAY = 24 * 3600_000

async function withTopes(puntos_venta: object) {
  const counter = await aCounter()
  const { shop } = counter
  await shop.app.inject({
    method: 'PUT',
    url: '/api/mostrador/ajustes',
    headers: await enterAs(shop),
    payload: { puntos_venta },
  })
  await shop.db.update(sesiones_mostrador).set({ vence: new Date('2200-01-01') })
  const ana = await conPuntos(shop)
  const typed = async (importe: number) =>
    (await counter.post('ventas', { email: ana.email, importe })).json()
  const tapa = (importe: number) => [{ texto: 'Tapa', importe }]
  return { ...counter, ana, typed, tapa, cliente: { email: ana.email } }
}

test('points of a seña count for the day on which its last peso earns them', async () => {
  const { shop, post, sell, typed, tapa, cliente } = await withTopes({ por_cliente_dia: 2000 })
  const [one, two] = [
    await sell({ lineas: tapa(1800), cliente, pagos: cash(100) }),
    await sell({ lineas: tapa(1700), cliente, pagos: cash(100) }),
  ]
  shop.clock.offsetMs += DAY
  expect(await typed(1500)).toMatchObject({ puntos: 1500 })
  const paid = (await post(`ventas/${one.venta_id}/pagos`, { pagos: cash(1700) })).json()
  expect(paid).toMatchObject({ resto: 0, cliente: { puntos: 2000 } })
  // Its points use up the limit of that day
  expect(await typed(1000)).toMatchObject({ puntos: 0, recortados: 1000 })
  shop.clock.offsetMs += DAY
  const last = (await post(`ventas/${two.venta_id}/pagos`, { pagos: cash(1600) })).json()
  expect(last).toMatchObject({ cliente: { puntos: 3700 } })
  expect(await typed(1000)).toMatchObject({ puntos: 300, recortados: 700 })
})

test('a rest paid by a link counts for its day, too', async () => {
  const { shop, post, sell, typed, tapa, cliente } = await withTopes({ por_cliente_dia: 2000 })
  const { venta_id, pedidos: made } = await sell({ lineas: tapa(1800), cliente, pagos: cash(100) })
  shop.clock.offsetMs += DAY
  expect(await typed(1500)).toMatchObject({ puntos: 1500 })
  const asked = await post(`ventas/${venta_id}/pagos`, { pagos: [{ medio: 'mercadopago', importe: 1700 }] })
  await shop.post(`/api/pago-simulado/${asked.json().init_point.split('/').at(-1)}`, { accion: 'aprobar' })
  await eventually(
    () => rowOf(shop, made[0]?.pedido_id ?? ''),
    ({ resta }) => resta === 0,
  )
  expect(await typed(1000)).toMatchObject({ puntos: 0, saldo: 2000 })
})

test('the orders of one sale give together no more than a sale may', async () => {
  const { shop, sell, tapa, cliente } = await withTopes({ por_venta: 1500 })
  const waiting = await Promise.all(
    [1000, 1200].map((importe) =>
      sell({ lineas: tapa(importe), cliente, pagos: [{ medio: 'mercadopago', importe }] }),
    ),
  )
  const ids = waiting.flatMap(({ pedidos: own }) => own.map(({ pedido_id }) => pedido_id))
  const lineas = ids.map((pedido_id) => ({ pedido_id }))
  expect(await sell({ lineas, pagos: cash(2200) })).toMatchObject({ resto: 0, puntos: 1500 })
  const { rows } = await shop.db.execute(sql`select sum(puntos)::int as puntos from puntos`)
  expect(rows).toEqual([{ puntos: 1500 }])
})

test('the sale is charged at the total that the clerk saw, or not at all', async () => {
  const { shop, sell, refused, product, money, post } = await aCounter()
  const id = await product('Resma', 5000_00)
  const sale = { lineas: [{ producto_id: id }], pagos: cash(5000) }
  await shop.db.execute(sql`update productos set importe = 550000 where id = ${id}`)
  const key = { 'idempotency-key': 'precio-viejo' }
  expect(await refused({ ...sale, total: 5000 }, 'ventas', key)).toEqual({
    status: 409,
    codigo: 'importe_cambio',
    body: { detail: 'El precio cambió: ahora son $\u00a05.500,00. Fijate y cobrá de nuevo.', total: 5500 },
  })
  expect(await money()).toEqual({ pagos: 0, caja: 0, pedidos: 0 })
  for (const total of [-1, 'mil', 0.001])
    expect(await refused({ ...sale, total })).toMatchObject({
      status: 400,
      codigo: 'datos',
      body: { total: [expect.any(String)] },
    })
  // The refused key can be used again, since nothing was made with it
  expect(await sell({ ...sale, pagos: cash(5500), total: 5500 }, key)).toMatchObject({
    total: 5500,
    resto: 0,
  })
  expect((await post('ventas', { ...sale, pagos: cash(5500) }, key)).statusCode).toBe(200)
  expect(await money()).toEqual({ pagos: 5500_00, caja: 5500_00, pedidos: 1 })
})

test('a sale of more than a hundred million, or of less than half a peso, is refused when it is priced and when it is made', async () => {
  const { sell, refused, money, post, shop } = await aCounter()
  const line = (importe: number, cantidad = 1) => ({ texto: 'Banner', importe, cantidad })
  const much = 'La venta suma más de $\u00a0100.000.000,00: partila en varias.'
  const little = 'Lo que se vende suma menos de 50 centavos: no se puede cobrar.'
  for (const [lineas, message] of [
    [Array.from({ length: 100 }, () => line(100_000_000, 9_999)), much],
    [[line(60_000_000), line(40_000_001)], much],
    [[line(100_000_000), line(1)], much],
    [[line(0.4)], little],
    [[line(0.01, 49)], little],
  ] as const)
    for (const path of ['ventas/cotizar', 'ventas'])
      expect(await refused({ lineas, pagos: cash(1) }, path)).toEqual({
        status: 400,
        codigo: 'datos',
        body: { lineas: [message] },
      })
  expect(await money()).toEqual({ pagos: 0, caja: 0, pedidos: 0 })
  expect(await sell({ lineas: [line(0.3, 10)], pagos: cash(3) })).toMatchObject({ total: 3, resto: 0 })
  expect(await sell({ lineas: [line(100_000_000)], pagos: cash(100_000_000) })).toMatchObject({ resto: 0 })
  // Nor can an order grow beyond it by repeated additions
  const link = await sell({
    lineas: [line(60_000_000)],
    pagos: [{ medio: 'mercadopago', importe: 60_000_000 }],
  })
  const again = [{ pedido_id: link.pedidos[0]?.pedido_id }, line(60_000_000)]
  expect(await refused({ lineas: again, pagos: cash(1) })).toEqual({
    status: 400,
    codigo: 'datos',
    body: { lineas: [much] },
  })
  const { email } = await conPuntos(shop)
  expect(await refused({ email, importe: 0.001 })).toMatchObject({
    status: 400,
    codigo: 'datos',
    body: { importe: [expect.any(String)] },
  })
  expect(await refused({ email, importe: 12.345 })).toMatchObject({
    status: 400,
    body: { importe: ['El importe lleva dos decimales como mucho.'] },
  })
  expect((await post('ventas', { email, importe: 0.01 })).json()).toMatchObject({ puntos: 0 })
})

test('the owner’s settings for amounts have bounds, too', async () => {
  const { shop } = await aCounter()
  const headers = await enterAs(shop)
  await confirmAs(shop, headers)
  const none = { imagen_id: null, es_codigo_canje: false }
  const prize = {
    ...none,
    nombre: 'Taza',
    descripcion: 'De loza',
    puntos_requeridos: 10,
    cantidad: 1,
    orden: 0,
  }
  const product = {
    nombre: 'Taza',
    texto: null,
    categoria_id: null,
    importe: 10,
    es_oferta: false,
    video: null,
    imagenes: [],
  }
  for (const [method, url, payload, field] of [
    ['PUT', 'ajustes', { puntos_por_peso: 1_001 }, 'puntos_por_peso'],
    ['PUT', 'ajustes', { puntos_por_peso: 1e300 }, 'puntos_por_peso'],
    ['PUT', 'ajustes', { precioDelivery: 100_000_001 }, 'precioDelivery'],
    ['PUT', 'ajustes', { precioDelivery: 1e300 }, 'precioDelivery'],
    ['POST', 'premios', { ...prize, valor: 1e300 }, 'valor'],
    ['POST', 'premios', { ...prize, valor: 10.005 }, 'valor'],
    ['POST', 'productos', { ...product, importe: 10.005 }, 'importe'],
    ['POST', 'productos', { ...product, precio_anterior: 10.005 }, 'precio_anterior'],
  ] as const) {
    const answer = await shop.app.inject({ method, url: `/api/mostrador/${url}`, headers, payload })
    expect(answer.statusCode, String(payload)).toBe(400)
    expect(Object.keys(answer.json()), String(payload)).toEqual([field])
  }
})

test('a key of another sale, payment or refund is refused, and never answered with the other’s result', async () => {
  const { shop, sell, post, money } = await aCounter()
  const { email } = await conPuntos(shop)
  const key = (clave: string) => ({ 'idempotency-key': clave })
  const lines = { lineas: [{ texto: 'Tapa', importe: 500 }], cliente: { email }, pagos: cash(500) }
  const made = await sell(lines, key('de-lineas'))
  expect(made).toMatchObject({ total: 500 })
  const before = await money()
  const other = 'Esa venta ya se cargó con otros datos. Empezá una nueva.'
  const said = async (path: string, body: object, clave: string) => {
    const answer = await post(path, body, key(clave))
    return { status: answer.statusCode, detail: answer.json().detail }
  }
  expect(await said('ventas', { email, importe: 500 }, 'de-lineas')).toEqual({ status: 409, detail: other })
  const typed = { email, importe: 300, medio: 'efectivo' }
  expect((await post('ventas', typed, key('tipeada'))).statusCode).toBe(200)
  expect((await post('ventas', { ...typed, email: email.toUpperCase() }, key('tipeada'))).statusCode).toBe(
    200,
  )
  expect(await said('ventas', { ...typed, medio: 'posnet' }, 'tipeada')).toEqual({
    status: 409,
    detail: other,
  })
  expect(await said('ventas', lines, 'tipeada')).toEqual({ status: 409, detail: other })
  expect(await money()).toEqual(before)

  const sena = await sell({ lineas: [{ texto: 'Banner', importe: 1000 }], pagos: cash(100) })
  const path = `ventas/${sena.venta_id}/pagos`
  expect((await post(path, { pagos: cash(200) }, key('parte'))).json()).toMatchObject({ resto: 700 })
  const paid = await money()
  for (const pagos of [cash(300), cash(200, 500), [{ medio: 'posnet', importe: 200 }], cash(100)])
    expect((await post(path, { pagos }, key('parte'))).statusCode).toBe(409)
  expect((await post(path, { pagos: cash(200) }, key('parte'))).json()).toMatchObject({
    resto: 700,
    vuelto: 0,
  })
  expect(await money()).toEqual(paid)

  const back = { importe: 50, medio: 'efectivo', motivo: 'falló' }
  const refund = `ventas/${made.venta_id}/devolver`
  expect((await post(refund, back, key('vuelta'))).statusCode).toBe(200)
  expect((await post(refund, { ...back, medio: 'transferencia' }, key('vuelta'))).statusCode).toBe(409)
  expect((await post(refund, back, key('vuelta'))).json()).toMatchObject({ devuelto: 50 })
})

test('cash in an order that expires is told at its end, stays in the till’s sums, and can be given back', async () => {
  const { shop, clerk, sell, post } = await aCounter()
  const open = { sucursal: 'Alberdi', caja: 1, fondo: 0 }
  const { turno_id } = (await post('turnos', open)).json()
  const made = await sell({
    lineas: [{ texto: 'Banner', importe: 1000 }],
    nombre: 'Milagros',
    pagos: [...cash(300), { medio: 'mercadopago', importe: 700 }],
  })
  const [{ pedido_id = '', numero = 0 } = {}] = made.pedidos
  await shop.db.update(pedidos).set({ vence: shop.deps.now() }).where(eq(pedidos.id, pedido_id))
  shop.clock.offsetMs += 1000
  await shop.app.housekeeping()
  expect(await rowOf(shop, pedido_id)).toMatchObject({ estado: 'vencido' })
  const refund = async () =>
    (await shop.get('/api/mostrador/urgencias', clerk.headers))
      .json()
      .urgencias.filter(({ tipo }: { tipo: string }) => tipo === 'sena')
  expect(await refund()).toMatchObject([
    { clave: `sena:${pedido_id}`, pedido_id, numero, nombre: 'Milagros', sucursal: 'Alberdi', importe: 300 },
  ])
  const seen = (await shop.get(`/api/mostrador/pedidos/${pedido_id}`, clerk.headers)).json()
  expect(seen.historial.at(-1)).toMatchObject({
    estado: 'vencido',
    nota: 'Quedan $\u00a0300,00 en caja: hay que devolverlos, o cobrar lo que falta.',
  })
  // The money stays listed once the order's files are deleted
  await forgetFilesOf(shop.deps, pedido_id)
  expect(await refund()).toHaveLength(1)
  const counted = (await post(`turnos/${turno_id}/contar`, { contado: 0 })).json()
  expect(counted).toMatchObject({ esperado: 300 })
  const back = { importe: 300, medio: 'efectivo', motivo: 'No volvió' }
  expect((await post(`ventas/${made.venta_id}/devolver`, back)).json()).toMatchObject({ queda: 0 })
  expect(await refund()).toEqual([])
  expect((await post(`turnos/${turno_id}/contar`, { contado: 0 })).json()).toMatchObject({ esperado: 0 })
})

test('the rest of an order that went to another branch is taken there, into the drawer of that branch', async () => {
  const { shop, clerk, draft, sell, post } = await aCounter()
  const other = await newOperador(shop, 2)
  const { turno_id: here } = (await post('turnos', { sucursal: 'Alberdi', fondo: 0 })).json()
  const there = (
    await shop.post('/api/mostrador/turnos', { sucursal: 'Aguilares', fondo: 0 }, other.headers)
  ).json().turno_id
  const pedido_id = await draft()
  const made = await sell({ lineas: [{ pedido_id }], pagos: cash(100) })
  expect((await post(`pedidos/${pedido_id}/sucursal`, { sucursal: 'Aguilares' })).statusCode).toBe(200)
  const rest = await shop.post(
    `/api/mostrador/ventas/${made.venta_id}/pagos`,
    { pagos: cash(220) },
    other.headers,
  )
  expect(rest.statusCode).toBe(200)
  expect(rest.json().resto).toBe(0)
  const look = async (headers: Record<string, string>) =>
    (await shop.get(`/api/mostrador/ventas/${made.venta_id}/devolver`, headers)).statusCode
  expect([await look(other.headers), await look(clerk.headers)]).toEqual([200, 404])
  const esperado = async (turno: number, headers: Record<string, string>) =>
    (await shop.post(`/api/mostrador/turnos/${turno}/contar`, { contado: 0 }, headers)).json().esperado
  expect(await esperado(there, other.headers)).toBe(220)
  expect((await post(`turnos/${here}/contar`, { contado: 0 })).json().esperado).toBe(100)
})

test('a sale whose orders are in two branches now is paid and given back order by order', async () => {
  const { shop, clerk, draft, sell, post } = await aCounter()
  const [stays, goes] = [await draft(), await draft(40)]
  const made = await sell({ lineas: [{ pedido_id: stays }, { pedido_id: goes }], pagos: cash(3520) })
  const [here, there, owner] = [clerk, await newOperador(shop, 2), { headers: await enterAs(shop) }]
  const ventaOf = async (id: string, { headers }: { headers: Record<string, string> }) =>
    (await shop.get(`/api/mostrador/pedidos/${id}`, headers)).json().venta_id
  expect(await ventaOf(stays, here)).toBe(made.venta_id)
  expect((await post(`pedidos/${goes}/sucursal`, { sucursal: 'Aguilares' })).statusCode).toBe(200)
  expect([await ventaOf(stays, here), await ventaOf(goes, there), await ventaOf(goes, owner)]).toEqual([
    null,
    null,
    null,
  ])
  const back = { importe: 10, medio: 'efectivo', motivo: 'Se cobró de más' }
  const whole = await post(`ventas/${made.venta_id}/devolver`, back)
  expect(whole.statusCode).toBe(409)
  expect(whole.json().detail).toBe(
    'Un pedido de esta venta está ahora en Aguilares: cobrá y devolvé desde cada pedido.',
  )
  for (const [who, other] of [
    [here, 'Aguilares'],
    [there, 'Alberdi'],
  ] as const) {
    const path = `ventas/${made.venta_id}`
    const answers = await Promise.all([
      shop.get(`/api/mostrador/${path}/devolver`, who.headers),
      post(`${path}/devolver`, back, who.headers),
      post(`${path}/pagos`, { pagos: cash(1) }, who.headers),
    ])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json().detail).toBe(
        `Un pedido de esta venta está ahora en ${other}: cobrá y devolvé desde cada pedido.`,
      )
    }
  }
  const alone = { importe: 10, motivo: 'Se cobró de más' }
  expect((await post(`pedidos/${stays}/devolver`, alone)).statusCode).toBe(200)
  expect((await post(`pedidos/${goes}/devolver`, alone, there.headers)).statusCode).toBe(200)
})

test('a sale typed as an amount is not given back as orders are, and its clerk reads why', async () => {
  const { shop, clerk, sell, post } = await aCounter()
  const { email } = await newCliente(shop)
  await sell({ email, importe: 500, medio: 'efectivo' })
  const [venta] = await shop.db.select().from(ventas)
  const other = await newOperador(shop, 2)
  const back = { importe: 10, medio: 'efectivo', motivo: 'Se cobró de más' }
  const path = `ventas/${venta?.id}/devolver`
  const answers = await Promise.all([post(path, back, clerk.headers), post(path, back, other.headers)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 404])
  expect(answers.map((one) => one.json().detail)).toEqual([
    `La venta ${venta?.id} se cargó por su importe: acá no se cobra ni se devuelve. Si devolvés la plata, anotala como retiro de caja; los puntos los corrige el dueño.`,
    'Esa venta no existe.',
  ])
})

test('an order that its customer replaces leaves to the new one the notes of staff, and the counter’s additions', async () => {
  const { shop, clerk, sell, post } = await aCounter()
  const carrito = { carrito: 'carrito-de-prueba' }
  const quote = async (duplicado: number) =>
    (await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 4 }), duplicado }], carrito))
      .pedido_id
  const first = await quote(1)
  await shop.post('/api/completar_compra', compra(first))
  await post(`pedidos/${first}/notas`, { texto: 'Espiral negro' })
  const { pedidos: sold } = await sell({
    lineas: [{ pedido_id: first }, { texto: 'Tapa', importe: 500, cantidad: 2 }],
    descuento: { importe: 70, motivo: 'Cliente de siempre' },
    pagos: [{ medio: 'mercadopago', importe: 1234 }],
  })
  expect(sold).toHaveLength(1)
  await quote(2)
  const last = await quote(3)
  await shop.post('/api/completar_compra', compra(last))
  const { notas_equipo } = (await shop.get(`/api/mostrador/pedidos/${last}`, clerk.headers)).json()
  expect(notas_equipo.map(({ quien, texto }: { quien: string; texto: string }) => [quien, texto])).toEqual([
    [expect.stringMatching(/^Operador/), 'Espiral negro'],
    [
      'sistema',
      `Reemplaza al pedido ${sold[0]?.numero}, en el que el mostrador había puesto: Tapa (2), $ 1.000,00; descuento, $ 70,00. Acá no están.`,
    ],
  ])
})
