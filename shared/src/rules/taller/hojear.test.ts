import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_OPCIONES, GRUPOS } from '../compra/archivo.ts'
import { applyGroups } from '../compra/grupo.ts'
import { carillasOf, hojasOf } from '../compra/hojas.ts'
import { POR_CARILLA, pagesOf, runsOf } from '../compra/paginas.ts'
import { DEFAULT_TARIFAS, quote, splitTomos } from '../compra/precio.ts'
import { type Cara, leafingOf, type ParaHojear } from './hojear.ts'
import { trabajosIn } from './trabajo.ts'

const A4 = { ancho: 210, alto: 297 }
const LYING = { ancho: 297, alto: 210 }

const file = ({ tamanos, ...change }: Partial<ParaHojear>): ParaHojear => {
  const paginas = change.paginas ?? 1
  return {
    ...DEFAULT_OPCIONES,
    nombre: 'a.pdf',
    paginas,
    tamanos: tamanos ?? [{ paginas, ...A4 }],
    ...change,
  }
}

const tomos = (hojas: number) => splitTomos(hojas, DEFAULT_TARIFAS)

function open(archivos: ParaHojear[], index = 0) {
  const found = leafingOf(archivos, index, tomos)
  if (!found) throw new Error('Nothing is printed')
  return found
}

/** 'front | back' of each sheet: pages by their file, or why there is none. */
function sheets(archivos: ParaHojear[], index = 0): string[] {
  const { hojas, caraOf } = open(archivos, index)
  const text = ({ blank, paginas }: Cara) =>
    blank ?? paginas.map(({ archivo, pagina }) => `${'abc'[archivo]}${pagina}`).join('+')
  return Array.from({ length: hojas }, (_, at) =>
    (['frente', 'dorso'] as const).map((cara) => text(caraOf({ hoja: at + 1, cara }))).join(' | '),
  )
}

describe('the pages on each side', () => {
  test('two sides: a page on each, the last back blank where their number is odd', () => {
    expect(sheets([file({ paginas: 3 })])).toEqual(['a1 | a2', 'a3 | final'])
  })

  test('one side: all backs are blank', () => {
    expect(sheets([file({ paginas: 2, doble_faz: false })])).toEqual(['a1 | una_cara', 'a2 | una_cara'])
  })

  test('only the pages asked for, several on a side', () => {
    const asked = file({ paginas: 30, rango: '2-4,9,20-', por_carilla: 4 })
    expect(sheets([asked])).toEqual(['a2+a3+a4+a9 | a20+a21+a22+a23', 'a24+a25+a26+a27 | a28+a29+a30'])
  })

  test('in a volume each file starts on a fresh sheet, and a one-sided one has blank backs', () => {
    const grupo = 'grupo0'
    const files = [
      file({ paginas: 3, grupo }),
      file({ paginas: 2, grupo, doble_faz: false }),
      file({ paginas: 1, grupo }),
    ]
    const all = ['a1 | a2', 'a3 | hoja_nueva', 'b1 | simple_faz', 'b2 | simple_faz', 'c1 | final']
    expect(sheets(files)).toEqual(all)
    expect(sheets(files, 2)).toEqual(all)
    expect(open(files)).toMatchObject({
      archivos: [
        { archivo: 0, hoja: 1 },
        { archivo: 1, hoja: 3 },
        { archivo: 2, hoja: 5 },
      ],
      tomos: [5],
    })
  })

  test('a blank side says whose it is, and after which page', () => {
    const { caraOf } = open([
      file({ paginas: 3, grupo: 'grupo1' }),
      file({ grupo: 'grupo1', color: 'color' }),
    ])
    const blank = { archivo: 0, paginas: [], grey: true, blank: 'hoja_nueva', ultima: 3 }
    expect(caraOf({ hoja: 2, cara: 'dorso' })).toEqual(blank)
    expect(caraOf({ hoja: 3, cara: 'frente' })).toMatchObject({ archivo: 1, grey: false, ultima: null })
  })

  test('a loose file lies by itself, whatever else is in the order', () => {
    const files = [file({ paginas: 2, grupo: 'grupo0' }), file({ paginas: 2 })]
    expect(sheets(files, 1)).toEqual(['b1 | b2'])
    expect(open(files, 1)).toMatchObject({ grupo: null, lomo: null })
  })

  test('more sheets than a binding holds: tomes, cut at a sheet', () => {
    const { hojas, tomos: ends, caraOf } = open([file({ paginas: 1001, anillado: true })])
    expect([hojas, ends]).toEqual([501, [251, 501]])
    expect(caraOf({ hoja: 251, cara: 'dorso' }).paginas).toMatchObject([{ pagina: 502 }])
    expect(caraOf({ hoja: 252, cara: 'frente' }).paginas).toMatchObject([{ pagina: 503 }])
    expect(caraOf({ hoja: 501, cara: 'dorso' })).toMatchObject({ blank: 'final', ultima: 1001 })
  })

  test('a file of no page has no sheet', () => {
    expect(leafingOf([file({ paginas: 0 })], 0, tomos)).toBeNull()
    expect(leafingOf([file({ paginas: 3, rango: '7-9' })], 0, tomos)).toBeNull()
  })
})

