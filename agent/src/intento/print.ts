// One attempt to print one work, from its first call to its end: at most once by itself, never silently lost.
// If it does not know the outcome, it says so: `verificar` is a question for the person at the tray.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { FASES_CON_PAPEL, FASES_FINALES, type Fase } from '@imprimitodo/shared/rules/taller/impresion'
import { impedimentos, sinCargar } from '@imprimitodo/shared/rules/taller/impresora'
import { isNombreDeTrabajo } from '@imprimitodo/shared/rules/taller/nombre-trabajo'
import { type IppAttributes, JOB_STATE } from '../ipp/model.ts'
import { askedWordsOf, fixedAt, isLoaded, jobAttributes, leftOut } from '../ipp/perfil.ts'
import type { IppJob } from '../ipp/printer.ts'
import { esperaOf, motivoOf } from '../ipp/salud.ts'
import { type Document, IppError } from '../ipp/transport.ts'
import { firstNota, type Nota, nextNota } from './journal.ts'
import type { Mundo } from './mundo.ts'
import { createUpload, IPP_ERROR_WORDS, isOver, isPassing } from './upload.ts'

const NOT_POSSIBLE = 0x0404
const AUTHORISE_TRIES = 5
/** Looks at a job that was told to stop and does not; after them a person decides. */
const STOP_TRIES = 15
/** Most empty jobs in a row that the printer makes and then does not know: each of them may stay there. */
const STRANGE_TRIES = 3

type Hallazgo = { fase: Fase; impresiones?: number | null; mensaje?: string | null }

/** Not a byte of the document was sent: 0 sides, and that is certain. */
const unsent = (fase: 'cancelado' | 'abortado', mensaje: string): Hallazgo => ({
  fase,
  impresiones: 0,
  mensaje,
})

const STRANGER =
  'La impresora no muestra los trabajos con su nombre, y no se sabe cuál es este: mirá en su panel si quedó alguno vacío.'

function stuck(job: IppJob | null): Hallazgo {
  const why = job ? 'Se le pidió que pare y no termina' : 'Se le pidió que pare y no contesta'
  const mensaje = `${why}: mirá su panel, todavía puede sacar hojas.`
  return { fase: 'verificar', impresiones: job?.impressions ?? null, mensaje }
}

type Sabido = { isWhole: boolean; isSent: boolean; isCalledOff: boolean }

function outcomeOf(tarea: Tarea, job: IppJob, { isWhole, isSent, isCalledOff }: Sabido): Hallazgo {
  const { impressions: impresiones } = job
  if (job.state === JOB_STATE.completed) {
    if (job.reasons.includes('job-completed-with-errors'))
      return { fase: 'verificar', impresiones, mensaje: `Terminó con errores${whyOf(job)}.` }
    if (isWhole || arrivedWhole(tarea, job)) return { fase: 'completo', impresiones }
    const mensaje = 'Terminó, pero no sabemos si recibió el archivo entero.'
    return { fase: 'verificar', impresiones, mensaje }
  }
  // Before the first byte nothing can have come out
  if (!isSent) return unsent('cancelado', 'Se canceló en la impresora.')
  if (job.state !== JOB_STATE.canceled)
    return { fase: 'abortado', impresiones, mensaje: `La impresora la cortó${whyOf(job)}.` }
  const place = isCalledOff ? 'desde el mostrador' : 'en la impresora'
  return { fase: 'cancelado', impresiones, mensaje: `Se canceló ${place}.` }
}

function kept(job: IppJob): Hallazgo {
  const why = esperaOf(job) ?? 'No contestó si recibió el archivo entero'
  return {
    fase: 'verificar',
    mensaje: `${why}. Sigue en la impresora y puede salir más tarde: mirá su panel.`,
  }
}

/** The printer's own count of received bytes settles the doubt, where it has one. */
const arrivedWhole = ({ documento }: Tarea, { octets }: IppJob): boolean =>
  octets !== null && octets >= Math.ceil(documento.bytes / 1024)

/**
 * A job with our name is ours: its answer was lost. While it is empty it is cancelled and made anew, since only that
 * answer said what the printer leaves out of it. If it has begun to print, no second job is made.
 */
async function jobFor(
  { ficha, nombre }: Tarea,
  { printer, perfil, cuenta }: Mundo,
  attributes: IppAttributes,
) {
  const asked = jobAttributes(ficha, perfil, cuenta, attributes)
  const known = (await printer.jobsNamed(nombre)).filter((one) => !isOver(one))
  const begun = known.find((one) => !isQueued(one))
  if (!begun) for (const { id } of known) await printer.cancel(id)
  const fixed = begun ? [] : fixedAt(attributes)
  if (fixed.length > 0) return { job: null, missing: fixed }
  const job = begun ?? (await printer.createJob(nombre, asked))
  return { job, missing: leftOut(asked, job.ignored, attributes) }
}

