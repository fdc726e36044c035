import type { EstadoFactura, FacturaFila } from '@imprimitodo/shared/api/facturas'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readAjustes } from '../ajustes/service.ts'
import { facturas } from '../db/schema/facturas.ts'
import { pagos } from '../db/schema/pagos.ts'
import { pedidos } from '../db/schema/pedidos.ts'
import { simulado_comprobantes } from '../db/schema/services.ts'
import { settlePedido } from '../pagos/service.ts'
import { black } from '../pdf/tiny-pdf.ts'
import { lockPedido } from '../pedidos/service.ts'
import { type Comprobante, type Fiscal, FiscalDown, FiscalRejected } from '../services/fiscal/port.ts'
import { correosTo } from '../testing/cuenta.ts'
import { compra, eventually, OWNER, type Shop, testShop } from '../testing/shop.ts'
import { createEmisor } from './emitir.ts'
import { creditForDevolucion } from './nota.ts'
import { asentar } from './pedir.ts'

const DATOS = {
  ...{ cuit: '20123456786', nombre: 'Lucía Gómez', direccion: 'Belgrano 348, Alberdi' },
  condicion_iva: 'CF',
}

let counted = 0
/** An order of 304 pesos, with its state and what else a test is about; who it is for is nobody else. */
async function order(
  shop: Shop,
  { estado = 'pagado', ...change }: Partial<typeof pedidos.$inferInsert> = {},
) {
  const { pedido_id } = await shop.quote([{ nombre: 'tesis.pdf', bytes: black(4) }])
  const email = `factura${++counted}@example.com`
  const bought = await shop.post('/api/completar_compra', compra(pedido_id, { email }))
  if (bought.statusCode !== 200) throw new Error(bought.body)
  const pagado = ['pagado', 'entregado', 'listo'].includes(estado) ? shop.deps.now() : null
  await shop.db
    .update(pedidos)
    .set({ estado, pagado, cerrado: shop.deps.now(), ...change })
    .where(eq(pedidos.id, pedido_id))
  return { id: pedido_id, email }
}
const facturar = (shop: Shop, id: string, change: object = {}) =>
  shop.post(`/api/facturar/${id}/`, { ...DATOS, ...change })
const estado = async (shop: Shop, id: string) =>
  (await shop.post(`/api/estado_pedido/${id}/`)).json<EstadoFactura>()
const rowsOf = (shop: Shop, id: string) => shop.db.select().from(facturas).where(eq(facturas.pedido_id, id))
const pathOf = (url: string) => new URL(url).pathname

async function staff(shop: Shop) {
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json<{ access: string }>()
  const headers = { authorization: `Bearer ${access}` }
  return {
    put: (payload: object) =>
      shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', headers, payload }),
    list: async (cuales: string) =>
      (await shop.get(`/api/mostrador/facturas?cuales=${cuales}`, headers)).json<{
        facturas: FacturaFila[]
      }>().facturas,
    post: (path: string) => shop.post(`/api/mostrador/${path}`, {}, headers),
  }
}

/** What the jobs would do in a second or two. */
async function settleOpen(shop: Shop): Promise<void> {
  const emisor = createEmisor(shop.deps)
  for (const { id } of await shop.db.select({ id: facturas.id }).from(facturas)) await emisor.emitir(id)
}

/** The simulated ARCA, away until it is back: the jobs, which go on trying, must not overtake the test. */
function moody(real: Fiscal) {
  let [isAway, losesNext] = [false, false]
  const refusals: string[] = []
  const needHere = () => {
    if (isAway) throw new FiscalDown('ARCA no responde.')
  }
  const fiscal: Fiscal = {
    ...real,
    async find(serie, numero) {
      needHere()
      return real.find(serie, numero)
    },
    async issue(comprobante) {
      needHere()
      const why = refusals.shift()
      if (why) throw new FiscalRejected(why)
      const made = await real.issue(comprobante)
      isAway = losesNext
      losesNext = false
      needHere()
      return made
    },
  }
  return {
    fiscal,
    down: () => {
      isAway = true
    },
    /** The next voucher is made, and its answer never arrives. */
    lost: () => {
      losesNext = true
    },
    back: () => {
      isAway = false
    },
    refuses: (why: string) => void refusals.push(why),
  }
}

