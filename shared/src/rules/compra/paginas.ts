// Which pages of a file are printed, and how many of them share a side.
import { A4, type NombreHoja } from './hoja.ts'

/** Pages `from` to `to`, counted from 1, both included. A list of runs ascends, with gaps between them. */
export type Run = readonly [from: number, to: number]

export const POR_CARILLA = [1, 2, 4] as const
export type PorCarilla = (typeof POR_CARILLA)[number]

/** `rango`: '1-10,15,20-' as `readRango` writes it; null is every page. */
export type Seleccion = { rango: string | null; por_carilla: PorCarilla }

export const MAX_RANGO = 2_000
const NUMBER = /^\d{1,6}$/

const TOO_LONG = 'el rango de páginas es demasiado largo. Dejá menos tramos'
export const RANGO_UNREADABLE = 'el rango de páginas se escribe así: 1-10,15,20-'
const UNORDERED = 'las páginas del rango van de menor a mayor, cada una una sola vez'

/**
 * Reads a range that a customer wrote. `rango` is its normal form: no blanks, neighbours joined, an open end
 * kept.
 * @returns `problem`, in Spanish, for a text that is no range of any file
 */
export function readRango(sent: string): { rango: string } | { problem: string } {
  if (sent.length > MAX_RANGO) return { problem: TOO_LONG }
  const runs = sent.split(',').map(readRun)
  const joined: Run[] = []
  for (const run of runs) {
    if (!run) return { problem: RANGO_UNREADABLE }
    const last = joined.at(-1)
    if (run[0] > run[1] || (last && run[0] <= last[1])) return { problem: UNORDERED }
    if (last && run[0] === last[1] + 1) joined[joined.length - 1] = [last[0], run[1]]
    else joined.push(run)
  }
  return { rango: joined.map(writeRun).join(',') }
}

/** '7' and '3-9'; '20-' ends at infinity. Phones type a longer dash. */
function readRun(text: string): Run | undefined {
  const [first = '', second, ...more] = text.split(/[-–]/).map((part) => part.trim())
  if (more.length > 0 || !NUMBER.test(first) || Number(first) < 1) return undefined
  if (second === undefined) return [Number(first), Number(first)]
  if (second === '') return [Number(first), Number.POSITIVE_INFINITY]
  return NUMBER.test(second) ? [Number(first), Number(second)] : undefined
}

function writeRun([from, to]: Run): string {
  if (from === to) return `${from}`
  return to === Number.POSITIVE_INFINITY ? `${from}-` : `${from}-${to}`
}

/**
 * For a range in normal form: the first page that a file with that many pages lacks; null where it has all.
 */
export function pageBeyond(rango: string, paginas: number): number | null {
  const [from, to] = readRun(rango.split(',').at(-1) ?? '') ?? [1, 1]
  if (from > paginas) return from
  return to !== Number.POSITIVE_INFINITY && to > paginas ? to : null
}

/** The problem of a range for a file of this many pages, in Spanish. */
export function rangoPaginasProblem(rango: string | null, paginas: number): string | null {
  const page = rango === null ? null : pageBeyond(rango, paginas)
  if (page === null) return null
  return `tiene ${paginas === 1 ? '1 página' : `${paginas} páginas`} y el rango pide la ${page}`
}

type De = { paginas: number; rango: string | null }

/** The printed pages of a file. A range's pages beyond the file's end do not count. */
export function runsOf({ paginas, rango }: De): Run[] {
  if (rango === null) return paginas > 0 ? [[1, paginas]] : []
  return rango.split(',').flatMap((text) => {
    const [from, to] = readRun(text) ?? [1, 0]
    const last = Math.min(to, paginas)
    return from <= last ? [[from, last] as const] : []
  })
}

/** The range itself, or null where it names every page of the file. */
export function partial({ paginas, rango }: De): string | null {
  const [first] = runsOf({ paginas, rango })
  return first?.[0] === 1 && first[1] === paginas ? null : rango
}

export const countPages = (runs: readonly Run[]): number =>
  runs.reduce((sum, [from, to]) => sum + to - from + 1, 0)

/** How many pages are printed of a file. */
export const impresasOf = (archivo: De): number => countPages(runsOf(archivo))

/** The last printed page of a file; 0 where there is none. */
export const lastPageOf = (archivo: De): number => runsOf(archivo).at(-1)?.[1] ?? 0

export const pagesOf = (runs: readonly Run[]): number[] =>
  runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))

/** The pages from place `start` to before `end` of the list of pages, places from 0. */
export function sliceRuns(runs: readonly Run[], start: number, end: number): Run[] {
  let place = 0
  return runs.flatMap(([from, to]) => {
    const first = from + Math.max(0, start - place)
    const last = Math.min(to, from + end - place - 1)
    place += to - from + 1
    return first <= last ? [[first, last] as const] : []
  })
}

/** Whether a page is printed. */
export function isImpresa(archivo: De): (page: number) => boolean {
  if (archivo.rango === null) return (page) => page <= archivo.paginas
  const printed = new Set(pagesOf(runsOf(archivo)))
  return (page) => printed.has(page)
}

export function runsFrom(pages: readonly number[]): Run[] {
  const runs: [number, number][] = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else runs.push([page, page])
  }
  return runs
}

const MOST_RUNS = 6

/** 'página 3', 'páginas 1 a 4 y 9', 'páginas 1, 3, 5 y otras 20'. */
export function runsText(runs: readonly Run[]): string {
  const shown = runs
    .slice(0, MOST_RUNS)
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from} a ${to}`))
  const left = countPages(runs.slice(MOST_RUNS))
  const parts = left > 0 ? [...shown, `otras ${left}`] : shown
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}` : (parts[0] ?? '')
  return `${countPages(runs) === 1 ? 'página' : 'páginas'} ${list}`
}

/** 'hojas A3 · páginas 1 a 10 y 15 · 2 por carilla'; '' where the whole file is printed, a page on each side, on A4. */
export function seleccionText({
  por_carilla,
  hoja = A4.nombre,
  ...archivo
}: De & Seleccion & { hoja?: NombreHoja | undefined }): string {
  const parts = hoja === A4.nombre ? [] : [`hojas ${hoja}`]
  if (archivo.rango !== null) parts.push(runsText(runsOf(archivo)))
  if (por_carilla > 1) parts.push(`${por_carilla} por carilla`)
  return parts.join(' · ')
}
