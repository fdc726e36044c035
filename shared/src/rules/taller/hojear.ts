// An order's sheets as they will be printed and bound, for leafing through them before they are.
import type { Grupo } from '../compra/archivo.ts'
import { HOJAS, type Hoja } from '../compra/hoja.ts'
import type { TamanoDePaginas } from '../compra/pistas.ts'
import {
  type Box,
  cellsOf,
  type Fit,
  fitInCell,
  fitOnSheet,
  isLying,
  isReadLying,
  type Size,
} from './celdas.ts'
import {
  type Imprimible,
  type LadoImpreso,
  ladosOf,
  type Trabajo,
  type Tramo,
  trabajosIn,
} from './trabajo.ts'

/** `tamanos`: of all its pages in order, in mm; a page without a size counts as one of its sheet's size. */
export type ParaHojear = Imprimible & { tamanos: readonly TamanoDePaginas[] }

/** A page on a side. `box`: the part of the upright sheet that it covers, from 0 to 1, from the top left. */
export type PaginaPuesta = {
  archivo: number
  pagina: number
  turns: Fit['turns']
  box: { left: number; top: number; width: number; height: number }
}

/**
 * Why a side has no page: its work is printed on one side (`una_cara`), its file is (`simple_faz`), the next
 * file starts on a fresh sheet (`hoja_nueva`), or it is the last side (`final`). Blank sides are not charged.
 */
export type EnBlanco = 'una_cara' | 'simple_faz' | 'hoja_nueva' | 'final'

export type LugarDeCara = { hoja: number; cara: 'frente' | 'dorso' }

/**
 * One side of a sheet. `archivo`: the file it belongs to, also of a blank side. `ultima`: the last page
 * printed before a blank one.
 */
export type Cara = {
  archivo: number
  paginas: PaginaPuesta[]
  grey: boolean
  blank: EnBlanco | null
  ultima: number | null
}

/**
 * One pile of sheets: a bound volume or a loose file. Sheets count from 1 through all its tomes. `lying`:
 * held with the left of a printed sheet on top. `lomo`: the bound edge of a front as it is held; on a back it
 * is the opposite edge.
 */
export type Hojeable = {
  papel: Hoja
  grupo: Grupo | null
  /** Indexes of the files, in their order, and the sheet on which each begins. */
  archivos: { archivo: number; hoja: number }[]
  hojas: number
  /** The last sheet of each tome. */
  tomos: number[]
  lados: 1 | 2
  lying: boolean
  lomo: 'izquierda' | 'arriba' | null
  caraOf(lugar: LugarDeCara): Cara
}

/**
 * The pile that file `index` (from 0) is in. `tomos`: how many tomes a volume is split into.
 * @returns null where no page of it is printed
 */
export function leafingOf(archivos: readonly ParaHojear[], index: number, tomos: TomosOf): Hojeable | null {
  const works = trabajosIn(archivos, tomos).filter(({ tramos, grupo }) =>
    grupo === null ? tramos.some(({ archivo }) => archivo === index) : grupo === archivos[index]?.grupo,
  )
  const [first] = works
  if (!first || works.every(({ hojas }) => hojas === 0)) return null
  const papel = HOJAS[first.hoja]
  const sizes = sizesOf(archivos, papel)
  const books = works.map((work) => ladosOf(work.tramos))
  const ends = endsOf(works)
  const lying = isHeldLying(books.flat(), sizes)
  return {
    papel,
    grupo: first.grupo,
    archivos: startsOf(works, books),
    hojas: ends.at(-1) ?? 0,
    tomos: ends,
    lados: first.lados,
    lying,
    lomo: !first.anillado ? null : lying === (first.borde === 'corto') ? 'izquierda' : 'arriba',
    caraOf: ({ hoja, cara }) => {
      const tomo = Math.max(
        0,
        ends.findIndex((end) => hoja <= end),
      )
      const lados = books[tomo] ?? []
      const place = (hoja - (ends[tomo - 1] ?? 0) - 1) * first.lados
      if (cara === 'dorso' && first.lados === 1) return blankAfter(lados, place, 'una_cara')
      const lado = lados[place + (cara === 'dorso' ? 1 : 0)]
      if (!lado) return blankAfter(lados, lados.length - 1, 'final')
      return lado.blank
        ? blankAfter(lados, place, lado.blank)
        : { ...caraDe(lado), paginas: placed(papel, lado, sizes), blank: null, ultima: null }
    },
  }
}

