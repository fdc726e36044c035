import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { codigos } from '../../../base/db/schema/codigos.ts'
import { createCodigo } from '../../../fidelidad/codigos/service.ts'
import { correosTo } from '../../../testing/cuenta.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { ownerOf, rowOf } from '../../../testing/pedidos.ts'
import {
  codigoHojas,
  codigoRow,
  conPuntos,
  give,
  ledgerOf,
  newPremio,
  secondApp,
} from '../../../testing/puntos.ts'
import { compra, type Shop, testShop } from '../../../testing/shop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** 6 sheets two-sided b/w: 900 pesos; with 5 % off 855. */
const eleven = makePdf({ pages: 11 })

/** A draft of 11 pages, two-sided, not bound. */
async function draft(shop: Shop, change: object = {}, fields: Record<string, string> = {}): Promise<string> {
  const file = { nombre: 'a.pdf', bytes: await eleven, doble_faz: true, ...change }
  return (await shop.quote([file], fields)).pedido_id
}
const redeem = ({ post }: Shop, codigo: string, email: string, pedido_id?: string) =>
  post('/api/puntos/canjear-impresion/', { codigo, email, ...(pedido_id && { pedido_id }) })
const remove = ({ post }: Shop, codigo: string, pedido_id: string) =>
  post('/api/puntos/quitar-impresion/', { codigo, pedido_id })
const buy = ({ post }: Shop, pedido_id: string, email: string, codigosAplicados: string[] = []) =>
  post('/api/completar_compra', compra(pedido_id, { email, codigosAplicados }))
const gratis = ({ post }: Shop, pedido_id: string, email: string, codigosAplicados: string[]) =>
  post('/api/registrar_compra_sin_pago', compra(pedido_id, { email, codigosAplicados }))
const ver = async (shop: Shop, pedido_id: string) =>
  (await shop.get(`/api/pedidos/${pedido_id}`, await ownerOf(shop, pedido_id))).json()

/** A percent code that is valid for one more hour. */
const porciento = async (shop: Shop, email: string, porcentaje: number, change: object = {}) =>
  (
    await createCodigo(shop.db, {
      tipo: 'ruleta',
      email,
      porcentaje,
      producto_nombre: 'Ruleta',
      creado: shop.deps.now(),
      vence: new Date(shop.deps.now().getTime() + HOUR),
      ...change,
    })
  ).codigo

test('a sheets code tells its discount, and is reserved for the order for 30 minutes', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const codigo = await codigoHojas(shop, ana, 4)
  const nominal = await redeem(shop, codigo, ana.email)
  expect(nominal.statusCode).toBe(200)
  expect(nominal.json()).toMatchObject({
    descuento: 640,
    tipo: 'hojas',
    unidad: 'pesos',
    hojas: 4,
    reglas: [expect.stringContaining('doble faz'), expect.any(String)],
  })
  expect((await codigoRow(shop, codigo)).pedido_id).toBeNull()

  const [one, other] = [await draft(shop), await draft(shop)]
  // Codes and addresses compare without hyphens and case
  const typed = codigo.replaceAll('-', ' ').toLowerCase()
  const taken = await redeem(shop, typed, ` ${ana.email.toUpperCase()}`, one)
  const reglas = [
    'Las hojas gratis son en blanco y negro y doble faz.',
    'Cubrió 4 de las 6 hojas que se pueden cubrir.',
  ]
  const code = { codigo, tipo: 'hojas', hojas: 4, cubiertas: 4, porcentaje: null, reglas }
  expect(taken.statusCode).toBe(200)
  expect(taken.json()).toEqual({
    tipo: 'hojas',
    unidad: 'pesos',
    descuento: 608,
    hojas: 4,
    cubiertas: 4,
    importe_final: 247,
    reglas,
    codigos: [{ ...code, descuento: 608 }],
  })
  expect(await ver(shop, one)).toMatchObject({
    estado: 'borrador',
    importe_final: 247,
    descuento_hojas: 640,
    descuento_codigo: 0,
    codigos: [{ ...code, descuento: 608 }],
  })
  expect((await redeem(shop, codigo, ana.email, one)).json()).toEqual(taken.json())
  const busy = await redeem(shop, codigo, ana.email, other)
  expect(busy.statusCode).toBe(409)
  expect(busy.json()).toEqual({ detail: `El código ${codigo} está aplicado en otro pedido.` })
  expect((await redeem(shop, codigo, ana.email)).statusCode).toBe(409)
  expect((await shop.get('/api/codigos-canje/pendientes/', ana.headers)).json()).toEqual([])

  shop.clock.offsetMs = 30 * MINUTE
  expect(await ver(shop, one)).toMatchObject({ importe_final: 855, codigos: [] })
  expect((await redeem(shop, codigo, ana.email, other)).statusCode).toBe(200)
  expect((await remove(shop, codigo, one)).json()).toEqual({ importe_final: 855, codigos: [] })
  expect((await remove(shop, codigo, other)).json()).toEqual({ importe_final: 855, codigos: [] })
  expect(await codigoRow(shop, codigo)).toMatchObject({ pedido_id: null, reservado_hasta: null })
})

