import { describe, expect, test } from 'vitest'
import { ESTADOS } from '../compra/pedido.ts'
import {
  comprobanteTitle,
  datosProblem,
  devueltoOf,
  documentoOf,
  isFacturable,
  letraOf,
  qrTexto,
  readTipo,
  tipoOf,
} from './factura.ts'

test.each([
  ['RI', 'RI', 'A', 1, 3],
  ['RI', 'MT', 'A', 1, 3],
  ['RI', 'CF', 'B', 6, 8],
  ['MT', 'RI', 'C', 11, 13],
  ['MT', 'MT', 'C', 11, 13],
  ['MT', 'CF', 'C', 11, 13],
] as const)('%s to %s issues %s: invoice %i, credit note %i', (emisor, cliente, letra, factura, nota) => {
  expect(letraOf(emisor, cliente)).toBe(letra)
  expect(tipoOf('factura', letra)).toBe(factura)
  expect(tipoOf('nota_credito', letra)).toBe(nota)
  expect(readTipo(factura)).toEqual({ clase: 'factura', letra })
  expect(readTipo(nota)).toEqual({ clase: 'nota_credito', letra })
})

test('a type that we never issue is a bug', () => expect(() => readTipo(51)).toThrow())

test('a voucher is named by letter, point of sale and number', () => {
  expect(comprobanteTitle(11, 3, 42)).toBe('Factura C 00003-00000042')
  expect(comprobanteTitle(8, 12345, 12345678)).toBe('Nota de crédito B 12345-12345678')
})

test('a CUIT is a document of type 80, no document is type 99', () => {
  expect(documentoOf('20123456786')).toEqual({ tipo: 80, nro: '20123456786' })
  expect(documentoOf(null)).toEqual({ tipo: 99, nro: '0' })
})

test('only paid orders that cost something are invoiced', () => {
  const able = ESTADOS.filter((estado) => isFacturable({ estado, importe_final: 100 }))
  expect(able).toEqual(['pagado', 'en_produccion', 'listo', 'entregado'])
  expect(isFacturable({ estado: 'pagado', importe_final: 0 })).toBe(false)
})

describe('the data of the form', () => {
  const fine = { cuit: '20123456786', nombre: 'Ana', direccion: 'Belgrano 348', condicion_iva: 'CF' }
  test('are fine', () => expect(datosProblem(fine)).toBeNull())
  test.each([
    [{ cuit: '20-12345678-6' }, /^CUIT inválido\. Debe/],
    [{ nombre: ' ' }, /nombre/],
    [{ nombre: 'a'.repeat(201) }, /200/],
    [{ direccion: '' }, /dirección/],
    [{ condicion_iva: 'ri' }, /condición/],
  ])('are refused: %o', (change, message) => {
    expect(datosProblem({ ...fine, ...change })).toMatch(message)
  })
})

describe('money that went back', () => {
  const pago = (change: object = {}) => ({
    estado: 'approved',
    importe: 3990_00,
    devuelto: 0,
    moneda: 'ARS',
    ...change,
  })
  const pedido = { importe_final: 3990_00 }
  test.each([
    ['none', [pago()], 0],
    ['no payment at all', [], 0],
    ['a part', [pago({ devuelto: 1000_00 })], 1000_00],
    ['all', [pago({ estado: 'refunded', devuelto: 3990_00 })], 3990_00],
    ['the second of two payments', [pago(), pago({ estado: 'refunded', devuelto: 3990_00 })], 0],
    ['what was too much of one payment', [pago({ importe: 5000_00, devuelto: 1010_00 })], 0],
    ['what the bank took is a dispute', [pago({ estado: 'charged_back' })], 0],
    ['one that never was', [pago({ estado: 'rejected' })], 0],
    ['another currency pays nothing', [pago(), pago({ moneda: 'USD', estado: 'refunded' })], 0],
  ])('%s', (_, pagos, devuelto) => {
    expect(devueltoOf(pedido, pagos)).toBe(devuelto)
  })
})

test('the QR is the address of ARCA with the voucher as JSON in base64, numbers as numbers (RG 4892)', () => {
  const text = qrTexto({
    fecha: '2026-11-21',
    cuit: '30712345678',
    puntoVenta: 3,
    tipo: 6,
    numero: 42,
    importe: 1210_50,
    docTipo: 80,
    docNro: '20123456786',
    cae: '76470000000001',
  })
  const [address, payload] = text.split('?p=')
  expect(address).toBe('https://www.arca.gob.ar/fe/qr/')
  expect(atob(decodeURIComponent(payload ?? ''))).toBe(
    '{"ver":1,"fecha":"2026-11-21","cuit":30712345678,"ptoVta":3,"tipoCmp":6,"nroCmp":42,"importe":1210.5,"moneda":"PES","ctz":1,"tipoDocRec":80,"nroDocRec":20123456786,"tipoCodAut":"E","codAut":76470000000001}',
  )
})
