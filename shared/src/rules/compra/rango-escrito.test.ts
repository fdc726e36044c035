import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readRango, runsFrom } from './paginas.ts'
import { rangoEscrito, rangoLegible } from './rango-escrito.ts'

describe('pages as people write them', () => {
  it.each([
    ['1-10, 15, 20-', '1-10,15,20-'],
    ['1 – 10', '1-10'],
    ['1—10', '1-10'],
    ['1 a 10 y 15', '1-10,15'],
    ['de la 1 a la 10', '1-10'],
    ['páginas 1 al 10; 15', '1-10,15'],
    ['Pág. 3', '3'],
    ['págs. 3 y 7', '3,7'],
    ['1 3 5', '1,3,5'],
    ['20 en adelante', '20-'],
    ['desde la 20', '20-'],
    ['desde la 2 hasta la 5', '2-5'],
    ['20 hasta el final', '20-'],
    ['hasta la 5', '1-5'],
    ['-5', '1-5'],
    ['1-10,', '1-10'],
    [' , 4', '4'],
    ['3-', '3-'],
  ])('%s is %s', (text, rango) => expect(rangoEscrito(text, 30)).toEqual({ rango }))

  it.each([
    ['todas', 30],
    ['1-30', 30],
    ['1-', 30],
    ['1', 1],
  ])('%s of %d pages is all of them', (text, paginas) =>
    expect(rangoEscrito(text, paginas)).toEqual({ rango: null }),
  )

  it.each([
    ['', 'Escribí qué páginas: por ejemplo 1-10, 15.'],
    [' , ', 'Escribí qué páginas: por ejemplo 1-10, 15.'],
    ['0-3', 'La primera página es la 1.'],
    ['3,0', 'La primera página es la 1.'],
    ['portada', 'No entendemos qué páginas son. Escribilas así: 1-10, 15.'],
    ['1.5', 'No entendemos qué páginas son. Escribilas así: 1-10, 15.'],
    ['1-2-3', 'No entendemos qué páginas son. Escribilas así: 1-10, 15.'],
    ['15, 1-10', 'Las páginas del rango van de menor a mayor, cada una una sola vez.'],
    ['20-15', 'Las páginas del rango van de menor a mayor, cada una una sola vez.'],
    ['1-40', 'El archivo tiene 30 páginas y el rango pide la 40.'],
    ['31', 'El archivo tiene 30 páginas y el rango pide la 31.'],
  ])('%j is refused: %s', (text, problem) => expect(rangoEscrito(text, 30)).toEqual({ problem }))

  it('is not checked against a file whose pages are not counted yet', () => {
    expect(rangoEscrito('40-50', null)).toEqual({ rango: '40-50' })
  })

  test('any accepted text is a range of the same pages', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123 -,;.ay–pdesñ') }), (text) => {
        const read = rangoEscrito(text, null)
        if ('problem' in read) return
        if (read.rango !== null) expect(readRango(read.rango)).toEqual({ rango: read.rango })
      }),
    )
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (chosen) => {
        const runs = runsFrom(chosen.toSorted((a, b) => a - b))
        const spoken = runs.map(([from, to]) => (from === to ? `${from}` : `${from} a ${to}`)).join(' y ')
        const listed = runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
        expect(rangoEscrito(spoken, 1000)).toEqual({ rango: listed })
      }),
    )
  })

  it('is shown with spaces between its parts', () => {
    expect(rangoLegible('1-10,15,20-')).toBe('1-10, 15, 20-')
    expect(rangoLegible(null)).toBe('')
  })
})