test('with two sheets codes for one sheet the order says which one covers it and which is not used', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const page = { nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }), doble_faz: true, anillado: true }
  const id = (await shop.quote([page])).pedido_id
  const later = await codigoHojas(shop, ana, 1)
  const sooner = await codigoHojas(shop, ana, 3)
  const soon = new Date(shop.deps.now().getTime() + HOUR)
  await shop.db.update(codigos).set({ vence: soon }).where(eq(codigos.codigo, sooner))
  await redeem(shop, later, ana.email, id)
  const unused = {
    codigo: later,
    cubiertas: 0,
    descuento: 0,
    reglas: [
      'Las hojas gratis son en blanco y negro y doble faz.',
      'Las hojas que podía cubrir ya las cubre otro código.',
      'No se usa en este pedido: te queda entero.',
      'El anillado no entra: se paga aparte.',
    ],
  }
  const used = {
    codigo: sooner,
    cubiertas: 1,
    descuento: 152,
    reglas: expect.arrayContaining(['Cubrió 1 hoja: todas las que podía.']),
  }
  // The code that ends first is used first: the second one takes the sheet over
  const both = (await redeem(shop, sooner, ana.email, id)).json()
  expect(both).toMatchObject({ descuento: 0, cubiertas: 1, codigos: [used, unused] })
  expect((await ver(shop, id)).codigos).toMatchObject([used, unused])
  const alone = (await remove(shop, sooner, id)).json()
  expect(alone.codigos).toMatchObject([
    {
      codigo: later,
      descuento: 152,
      reglas: expect.arrayContaining(['Cubrió 1 hoja: todas las que podía.']),
    },
  ])
})

