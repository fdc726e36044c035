// A printer's state in the clerk's words. Its `-report/-warning/-error` endings are not to be relied on.
import { type IppAttributes, ippNumberOf, textsOf } from './model.ts'

/** What keeps a printer from printing, worst first; null: nothing. */
const REASONS: [prefix: string, text: string][] = [
  ['media-jam', 'Papel trabado'],
  ['cover-open', 'Tapa abierta'],
  ['door-open', 'Tapa abierta'],
  ['interlock-open', 'Tapa abierta'],
  ['media-empty', 'Sin papel'],
  ['media-needed', 'Sin papel'],
  ['input-tray-missing', 'Falta una bandeja'],
  ['output-area-full', 'Bandeja de salida llena'],
  ['toner-empty', 'Sin tóner'],
  ['marker-supply-empty', 'Sin tóner o tinta'],
  ['marker-waste-full', 'Depósito de residuos lleno'],
  ['fuser', 'Problema del fusor'],
  ['spool-area-full', 'Memoria llena'],
  ['account', 'Pide un código de cuenta'],
  ['paused', 'En pausa'],
  ['moving-to-paused', 'En pausa'],
  ['stopped', 'Detenida'],
  ['offline', 'Fuera de línea'],
  ['shutdown', 'Apagada'],
  ['timed-out', 'No responde'],
]
/** Reasons with which a printer goes on printing. */
const WARNINGS: [prefix: string, text: string][] = [
  ['media-low', 'Queda poco papel'],
  ['toner-low', 'Queda poco tóner'],
  ['marker-supply-low', 'Queda poco tóner o tinta'],
  ['marker-waste-almost-full', 'Depósito de residuos casi lleno'],
]
const STOPPED = 5

export type Salud = { anda: boolean; texto: string; aviso: string | null }

/** 'Lista', 'Imprimiendo', or what is wrong with it. */
export function saludOf(attributes: IppAttributes): Salud {
  const reasons = textsOf(attributes, 'printer-state-reasons')
  const find = (table: [string, string][]) =>
    table.find(([prefix]) => reasons.some((reason) => reason.startsWith(prefix)))?.[1] ?? null
  const state = ippNumberOf(attributes, 'printer-state')
  const problem = find(REASONS) ?? (state === STOPPED ? 'Detenida' : null)
  const refuses = attributes.get('printer-is-accepting-jobs')?.[0] === false
  return {
    anda: !problem && !refuses,
    texto: problem ?? (refuses ? 'No acepta trabajos' : state === 4 ? 'Imprimiendo' : 'Lista'),
    aviso: find(WARNINGS),
  }
}
