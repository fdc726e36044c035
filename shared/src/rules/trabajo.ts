import type { Grupo, Opciones } from './archivo.ts'
import { applyGroups, GRUPO_TITLES } from './grupo.ts'
import type { NombreHoja } from './hoja.ts'
import { carillasOf, hojasOf } from './hojas.ts'
import {
  countPages,
  type PorCarilla,
  pagesOf,
  type Run,
  runsOf,
  seleccionText,
  sliceRuns,
} from './paginas.ts'
import { pilasOf, splitTomos, type Tarifas } from './precio.ts'

/** A stretch of a print work: pages of the file at index `archivo`, so many on each side. */
export type Tramo = {
  archivo: number
  paginas: Run[]
  por_carilla: PorCarilla
  grey: boolean
  blankBacks: boolean
  fillSheet: boolean
}

/**
 * What a clerk prints: one copy's PDF, `copias` times. `paginas` are that PDF's, one for each side, blank ones too;
 * `hojas` is per copy.
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
  /** What is printed of its files, where that is not all of them, a page on each side. */
  seleccion: string[]
  tramos: Tramo[]
}

/** A file with its options; `paginas` are those of the file. */
export type Imprimible = Opciones & { nombre: string; paginas: number }

/**
 * The print works of an order: one per loose file, one per tome of a bound volume.
 * The same sheets that `quote` prices. A volume is two-sided if any member is (a one-sided member then
 * gets blank backs), colour if any member is; its b/w members print grey.
 */
export function trabajosOf(asked: readonly Imprimible[], tarifas: Pick<Tarifas, 'anillado'>): Trabajo[] {
  return trabajosIn(asked, (hojas) => splitTomos(hojas, tarifas))
}

/** The same, where it is known how a volume of so many sheets is split into tomes. */
export function trabajosIn(asked: readonly Imprimible[], tomosOf: (hojas: number) => number[]): Trabajo[] {
  const archivos = applyGroups([...asked])
  const trabajos = pilasOf(archivos).flatMap(({ grupo, anillado, members }) => {
    const files = members.map((index) => ({ index, archivo: archivos[index] as Imprimible }))
    return worksOfVolumen(files, grupo, anillado ? tomosOf : null)
  })
  return trabajos.map((trabajo, index) => ({ id: index + 1, ...trabajo }))
}

type Member = { index: number; archivo: Imprimible }

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
      color: members.some(({ archivo }) => archivo.color === 'color'),
      anillado: tomosOf !== null,
      grupo,
      hoja: first.hoja,
      tomo: tomos.length > 1 ? { numero: index + 1, de: tomos.length } : null,
      seleccion: seleccionOf(members, tramos),
      tramos,
    }
  })
}

/** The stretches that fill sheets [from, to) of the volume. Every file starts on a fresh sheet. */
function cut(members: Member[], twoSided: boolean, from: number, to: number): Tramo[] {
  const tramos: Tramo[] = []
  let sheet = 0
  for (const { index, archivo } of members) {
    const hojas = hojasOf(carillasOf(archivo), archivo.doble_faz)
    const [a, b] = [Math.max(from, sheet) - sheet, Math.min(to, sheet + hojas) - sheet]
    sheet += hojas
    if (a >= b) continue
    const perSheet = archivo.por_carilla * (archivo.doble_faz ? 2 : 1)
    tramos.push({
      archivo: index,
      paginas: sliceRuns(runsOf(archivo), a * perSheet, b * perSheet),
      por_carilla: archivo.por_carilla,
      grey: archivo.color !== 'color',
      blankBacks: twoSided && !archivo.doble_faz,
      fillSheet: twoSided,
    })
  }
  const last = tramos.at(-1)
  if (last) last.fillSheet = false // nothing follows it: a blank back would only cost a click
  return tramos
}

/** Of each file a line, which ends with its name where the work has several: a long name is cut. */
function seleccionOf(members: Member[], tramos: Tramo[]): string[] {
  return members.flatMap(({ index, archivo }) => {
    const text = seleccionText(archivo)
    if (!text || !tramos.some((tramo) => tramo.archivo === index)) return []
    return members.length > 1 ? [`${text} · «${archivo.nombre}»`] : [text]
  })
}

/** How many `ladosOf` finds. */
function countLados(tramos: readonly Tramo[]): number {
  return tramos.reduce((lados, { paginas, por_carilla, blankBacks, fillSheet }) => {
    const own = Math.ceil(countPages(paginas) / por_carilla) * (blankBacks ? 2 : 1)
    return lados + own + (fillSheet && own % 2 === 1 ? 1 : 0)
  }, 0)
}

/** What of a stretch says how its pages fall on sides. */
type Reparto = Pick<Tramo, 'paginas' | 'por_carilla' | 'blankBacks' | 'fillSheet'>

/**
 * A side of a work, and its pages in reading order. None is on the back of a file that is printed on one side
 * (`simple_faz`), and on the last back of one after which another file starts on a fresh sheet (`hoja_nueva`).
 */
export type Lado<T> = { tramo: T; paginas: number[]; blank: null | 'simple_faz' | 'hoja_nueva' }

/** The sides of a work in the order in which they are printed, by the rules of its stretches. */
export function ladosOf<T extends Reparto>(tramos: readonly T[]): Lado<T>[] {
  const lados: Lado<T>[] = []
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