test('a customer who may not apply a code is told why, in a list', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const luz = await conPuntos(shop)
  const id = await draft(shop)
  const mine = await codigoHojas(shop, ana, 100)
  const refused = async (codigo: string, email = ana.email, pedido = id) => {
    const answer = await redeem(shop, codigo, email, pedido)
    return { status: answer.statusCode, codigo: answer.headers['x-codigo'], body: answer.json() }
  }
  const ajeno = {
    status: 400,
    codigo: 'codigo_ajeno',
    body: { errores: ['Ese código no existe o no es tuyo.'] },
  }
  expect(await refused('0000-0000-0000')).toEqual(ajeno)
  expect(await refused('no es un código')).toEqual(ajeno)
  expect(await refused(mine, luz.email)).toEqual(ajeno)
  expect(await refused(mine, '')).toEqual(ajeno)
  for (const payload of [{}, { codigo: mine }, { codigo: 5, email: null }]) {
    const answer = await shop.post('/api/puntos/canjear-impresion/', payload)
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 400, body: ajeno.body })
  }
  expect(await refused(mine, ana.email, 'nadie')).toEqual({
    status: 404,
    codigo: 'no_existe',
    body: { detail: 'No encontramos ese pedido.' },
  })
  const premio = await newPremio(shop, { puntos_requeridos: 1 })
  await shop.db.update(codigos).set({ tipo: 'premio', premio_id: premio }).where(eq(codigos.codigo, mine))
  expect(await refused(mine)).toEqual({
    status: 400,
    codigo: 'codigo_de_premio',
    body: { errores: ['Ese código es para retirar un premio en el mostrador.'] },
  })

  const [eight, ten] = [await porciento(shop, ana.email, 8), await porciento(shop, ana.email, 10)]
  expect((await redeem(shop, eight, ana.email, id)).json()).toMatchObject({
    descuento: 72,
    tipo: 'porcentaje',
    unidad: 'pesos',
    porcentaje: 8,
    importe_final: 783,
  })
  expect((await redeem(shop, ten, ana.email)).json()).toMatchObject({ descuento: 10, unidad: '%' })
  expect(await refused(ten)).toEqual({
    status: 400,
    codigo: 'segundo_porcentaje',
    body: { errores: ['Ya aplicaste un código de porcentaje: vale uno solo por pedido.'] },
  })
  const all = await codigoHojas(shop, ana, 6)
  expect((await redeem(shop, all, ana.email, id)).json()).toMatchObject({ importe_final: 0, descuento: 783 })
  expect(await refused(await codigoHojas(shop, ana, 1))).toEqual({
    status: 400,
    codigo: 'total_cero',
    body: { errores: [expect.stringContaining('El total ya es cero')] },
  })

  shop.clock.offsetMs = 2 * HOUR
  expect(await refused(ten)).toEqual({
    status: 400,
    codigo: 'codigo_vencido',
    body: { errores: [`El código ${ten} venció.`] },
  })
  await shop.db.update(codigos).set({ usado: new Date() }).where(eq(codigos.codigo, ten))
  expect(await refused(ten)).toEqual({
    status: 409,
    codigo: 'codigo_usado',
    body: { detail: `El código ${ten} ya se usó.` },
  })
})

test('guessing codes ends in 429; 50 of one customer at once all get an answer', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const id = await draft(shop)
  const codigo = await codigoHojas(shop, ana, 4)
  const honest = await Promise.all(Array.from({ length: 50 }, () => redeem(shop, codigo, ana.email, id)))
  expect(new Set(honest.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const guess = () => redeem(shop, '0000-0000-0000', ana.email, id)
  for (let turn = 0; turn < 20; turn++) expect((await guess()).statusCode).toBe(400)
  const tired = await guess()
  expect(tired.statusCode).toBe(429)
  expect(Number(tired.headers['retry-after']) > 0).toBe(true)
  expect((await buy(shop, id, ana.email, ['0000-0000-0000'])).statusCode).toBe(429)
  expect((await buy(shop, id, 'otra@example.com', [])).statusCode).toBe(200)
  shop.clock.offsetMs = 16 * MINUTE
  expect((await redeem(shop, '0000-0000-0000', ana.email, await draft(shop))).statusCode).toBe(400)
})

test('completar_compra holds exactly the codes it names, at the price of all of them', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const id = await draft(shop, { anillado: true }) // 900 and 1200
  const [four, two] = [await codigoHojas(shop, ana, 4), await codigoHojas(shop, ana, 2)]
  const eight = await porciento(shop, ana.email, 8)
  for (const codigo of [four, two]) await redeem(shop, codigo, ana.email, id)
  const answer = await buy(shop, id, ana.email, [eight, four, four.toLowerCase()])
  // (900 - 640) and 1200, 13 % off each
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ importe_final: 226 + 1044, estado: 'confirmado' })
  expect(await codigoRow(shop, two)).toMatchObject({ pedido_id: null, reservado_hasta: null })
  for (const held of [four, eight])
    expect(await codigoRow(shop, held)).toMatchObject({ pedido_id: id, reservado_hasta: null, usado: null })
  const seen = await ver(shop, id)
  expect(seen).toMatchObject({
    importe_final: 1270,
    descuento_hojas: 640,
    descuento_codigo: 8,
    descuento_porcentaje: 5,
  })
  const taken = seen.codigos.reduce((sum: number, { descuento }: { descuento: number }) => sum + descuento, 0)
  expect(taken).toBe(855 + 1140 - 1270)
  // A held code stays with the order after 30 minutes, and after the code's own end
  shop.clock.offsetMs = 3 * HOUR
  expect((await buy(shop, id, ana.email, [eight, four])).json()).toMatchObject({ importe_final: 1270 })
  expect((await buy(shop, id, ana.email)).json()).toMatchObject({ importe_final: 1995 })
  expect(await codigoRow(shop, four)).toMatchObject({ pedido_id: null })
  const ended = await buy(shop, id, ana.email, [eight])
  expect(ended.statusCode).toBe(400)
  expect(ended.json()).toEqual({ codigosAplicados: [`El código ${eight} venció.`] })
  const moved = compra(id, { email: 'otra@example.com', codigosAplicados: [four] })
  const strange = await shop.post('/api/completar_compra', moved, await ownerOf(shop, id))
  expect(strange.statusCode).toBe(400)
  expect(strange.json()).toEqual({ codigosAplicados: [`El código ${four} no existe o no es tuyo.`] })
  const both = await Promise.all([7, 9].map((percent) => porciento(shop, ana.email, percent)))
  expect((await buy(shop, id, ana.email, both)).statusCode).toBe(400)
  for (const codigo of both) expect(await codigoRow(shop, codigo)).toMatchObject({ pedido_id: null })
})