/** A shop whose ARCA has moods. */
async function openShop() {
  const shop = await testShop()
  const mood = moody(shop.deps.fiscal)
  shop.deps.fiscal = mood.fiscal
  return { shop, mood }
}

test('an invoice: asked for, issued once, told, served as a PDF, mailed with it', async () => {
  const { shop } = await openShop()
  const { id, email } = await order(shop)
  expect(await estado(shop, id)).toEqual({
    ...{ facturado: false, url_pdf: null, en_proceso: false, nombre: null, emitida: null, letra: null },
    valida: false,
  })
  const answer = await facturar(shop, id)
  expect(answer.statusCode).toBe(200)
  const { url_pdf } = answer.json()
  expect(url_pdf).toMatch(/\/api\/facturas\/[\w-]{22}\.pdf$/)

  expect(await estado(shop, id)).toMatchObject({
    facturado: true,
    url_pdf,
    nombre: 'Lucía Gómez',
    letra: 'C',
  })
  const shown = (await shop.get(`/api/pedidos/${id}`)).json()
  expect(shown).toMatchObject({ facturado: true, url_pdf, estado: 'pagado' })
  expect(shown.historial.filter((step: { estado: string }) => step.estado === 'pagado')).toHaveLength(1)

  const pdf = await shop.get(pathOf(url_pdf))
  expect(pdf.statusCode).toBe(200)
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-robots-tag': 'noindex',
    'content-disposition': 'inline; filename="Factura-C-00001-00000001.pdf"',
  })
  expect((await shop.get('/api/facturas/otraotraotraotraotraot.pdf')).statusCode).toBe(404)

  const [mail, ...more] = await correosTo(shop, email)
  expect(more).toEqual([])
  expect(mail?.asunto).toMatch(/^Tu factura del pedido \d+$/)
  expect(mail?.texto).toContain('Factura C 00001-00000001')
  expect(mail?.texto).toContain('$ 304,00')
  const [factura] = await rowsOf(shop, id)
  expect(mail?.documento_id).toBe(factura?.documento_id)

  // Again, with other data, or bad ones: the same
  for (const change of [{}, { cuit: '30500010912' }, { cuit: 'x', nombre: '' }])
    expect((await facturar(shop, id, change)).json()).toEqual({ url_pdf })
  expect(await shop.db.$count(simulado_comprobantes)).toBe(1)
})

test('of 50 at once with different names, one is issued, and all get the same address', async () => {
  const { shop } = await openShop()
  const { id } = await order(shop)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => facturar(shop, id, { nombre: `Cliente ${index}` })),
  )
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(await shop.db.$count(simulado_comprobantes)).toBe(1)
  expect(await shop.db.$count(facturas)).toBe(1)
})

test('orders at once in two processes are numbered without holes', async () => {
  const { shop } = await openShop()
  const other = createEmisor(shop.deps)
  const orders = await Promise.all(Array.from({ length: 8 }, () => order(shop)))
  await Promise.all(
    orders.map(async ({ id }, index) => {
      const asked = index % 2 ? facturar(shop, id) : asentar(shop.deps, id, { ...DATOS, condicion_iva: 'CF' })
      const made = await asked
      if (made && 'clave' in made) await other.emitir(made.id)
    }),
  )
  const numbers = await shop.db.select({ numero: facturas.numero }).from(facturas)
  expect(numbers.map(({ numero }) => numero).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8,
  ])
})