type TomosOf = (hojas: number) => number[]

const caraDe = ({ tramo: { archivo, grey } }: LadoImpreso<Tramo>) => ({ archivo, grey })

function blankAfter(lados: readonly LadoImpreso<Tramo>[], place: number, blank: EnBlanco): Cara {
  const before = lados[place]
  if (!before) throw new RangeError('No such sheet')
  return { ...caraDe(before), paginas: [], blank, ultima: before.paginas.at(-1) ?? null }
}

function endsOf(works: readonly Trabajo[]): number[] {
  let end = 0
  return works.map(({ hojas }) => {
    end += hojas
    return end
  })
}

function startsOf(works: readonly Trabajo[], books: readonly LadoImpreso<Tramo>[][]): Hojeable['archivos'] {
  const starts = new Map<number, number>()
  let before = 0
  for (const [at, { hojas, lados }] of works.entries()) {
    for (const [place, { tramo }] of (books[at] ?? []).entries())
      if (!starts.has(tramo.archivo)) starts.set(tramo.archivo, before + Math.floor(place / lados) + 1)
    before += hojas
  }
  return [...starts].map(([archivo, hoja]) => ({ archivo, hoja }))
}

const PT_PER_MM = 72 / 25.4

type Sizes = (archivo: number, page: number) => Size

function sizesOf(archivos: readonly ParaHojear[], hoja: Hoja): Sizes {
  const sizes = archivos.map(({ tamanos }) =>
    tamanos.flatMap(({ paginas, ancho, alto }) =>
      Array<Size>(paginas).fill({ width: ancho * PT_PER_MM, height: alto * PT_PER_MM }),
    ),
  )
  return (archivo, page) => sizes[archivo]?.[page - 1] ?? hoja
}

const sizesIn = ({ tramo, paginas }: LadoImpreso<Tramo>, sizes: Sizes): Size[] =>
  paginas.map((page) => sizes(tramo.archivo, page))

/** Whether the pile is held lying, as most of its sides are read. */
function isHeldLying(lados: readonly LadoImpreso<Tramo>[], sizes: Sizes): boolean {
  const printed = lados.filter(({ blank }) => !blank)
  const lying = printed.filter((lado) => isReadLying(lado.tramo.por_carilla, isLying(sizesIn(lado, sizes))))
  return lying.length * 2 > printed.length
}

function placed(hoja: Hoja, lado: LadoImpreso<Tramo>, sizes: Sizes): PaginaPuesta[] {
  const { archivo, por_carilla } = lado.tramo
  const pages = sizesIn(lado, sizes)
  const cells = por_carilla === 1 ? null : cellsOf(hoja, por_carilla, isLying(pages))
  return lado.paginas.flatMap((pagina, index) => {
    const size = pages[index] ?? hoja
    const cell = cells?.[index]
    const fit = cell ? fitInCell(size, cell) : fitOnSheet(hoja, size)
    return { archivo, pagina, turns: fit.turns, box: coveredBy(hoja, size, fit) }
  })
}

function coveredBy(hoja: Hoja, { width, height }: Size, { turns, scale, box }: Fit): PaginaPuesta['box'] {
  const [left, bottom, right, top]: Box = box
  const [across, down] = turns === 1 ? [height, width] : [width, height]
  const [w, h] = [across * scale, down * scale]
  return {
    left: ((left + right) / 2 - w / 2) / hoja.width,
    top: 1 - ((bottom + top) / 2 + h / 2) / hoja.height,
    width: w / hoja.width,
    height: h / hoja.height,
  }
}
