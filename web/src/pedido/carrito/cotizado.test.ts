import type { ArchivoAnswer, Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { DEFAULT_OPCIONES } from '@imprimitodo/shared/rules/compra/archivo'
import { NOMBRES_HOJA } from '@imprimitodo/shared/rules/compra/hoja'
import type { Contado } from '@imprimitodo/shared/rules/compra/hojas'
import { POR_CARILLA } from '@imprimitodo/shared/rules/compra/paginas'
import { quote, type Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lectura, Lecturas } from '../lectura/lectura.ts'
import { setOpciones } from './archivos.ts'
import { type Carrito, parse, serialise } from './carrito-state.ts'
import {
  archivoData,
  asNewOrder,
  forgetQuote,
  forgetSubidas,
  isQuoted,
  refreshCotizacion,
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
  tamanos: [],
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
  retencion_listo_dias: 60,
  sensibilidad_color: 'normal' as const,
}
const quoted = () => {
  const carrito = carritoOf('a.pdf', 'b.pdf')
  return withCotizacion(carrito, cotizacion, carrito)
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

test('options changed during the call do not count as quoted', () => {
  const before = carritoOf('a.pdf', 'b.pdf')
  const changed = setOpciones(before, 'a', { color: 'color' })
  expect(isQuoted(withCotizacion(changed, cotizacion, before))).toBe(false)
})

test('a quote that is told again changes its own files, wherever they stand in the list now, and no other order', () => {
  const carrito = { ...quoted(), archivos: [...quoted().archivos].reverse() }
  const again = {
    ...cotizacion,
    total: 300,
    archivos: [answer('a.pdf', 2), { ...answer('b.pdf', 2), importe: 140 }],
  }
  const told = refreshCotizacion(carrito, again)
  expect(told.precioEstimado?.total).toBe(300)
  expect(told.archivos.map(({ id, contado }) => [id, contado?.n, contado?.importe])).toEqual([
    ['b', 2, 140],
    ['a', 1, 160],
  ])
  const another = { ...carrito, pedidoId: 'p2' }
  expect(refreshCotizacion(another, again)).toBe(another)
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

test('a half-made order that another version stored is completed with defaults', () => {
  const old = parse('{"carrito":"x","archivos":[{"id":"a","name":"a.pdf","size":9},{"nada":1}]}')
  expect(old?.archivos).toMatchObject([
    { id: 'a', name: 'a.pdf', size: 9, duplicado: 1, dobleFaz: true, subida: null },
  ])
  expect(old?.contacto.modo).toBe('retiro')
})

test('bytes the server lost are sent again, the others not', () => {
  const carrito = forgetSubidas(quoted(), ['b.pdf'])
  expect(carrito.archivos.map(({ subida }) => subida)).toEqual(['subida-a.pdf', null])
})

test('a forgotten quote and a new order keep files, options and uploads', () => {
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

/**
 * Readings by the browser: the A4 pages of each file; how many were examined for colour, from the first, and
 * which have it.
 */
const leidas = (paginas: Record<string, number>, color: Record<string, boolean[]> = {}): Lecturas =>
  new Map(
    Object.entries(paginas).map(([id, count]) => [
      id,
      {
        estado: 'lista',
        paginas: Array.from({ length: count }, (_, at) => ({
          ancho_mm: 210,
          alto_mm: 297,
          color: color[id]?.[at] ?? null,
        })),
        miniatura: null,
      },
    ]),
  )
const NONE: Lecturas = new Map()
const not = (estado: Lectura['estado']): Lectura => ({ estado, paginas: [], miniatura: null })
const shown = (carrito: Carrito, lecturas: Lecturas, list: typeof precios | null = precios) => {
  const estimate = estimateOf(carrito, list ?? undefined, lecturas)
  return [estimate.alcance, toPesos(estimate.impresion + estimate.anillado)]
}

test('a file that could not be read counts 100, marked «desde»', () => {
  expect(shown(carritoOf(), NONE)).toEqual(['exacto', 0])
  expect(shown(carritoOf('a.pdf', 'b.pdf', 'c.pdf'), NONE)).toEqual(['desde', 300])
  expect(shown(carritoOf('a.pdf', 'b.pdf'), leidas({ a: 3 }))).toEqual(['desde', 160 + 100 + 100])
  expect(shown(carritoOf('a.pdf', 'b.pdf'), leidas({ a: 3, b: 1 }), null)).toEqual(['desde', 200])
})

test('the price of files that were read is exact before anything is sent', () => {
  const carrito = carritoOf('a.pdf', 'b.pdf')
  expect(shown(carrito, leidas({ a: 3, b: 2 }))).toEqual(['exacto', 160 + 100 + 160])
  const bound = setOpciones(carrito, 'a', { duplicado: 2, anillado: true })
  expect(shown(bound, leidas({ a: 3, b: 2 }))).toEqual(['exacto', 260 * 2 + 160 + 1200 * 2])
})

test('during the search for colour the price is the maximum, and falls', () => {
  const carrito = setOpciones(carritoOf('a.pdf'), 'a', { color: 'color' })
  expect(shown(carrito, leidas({ a: 4 }))).toEqual(['hasta', 1400])
  expect(shown(carrito, leidas({ a: 4 }, { a: [false, false] }))).toEqual(['hasta', 160 + 700])
  expect(shown(carrito, leidas({ a: 4 }, { a: [false, false, true, false] }))).toEqual(['exacto', 160 + 700])
})

test('beside a file that could not be read the price is a minimum, which only rises while colour is looked for', () => {
  const carrito = setOpciones(carritoOf('a.pdf', 'b.pdf'), 'a', { color: 'color' })
  expect(shown(carrito, leidas({ a: 4 }))).toEqual(['desde', 320 + 100])
  expect(shown(carrito, leidas({ a: 4 }, { a: [true, false] }))).toEqual(['desde', 700 + 160 + 100])
  expect(shown(carrito, leidas({ a: 4, b: 2 }, { a: [true, false, true, false] }))).toEqual([
    'exacto',
    1400 + 160,
  ])
})

test('a file that cannot be printed costs nothing', () => {
  const carrito = carritoOf('a.pdf', 'foto.jpg', 'b.pdf', 'c.pdf')
  const lecturas = new Map([
    ...leidas({ a: 2 }),
    ['c', not('protegido')] as const,
    ['d', not('vacio')] as const,
  ])
  expect(shown(carrito, lecturas)).toEqual(['exacto', 160])
})

test('the server’s price is used while it is for these options, else the same rule', () => {
  const carrito = quoted()
  expect(shown(carrito, leidas({ a: 3, b: 2 }))).toEqual(['exacto', 320])
  const bound = setOpciones(carrito, 'a', { duplicado: 2, anillado: true })
  expect(shown(bound, NONE)).toEqual(['exacto', 160 * 2 + 160 + 1200 * 2])
  expect(shown(setOpciones(carrito, 'b', { color: 'color' }), NONE)).toEqual(['hasta', 160 + 700])
  expect(shown(bound, NONE, null)).toEqual(['desde', 200])
})

const anyFile = fc.record({
  paginas: fc.integer({ min: 1, max: 300 }),
  dobleFaz: fc.boolean(),
  color: fc.constantFrom('color' as const, 'blanco y negro' as const),
  orientacion: fc.constantFrom('vertical' as const, 'horizontal' as const),
  duplicado: fc.integer({ min: 1, max: 30 }),
  anillado: fc.boolean(),
  rango: fc.constantFrom(null, '1'),
  por_carilla: fc.constantFrom(...POR_CARILLA),
  hoja: fc.constantFrom(...NOMBRES_HOJA),
  grupo: fc.constantFrom('default' as const, 'grupo0' as const),
})

test('for any files, options and paper the price here is the price of the sent order', () => {
  // With centavos, as an owner may write them, and Oficio without a price
  const list = {
    ...precios,
    hojas: { A3: { byn: { una: 250.5, dos: 400.25 }, color: { una: 900, dos: 1500 } } },
  }
  const tarifas: Tarifas = {
    byn: { una: 100_00, dos: 160_00 },
    color: { una: 400_00, dos: 700_00 },
    color_por_hoja: true,
    anillado: [{ hasta: 50, precio: 1200_00 }],
    hojas: { A3: { byn: { una: 250_50, dos: 400_25 }, color: { una: 900_00, dos: 1500_00 } } },
  }
  return fc.assert(
    fc.property(fc.array(anyFile, { minLength: 1, maxLength: 6 }), (files) => {
      const names = files.map((_, at) => `${at}.pdf`)
      const carrito = carritoOf(...names)
      const archivos = carrito.archivos.map((archivo, at) => {
        const { paginas: _, ...options } = files[at] as (typeof files)[number]
        // Paper that is no longer sold became A4 when step 2 opened
        return { ...archivo, ...options, hoja: options.hoja === 'Oficio' ? ('A4' as const) : options.hoja }
      })
      const lecturas = leidas(Object.fromEntries(archivos.map(({ id }, at) => [id, files[at]?.paginas ?? 0])))
      const sent = archivos.map((archivo, at): Contado => {
        const { doble_faz, ...data } = archivoData(archivo)
        return {
          ...DEFAULT_OPCIONES,
          ...(data as Partial<Contado>),
          doble_faz: doble_faz === 1,
          paginas: files[at]?.paginas ?? 0,
          paginas_color: new Set(),
          color_hasta: 0,
        }
      })
      const { total_impresion, total_anillado } = quote(sent, tarifas)
      const { impresion, anillado } = estimateOf({ ...carrito, archivos }, list, lecturas)
      expect([impresion, anillado]).toEqual([total_impresion, total_anillado])
    }),
  )
})