describe('who may ask', () => {
  test('unpaid, free, unknown and malformed orders are the same 404 everywhere', async () => {
    const { shop } = await openShop()
    const free = { importe_final: 0, final_impresion: 0, final_anillado: 0 }
    const ids = [
      (await order(shop, { estado: 'confirmado' })).id,
      (await order(shop, { estado: 'cancelado' })).id,
      (await order(shop, free)).id,
      'AAAAAAAAAAAAAAAAAAAAAA',
      'no-existe',
    ]
    for (const id of ids) {
      const answers = [
        await shop.post('/api/pedido_para_facturar/', { pedido_id: id }),
        await shop.post(`/api/estado_pedido/${id}/`),
        await facturar(shop, id),
        await shop.post('/api/facturas/padron', { pedido_id: id, cuit: DATOS.cuit }),
      ]
      for (const { statusCode, body } of answers) {
        expect(statusCode).toBe(404)
        expect(JSON.parse(body)).toEqual({ detail: 'No se encontró un pedido válido para facturación.' })
      }
    }
  })

  test('without an id: the order that this browser paid last', async () => {
    const { shop } = await openShop()
    const ask = (cookie?: string) => shop.post('/api/pedido_para_facturar/', {}, cookie ? { cookie } : {})
    expect((await ask()).statusCode).toBe(404)
    expect((await ask('pedidos=nada.x.%00')).statusCode).toBe(404)
    const first = await order(shop)
    const later = new Date(Date.now() + 60_000)
    const last = await order(shop, { pagado: later })
    const unpaid = await order(shop, { estado: 'confirmado' })
    let cookie = ''
    for (const { id } of [last, first, unpaid]) {
      const seen = await shop.get(`/api/pedidos/${id}`, cookie ? { cookie } : {})
      const set = seen.cookies.find(({ name }) => name === 'pedidos')
      expect(set === undefined).toBe(id === unpaid.id)
      if (!set) continue
      expect(set).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api' })
      cookie = `pedidos=${set.value}`
    }
    expect((await ask(cookie)).json()).toEqual({ pedido_id: last.id })
    // Looked at again: nothing to remember
    expect((await shop.get(`/api/pedidos/${first.id}`, { cookie })).cookies).toEqual([])
    // Whoever goes to pay is remembered before it is paid
    const link = await shop.post('/api/crear-preferencia', { pedido_id: unpaid.id, total: 304 }, { cookie })
    const paying = `pedidos=${link.cookies.find(({ name }) => name === 'pedidos')?.value}`
    expect((await ask(paying)).json()).toEqual({ pedido_id: last.id })
    await shop.db
      .update(pedidos)
      .set({ estado: 'pagado', pagado: new Date(later.getTime() + 1) })
      .where(eq(pedidos.id, unpaid.id))
    expect((await ask(paying)).json()).toEqual({ pedido_id: unpaid.id })
  })
})

test('bad data are told in {error}, and nothing is written', async () => {
  const { shop } = await openShop()
  const { id } = await order(shop)
  const bad = [
    { cuit: '20-12345678-6' },
    { cuit: '2012345678' },
    { cuit: '20123456785' },
    { cuit: null },
    { cuit: { a: 1 } },
    { nombre: '  ' },
    { direccion: 7 },
    { condicion_iva: 'XX' },
    { nombre: 'a'.repeat(500) },
  ]
  for (const change of bad) {
    const answer = await facturar(shop, id, change)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json())).toEqual(['error'])
  }
  expect((await facturar(shop, id, { cuit: '2' })).json().error).toBe(
    'CUIT inválido. Debe tener 11 dígitos y ser válido según ARCA. No utilizar - para separar dígitos',
  )
  expect(await rowsOf(shop, id)).toEqual([])
  // A number of 11 digits is one, as are spaces around
  expect((await facturar(shop, id, { cuit: 20123456786, nombre: '  Ana \n Pérez ' })).statusCode).toBe(200)
  expect((await rowsOf(shop, id))[0]?.cliente).toMatchObject({ cuit: '20123456786', nombre: 'Ana Pérez' })
})

