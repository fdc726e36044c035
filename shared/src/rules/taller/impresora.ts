import { count } from '../base/cantidad.ts'
import { A4, type NombreHoja } from '../compra/hoja.ts'
import type { Run } from '../compra/paginas.ts'

/** The features that a work needs of a printer. `borde` is the edge that pages turn on. */
export type Ficha = {
  copias: number
  lados: 1 | 2
  borde: 'largo' | 'corto'
  color: boolean
  /** The paper; A4 where it is absent. */
  hoja?: NombreHoja | undefined
  /** For a document in colour: its pages without colour, from 1; absent: unknown. */
  sin_color?: Run[] | undefined
}

export const LADOS = ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'] as const
export type Lado = (typeof LADOS)[number]

/** A thermal printer of tickets: it takes ESC/POS over a plain connection (port 9100), and no PDF. */
export const isTermica = ({ uri }: { uri: string }): boolean => /^socket:/i.test(uri)

export const SOLO_TICKETS = 'Solo imprime tickets.'

type Capaz = {
  pdf: boolean
  dos_pasos: boolean
  lados: readonly Lado[]
  color: boolean
  copias_max: number
  copias: 'impresora' | 'repetir_en_pdf'
  /** The shop's paper that it declares; absent: it does not say. */
  hojas?: readonly NombreHoja[] | undefined
  /** Absent: its agent is an older one. */
  cuenta?: boolean | undefined
}

/**
 * A printer that does not say its paper has A4, and nothing else: an older agent, which does not ask for
 * paper, would print on A4. An older agent that does ask reports an empty list for a printer that says
 * nothing.
 */
export function hasHoja(
  { hoja = A4.nombre }: Pick<Ficha, 'hoja'>,
  perfil: Pick<Capaz, 'hojas' | 'cuenta'> | null,
): boolean {
  const { hojas, cuenta } = perfil ?? {}
  if (!hojas || (hojas.length === 0 && cuenta === undefined)) return hoja === A4.nombre
  return hojas.includes(hoja)
}

export const sinHoja = ({ hoja = A4.nombre }: Pick<Ficha, 'hoja'>): string => `No tiene hojas ${hoja}.`

/** What an agent says of a work while its sheet is in no tray. The shop reads it too: other paper does not wait behind it. */
export const sinCargar = (hoja: NombreHoja): string => `Sin hojas ${hoja} cargadas`

/** IPP's word for it (PWG 5101.1): long edge turns like a book, short edge like a calendar. */
export const ladoOf = ({ lados, borde }: Pick<Ficha, 'lados' | 'borde'>): Lado =>
  lados === 1 ? 'one-sided' : borde === 'corto' ? 'two-sided-short-edge' : 'two-sided-long-edge'

/**
 * Why this printer cannot print the work, for the clerk; empty when it can. Checked before sending: printers
 * accept works that they cannot do, and leave out what they lack.
 */
export function impedimentos(ficha: Ficha, perfil: Capaz): string[] {
  const problems: string[] = []
  if (!perfil.pdf) problems.push('No entiende PDF: necesita un controlador (CUPS) en el medio.')
  if (!perfil.dos_pasos)
    problems.push('No recibe trabajos en dos pasos (Create-Job): necesita un controlador (CUPS) en el medio.')
  if (!perfil.lados.includes(ladoOf(ficha)))
    problems.push(
      ficha.lados === 1 ? 'No dice que imprima de un solo lado.' : 'No imprime en doble faz de esa manera.',
    )
  if (ficha.color && !perfil.color) problems.push('No imprime en color.')
  if (!hasHoja(ficha, perfil)) problems.push(sinHoja(ficha))
  const { copias, copias_max } = perfil
  if (copias === 'impresora' && copias_max > 0 && ficha.copias > copias_max)
    problems.push(`Hace hasta ${count(copias_max, 'copia')} por vez.`)
  return problems
}

type Candidata = { id: number; anda: boolean; perfil: Capaz | null; en_cola: number }

/**
 * The printer that a work is sent to by default: one that can print it (a printer not read yet counts as
 * able), preferably one that works now, then one without colour for black and white, then the one with the
 * shortest queue (sheets). Null: none can.
 */
export function chooseImpresora<T extends Candidata>(ficha: Ficha, impresoras: readonly T[]): T | null {
  const able = impresoras.filter(({ perfil }) =>
    perfil ? impedimentos(ficha, perfil).length === 0 : hasHoja(ficha, perfil),
  )
  const cost = ({ anda, perfil, en_cola }: T) => [
    anda ? 0 : 1,
    !ficha.color && perfil?.color ? 1 : 0,
    en_cola,
  ]
  const [best] = able.sort((a, b) => {
    const [left, right] = [cost(a), cost(b)]
    const at = left.findIndex((value, index) => value !== right[index])
    return at < 0 ? a.id - b.id : (left[at] ?? 0) - (right[at] ?? 0)
  })
  return best ?? null
}

/** ipp:// and ipps:// at one port and path are one printer; 631 is the port of both. */
export function placeOfImpresora(uri: string): string {
  const url = URL.parse(uri.replace(/^ipps?:/i, 'http:'))
  // Of http a URL forgets port 80; ipp has none to forget
  const port = URL.parse(uri)?.port || '631'
  return url ? `${url.hostname}:${port}${url.pathname.replace(/\/$/, '')}` : uri
}
