import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfEngine } from '../../base/pdf/engine.ts'
import { drawnOn } from '../../testing/pdf-text.ts'
import { netLines, sumLineas } from './contenido.ts'
import { documentoDe } from './documento.ts'
import { makeFacturaPdf } from './pdf.ts'
import type { FacturaRow } from './store.ts'

const engine = createPdfEngine()
const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-factura-'))
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

const factura = (change: Partial<FacturaRow> = {}): FacturaRow => ({
  id: 'abcdefghijklmnopqrstuv',
  clave: 'pedido:x',
  pedido_id: 'x',
  clase: 'factura',
  asociada_id: null,
  estado: 'emitida',
  importe: 1210_00,
  devuelto: 0,
  proveedor: 'arca',
  cuit: '30500010912',
  punto_venta: 3,
  tipo: 6,
  numero: 42,
  fecha: '2026-11-21',
  servicio_desde: '2026-11-20',
  cae: '76470000000001',
  cae_vence: '2026-12-01',
  observaciones: [],
  intercambio: null,
  documento_id: null,
  creada: new Date(),
  reintentada: null,
  emitida: new Date(),
  cliente: { cuit: '20123456786', nombre: 'Lucía Gómez', direccion: 'Belgrano 348', condicion_iva: 'CF' },
  lineas: [{ concepto: 'Impresión', centavos: 1210_00 }],
  ...change,
})
const shop = (condicion: 'RI' | 'MT' = 'RI') => ({
  vendedor: {
    razon_social: 'ImprimiTodo',
    cuit: '30500010912',
    condicion_iva: condicion,
    email: '',
    telefono: '',
    domicilio: 'Av. San Martín 512, Alberdi',
    data_fiscal_url: null,
  },
  facturacion: { puntos_venta: {}, ingresos_brutos: 'No contribuyente', inicio_actividades: '2015-03-01' },
  publicUrl: 'https://imprimitodo.example',
  emisor: { cuit: '30500010912', condicion },
  condicionVenta: 'Contado',
  pedidoNumero: 1042,
})
const of = (change: Partial<FacturaRow> = {}, condicion: 'RI' | 'MT' = 'RI') =>
  documentoDe(factura(change), undefined, shop(condicion))

/** The QR as a phone reads it on a page printed at 200 dpi. */
async function scan(pdf: Uint8Array, page = 1): Promise<string | undefined> {
  const path = join(folder, 'factura.pdf')
  writeFileSync(path, pdf)
  const webp = await engine.thumbnail(path, page, 1600)
  const { data, info } = await sharp(webp).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data
}

describe('the content that the law wants', () => {
  test('issuer, goods, recipient, days and authorisation', () => {
    const { emisor, cliente, servicio, ...documento } = of()
    expect(documento).toMatchObject({
      titulo: 'Factura',
      letra: 'B',
      codigo: 'COD. 006',
      numero: '00003-00000042',
      fecha: '21/11/2026',
      cae: '76470000000001',
      caeVence: '01/12/2026',
      aviso: null,
    })
    expect(emisor).toEqual({
      nombre: 'ImprimiTodo',
      renglones: ['Av. San Martín 512, Alberdi', 'IVA Responsable Inscripto'],
      datos: [
        ['CUIT', '30-50001091-2'],
        ['Ingresos Brutos', 'No contribuyente'],
        ['Inicio de actividades', '01/03/2015'],
      ],
    })
    expect(cliente).toEqual([
      ['Nombre o razón social', 'Lucía Gómez'],
      ['CUIT', '20-12345678-6'],
      ['Condición frente al IVA', 'Consumidor Final'],
      ['Domicilio', 'Belgrano 348'],
    ])
    expect(servicio[0]).toEqual(['Período facturado', '20/11/2026 al 21/11/2026'])
  })

  test('B: the tax inside it, apart (law 27.743), and that it is to a final consumer', () => {
    const { transparencia, leyendas, totales, total } = of()
    expect(transparencia).toEqual([
      ['IVA Contenido', 210_00],
      ['Otros Impuestos Nacionales Indirectos', 0],
    ])
    expect(leyendas).toEqual(['A CONSUMIDOR FINAL'])
    expect([totales[0], total]).toEqual([['Subtotal', 1210_00], 1210_00])
  })

  test('A: net and tax; to a monotributista, what the credit is good for', () => {
    const cliente = { ...factura().cliente, condicion_iva: 'MT' as const }
    const { letra, totales, lineas, leyendas, transparencia } = of({ tipo: 1, cliente })
    expect(letra).toBe('A')
    expect(totales.slice(0, 2)).toEqual([
      ['Importe neto gravado', 1000_00],
      ['IVA 21 %', 210_00],
    ])
    expect(lineas).toEqual([{ concepto: 'Impresión', centavos: 1000_00 }])
    expect(leyendas.join()).toMatch(/^El crédito fiscal/)
    expect(transparencia).toBeNull()
  })

  test('C: the amount alone', () => {
    const { letra, totales, transparencia } = of({ tipo: 11 }, 'MT')
    expect([letra, totales[0]?.[0], transparencia]).toEqual(['C', 'Subtotal', null])
  })

  test('a credit note names the invoice it takes from', () => {
    const { titulo, codigo, cliente } = documentoDe(
      factura({ clase: 'nota_credito', tipo: 13 }),
      factura({ tipo: 11 }),
      shop('MT'),
    )
    expect([titulo, codigo]).toEqual(['Nota de crédito', 'COD. 013'])
    expect(cliente.at(-1)).toEqual(['Comprobante asociado', 'Factura C 00003-00000042 del 21/11/2026'])
  })

  test('a simulated voucher is no invoice, and says so', () => {
    expect(of({ proveedor: 'simulado' }).aviso).toBe('COMPROBANTE NO VÁLIDO COMO FACTURA')
  })

  test('a voucher that was not issued has no document', () => {
    expect(() => of({ cae: null })).toThrow()
  })
})

