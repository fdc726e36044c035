import { DESHACER_S } from '@imprimitodo/shared/rules/compra/pedido'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { facturas } from '../../base/db/schema/facturas.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { simulado_comprobantes } from '../../base/db/schema/services.ts'
import { FiscalDown } from '../../base/services/fiscal/port.ts'
import { correosTo } from '../../testing/cuenta.ts'
import { DATOS, estado, makeFactura, openShop, order, pathOf, rowsOf } from '../../testing/facturas.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, ownerOf } from '../../testing/pedidos.ts'
import { createEmisor } from './issue.ts'
import { recordFactura } from './request.ts'

test('an invoice: requested, issued once, shown, served as a PDF, and mailed with it', async () => {
  const { shop } = await openShop()
  const { id, email } = await order(shop)
  expect(await estado(shop, id)).toEqual({
    facturado: false,
    url_pdf: null,
    en_proceso: false,
    nombre: null,
    emitida: null,
    letra: null,
    valida: false,
  })
  const answer = await makeFactura(shop, id)
  expect(answer.statusCode).toBe(200)
  const { url_pdf } = answer.json()
  expect(url_pdf).toMatch(/\/api\/facturas\/[\w-]{22}\.pdf$/)

  expect(await estado(shop, id)).toMatchObject({
    facturado: true,
    url_pdf,
    nombre: 'Lucía Gómez',
    letra: 'C',
  })
  const shown = (await shop.get(`/api/pedidos/${id}`, await ownerOf(shop, id))).json()
  expect(shown).toMatchObject({ facturado: true, url_pdf, estado: 'pagado' })
  expect(shown.historial.filter((step: { estado: string }) => step.estado === 'pagado')).toHaveLength(1)

  const pdf = await shop.get(pathOf(url_pdf))
  expect(pdf.statusCode).toBe(200)
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
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

  // Asked again with other or wrong data: the same invoice
  for (const change of [{}, { cuit: '30500010912' }, { cuit: 'x', nombre: '' }])
    expect((await makeFactura(shop, id, change)).json()).toEqual({ url_pdf })
  expect(await shop.db.$count(simulado_comprobantes)).toBe(1)
})

test('sheets without colour of a file in colour are invoiced as black and white, as they were priced', async () => {
  const { shop } = await openShop()
  const bytes = await makePdf({ pages: 5, color: [3] })
  const file = { nombre: 'tesis.pdf', bytes, color: 'color', doble_faz: true, duplicado: 2 } as const
  const { id } = await confirmed(shop, { files: [file] })
  await shop.db.update(pedidos).set({ estado: 'pagado', pagado: shop.deps.now() }).where(eq(pedidos.id, id))
  expect((await makeFactura(shop, id)).statusCode).toBe(200)
  const [factura] = await rowsOf(shop, id)
  expect(factura?.lineas).toEqual([
    { concepto: 'Impresión en blanco y negro, doble faz: 2 hojas', centavos: 320_00 },
    { concepto: 'Impresión a color, doble faz: 2 hojas', centavos: 1400_00 },
    { concepto: 'Impresión en blanco y negro, simple faz: 2 hojas', centavos: 200_00 },
    { concepto: 'Descuentos', centavos: -96_00 },
  ])
})

test('of 50 at once with different names, one is issued, and all get the same address', async () => {
  const { shop } = await openShop()
  const { id } = await order(shop)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => makeFactura(shop, id, { nombre: `Cliente ${index}` })),
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
      const asked =
        index % 2 ? makeFactura(shop, id) : recordFactura(shop.deps, id, { ...DATOS, condicion_iva: 'CF' })
      const made = await asked
      if (made && 'clave' in made) await other.issue(made.id)
    }),
  )
  const numbers = await shop.db.select({ numero: facturas.numero }).from(facturas)
  expect(numbers.map(({ numero }) => numero).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8,
  ])
})

describe('customers who may request one', () => {
  test('unpaid, free, unknown and malformed orders all get the same 404', async () => {
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
        await makeFactura(shop, id),
        await shop.post('/api/facturas/padron', { pedido_id: id, cuit: DATOS.cuit }),
      ]
      for (const { statusCode, body } of answers) {
        expect(statusCode).toBe(404)
        expect(JSON.parse(body).detail).toBe('No se encontró un pedido válido para facturación.')
      }
      const { error, detail, ...rest } = (await makeFactura(shop, id)).json()
      expect({ error, rest }).toEqual({ error: detail, rest: {} })
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
    for (const { id, email } of [last, first, unpaid]) {
      const proved = await shop.post(`/api/pedidos/${id}/acceso`, { email }, { cookie })
      const set = proved.cookies.find(({ name }) => name === 'pedidos')
      expect(set).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
      cookie = `pedidos=${set?.value}`
    }
    expect((await ask(cookie)).json()).toEqual({ pedido_id: last.id })
    // Looked at again: nothing to remember
    expect((await shop.get(`/api/pedidos/${first.id}`, { cookie })).cookies).toEqual([])
    await shop.db
      .update(pedidos)
      .set({ estado: 'pagado', pagado: new Date(later.getTime() + 1) })
      .where(eq(pedidos.id, unpaid.id))
    expect((await ask(cookie)).json()).toEqual({ pedido_id: unpaid.id })
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
    const answer = await makeFactura(shop, id, change)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json())).toEqual(['error'])
  }
  expect((await makeFactura(shop, id, { cuit: '2' })).json().error).toBe(
    'CUIT inválido. Debe tener 11 dígitos y ser válido según ARCA. No utilizar - para separar dígitos',
  )
  expect(await rowsOf(shop, id)).toEqual([])
  // A JSON number of 11 digits is a CUIT, and spaces around a name are dropped
  expect((await makeFactura(shop, id, { cuit: 20123456786, nombre: '  Ana \n Pérez ' })).statusCode).toBe(200)
  expect((await rowsOf(shop, id))[0]?.cliente).toMatchObject({ cuit: '20123456786', nombre: 'Ana Pérez' })
})

test('ARCA’s register fills the form in, for owners of an order, within limits', async () => {
  const { shop } = await openShop()
  const { id } = await order(shop)
  const owner = await ownerOf(shop, id)
  const ask = (cuit: string = DATOS.cuit) => shop.post('/api/facturas/padron', { pedido_id: id, cuit }, owner)
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
  const { url_pdf } = (await makeFactura(shop, id)).json()
  // While the counter may take the hand-over back
  await shop.app.housekeeping()
  expect(await correosTo(shop, email)).toHaveLength(1)
  shop.clock.offsetMs += (DESHACER_S + 2) * 1000
  await shop.app.housekeeping()
  expect(await correosTo(shop, email)).toEqual([])
  expect((await shop.get(pathOf(url_pdf))).statusCode).toBe(200)
})
