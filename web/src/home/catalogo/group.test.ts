import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { isNear } from '@imprimitodo/shared/rules/base/parecido'
import { SIN_CATEGORIA } from '@imprimitodo/shared/rules/vidriera/categoria'
import { describe, expect, it } from 'vitest'
import { groupProductos, searchProductos, toBuscables } from './group.ts'

let last = 0
const producto = (nombre: string, categoria: string | null, texto: string | null = null): ProductoAnswer => ({
  id: ++last,
  texto,
  producto: { nombre },
  categoria: categoria === null ? null : { nombre: categoria },
  imagenes: [],
  importe_actual: null,
  es_oferta: false,
  precio_anterior: null,
  oferta_hasta: null,
  es_impresion: false,
})

const CATALOGO = toBuscables([
  producto('Mástil de mesa', null),
  producto('Cuaderno A4 anillado', 'Librería', 'Tapa dura, 84 hojas'),
  producto('Taza sublimada', 'Regalería', 'Impresión a todo color'),
  producto('Block rayado', 'Librería'),
])

const found = (busqueda: string) =>
  searchProductos(CATALOGO, busqueda).map(({ producto }) => producto.producto.nombre)

describe('buscar', () => {
  it.each([
    ['', ['Mástil de mesa', 'Cuaderno A4 anillado', 'Taza sublimada', 'Block rayado']],
    ['   ', ['Mástil de mesa', 'Cuaderno A4 anillado', 'Taza sublimada', 'Block rayado']],
    ['mastil', ['Mástil de mesa']],
    ['MÁSTIL', ['Mástil de mesa']],
    ['impresion', ['Taza sublimada']],
    ['libreria', ['Cuaderno A4 anillado', 'Block rayado']],
    ['hojas cuaderno', ['Cuaderno A4 anillado']],
    ['cuaderno taza', []],
    ['sin categoria', ['Mástil de mesa']],
    ['xilofón', []],
    ['.*', []],
  ])('%j finds %j, whatever the accents, the case and the order of the words', (busqueda, nombres) => {
    expect(found(busqueda)).toEqual(nombres)
  })
})

describe('a mistyped word', () => {
  it.each([
    ['cuadermo', ['Cuaderno A4 anillado']],
    ['cuadeerno', ['Cuaderno A4 anillado']],
    ['cuadrno', ['Cuaderno A4 anillado']],
    ['cuadreno', ['Cuaderno A4 anillado']],
    ['vuaderno', ['Cuaderno A4 anillado']],
    ['ciad', ['Cuaderno A4 anillado']],
    ['cuadermo librería', ['Cuaderno A4 anillado']],
    ['sublimadaa', ['Taza sublimada']],
    ['cuademmo', []],
    ['txz', []],
    // Both are words of the catalogue, so «taza» does not count as a mistyped «tapa»
    ['cuaderno taza', []],
    ['tapa', ['Cuaderno A4 anillado']],
  ])('%j finds %j: one letter is forgiven where no product has the word', (busqueda, nombres) => {
    expect(found(busqueda)).toEqual(nombres)
  })

  it.each([
    ['taza', 'taza', true],
    ['taza', 'tazas', true],
    ['taza', 'tazass', false],
    ['tazas', 'aztas', false],
    ['ab', 'abcd', false],
  ])('of %j, %j is near: %j', (word, typed, near) => expect(isNear(word, typed)).toBe(near))
})

describe('agrupar', () => {
  it('keeps the order of the list, and puts products without a category last', () => {
    expect(groupProductos(CATALOGO).map(({ categoria, productos }) => [categoria, productos.length])).toEqual(
      [
        ['Librería', 2],
        ['Regalería', 1],
        [SIN_CATEGORIA, 1],
      ],
    )
  })

  it('is empty for an empty list', () => expect(groupProductos([])).toEqual([]))
})
