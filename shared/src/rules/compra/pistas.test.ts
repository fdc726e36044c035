import { describe, expect, it } from 'vitest'
import { DEFAULT_OPCIONES, type Opciones } from './archivo.ts'
import { ahorroOf, importeOf, type Leido, pistasOf, pistasOfVolumen, type TamanoDePaginas } from './pistas.ts'
import { DEFAULT_TARIFAS, type Tarifas } from './precio.ts'

const A4 = { ancho: 210, alto: 297 }
const A4_LYING = { ancho: 297, alto: 210 }
const A3 = { ancho: 297, alto: 420 }

const leido = (
  paginas: number,
  color: number[] = [],
  tamanos: TamanoDePaginas[] = [{ ...A4, paginas }],
): Leido => ({
  paginas,
  tamanos,
  paginas_color: new Set(color),
  color_hasta: paginas,
})
const opciones = (some: Partial<Opciones> = {}): Opciones => ({ ...DEFAULT_OPCIONES, ...some })
const hints = (some: Partial<Opciones>, found: Leido) => pistasOf(opciones(some), found, DEFAULT_TARIFAS)

describe('hints: the change of one tap, with its price', () => {
  it('pages with colour: only those cost more, and in every copy', () => {
    const found = leido(12, [2, 5, 9])
    expect(hints({ doble_faz: false }, found)[0]).toMatchObject({
      clave: 'color',
      texto: '3 páginas tienen color',
      marca: '3 a color',
      boton: 'A color',
      cambio: { color: 'color' },
      centavos: 900_00,
    })
    expect(hints({ doble_faz: false, duplicado: 4 }, found)[0]?.centavos).toBe(3_600_00)
  })

  it('only printed pages count', () => {
    const [first] = hints({ doble_faz: false, rango: '1-4' }, leido(12, [2, 5, 9]))
    expect(first).toMatchObject({ texto: '1 página tiene color', centavos: 300_00 })
    expect(hints({ rango: '3-4' }, leido(12, [2, 5, 9]))).toEqual([])
  })

  it('two-sided pages: the sheets and pesos that it saves, binding included', () => {
    expect(hints({ doble_faz: false }, leido(12))).toEqual([
      {
        clave: 'doble',
        texto: 'Usás 6 hojas menos',
        marca: 'Doble faz ahorra',
        boton: 'Doble faz',
        cambio: { doble_faz: true },
        centavos: -240_00,
      },
    ])
    // 60 sheets bind for 1600, 30 for 1200
    expect(hints({ doble_faz: false, anillado: true }, leido(60))[0]?.centavos).toBe(-1_200_00 - 400_00)
  })

  it('a file that lies down: horizontal, unless it is already or some page stands', () => {
    const lying = leido(4, [], [{ ...A4_LYING, paginas: 4 }])
    expect(hints({}, lying)).toMatchObject([
      { clave: 'apaisado', cambio: { orientacion: 'horizontal' }, centavos: 0 },
    ])
    expect(hints({ orientacion: 'horizontal' }, lying)).toEqual([])
    const mixed = [
      { ...A4_LYING, paginas: 3 },
      { ...A4, paginas: 1 },
    ]
    expect(hints({}, leido(4, [], mixed))).toEqual([])
    expect(hints({ rango: '1-3' }, leido(4, [], mixed))).toMatchObject([{ clave: 'apaisado' }])
  })

  it('sides that several pages share and that lie down: horizontal, where a back or a binding follows', () => {
    const standing = leido(5, [], [{ ...A4, paginas: 5 }])
    const lying = leido(5, [], [{ ...A4_LYING, paginas: 5 }])
    const keys = (change: Partial<Opciones>, of: Leido) => hints(change, of).map(({ clave }) => clave)
    expect(hints({ por_carilla: 2 }, standing)).toMatchObject([
      { clave: 'apaisado', texto: 'Queda apaisado: ¿horizontal?', cambio: { orientacion: 'horizontal' } },
    ])
    expect(keys({ por_carilla: 4 }, lying)).toEqual(['apaisado'])
    expect(keys({ por_carilla: 2, doble_faz: false, anillado: true }, standing)).toContain('apaisado')
    // No hint where the pages stand, the option is chosen already, or the sheet has no back to turn to
    expect(keys({ por_carilla: 4 }, standing)).toEqual([])
    expect(keys({ por_carilla: 2 }, lying)).toEqual([])
    expect(keys({ por_carilla: 2, orientacion: 'horizontal' }, standing)).toEqual([])
    expect(keys({ por_carilla: 2, doble_faz: false }, standing)).not.toContain('apaisado')
    expect(keys({ por_carilla: 2, rango: '1-2' }, standing)).toEqual([])
  })

  it('files that are bound together: horizontal, where all of them lie down', () => {
    const standing = leido(5, [], [{ ...A4, paginas: 5 }])
    const lying = leido(1, [], [{ ...A4_LYING, paginas: 1 }])
    const two = { opciones: opciones({ por_carilla: 2 }), leido: standing }
    const one = { opciones: opciones(), leido: lying }
    const tell = (...archivos: (typeof two)[]) => pistasOfVolumen(archivos).map(({ texto }) => texto)
    expect(tell(two, one)).toEqual(['Queda apaisado: ¿horizontal?'])
    expect(tell(one, one)).toEqual(['Está apaisado: ¿horizontal?'])
    expect(tell(two, { opciones: opciones(), leido: standing })).toEqual([])
    const done = { orientacion: 'horizontal' } as const
    expect(tell({ ...two, opciones: opciones({ por_carilla: 2, ...done }) })).toEqual([])
    expect(tell()).toEqual([])
  })

  it('after its change is made the hint is gone, and the price has changed by its amount', () => {
    const found = leido(31, [1, 7, 8, 30])
    const before = opciones({ doble_faz: false, duplicado: 3, anillado: true })
    const all = pistasOf(before, found, DEFAULT_TARIFAS)
    expect(all).toHaveLength(2)
    for (const { clave, cambio, centavos } of all) {
      const after = { ...before, ...cambio }
      expect(importeOf(after, found, DEFAULT_TARIFAS) - importeOf(before, found, DEFAULT_TARIFAS)).toBe(
        centavos,
      )
      expect(pistasOf(after, found, DEFAULT_TARIFAS).map((one) => one.clave)).not.toContain(clave)
    }
  })
})