test('ARCA down: told, queued, and issued by itself when it is back; repeating adds nothing', {
  timeout: 90_000,
}, async () => {
  const { shop, mood } = await openShop()
  const { id, email } = await order(shop)
  mood.down()
  for (const _ of [1, 2]) {
    const answer = await facturar(shop, id)
    expect(answer.statusCode).toBe(502)
    expect(answer.json().error).toMatch(/quedó en cola/)
    expect(await estado(shop, id)).toMatchObject({ facturado: false, en_proceso: true })
  }
  expect(await rowsOf(shop, id)).toHaveLength(1)
  mood.back()
  await eventually(
    () => estado(shop, id),
    ({ facturado }) => facturado,
    60_000,
  )
  expect(await correosTo(shop, email)).toHaveLength(1)
})

test.each(['down', 'lost'] as const)(
  'the answer %s: what ARCA has is taken, what it has not is asked again',
  async (what) => {
    const { shop, mood } = await openShop()
    const { id } = await order(shop)
    const next = await order(shop)
    mood[what]()
    expect((await facturar(shop, id)).statusCode).toBe(502)
    const [waiting] = await rowsOf(shop, id)
    expect(waiting).toMatchObject({ estado: 'pidiendo', numero: 1, observaciones: ['ARCA no responde.'] })
    mood.back()
    // Another order's invoice settles this one first: it has the number before
    expect((await facturar(shop, next.id)).statusCode).toBe(200)
    expect((await rowsOf(shop, id))[0]).toMatchObject({ estado: 'emitida', numero: 1 })
    expect((await rowsOf(shop, next.id))[0]).toMatchObject({ estado: 'emitida', numero: 2 })
    expect((await facturar(shop, id)).statusCode).toBe(200)
    expect(await shop.db.$count(simulado_comprobantes)).toBe(2)
  },
)

test('a number that another program of the shop took while ours was on its way is its own; ours gets the next', async () => {
  const { shop, mood } = await openShop()
  const { id } = await order(shop)
  mood.down()
  expect((await facturar(shop, id)).statusCode).toBe(502)
  const [asked] = await rowsOf(shop, id)
  // The same amount to the same customer, even: only its day tells
  await shop.db.insert(simulado_comprobantes).values({
    ...{ cuit: asked?.cuit ?? '', punto_venta: 1, tipo: 11, numero: 1, fecha: '2020-01-01', importe: 304_00 },
    ...{ doc_tipo: 80, doc_nro: DATOS.cuit, cae: '76000000000000', cae_vence: '2020-01-11' },
  })
  mood.back()
  expect((await facturar(shop, id)).statusCode).toBe(200)
  const [issued] = await rowsOf(shop, id)
  expect(issued).toMatchObject({ estado: 'emitida', numero: 2, cae: expect.stringMatching(/^00/) })
})

test('what ARCA refuses is told, may be corrected, and leaves no hole', async () => {
  const { shop, mood } = await openShop()
  const { id } = await order(shop)
  mood.refuses('El CUIT no existe (10013)')
  const refused = await facturar(shop, id, { nombre: 'Mal' })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({ error: 'ARCA no la aceptó. El CUIT no existe (10013)' })
  expect(await estado(shop, id)).toMatchObject({ facturado: false, en_proceso: false })
  const counter = await staff(shop)
  expect(await counter.list('abiertas')).toMatchObject([
    { estado: 'rechazada', nombre: 'Mal', observaciones: ['El CUIT no existe (10013)'] },
  ])
  expect((await facturar(shop, id, { nombre: 'Bien' })).statusCode).toBe(200)
  expect(await rowsOf(shop, id)).toMatchObject([
    { numero: 1, cliente: { nombre: 'Bien' }, observaciones: [] },
  ])
})