test('net lines add up to the net, whatever the lines', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500_00, max: 5000_00 }), { minLength: 1 }), (amounts) => {
      const lineas = amounts.map((centavos) => ({ concepto: 'x', centavos }))
      const total = sumLineas(lineas)
      fc.pre(total > 0)
      const { totales } = of({ tipo: 1, importe: total, lineas })
      expect(sumLineas(netLines(lineas))).toBe(totales[0]?.[1])
    }),
  )
})

test.each([
  ['A', { tipo: 1 }],
  ['B', { tipo: 6 }],
  ['C', { tipo: 11 }],
  ['credit note', { tipo: 13, clase: 'nota_credito' as const }],
])('%s: the QR on paper is read by another reader, and says what ARCA wants', async (_, change) => {
  const documento = of(change)
  const [address, payload = ''] = ((await scan(await makeFacturaPdf(documento))) ?? '').split('?p=')
  expect(address).toBe('https://www.arca.gob.ar/fe/qr/')
  expect(JSON.parse(Buffer.from(decodeURIComponent(payload), 'base64').toString())).toEqual({
    ver: 1,
    fecha: '2026-11-21',
    cuit: 30500010912,
    ptoVta: 3,
    tipoCmp: change.tipo,
    nroCmp: 42,
    importe: 1210,
    moneda: 'PES',
    ctz: 1,
    tipoDocRec: 80,
    nroDocRec: 20123456786,
    tipoCodAut: 'E',
    codAut: 76470000000001,
  })
})

test('nothing is drawn beyond the margins, and the buyer’s name and address are whole', async () => {
  const cliente = { ...factura().cliente, nombre: 'Ñ'.repeat(200), direccion: 'M'.repeat(200) }
  const condicionVenta = 'Contado y cuenta corriente'
  const documento = documentoDe(factura({ cliente }), undefined, { ...shop('RI'), condicionVenta })
  const [page = ''] = await drawnOn(await makeFacturaPdf(documento))
  const [, x = ''] = page.match(/1 0 0 1 ([\d.]+) [\d.]+ Tm\nPedido: /) ?? []
  expect(Number(x)).toBeLessThan(500)
  expect(page.match(/Ñ/g)).toHaveLength(200)
  expect(page.match(/M/g)?.length).toBeGreaterThanOrEqual(200)
})

test('30 lines, and names of any kind and length, go on over pages that all carry the QR', async () => {
  const lineas = Array.from({ length: 30 }, (_, index) => ({
    concepto: `Renglón ${index + 1}: ${'un concepto largo '.repeat(9)}🖨️`,
    centavos: 1000,
  }))
  const cliente = { ...factura().cliente, nombre: 'Ñ'.repeat(200), direccion: '«中文» ‮ '.repeat(30) }
  const pdf = await makeFacturaPdf(of({ lineas, importe: 30_000, cliente, proveedor: 'simulado' }))
  const pages = (await PDFDocument.load(pdf)).getPages()
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page.getSize()).toEqual({ width: 595.276, height: 841.89 })
  expect(await scan(pdf, pages.length)).toBe(
    'https://imprimitodo.example/api/facturas/abcdefghijklmnopqrstuv.pdf',
  )
})
