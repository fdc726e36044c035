// One attempt to print one work, from its first call to its end: at most once by itself, never silently lost.
// If it does not know the outcome, it says so: `verificar` is a question for the person at the tray.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import { FASES_FINALES, type Fase } from '@imprimitodo/shared/rules/impresion'
import { impedimentos } from '@imprimitodo/shared/rules/impresora'
import { isNombreDeTrabajo } from '@imprimitodo/shared/rules/nombre-trabajo'
import { JOB_STATE } from '../ipp/model.ts'
import { jobAttributes, type Perfil } from '../ipp/perfil.ts'
import type { IppJob, IppPrinter } from '../ipp/printer.ts'
import { type Document, IppError } from '../ipp/transport.ts'
import type { Nota } from './journal.ts'

export type Mundo = {
  printer: IppPrinter
  perfil: Perfil
  /** The verified document, from its first byte. */
  document(): Promise<Document>
  /** Durable when it resolves. */
  write(nota: Nota): Promise<void>
  /**
   * The final permission, asked before any byte is sent. False: no longer ours. Rejects if the server is
   * unreachable.
   */
  authorise(): Promise<boolean>
  /** A clerk wants it stopped. */
  isCalledOff(): boolean
  /** What holds the work up, for the clerk; null: nothing. */
  waiting(why: string | null): void
  signal: AbortSignal
  /** Shorter in tests. */
  pauseMs: number
}

const BUSY = [0x0506, 0x0507] // not accepting, busy: answered before anything was taken
const NOT_POSSIBLE = 0x0404
const MIN_BYTES_PER_S = 100_000
const AUTHORISE_TRIES = 5
/** Looks at a job that was told to stop and does not; after them a person decides. */
const STOP_TRIES = 15
/** Empty jobs made in a row that could not be found again: each of them may stay at the printer. */
const STRANGE_TRIES = 3

type Hallazgo = { fase: Fase; impresiones?: number | null; mensaje?: string }

/** Not a byte of the document was sent: 0 sides, and that is certain. */
const unsent = (fase: 'cancelado' | 'abortado', mensaje: string): Hallazgo => ({
  fase,
  impresiones: 0,
  mensaje,
})

const firstNota = ({ intento, cerca }: Tarea): Nota => ({
  intento,
  cerca,
  seq: 0,
  fase: 'tomado',
  job_id: null,
  uuid: null,
  impresiones: null,
  mensaje: null,
})

const STRANGER =
  'La impresora no muestra los trabajos con su nombre, y no se sabe cuál es este: mirá en su panel si quedó alguno vacío.'

function stuck(job: IppJob | null): Hallazgo {
  const why = job ? 'Se le pidió que pare y no termina' : 'Se le pidió que pare y no contesta'
  const mensaje = `${why}: mirá su panel, todavía puede sacar hojas.`
  return { fase: 'verificar', impresiones: job?.impressions ?? null, mensaje }
}

/** The printer's own count of received bytes settles the doubt, where it has one. */
const arrivedWhole = ({ documento }: Tarea, { octets }: IppJob): boolean =>
  octets !== null && octets >= Math.ceil(documento.bytes / 1024)