describe('money that goes back', () => {
  const pay = (shop: Shop, pedido_id: string, id: string) =>
    shop.db.insert(pagos).values({
      ...{ id, pedido_id, estado: 'approved', importe: 304_00, moneda: 'ARS' },
      ...{ creado: new Date(), actualizado: new Date() },
    })
  const giveBack = (shop: Shop, id: string, pagoId: string, devuelto: number) =>
    shop.db.transaction(async (tx) => {
      const change = devuelto === 304_00 ? { devuelto, estado: 'refunded' as const } : { devuelto }
      await tx.update(pagos).set(change).where(eq(pagos.id, pagoId))
      const pedido = await lockPedido(tx, id)
      if (pedido) await settlePedido(tx, shop.deps, pedido)
    })
  const issued = async (shop: Shop, id: string, many: number) => {
    await settleOpen(shop)
    await settleOpen(shop) // an invoice may bring its credit note along
    const rows = (await rowsOf(shop, id)).filter(({ estado }) => estado === 'emitida')
    expect(rows).toHaveLength(many)
    return rows
  }

  test('part by part: a credit note for each, told twice only one, and the invoice stays', async () => {
    const { shop } = await openShop()
    const { id, email } = await order(shop)
    await pay(shop, id, 'p1')
    const { url_pdf } = (await facturar(shop, id)).json()
    await giveBack(shop, id, 'p1', 100_00)
    await giveBack(shop, id, 'p1', 100_00)
    await issued(shop, id, 2)
    await giveBack(shop, id, 'p1', 304_00)
    const rows = await issued(shop, id, 3)
    const notas = rows.filter(({ clase }) => clase === 'nota_credito')
    expect(notas.map(({ importe }) => importe).toSorted()).toEqual([100_00, 204_00])
    expect(notas.map(({ tipo, numero }) => [tipo, numero]).toSorted()).toEqual([
      [13, 1],
      [13, 2],
    ])
    expect((await correosTo(shop, email)).map(({ asunto }) => asunto.replace(/\d+/, 'N')).toSorted()).toEqual(
      ['Tu factura del pedido N', 'Tu nota de crédito del pedido N', 'Tu nota de crédito del pedido N'],
    )
    // Given back in full, it still has the invoice that it had
    expect(await estado(shop, id)).toMatchObject({ facturado: true, url_pdf })
  })

  test('before it is invoiced: what is left is invoiced, and nothing where nothing is', async () => {
    const { shop } = await openShop()
    const [part, all] = [await order(shop), await order(shop)]
    await pay(shop, part.id, 'p2')
    await giveBack(shop, part.id, 'p2', 4_00)
    expect((await facturar(shop, part.id)).statusCode).toBe(200)
    expect(await rowsOf(shop, part.id)).toMatchObject([
      {
        importe: 300_00,
        lineas: [
          { concepto: 'Impresión en blanco y negro, doble faz: 2 hojas', centavos: 320_00 },
          { concepto: 'Descuentos', centavos: -16_00 },
          { concepto: 'Devolución', centavos: -4_00 },
        ],
      },
    ])
    await pay(shop, all.id, 'p3')
    await giveBack(shop, all.id, 'p3', 304_00)
    expect((await facturar(shop, all.id)).statusCode).toBe(404)
  })

  test('while ARCA is away: counted when its answer is there', async () => {
    const { shop, mood } = await openShop()
    const { id } = await order(shop)
    await pay(shop, id, 'p4')
    mood.lost()
    expect((await facturar(shop, id)).statusCode).toBe(502)
    await giveBack(shop, id, 'p4', 304_00)
    mood.back()
    const rows = await issued(shop, id, 2)
    expect(rows.map(({ clase, importe }) => [clase, importe]).toSorted()).toEqual([
      ['factura', 304_00],
      ['nota_credito', 304_00],
    ])
  })

  test('asked for, still without number, and given back: there is nothing to issue', async () => {
    const { shop } = await openShop()
    const { id } = await order(shop)
    await pay(shop, id, 'p5')
    const last = shop.deps.fiscal.last
    shop.deps.fiscal.last = () => Promise.reject(new FiscalDown('ARCA no responde.'))
    expect((await facturar(shop, id)).statusCode).toBe(502)
    await giveBack(shop, id, 'p5', 304_00)
    shop.deps.fiscal.last = last
    await settleOpen(shop)
    expect(await rowsOf(shop, id)).toMatchObject([{ estado: 'descartada' }])
    expect(await shop.db.$count(simulado_comprobantes)).toBe(0)
  })
})