describe('how it is held and bound', () => {
  const lying = (paginas: number) => [{ paginas, ...LYING }]
  test.each<[string, Partial<ParaHojear>, boolean, string | null]>([
    ['upright pages, vertical', {}, false, 'izquierda'],
    ['upright pages, horizontal: like a calendar', { orientacion: 'horizontal' }, false, 'arriba'],
    ['lying pages, vertical', { tamanos: lying(4) }, true, 'arriba'],
    ['lying pages, horizontal', { tamanos: lying(4), orientacion: 'horizontal' }, true, 'izquierda'],
    ['two upright pages a side lie', { por_carilla: 2 }, true, 'arriba'],
    ['two lying pages a side do not', { por_carilla: 2, tamanos: lying(4) }, false, 'izquierda'],
    ['four a side as one of them', { por_carilla: 4, tamanos: lying(4) }, true, 'arriba'],
    ['not bound', { anillado: false }, false, null],
  ])('%s', (_what, change, isLying, lomo) => {
    const found = open([file({ paginas: 4, anillado: true, ...change })])
    expect([found.lying, found.lomo]).toEqual([isLying, lomo])
  })

  test('as most of its sides are read', () => {
    const tamanos = [
      { paginas: 3, ...LYING },
      { paginas: 2, ...A4 },
    ]
    expect(open([file({ paginas: 5, tamanos })]).lying).toBe(true)
    expect(open([file({ paginas: 5, tamanos, rango: '2-' })]).lying).toBe(false)
  })
})

describe('where a page is on its sheet', () => {
  const puesta = (change: Partial<ParaHojear>) => {
    const [first] = open([file(change)]).caraOf({ hoja: 1, cara: 'frente' }).paginas
    return first
  }
  test('an A4 page covers it, one that lies is turned', () => {
    for (const [tamanos, turns] of [
      [[{ paginas: 1, ...A4 }], 0],
      [[{ paginas: 1, ...LYING }], 1],
      [[], 0],
    ] as const) {
      const found = puesta({ tamanos })
      expect(found?.turns).toBe(turns)
      expect(found?.box.left).toBeCloseTo(0, 3)
      expect(found?.box.width).toBeCloseTo(1, 3)
      expect(found?.box.height).toBeCloseTo(1, 3)
    }
  })

  test('another size is scaled to fit, in the middle', () => {
    const box = puesta({ tamanos: [{ paginas: 1, ancho: 100, alto: 100 }] })?.box
    expect(box?.width).toBeCloseTo(1, 3)
    expect(box?.height).toBeCloseTo(210 / 297, 3)
    expect(box?.top).toBeCloseTo((1 - 210 / 297) / 2, 3)
  })

  test('two upright pages side by side: the first one at the bottom of the sheet as it comes out', () => {
    const { paginas } = open([file({ paginas: 2, por_carilla: 2 })]).caraOf({ hoja: 1, cara: 'frente' })
    expect(paginas.map(({ turns }) => turns)).toEqual([1, 1])
    expect(paginas[0]?.box.top).toBeGreaterThan(0.5)
    expect(paginas[1]?.box.top).toBeLessThan(0.5)
  })
})

