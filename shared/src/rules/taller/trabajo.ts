import type { Grupo, Opciones } from '../compra/archivo.ts'
import { applyGroups, GRUPO_TITLES } from '../compra/grupo.ts'
import type { NombreHoja } from '../compra/hoja.ts'
import { type Contado, carillasOf, hojaEnColor, hojasOf, printsColor } from '../compra/hojas.ts'
import {
  countPages,
  type PorCarilla,
  pagesOf,
  type Run,
  runsFrom,
  runsOf,
  seleccionText,
  sliceRuns,
} from '../compra/paginas.ts'
import { pilasOf, splitTomos, type Tarifas } from '../compra/precio.ts'

/** A stretch of a print work: pages of the file at index `archivo`, `por_carilla` of them on each side. */
export type Tramo = {
  archivo: number
  paginas: Run[]
  por_carilla: PorCarilla
  grey: boolean
  blankBacks: boolean
  fillSheet: boolean
}

/**
 * What a clerk prints: one copy's PDF, `copias` times. `paginas` are that PDF's pages, one for each side,
 * blank ones too; `hojas` is per copy.
 */
export type Trabajo = {
  id: number
  nombre: string
  copias: number
  hojas: number
  paginas: number
  lados: 1 | 2
  borde: 'largo' | 'corto'
  color: boolean
  anillado: boolean
  grupo: Grupo | null
  /** The paper of all its sheets. */
  hoja: NombreHoja
  tomo: { numero: number; de: number } | null
  /** A text for each file that is not printed whole with one page on each side. */
  seleccion: string[]
  tramos: Tramo[]
}

/** 'i/N' of a split volume; null: it is not split. */
export const tomoText = ({ tomo }: Pick<Trabajo, 'tomo'>): string | null =>
  tomo && `${tomo.numero}/${tomo.de}`

/** The name of a work, different for each tome of a volume. The tome comes first, since a long name is cut. */
export const nombreOfTrabajo = ({ nombre, tomo }: { nombre: string; tomo: string | null }): string =>
  tomo ? `Tomo ${tomo} · ${nombre}` : nombre

/** A file with its options; `paginas` are those of the file. */
export type Imprimible = Opciones & { nombre: string; paginas: number }

/** For a file: whether its sheet, from 0, is in colour. */
type EnColor<A> = (archivo: A) => (hoja: number) => boolean

const byOption: EnColor<Imprimible> =
  ({ color }) =>
  () =>
    color === 'color'

/**
 * The print works of an order: one per loose file, one per tome of a bound volume.
 * The same sheets that `quote` prices. A volume is two-sided if any member is (a one-sided member then
 * gets blank backs), colour if any of its sheets is. What was priced as b/w prints grey: b/w members, and in a `color`
 * file the sheets without colour. A `color` file none of whose pages has colour prints grey whatever its price.
 */
export function trabajosOf(
  asked: readonly (Imprimible & Contado)[],
  tarifas: Pick<Tarifas, 'anillado' | 'color_por_hoja'>,
): Trabajo[] {
  const enColor: EnColor<Contado> = (archivo) =>
    printsColor(archivo) ? hojaEnColor(archivo, tarifas.color_por_hoja) : () => false
  return trabajosIn(asked, (hojas) => splitTomos(hojas, tarifas), enColor)
}

/**
 * The same with a given number of tomes for a volume of so many sheets. Without `enColor` all sheets of a
 * `color` file count as colour.
 */
export function trabajosIn<A extends Imprimible>(
  asked: readonly A[],
  tomosOf: (hojas: number) => number[],
  enColor: EnColor<A> = byOption,
): Trabajo[] {
  const archivos = applyGroups([...asked])
  const trabajos = pilasOf(archivos).flatMap(({ grupo, anillado, members }) => {
    const files = members.map((index) => {
      const archivo = archivos[index] as A
      return { index, archivo, isColor: enColor(archivo) }
    })
    return worksOfVolumen(files, grupo, anillado ? tomosOf : null)
  })
  return trabajos.map((trabajo, index) => ({ id: index + 1, ...trabajo }))
}

type Member = { index: number; archivo: Imprimible; isColor: (hoja: number) => boolean }

function worksOfVolumen(
  members: Member[],
  grupo: Grupo | null,
  tomosOf: ((hojas: number) => number[]) | null,
): Omit<Trabajo, 'id'>[] {
  const first = members[0]?.archivo
  if (!first) return []
  const hojas = members.reduce((sum, { archivo }) => sum + hojasOf(carillasOf(archivo), archivo.doble_faz), 0)
  const twoSided = members.some(({ archivo }) => archivo.doble_faz)
  const tomos = tomosOf ? tomosOf(hojas) : [hojas]
  let start = 0
  return tomos.map((size, index) => {
    const tramos = cut(members, twoSided, start, start + size)
    start += size
    return {
      nombre: grupo ? GRUPO_TITLES[grupo] : first.nombre,
      copias: first.duplicado,
      hojas: size,
      paginas: countLados(tramos),
      lados: twoSided ? 2 : 1,
      borde: first.orientacion === 'horizontal' ? 'corto' : 'largo',
      color: tramos.some(({ grey }) => !grey),
      anillado: tomosOf !== null,
      grupo,
      hoja: first.hoja,
      tomo: tomos.length > 1 ? { numero: index + 1, de: tomos.length } : null,
      seleccion: seleccionOf(members, tramos),
      tramos,
    }
  })
}