/** Goes on from the last line of `notas`; resolves with the attempt's last. Rejects if aborted, or on a disk error. */
export async function printTarea(tarea: Tarea, notas: readonly Nota[], mundo: Mundo): Promise<Nota> {
  let ultima = notas.at(-1) ?? firstNota(tarea)
  /** Whether the printer answered to the document, so that it has all of it. */
  let isWhole = ultima.fase === 'enviado'
  /** Whether a byte of the document may have left, also if it was for an earlier job. */
  let isSent = notas.some(({ fase }) => FASES_CON_PAPEL.includes(fase))
  /** How often the job was looked at since a clerk called it off. */
  let stopLooks = 0
  /** How often in a row the printer did not know the job that it had just made. */
  let strangers = 0

  async function note(fase: Fase, more: Partial<Nota> = {}): Promise<Nota> {
    const nota = { ...nextNota(ultima, tarea), fase, ...more }
    await mundo.write(nota)
    ultima = nota
    isSent ||= FASES_CON_PAPEL.includes(fase)
    return nota
  }
  /** A printer that does not count sides always reports 0: once the document was sent, 0 is not certain. */
  const end = ({ fase, impresiones = null, mensaje = null }: Hallazgo) =>
    note(fase, { impresiones: isSent ? impresiones || null : impresiones, mensaje })

  async function step(): Promise<Hallazgo | undefined> {
    if (ultima.fase === 'tomado') return begin()
    if (ultima.fase === 'creando') return create()
    if (ultima.fase === 'creado') return send()
    return follow()
  }

  async function begin(): Promise<Hallazgo | undefined> {
    if (mundo.isCalledOff()) return unsent('cancelado', 'Cancelada antes de mandarla.')
    // Checked again here: since the work was queued, another machine may have taken that address
    const problems = impedimentos(tarea.ficha, mundo.perfil)
    if (problems.length > 0) return unsent('abortado', `La impresora no puede: ${problems.join(' ')}`)
    await note('creando')
    return undefined
  }

  async function create(): Promise<Hallazgo | undefined> {
    if (mundo.isCalledOff()) return callOff()
    const { hoja = A4.nombre } = tarea.ficha
    try {
      const attributes = await mundo.printer.attributes()
      if (!isLoaded(attributes, hoja)) {
        mundo.waiting(sinCargar(hoja))
        return void (await pause())
      }
      const { job, missing } = await jobFor(tarea, mundo, attributes)
      if (!job || missing.length > 0) {
        if (job) await mundo.printer.cancel(job.id).catch(() => {})
        return unsent('abortado', `La impresora no hace lo que pide el trabajo: ${missing.join(', ')}.`)
      }
      mundo.waiting(null)
      await note('creado', {
        job_id: job.id,
        uuid: job.uuid ?? (await mundo.printer.job(job.id))?.uuid ?? null,
      })
      return undefined
    } catch (error) {
      return delayed(error)
    }
  }

  async function send(): Promise<Hallazgo | undefined> {
    const { job_id } = ultima
    if (job_id === null) throw new Error('A job that was made has a number.')
    if (mundo.isCalledOff()) return callOff()
    try {
      const job = await ours()
      if (!job) return again()
      strangers = 0
      if (isOver(job)) return outcome(job)
      if (!isQueued(job))
        return { fase: 'verificar', mensaje: 'La impresora ya estaba imprimiendo algo con este nombre.' }
      if (!(await authorised())) return giveBack(job_id)
    } catch (error) {
      return delayed(error)
    }
    const document = await mundo.document()
    await note('enviando')
    await pour(job_id, document)
    return undefined
  }

  /** Not a byte was sent: another job can be made. */
  async function again(): Promise<Hallazgo | undefined> {
    if (++strangers === STRANGE_TRIES) return unsent('abortado', STRANGER)
    await note('creando', { job_id: null, uuid: null })
    return void (await pause())
  }

  async function giveBack(jobId: number): Promise<Hallazgo> {
    await mundo.printer.cancel(jobId)
    return unsent('cancelado', 'La tomó otro agente o se canceló.')
  }

  /**
   * If the server is unreachable, the printer is not held: the empty job is cancelled, and made again later.
   */
  async function authorised(): Promise<boolean> {
    for (let tries = 1; ; tries++)
      try {
        return await mundo.authorise()
      } catch {
        mundo.signal.throwIfAborted()
        mundo.waiting('Sin conexión con el sistema')
        if (tries >= AUTHORISE_TRIES) await release()
        await pause()
      }
  }

  async function release(): Promise<void> {
    if (ultima.job_id !== null) await mundo.printer.cancel(ultima.job_id)
    await note('creando', { job_id: null, uuid: null })
    throw new Released()
  }

  /** The document never arrived: the same job takes it, unless a person decided otherwise meanwhile. */
  async function pourAgain(jobId: number): Promise<Hallazgo | undefined> {
    const mensaje = upload.refusal()
    if (mensaje !== null) {
      await mundo.printer.cancel(jobId)
      return { fase: 'abortado', mensaje }
    }
    if (mundo.isCalledOff() || !(await authorised())) return giveBack(jobId)
    return void (await pour(jobId, await mundo.document()))
  }

  async function pour(jobId: number, document: Document): Promise<void> {
    isWhole = await upload.send(jobId, document)
    if (isWhole) await note('enviado')
  }

  /** After the first byte the printer's answer decides; if it does not know the job, a person has to. */
  async function follow(): Promise<Hallazgo | undefined> {
    let job: IppJob | null
    try {
      job = await ours()
      if (!job) return { fase: 'verificar', mensaje: 'La impresora ya no sabe de este trabajo.' }
      if (isOver(job)) return outcome(job)
      if (ultima.fase === 'enviando' && lacksDocument(job)) return await pourAgain(job.id)
    } catch (error) {
      return isStuck() ? stuck(null) : delayed(error)
    }
    mundo.waiting(esperaOf(job))
    if (mundo.isCalledOff()) await mundo.printer.cancel(job.id).catch(() => {})
    if (isStuck()) return stuck(job)
    if (upload.isKept(job)) return kept(job)
    await pause()
    return undefined
  }

  const lacksDocument = (job: IppJob): boolean => isEmpty(job) || (upload.isRefused() && isQueued(job))

  const outcome = (job: IppJob) =>
    outcomeOf(tarea, job, { isWhole, isSent, isCalledOff: mundo.isCalledOff() })

  /**
   * A clerk who called the work off waits for its end: a printer that jammed or died must not hold it for
   * ever.
   */
  const isStuck = (): boolean => mundo.isCalledOff() && ++stopLooks > STOP_TRIES

  /**
   * Null when the printer does not know the job, or has given its number to another one. The UUID decides if both have
   * one, since a printer may keep only the beginning of the name.
   */
  async function ours(): Promise<IppJob | null> {
    const job = await mundo.printer.job(ultima.job_id ?? 0)
    if (!job) return null
    const isOurs =
      ultima.uuid && job.uuid ? job.uuid === ultima.uuid : isNombreDeTrabajo(job.name, tarea.nombre)
    return isOurs ? job : null
  }

  /**
   * Before the first byte. Also cancels the job whose number was lost with its answer: an empty job may block a printer.
   * It ends also where the printer does not answer.
   */
  async function callOff(): Promise<Hallazgo> {
    const own = await ours().catch(() => null)
    const empty = await mundo.printer.jobsNamed(tarea.nombre).catch(() => [])
    for (const job of own ? [own, ...empty] : empty)
      if (!isOver(job)) await mundo.printer.cancel(job.id).catch(() => {})
    return unsent('cancelado', 'Cancelada antes de mandarla.')
  }

  /** A printer that is off, busy or silent: waits. A refusal for good: stops, and says so. */
  async function delayed(error: unknown): Promise<Hallazgo | undefined> {
    if (error instanceof Released) return undefined
    if (!(error instanceof IppError)) throw error
    const isFinal = error.kind === 'refused' && !isPassing(error)
    if (isFinal && error.status !== NOT_POSSIBLE && ultima.fase === 'creando')
      return unsent('abortado', refusalOf(error))
    mundo.waiting(IPP_ERROR_WORDS[error.kind])
    return void (await pause())
  }

  async function pause(): Promise<void> {
    await sleep(mundo.pauseMs, undefined, { signal: mundo.signal })
  }

  const upload = createUpload(mundo, ours, pause)
  while (!FASES_FINALES.includes(ultima.fase)) {
    mundo.signal.throwIfAborted()
    const found = await step()
    if (found) await end(found)
  }
  return ultima
}

/** The empty job was cancelled because the server is unreachable. */
class Released extends Error {}

/** In the words of what was asked for, where the printer says what it refuses of it. */
function refusalOf({ message, unsupported }: IppError): string {
  const words = askedWordsOf(unsupported)
  return words.length > 0
    ? `La impresora no hace lo que pide el trabajo: ${words.join(', ')}.`
    : `La impresora no la acepta (${message}).`
}

/** Whether the job has not begun to print. */
const isQueued = ({ state }: IppJob): boolean => state === JOB_STATE.held || state === JOB_STATE.pending

/**
 * Whether the printer says that the job has nothing of a document. A job that is `job-incoming` may have all of it:
 * some printers answer only when they have read it.
 */
const isEmpty = ({ state, reasons }: IppJob): boolean =>
  state === JOB_STATE.held && reasons.includes('job-data-insufficient') && !reasons.includes('job-incoming')

function whyOf(job: IppJob): string {
  const why = [motivoOf(job), job.message && `«${job.message}»`].filter(Boolean).join(' ')
  return why && `: ${why}`
}
