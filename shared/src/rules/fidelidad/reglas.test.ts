import { expect, test } from 'vitest'
import { DEFAULT_OPCIONES } from '../compra/archivo.ts'
import type { Contado } from '../compra/hojas.ts'
import { DEFAULT_TARIFAS } from '../compra/precio.ts'
import { freeHojas } from './canje.ts'
import { HOJAS_GRATIS, hojasNominales, hojasReglas, porcentajeReglas } from './reglas.ts'

const contado = (change: Partial<Contado>): Contado => ({
  ...DEFAULT_OPCIONES,
  paginas: 1,
  paginas_color: new Set(),
  color_hasta: change.paginas ?? 1,
  ...change,
})
const reglas = (hojas: number, ...files: Partial<Contado>[]) => {
  const contados = files.map(contado)
  const { cubiertas } = freeHojas(contados, DEFAULT_TARIFAS, hojas)
  return hojasReglas(contados, DEFAULT_TARIFAS, { hojas, cubiertas, otras: 0 }).slice(1)
}

test('always that free prints are double-sided', () => {
  expect(hojasReglas([contado({})], DEFAULT_TARIFAS, { hojas: 1, cubiertas: 1, otras: 0 })[0]).toBe(
    HOJAS_GRATIS,
  )
  expect(hojasNominales(10)[0]).toBe(`Vale por 10 hojas. ${HOJAS_GRATIS}`)
})

test('a code for more sheets than the order has: says what is returned', () =>
  expect(reglas(10, { paginas: 12 })).toEqual([
    'Cubrió 6 hojas: todas las que podía.',
    'Te quedan 4 hojas: con el pago te damos otro código.',
  ]))

test('a code for fewer sheets than the order has', () =>
  expect(reglas(4, { paginas: 12, anillado: true })).toEqual([
    'Cubrió 4 de las 6 hojas que se pueden cubrir.',
    'El anillado no entra: se paga aparte.',
  ]))

test('a code that covers nothing says what to change', () =>
  expect(
    reglas(4, { paginas: 12, doble_faz: false }, { color: 'color', paginas_color: new Set([1]) }),
  ).toEqual([
    'En este pedido no hay hojas que el código pueda cubrir.',
    'Para cubrir más, elegí doble faz en los archivos que están en simple faz.',
    'Las hojas con color no entran.',
  ]))

test('a code says that the others leave it nothing to cover, and that it is not used', () =>
  expect(
    hojasReglas([contado({ paginas: 2 })], DEFAULT_TARIFAS, { hojas: 3, cubiertas: 0, otras: 1 }).slice(1),
  ).toEqual([
    'Las hojas que podía cubrir ya las cubre otro código.',
    'No se usa en este pedido: te queda entero.',
  ]))

test('a percentage, with and without the one of the web', () => {
  expect(porcentajeReglas(8, 5)[0]).toBe(
    '8% de descuento en impresión y anillado, que se suma al 5% por la web.',
  )
  expect(porcentajeReglas(7.5, 12.25)[0]).toBe(
    '7,5% de descuento en impresión y anillado, que se suma al 12,25% por la web.',
  )
  expect(porcentajeReglas(8, 0)[0]).toBe('8% de descuento en impresión y anillado.')
})