describe('a size that is not A4', () => {
  it.each<[string, TamanoDePaginas[], string, string]>([
    ['A3', [{ ...A3, paginas: 2 }], 'Es A3: la achicamos a A4', 'Es A3'],
    ['A3 on its side', [{ ancho: 420, alto: 297, paginas: 1 }], 'Es A3: la achicamos a A4', 'Es A3'],
    ['small', [{ ancho: 100, alto: 150, paginas: 1 }], 'No es A4: la agrandamos a A4', 'No es A4'],
    ['unknown', [{ ancho: 500, alto: 900, paginas: 1 }], 'No es A4: la achicamos a A4', 'No es A4'],
    [
      'some pages',
      [
        { ...A4, paginas: 5 },
        { ...A3, paginas: 2 },
      ],
      '2 páginas son A3: las achicamos a A4',
      '2 en A3',
    ],
  ])('%s', (_, tamanos, texto, marca) => {
    const paginas = tamanos.reduce((sum, one) => sum + one.paginas, 0)
    expect(hints({ orientacion: 'horizontal' }, leido(paginas, [], tamanos))).toMatchObject([
      { clave: 'tamano', texto, marca, cambio: null },
    ])
  })

  it('is none a millimetre off, in Letter, or where pages share a side', () => {
    expect(hints({}, leido(1, [], [{ ancho: 211, alto: 296, paginas: 1 }]))).toEqual([])
    expect(hints({}, leido(1, [], [{ ancho: 216, alto: 279, paginas: 1 }]))).toEqual([])
    expect(hints({ por_carilla: 2 }, leido(1, [], [{ ...A3, paginas: 1 }]))).toEqual([])
  })
})