test('one code, two orders that pay at once on two servers, 25 times each: one keeps it, the other learns its price', async () => {
  const shop = await testShop()
  const apps = [shop.app, await secondApp(shop)]
  const ana = await conPuntos(shop)
  const ids = [await draft(shop), await draft(shop)]
  for (const path of ['/api/completar_compra', '/api/registrar_compra_sin_pago']) {
    const hojas = path === '/api/completar_compra' ? 4 : 6
    const codigo = await codigoHojas(shop, ana, hojas)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, turn) => {
        const payload = compra(ids[turn % 2] ?? '', { email: ana.email, codigosAplicados: [codigo] })
        const answer = await apps[(turn >> 1) % 2]?.inject({ method: 'POST', url: path, payload })
        return { order: turn % 2, status: answer?.statusCode, body: answer?.json() }
      }),
    )
    const { pedido_id } = await codigoRow(shop, codigo)
    const winner = ids.indexOf(pedido_id ?? '')
    expect(winner).toBeGreaterThanOrEqual(0)
    for (const { order, status, body } of answers)
      expect([status, body.importe_final]).toEqual(
        order === winner ? [200, hojas === 4 ? 247 : 0] : [409, 855],
      )
    if (hojas === 6) {
      expect((await rowOf(shop, ids[winner] ?? '')).estado).toBe('pagado')
      expect((await rowOf(shop, ids[1 - winner] ?? '')).estado).not.toBe('pagado')
      expect(await codigoRow(shop, codigo)).toMatchObject({
        usado_por: expect.stringMatching(/^pedido \d+$/),
      })
    } else await Promise.all(ids.map((id) => buy(shop, id, ana.email)))
  }
})