/** Goes on from the last line of `notas`; resolves with the line that ends the attempt. Rejects only where it is aborted, or where the journal cannot be written. */
export async function printTarea(tarea: Tarea, notas: readonly Nota[], mundo: Mundo): Promise<Nota> {
  let ultima = notas.at(-1) ?? firstNota(tarea)
  /** The printer answered to the document: it has all of it. */
  let isWhole = ultima.fase === 'enviado'
  /** How often the job was looked at since a clerk called it off. */
  let stopLooks = 0
  /** How often in a row the printer did not know the job that it had just made. */
  let strangers = 0

  async function note(fase: Fase, more: Partial<Nota> = {}): Promise<Nota> {
    const { intento, cerca, seq, job_id, uuid } = ultima
    const nota: Nota = {
      intento,
      cerca,
      seq: seq + 1,
      fase,
      job_id,
      uuid,
      impresiones: null,
      mensaje: null,
      ...more,
      ...(seq === 0 && { tarea }),
    }
    await mundo.write(nota)
    ultima = nota
    return nota
  }
  const end = ({ fase, impresiones = null, mensaje }: Hallazgo) =>
    note(fase, { impresiones, mensaje: mensaje ?? null })

  async function step(): Promise<Hallazgo | undefined> {
    if (ultima.fase === 'tomado') return begin()
    if (ultima.fase === 'creando') return create()
    if (ultima.fase === 'creado') return send()
    return follow()
  }

  async function begin(): Promise<Hallazgo | undefined> {
    if (mundo.isCalledOff()) return unsent('cancelado', 'Cancelada antes de mandarla.')
    // Asked again here: since the work was queued, another machine may have taken that address
    const problems = impedimentos(tarea.ficha, mundo.perfil)
    if (problems.length > 0) return unsent('abortado', `La impresora no puede: ${problems.join(' ')}`)
    await note('creando')
    return undefined
  }

  /** Also after a lost answer: a job with our name is ours, and there is never a second one. */
  async function create(): Promise<Hallazgo | undefined> {
    if (mundo.isCalledOff()) return callOff()
    try {
      const known = await mundo.printer.jobsNamed(tarea.nombre)
      const job =
        known.find((one) => !isOver(one)) ??
        (await mundo.printer.createJob(tarea.nombre, jobAttributes(tarea.ficha, mundo.perfil)))
      mundo.waiting(null)
      await note('creado', { job_id: job.id, uuid: job.uuid ?? (await uuidOf(job.id)) })
      return undefined
    } catch (error) {
      return delayed(error)
    }
  }

  async function uuidOf(id: number): Promise<string | null> {
    return (await mundo.printer.job(id))?.uuid ?? null
  }

  async function send(): Promise<Hallazgo | undefined> {
    const { job_id } = ultima
    if (job_id === null) throw new Error('A job that was made has a number.')
    try {
      const job = await ours()
      if (!job) return again()
      strangers = 0
      if (isOver(job)) return outcome(job)
      if (job.state !== JOB_STATE.held && job.state !== JOB_STATE.pending)
        return { fase: 'verificar', mensaje: 'La impresora ya estaba imprimiendo algo con este nombre.' }
      if (mundo.isCalledOff()) return callOff()
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

  /** An error says nothing of the outcome: it is found out by asking the printer. */
  async function pour(jobId: number, document: Document): Promise<void> {
    const totalMs = Math.ceil(60_000 + (document.bytes / MIN_BYTES_PER_S) * 1000)
    try {
      await mundo.printer.sendDocument(jobId, document, totalMs)
      isWhole = true
      await note('enviado')
    } catch (error) {
      if (!(error instanceof IppError)) throw error
      await pause()
    }
  }

  /** After the first byte: the printer's answer decides, and if it has none, a person's. */
  async function follow(): Promise<Hallazgo | undefined> {
    let job: IppJob | null
    try {
      job = await ours()
      if (!job) return { fase: 'verificar', mensaje: 'La impresora ya no sabe de este trabajo.' }
      if (isOver(job)) return outcome(job)
      const isEmpty = job.reasons.some((one) => one === 'job-data-insufficient' || one === 'job-incoming')
      if (ultima.fase === 'enviando' && job.state === JOB_STATE.held && isEmpty) {
        // The document never arrived: the same job takes it, unless a person decided otherwise meanwhile
        if (!(await authorised())) return giveBack(job.id)
        await pour(job.id, await mundo.document())
        return undefined
      }
    } catch (error) {
      return isStuck() ? stuck(null) : delayed(error)
    }
    mundo.waiting(null)
    if (mundo.isCalledOff()) await mundo.printer.cancel(job.id).catch(() => {})
    if (isStuck()) return stuck(job)
    await pause()
    return undefined
  }

  /**
   * A clerk who called the work off waits for its end: a printer that jammed or died must not hold it for
   * ever.
   */
  const isStuck = (): boolean => mundo.isCalledOff() && ++stopLooks > STOP_TRIES

  /**
   * Null when the printer does not know the job, or has given its number to another one. The UUID tells,
   * where there is one: of the name a printer may keep no more than its beginning.
   */
  async function ours(): Promise<IppJob | null> {
    const job = await mundo.printer.job(ultima.job_id ?? 0)
    if (!job) return null
    const isOurs =
      ultima.uuid && job.uuid ? job.uuid === ultima.uuid : isNombreDeTrabajo(job.name, tarea.nombre)
    return isOurs ? job : null
  }

  function outcome(job: IppJob): Hallazgo {
    const { impressions } = job
    if (job.state === JOB_STATE.completed) {
      if (isWhole || arrivedWhole(tarea, job)) return { fase: 'completo', impresiones: impressions }
      const mensaje = 'Terminó, pero no sabemos si recibió el archivo entero.'
      return { fase: 'verificar', impresiones: impressions, mensaje }
    }
    // Before the first byte nothing can have come out
    if (ultima.fase === 'creado') return unsent('cancelado', 'Se canceló en la impresora.')
    const isCanceled = job.state === JOB_STATE.canceled
    const mensaje = isCanceled ? 'Se canceló en la impresora.' : 'La impresora la cortó.'
    return { fase: isCanceled ? 'cancelado' : 'abortado', impresiones: impressions, mensaje }
  }

  /** Also cancels the job whose number was lost with its answer: an empty job may block a printer. */
  async function callOff(): Promise<Hallazgo> {
    const empty = await mundo.printer.jobsNamed(tarea.nombre).catch(() => [])
    for (const job of empty) if (!isOver(job)) await mundo.printer.cancel(job.id).catch(() => {})
    return unsent('cancelado', 'Cancelada antes de mandarla.')
  }

  /** A printer that is off, busy or silent: waits. A refusal for good: stops, and says so. */
  async function delayed(error: unknown): Promise<Hallazgo | undefined> {
    if (error instanceof Released) return undefined
    if (!(error instanceof IppError)) throw error
    const isFinal = error.kind === 'refused' && !BUSY.includes(error.status ?? 0)
    if (isFinal && error.status !== NOT_POSSIBLE && ultima.fase === 'creando')
      return unsent('abortado', `La impresora no la acepta (${error.message}).`)
    mundo.waiting(WORDS[error.kind])
    return void (await pause())
  }

  async function pause(): Promise<void> {
    await sleep(mundo.pauseMs, undefined, { signal: mundo.signal })
  }

  while (!FASES_FINALES.includes(ultima.fase)) {
    mundo.signal.throwIfAborted()
    const found = await step()
    if (found) await end(found)
  }
  return ultima
}

/** The empty job was cancelled because the server is unreachable. */
class Released extends Error {}

const WORDS: Record<IppError['kind'], string> = {
  'not-sent': 'Impresora apagada o sin red',
  unknown: 'La impresora no contesta',
  refused: 'Impresora ocupada',
  http: 'La impresora pide usuario y clave, o no es una impresora',
  stranger: 'Cambió el certificado de la impresora: hay que confirmarlo en Impresoras',
}

const isOver = ({ state }: IppJob): boolean => state >= JOB_STATE.canceled
