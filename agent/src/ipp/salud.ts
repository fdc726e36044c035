// The state of a printer and of its jobs in the clerk's words. The `-report/-warning/-error` endings of what it says are
// not to be relied on.
import { type IppAttributes, ippNumberOf, ippTextOf, JOB_STATE, textsOf } from './model.ts'

const RETENIDA = 'Retenida: hay que liberarla en el panel'

/** The reasons for which a printer or a job does not print, worst first. */
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
  ['job-password-wait', 'Pide una clave en el panel'],
  ['job-hold', RETENIDA],
  ['job-held', RETENIDA],
  ['job-release-wait', RETENIDA],
  ['resources-are-not-ready', 'Le falta el papel que pide el trabajo'],
  ['document-', 'No entiende el archivo'],
  ['unsupported-document-format', 'No entiende el archivo'],
  ['printer-stopped', 'Detenida'],
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
const PROCESSING = 4

/**
 * What CUPS says of a printer that it cannot reach, in the language that it is asked in. Its reasons and its states say
 * that it prints.
 */
const AWAY =
  /may not exist|not responding|unreachable|unable to locate|to become available|puede no existir|no responde|inalcanzable|podido localizar|esté disponible/i

const awayOf = (isPrinting: boolean, message: string | null): string | null =>
  isPrinting && AWAY.test(message ?? '') ? 'CUPS no llega a la impresora' : null

const textoOf = (table: [string, string][], reasons: readonly string[]): string | null =>
  table.find(([prefix]) => reasons.some((reason) => reason.startsWith(prefix)))?.[1] ?? null

/** A reason that the job gives; null: none that a clerk has to know. */
export const motivoOf = ({ reasons }: { reasons: string[] }): string | null => textoOf(REASONS, reasons)

/** The reason for which a job waits; null: it does not. */
export function esperaOf(job: { state: number; reasons: string[]; printerSays?: string }): string | null {
  const away = awayOf(job.state === JOB_STATE.processing, job.printerSays ?? null)
  const isHeld = job.state === JOB_STATE.held && !job.reasons.includes('job-incoming')
  return motivoOf(job) ?? away ?? (job.state === JOB_STATE.stopped ? 'Detenida' : isHeld ? RETENIDA : null)
}

export type SaludDeImpresora = { anda: boolean; texto: string; aviso: string | null }

/** 'Lista', 'Imprimiendo', or what is wrong with it. */
export function saludOf(attributes: IppAttributes): SaludDeImpresora {
  const reasons = textsOf(attributes, 'printer-state-reasons')
  const state = ippNumberOf(attributes, 'printer-state')
  const problem =
    textoOf(REASONS, reasons) ??
    awayOf(state === PROCESSING, ippTextOf(attributes, 'printer-state-message')) ??
    (state === STOPPED ? 'Detenida' : null)
  const refuses = attributes.get('printer-is-accepting-jobs')?.[0] === false
  return {
    anda: !problem && !refuses,
    texto: problem ?? (refuses ? 'No acepta trabajos' : state === PROCESSING ? 'Imprimiendo' : 'Lista'),
    aviso: textoOf(WARNINGS, reasons),
  }
}