test('a voucher for every sale, where the owner wants it: at hand-over, to nobody in particular, with the delivery', async () => {
  const { shop } = await openShop()
  const counter = await staff(shop)
  const delivery = { modo_entrega: 'delivery' as const, costo_delivery: 2000_00 }
  const sent = await order(shop, { estado: 'entregado', ...delivery })
  const ready = await order(shop, { estado: 'listo' })
  const large = await order(shop, {
    ...{ estado: 'entregado', importe_final: 10_000_000_00 },
    ...{ final_impresion: 10_000_000_00, final_anillado: 0 },
  })
  const old = await order(shop, { estado: 'entregado', cerrado: new Date(Date.now() - 25 * 3600_000) })
  const own = await order(shop, { estado: 'entregado' })
  expect((await facturar(shop, own.id)).statusCode).toBe(200)
  await shop.app.housekeeping()
  expect(await shop.db.$count(facturas)).toBe(1)
  const all = (rows: FacturaFila[]) => rows.map(({ pedido_id }) => pedido_id).toSorted()
  expect(all(await counter.list('sin_comprobante'))).toEqual(
    [sent, ready, large, old].map(({ id }) => id).toSorted(),
  )

  expect((await counter.put({ facturar_siempre: true })).statusCode).toBe(200)
  await Promise.all([shop.app.housekeeping(), shop.app.housekeeping()])
  await settleOpen(shop)
  const [row] = await rowsOf(shop, sent.id)
  expect(row).toMatchObject({
    importe: 2304_00,
    cliente: { cuit: null, nombre: 'A CONSUMIDOR FINAL' },
    lineas: expect.arrayContaining([{ concepto: 'Envío a domicilio', centavos: 2000_00 }]),
  })
  expect(all(await counter.list('sin_comprobante'))).toEqual(
    [ready, large, old].map(({ id }) => id).toSorted(),
  )
  expect(await counter.list('emitidas')).toMatchObject([
    { comprobante: 'Factura C 00001-00000002', nombre: 'A CONSUMIDOR FINAL', importe: 2304 },
    { comprobante: 'Factura C 00001-00000001', cuit: DATOS.cuit, importe: 304 },
  ])

  // By hand
  expect((await counter.post(`pedidos/${old.id}/facturar`)).json()).toMatchObject({ clase: 'factura' })
  expect((await counter.post(`pedidos/${large.id}/facturar`)).statusCode).toBe(409)
  expect((await counter.post('pedidos/no-existe/facturar')).statusCode).toBe(404)
  expect((await counter.post(`facturas/${row?.id}/reintentar`)).statusCode).toBe(409)
  expect((await shop.get('/api/mostrador/facturas')).statusCode).toBe(401)
})

test('branches have points of sale, and a responsable inscripto letters, as the owner says', async () => {
  const { shop } = await openShop()
  const counter = await staff(shop)
  const facturacion = {
    puntos_venta: { Alberdi: 7 },
    ingresos_brutos: 'No contribuyente',
    inicio_actividades: '2020-01-31',
  }
  expect((await counter.put({ facturacion })).json()).toMatchObject({ facturacion })
  for (const wrong of [
    { puntos_venta: { Alberdi: 0 } },
    { inicio_actividades: 'ayer' },
    { ingresos_brutos: ' ' },
  ])
    expect((await counter.put({ facturacion: { ...facturacion, ...wrong } })).statusCode).toBe(400)
  const vendedor = (await counter.put({})).json().vendedor
  const named = { ...vendedor, razon_social: 'Papeles del Sur', cuit: '30500010912' }
  expect((await counter.put({ vendedor: named })).json().vendedor).toEqual(named)
  expect((await readAjustes(shop.db)).vidriera).toMatchObject({
    vendedor: named,
    kit_banderas: 'kit-banderas',
  })
  for (const wrong of [{ cuit: '1' }, { domicilio: ' ' }, { data_fiscal_url: 'javascript:alert(1)' }])
    expect((await counter.put({ vendedor: { ...vendedor, ...wrong } })).statusCode).toBe(400)
  shop.deps.fiscal.emisor = { cuit: '30500010912', condicion: 'RI' }
  const letters = [
    ['RI', 1],
    ['MT', 1],
    ['CF', 6],
  ] as const
  for (const [condicion_iva, tipo] of letters) {
    const { id } = await order(shop)
    expect((await facturar(shop, id, { condicion_iva })).statusCode).toBe(200)
    expect((await rowsOf(shop, id))[0]).toMatchObject({ punto_venta: 7, tipo, cuit: '30500010912' })
  }
})