describe('nothing is hinted', () => {
  it('of colour before every printed page was looked at', () => {
    expect(hints({}, { ...leido(12, [2]), color_hasta: 11 })).toEqual([])
  })
  it('of two sides for one page, nor where it saves nothing', () => {
    expect(hints({ doble_faz: false }, leido(1))).toEqual([])
    const dear = { ...DEFAULT_TARIFAS, byn: { una: 100_00, dos: 200_00 } }
    expect(pistasOf(opciones({ doble_faz: false }), leido(12), dear)).toEqual([])
  })
  it('of sizes that are not read', () => {
    expect(hints({}, leido(4, [], []))).toEqual([])
  })
})

describe('the savings of a range and of pages per side', () => {
  it.each<[string, Partial<Opciones>, number]>([
    ['4 a side, two-sided', { por_carilla: 4 }, 3_580_00],
    ['ten of sixty pages', { rango: '1-10' }, 4_800_00 - 800_00],
    ['both, twice', { rango: '1-10', por_carilla: 2, duplicado: 2 }, 9_600_00 - 2 * (2 * 160_00 + 100_00)],
    ['nothing where all is printed', {}, 0],
  ])('%s', (_, some, centavos) => {
    expect(ahorroOf(opciones(some), leido(60), DEFAULT_TARIFAS)).toBe(centavos)
  })
})

describe('a file of other paper', () => {
  const PRECIOS = { byn: { una: 250_00, dos: 400_00 }, color: { una: 900_00, dos: 1_500_00 } }
  const tarifas = { ...DEFAULT_TARIFAS, hojas: { A3: PRECIOS } }
  const large = leido(4, [], [{ ...A3, paginas: 4 }])
  const hint = (some: Partial<Opciones>, found: Leido, list: Tarifas = tarifas) =>
    pistasOf(opciones(some), found, list).find(({ clave }) => clave === 'tamano')

  it('where its sheet is sold, one tap chooses that sheet at its additional price', () => {
    expect(hint({}, large)).toEqual({
      clave: 'tamano',
      texto: 'Es A3: la achicamos a A4',
      marca: 'Es A3',
      boton: 'En A3',
      cambio: { hoja: 'A3' },
      centavos: 2 * (400_00 - 160_00),
    })
    expect(hint({ hoja: 'A3' }, large)).toBeUndefined()
    expect(importeOf(opciones({ hoja: 'A3' }), large, tarifas)).toBe(2 * 400_00)
  })

  it('where it is not sold, or only some pages have its size, nothing is to be tapped', () => {
    const oficio = leido(2, [], [{ ancho: 216, alto: 340, paginas: 2 }])
    const mixed = leido(
      5,
      [],
      [
        { ...A3, paginas: 4 },
        { ...A4, paginas: 1 },
      ],
    )
    expect(hint({}, oficio)).toMatchObject({ texto: 'Es Oficio: la achicamos a A4', cambio: null })
    expect(hint({}, mixed)).toMatchObject({ marca: '4 en A3', cambio: null })
    expect(hint({ rango: '1-4' }, mixed)).toMatchObject({ cambio: { hoja: 'A3' } })
  })

  it('a small file on a large sheet is offered its own, which costs less', () => {
    expect(hint({ hoja: 'A3' }, leido(4))).toMatchObject({
      texto: 'Es A4: la agrandamos a A3',
      boton: 'En A4',
      cambio: { hoja: 'A4' },
      centavos: -480_00,
    })
  })

  it('both lengths that are called Oficio fit its sheet', () => {
    const both = { ...tarifas, hojas: { Oficio: PRECIOS } }
    for (const alto of [340, 355.6])
      expect(hint({}, leido(1, [], [{ ancho: 215.9, alto, paginas: 1 }]), both)).toMatchObject({
        cambio: { hoja: 'Oficio' },
      })
  })
})