const anyFile = fc
  .record({
    paginas: fc.integer({ min: 1, max: 900 }),
    doble_faz: fc.boolean(),
    anillado: fc.boolean(),
    orientacion: fc.constantFrom('vertical' as const, 'horizontal' as const),
    color: fc.constantFrom('color' as const, 'blanco y negro' as const),
    grupo: fc.constantFrom('default' as const, ...GRUPOS),
    por_carilla: fc.constantFrom(...POR_CARILLA),
    size: fc.constantFrom(A4, LYING, { ancho: 148, alto: 210 }, { ancho: 420, alto: 297 }),
    desde: fc.integer({ min: 1, max: 900 }),
  })
  .map(({ desde, size, ...change }) => {
    const rango = desde < change.paginas ? `1,${desde}-` : null
    return file({ ...change, rango, tamanos: [{ paginas: change.paginas, ...size }] })
  })

test('of any order: every printed page once, in order, inside its sheet, on the sheets of the print works and the price', () => {
  fc.assert(
    fc.property(fc.array(anyFile, { minLength: 1, maxLength: 5 }), (archivos) => {
      const works = trabajosIn(archivos, tomos)
      const seen = new Map<number, number[]>()
      const looked = new Set<unknown>()
      let [hojas, strangers, clear] = [0, 0, 1]
      for (const index of archivos.keys()) {
        const found = open(archivos, index)
        const which = found.grupo ?? index
        if (looked.has(which)) continue
        looked.add(which)
        hojas += found.hojas
        const mine = works.filter(({ grupo, tramos }) =>
          found.grupo ? grupo === found.grupo : !grupo && tramos.some((tramo) => tramo.archivo === index),
        )
        expect(found.tomos.map((end, at) => end - (found.tomos[at - 1] ?? 0))).toEqual(
          mine.map((work) => work.hojas),
        )
        expect(found.lados).toBe(mine[0]?.lados)
        for (let hoja = 1; hoja <= found.hojas; hoja++)
          for (const cara of ['frente', 'dorso'] as const) {
            const { paginas, blank, archivo: of } = found.caraOf({ hoja, cara })
            if ((paginas.length === 0) !== (blank !== null) || (cara === 'frente' && blank)) strangers++
            for (const { archivo: owner, pagina, box } of paginas) {
              if (owner !== of) strangers++
              const pages = seen.get(owner) ?? []
              pages.push(pagina)
              seen.set(owner, pages)
              clear = Math.min(clear, box.left, box.top, 1 - box.left - box.width, 1 - box.top - box.height)
            }
          }
        for (const start of found.archivos)
          expect(found.caraOf({ hoja: start.hoja, cara: 'frente' }).archivo).toBe(start.archivo)
      }
      expect(strangers).toBe(0)
      expect(clear).toBeGreaterThan(-0.001)
      for (const [index, archivo] of archivos.entries())
        expect(seen.get(index)).toEqual(pagesOf(runsOf(archivo)))
      const asked = applyGroups(archivos)
      expect(hojas).toBe(asked.reduce((sum, one) => sum + hojasOf(carillasOf(one), one.doble_faz), 0))
      const contados = archivos.map((one) => ({ ...one, paginas_color: new Set<number>(), color_hasta: 0 }))
      expect(hojas).toBe(quote(contados, DEFAULT_TARIFAS).archivos.reduce((sum, one) => sum + one.hojas, 0))
    }),
    { numRuns: 30 },
  )
})