test('the register fills the form in, for whoever has an order, within limits', async () => {
  const { shop } = await openShop()
  const { id } = await order(shop)
  const ask = (cuit: string = DATOS.cuit) => shop.post('/api/facturas/padron', { pedido_id: id, cuit })
  expect((await ask()).json()).toEqual({ nombre: null, direccion: null, condicion_iva: null })
  let asked = 0
  const known = { nombre: 'GOMEZ LUCIA', direccion: 'BELGRANO 348', condicion_iva: 'MT' as const }
  shop.deps.fiscal.persona = async () => {
    asked++
    return known
  }
  expect((await ask('30500010912')).json()).toEqual(known)
  expect((await ask('30500010912')).json()).toEqual(known)
  expect(asked).toBe(1)
  expect((await ask('20-1')).statusCode).toBe(400)
  shop.deps.fiscal.persona = () => Promise.reject(new FiscalDown('ARCA no responde.'))
  expect((await ask('27000000006')).statusCode).toBe(502)
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask('30500010912')))
  expect(answers.some(({ statusCode, headers }) => statusCode === 429 && headers['retry-after'])).toBe(true)
})

test('the account is deleted: mails about its invoices go, the vouchers stay', async () => {
  const { shop } = await openShop()
  const { id, email } = await order(shop, { estado: 'entregado', anonimizar: true })
  const { url_pdf } = (await facturar(shop, id)).json()
  expect(await correosTo(shop, email)).toHaveLength(1)
  await shop.app.housekeeping()
  expect(await correosTo(shop, email)).toEqual([])
  expect((await shop.get(pathOf(url_pdf))).statusCode).toBe(200)
})

test('the owner may ask whether it is well', async () => {
  const { shop } = await openShop()
  const counter = await staff(shop)
  expect((await counter.post('proveedores/facturas/probar')).json()).toMatchObject({ ok: true })
})

test('a simulated voucher is nothing to ARCA: what was under way begins anew, credit notes wait or are dropped', async () => {
  const { shop, mood } = await openShop()
  const [waiting, issued] = [await order(shop), await order(shop)]
  expect((await facturar(shop, issued.id)).statusCode).toBe(200)
  mood.down()
  expect((await facturar(shop, waiting.id)).statusCode).toBe(502)
  mood.back()
  const simulado = shop.deps.fiscal
  // The certificate is configured: other books, which know nothing of ours
  const books: Comprobante[] = []
  shop.deps.fiscal = {
    ...simulado,
    kind: 'arca',
    last: async () => books.length,
    find: async () => null,
    issue: async (comprobante) => {
      books.push(comprobante)
      return { cae: '76470000000001', vence: '2026-12-31', observaciones: [], intercambio: null }
    },
  }
  await shop.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, issued.id)
    if (pedido) await creditForDevolucion(tx, shop.deps, pedido, 100_00)
  })
  await settleOpen(shop)
  expect(books.map(({ numero, total }) => [numero, total])).toEqual([[1, 304_00]])
  expect((await rowsOf(shop, waiting.id))[0]).toMatchObject({
    proveedor: 'arca',
    estado: 'emitida',
    numero: 1,
  })
  expect((await rowsOf(shop, issued.id)).map(({ estado }) => estado).toSorted()).toEqual([
    'descartada',
    'emitida',
  ])
  // And back: nothing simulated is put in the place of what ARCA has
  shop.deps.fiscal = simulado
  await shop.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, waiting.id)
    if (pedido) await creditForDevolucion(tx, shop.deps, pedido, 100_00)
  })
  await expect(settleOpen(shop)).rejects.toBeInstanceOf(FiscalDown)
  expect(await shop.db.$count(simulado_comprobantes)).toBe(1)
})