/**
 * The stretches that fill sheets [from, to) of the volume. Every file starts on a fresh sheet; where its
 * sheets change between colour and grey another stretch begins.
 */
function cut(members: Member[], twoSided: boolean, from: number, to: number): Tramo[] {
  const tramos: Tramo[] = []
  let sheet = 0
  for (const { index, archivo, isColor } of members) {
    const hojas = hojasOf(carillasOf(archivo), archivo.doble_faz)
    const [a, b] = [Math.max(from, sheet) - sheet, Math.min(to, sheet + hojas) - sheet]
    sheet += hojas
    const perSheet = archivo.por_carilla * (archivo.doble_faz ? 2 : 1)
    const runs = runsOf(archivo)
    for (const { start, end, color } of stretchesOf(isColor, a, b))
      tramos.push({
        archivo: index,
        paginas: sliceRuns(runs, start * perSheet, end * perSheet),
        por_carilla: archivo.por_carilla,
        grey: !color,
        blankBacks: twoSided && !archivo.doble_faz,
        fillSheet: twoSided,
      })
  }
  const last = tramos.at(-1)
  if (last) last.fillSheet = false // the last one: a blank back would only add a click charge
  return tramos
}

/** Sheets [from, to) of a file, from 0, as runs of one kind. */
function stretchesOf(isColor: Member['isColor'], from: number, to: number) {
  const found: { start: number; end: number; color: boolean }[] = []
  for (let hoja = from; hoja < to; hoja++) {
    const color = isColor(hoja)
    const last = found.at(-1)
    if (last?.color === color) last.end = hoja + 1
    else found.push({ start: hoja, end: hoja + 1, color })
  }
  return found
}

/** A line for each file; it ends with the file's name, cut if long, where the work has several files. */
function seleccionOf(members: Member[], tramos: Tramo[]): string[] {
  return members.flatMap(({ index, archivo }) => {
    const text = seleccionText(archivo)
    if (!text || !tramos.some((tramo) => tramo.archivo === index)) return []
    return members.length > 1 ? [`${text} · «${archivo.nombre}»`] : [text]
  })
}

/** How many sides `ladosOf` returns. */
function countLados(tramos: readonly Tramo[]): number {
  return tramos.reduce((lados, { paginas, por_carilla, blankBacks, fillSheet }) => {
    const own = Math.ceil(countPages(paginas) / por_carilla) * (blankBacks ? 2 : 1)
    return lados + own + (fillSheet && own % 2 === 1 ? 1 : 0)
  }, 0)
}

/** The fields of a stretch that decide how its pages fall on sides. */
type Reparto = Pick<Tramo, 'paginas' | 'por_carilla' | 'blankBacks' | 'fillSheet'>

/**
 * A side of a work, and its pages in reading order. It is blank on the back of a file that is printed on one
 * side (`simple_faz`), and on the last back before another file, which starts on a fresh sheet
 * (`hoja_nueva`).
 */
export type LadoImpreso<T> = { tramo: T; paginas: number[]; blank: null | 'simple_faz' | 'hoja_nueva' }

/** The sides of a work in the order in which they are printed, by the rules of its stretches. */
export function ladosOf<T extends Reparto>(tramos: readonly T[]): LadoImpreso<T>[] {
  const lados: LadoImpreso<T>[] = []
  for (const tramo of tramos) {
    const pages = pagesOf(tramo.paginas)
    for (let at = 0; at < pages.length; at += tramo.por_carilla) {
      lados.push({ tramo, paginas: pages.slice(at, at + tramo.por_carilla), blank: null })
      if (tramo.blankBacks) lados.push({ tramo, paginas: [], blank: 'simple_faz' })
    }
    if (tramo.fillSheet && lados.length % 2 === 1) lados.push({ tramo, paginas: [], blank: 'hoja_nueva' })
  }
  return lados
}

/**
 * For a work in colour: the sides without colour, as pages of its PDF, from 1; blank ones too. Empty where
 * all of them have colour, and for a work without colour.
 */
export function ladosSinColor({ color, tramos }: Pick<Trabajo, 'color' | 'tramos'>): Run[] {
  if (!color) return []
  return runsFrom(ladosOf(tramos).flatMap(({ tramo, blank }, at) => (blank || tramo.grey ? [at + 1] : [])))
}