test('a free order is paid by its code: no points, one mail, and the sheets left over come back as another code', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const codigo = await codigoHojas(shop, ana, 10)
  const spare = await codigoHojas(shop, ana, 5)
  const before = await ledgerOf(shop, ana.id)
  const { vence } = await codigoRow(shop, codigo)
  const id = await draft(shop)
  expect((await buy(shop, id, ana.email, [codigo, spare])).json()).toMatchObject({ importe_final: 0 })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => gratis(shop, id, ana.email, [codigo, spare])),
  )
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ pedido_id: id, importe_final: 0, estado: 'pagado' })
  }
  const { numero } = await rowOf(shop, id)
  const used = await codigoRow(shop, codigo)
  expect(used).toMatchObject({ pedido_id: id, usado: expect.any(Date), usado_por: `pedido ${numero}` })
  // The code was not needed, so it is not spent
  expect(await codigoRow(shop, spare)).toMatchObject({ usado: null, pedido_id: null })
  const rest = await shop.db.select().from(codigos).where(eq(codigos.origen_id, used.id))
  expect(rest).toMatchObject([
    { hojas: 4, tipo: 'hojas', cliente_id: ana.id, vence, usado: null, pedido_id: null },
  ])
  expect(await ledgerOf(shop, ana.id)).toEqual(before)
  const mails = (await correosTo(shop, ana.email)).filter(({ clave }) => clave === `pagado:${id}`)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.texto).toContain(`Te quedan 4 hojas gratis en otro código: ${rest[0]?.codigo}`)
  expect(mails[0]?.texto).toContain('Hojas gratis: −$ 900,00')
  const pendientes = (await shop.get('/api/codigos-canje/pendientes/', ana.headers)).json()
  expect(pendientes.map(({ cantidad }: { cantidad: number }) => cantidad).toSorted()).toEqual([4, 5])
  expect((await ver(shop, id)).codigos).toMatchObject([{ codigo, cubiertas: 6, descuento: 855 }])
})

test('a new quote takes the codes along; cancelling and expiring free them', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const codigo = await codigoHojas(shop, ana, 4)
  const carrito = { carrito: 'carrito-de-prueba' }
  const first = await draft(shop, {}, carrito)
  await redeem(shop, codigo, ana.email, first)
  const second = await draft(shop, { duplicado: 2 }, carrito)
  expect(await ver(shop, second)).toMatchObject({ codigos: [{ codigo }], descuento_hojas: 640 })
  await buy(shop, second, ana.email, [codigo])
  const third = await draft(shop, { duplicado: 3 }, carrito)
  expect((await rowOf(shop, second)).estado).toBe('cancelado')
  const moved = await codigoRow(shop, codigo)
  expect(moved).toMatchObject({ pedido_id: third, usado: null })
  expect(moved.reservado_hasta?.getTime()).toBeGreaterThan(Date.now() + 29 * MINUTE)
  expect((await buy(shop, third, ana.email, [codigo])).json()).toMatchObject({
    importe_final: (2700 - 640) * 0.95,
  })

  shop.clock.offsetMs = 73 * HOUR
  await shop.app.housekeeping()
  expect((await rowOf(shop, third)).estado).toBe('vencido')
  const fourth = await draft(shop)
  expect((await buy(shop, fourth, ana.email, [codigo])).json()).toMatchObject({ importe_final: 247 })
})

test('a deleted account loses its codes and points; its data can be downloaded before', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const codigo = await codigoHojas(shop, ana, 4)
  await give(shop, ana.id, 30)
  const id = await draft(shop)
  const bought = { ...compra(id), codigosAplicados: [codigo] }
  await shop.post('/api/completar_compra', bought, ana.headers)
  const kept = (await shop.get('/api/clientes/exportar', ana.headers)).json()
  expect(kept.codigos).toMatchObject([{ codigo, hojas: 4, tipo: 'hojas' }])
  expect(kept.puntos).toMatchObject([
    { puntos: 30, saldo: 30 },
    { puntos: -1, saldo: 0 },
    { puntos: 1, saldo: 1 },
  ])
  const gone = await shop.post('/api/clientes/eliminar', { password: 'Tinta-y-papel-26' }, ana.headers)
  expect(gone.statusCode).toBe(200)
  expect(await shop.db.select().from(codigos)).toEqual([])
  expect((await ledgerOf(shop, ana.id)).lines).toEqual([])
  expect((await rowOf(shop, id)).estado).toBe('cancelado')
})
