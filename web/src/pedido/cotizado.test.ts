import type { ArchivoAnswer, Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { expect, test } from 'vitest'
import { setOpciones } from './archivos.ts'
import { parse, serialise } from './carrito-state.ts'
import {
  archivoData,
  asNewOrder,
  fingerprint,
  forgetQuote,
  forgetSubidas,
  isQuoted,
  withCotizacion,
} from './cotizado.ts'
import { estimateOf } from './estimate.ts'
import { moveToGrupo } from './grupos.ts'
import { carritoOf } from './testing.ts'

const answer = (nombre: string, paginas: number): ArchivoAnswer => ({
  nombre,
  paginas,
  paginas_impresas: paginas,
  rango: null,
  por_carilla: 1,
  hojas: Math.ceil(paginas / 2),
  paginas_color: 0,
  importe: 160 * Math.ceil(paginas / 2),
  grupo: 'default',
  doble_faz: true,
  orientacion: 'vertical',
  color: 'blanco y negro',
  duplicado: 1,
  anillado: false,
  subida: `subida-${nombre}`,
  paginas_ajustadas: 0,
  avisos: [],
})
const cotizacion: Cotizacion = {
  pedido_id: 'p1',
  total_impresion: 320,
  total_anillado: 0,
  total: 320,
  color_pendiente: false,
  prueba_pendiente: false,
  archivos: [answer('a.pdf', 2), answer('b.pdf', 2)],
  volumenes: [],
}
const precios = {
  byn: { una: 100, dos: 160 },
  color: { una: 400, dos: 700 },
  color_por_hoja: true,
  anillado: [{ hasta: 50, precio: 1200 }],
  retencion_dias: 7,
}
const quoted = () => {
  const carrito = carritoOf('a.pdf', 'b.pdf')
  return withCotizacion(carrito, cotizacion, fingerprint(carrito))
}

test('an entry of archivos_data has the names and types of the contract', () => {
  const [archivo] = carritoOf('a.pdf').archivos
  expect(archivo && archivoData(archivo)).toEqual({
    nombre: 'a.pdf',
    grupo: 'default',
    doble_faz: 1,
    orientacion: 'vertical',
    color: 'blanco y negro',
    duplicado: 1,
    anillado: false,
  })
})

test('the quote is kept with the order and with each file', () => {
  const carrito = quoted()
  expect(carrito).toMatchObject({
    pedidoId: 'p1',
    precioEstimado: { total: 320, total_impresion: 320, total_anillado: 0 },
  })
  expect(carrito.archivos[1]).toMatchObject({
    subida: 'subida-b.pdf',
    progress: 100,
    contado: { pedidoId: 'p1', n: 2, paginas: 2 },
  })
})

test('a quote holds until anything that has a price changes: options, order, files', () => {
  const carrito = quoted()
  expect(isQuoted(carrito)).toBe(true)
  expect(isQuoted(setOpciones(carrito, 'a', { duplicado: 2 }))).toBe(false)
  expect(isQuoted(moveToGrupo(carrito, 'a', 'grupo0').carrito)).toBe(false)
  expect(isQuoted({ ...carrito, archivos: [...carrito.archivos].reverse() })).toBe(false)
  expect(isQuoted({ ...carrito, archivos: [] })).toBe(false)
  const there = setOpciones(carrito, 'a', { duplicado: 2 })
  expect(isQuoted(setOpciones(there, 'a', { duplicado: 1 }))).toBe(true)
})

test('changing what was sent while it was on its way does not count as quoted', () => {
  const before = carritoOf('a.pdf', 'b.pdf')
  const changed = setOpciones(before, 'a', { color: 'color' })
  expect(isQuoted(withCotizacion(changed, cotizacion, fingerprint(before)))).toBe(false)
})

test('it survives a reload, without the contents', () => {
  const carrito = quoted()
  const back = parse(serialise(carrito))
  expect(back).toEqual({ ...carrito, archivos: carrito.archivos.map((one) => ({ ...one, realFile: null })) })
  expect(back && isQuoted(back)).toBe(true)
})

test.each([null, '', '{', 'null', '[]', '{"carrito":1}', '{"carrito":"x"}'])(
  '%s in storage is no order',
  (text) => {
    expect(parse(text)).toBeNull()
  },
)

test('what another version stored is completed with defaults', () => {
  const old = parse('{"carrito":"x","archivos":[{"id":"a","name":"a.pdf","size":9},{"nada":1}]}')
  expect(old?.archivos).toMatchObject([
    { id: 'a', name: 'a.pdf', size: 9, duplicado: 1, dobleFaz: true, subida: null },
  ])
  expect(old?.contacto.modo).toBe('retiro')
})

test('bytes the server lost are sent again, the others not', () => {
  const carrito = forgetSubidas(quoted(), ['b.pdf'])
  expect(carrito.archivos.map(({ subida, progress }) => [subida, progress])).toEqual([
    ['subida-a.pdf', 100],
    [null, 0],
  ])
})

test('a forgotten quote and a new order keep files, options and what is on the server', () => {
  const carrito = setOpciones(quoted(), 'a', { duplicado: 3 })
  expect(forgetQuote(carrito)).toMatchObject({
    carrito: 'uno',
    pedidoId: null,
    precioEstimado: null,
    cotizado: null,
  })
  const another = asNewOrder(carrito, 'dos')
  expect(another).toMatchObject({ carrito: 'dos', pedidoId: null })
  expect(another.archivos[0]).toMatchObject({ duplicado: 3, subida: 'subida-a.pdf', contado: null })
})

test('the estimate is 100 a file until the server has counted', () => {
  expect(estimateOf(carritoOf(), precios)).toEqual({ pesos: 0, exact: false })
  expect(estimateOf(carritoOf('a.pdf', 'b.pdf', 'c.pdf'), precios)).toEqual({ pesos: 300, exact: false })
})

test('the price is the server’s own while it is about these options, then by the same rule', () => {
  const carrito = quoted()
  expect(estimateOf(carrito, precios)).toEqual({ pesos: 320, exact: true })
  const bound = setOpciones(carrito, 'a', { duplicado: 2, anillado: true })
  expect(estimateOf(bound, precios)).toEqual({ pesos: 160 * 2 + 160 + 1200 * 2, exact: false })
  expect(estimateOf(setOpciones(carrito, 'b', { color: 'color' }), precios).pesos).toBe(160 + 700)
  expect(estimateOf(bound, undefined)).toEqual({ pesos: 200, exact: false })
})
