// The way of one document to its printer, with all that it may lack for a while: paper, time, room.
import { JOB_STATE } from '../ipp/model.ts'
import type { IppJob } from '../ipp/printer.ts'
import { esperaOf } from '../ipp/salud.ts'
import { type Document, IppError } from '../ipp/transport.ts'
import type { Mundo } from './mundo.ts'

const MIN_BYTES_PER_S = 100_000
/** Times that a document which does not arrive is sent, each after twice the wait: two minutes in all. */
const TRIES = 6
/** Pauses between two times at most: a minute. */
const MAX_PAUSES = 32
/** Pauses for which a printer may hold a job instead of printing it: ten minutes. */
const HELD_PAUSES = 300
const BUSY = [0x0506, 0x0507] // not accepting, busy: answered before anything was taken
/** Unavailable, and out of order for a moment: before the document it costs nothing to wait for them. */
const PASSING = [0x0502, 0x0505]

export const IPP_ERROR_WORDS: Record<IppError['kind'], string> = {
  'not-sent': 'Impresora apagada o sin red',
  unknown: 'La impresora no contesta',
  refused: 'Impresora ocupada',
  http: 'La impresora pide usuario y clave, o no es una impresora',
  stranger: 'Cambió el certificado de la impresora: hay que confirmarlo en Impresoras',
  plain: 'La impresora pide conexión segura: cambiá ipp:// por ipps:// en su dirección',
}

export type Upload = {
  /** Whether the printer has the whole document. False does not say that it has none: the printer has to be asked. */
  send(jobId: number, document: Document): Promise<boolean>
  /** Tells the clerk why the document must not be sent again; null: it may be sent. */
  refusal(): string | null
  /** Whether the printer answered that it does not take the document. */
  isRefused(): boolean
  /** Whether the printer holds the job for so long that a person has to look at it. */
  isKept(job: IppJob): boolean
}

/** `ours`: the job as its printer reports it now. */
export function createUpload(
  mundo: Mundo,
  ours: () => Promise<IppJob | null>,
  pause: () => Promise<void>,
): Upload {
  let failures = 0
  let waits = 0
  let refused: string | null = null
  let heldSince: number | null = null

  /** Called when the printer neither reads nor answers, since it may lack paper: whether to go on waiting for it. */
  async function isTaking(): Promise<boolean> {
    if (mundo.signal.aborted) return false
    const job = await ours()
    if (!job || isOver(job)) return false
    mundo.waiting(esperaOf(job))
    if (!mundo.isCalledOff()) return !isKept(job)
    await mundo.printer.cancel(job.id).catch(() => {})
    return false
  }

  function isKept({ state }: IppJob): boolean {
    heldSince = state === JOB_STATE.held ? (heldSince ?? performance.now()) : null
    return heldSince !== null && performance.now() - heldSince > HELD_PAUSES * mundo.pauseMs
  }

  const refusal = (): string | null =>
    refused ?? (failures >= TRIES ? 'La impresora no tomó el archivo, en varios intentos.' : null)

  /** Waits in small steps, so that the work can be called off meanwhile. */
  async function backOff(): Promise<void> {
    const pauses = Math.min(2 ** ++waits, MAX_PAUSES)
    for (let at = 0; at < pauses && !mundo.isCalledOff(); at++) await pause()
  }

  return {
    async send(jobId, document) {
      const totalMs = Math.ceil(60_000 + (document.bytes / MIN_BYTES_PER_S) * 1000)
      try {
        await mundo.printer.sendDocument(jobId, document, totalMs, isTaking)
        return true
      } catch (error) {
        if (!(error instanceof IppError)) throw error
        if (isRefusal(error)) refused = `La impresora no acepta el archivo (${error.message}).`
        else if (!isBusy(error)) failures++
        if (refusal() !== null) return false
        mundo.waiting(IPP_ERROR_WORDS[error.kind])
        await backOff()
        return false
      }
    },
    refusal,
    isRefused: () => refused !== null,
    isKept,
  }
}

/** Whether the printer refuses this document for good, and not only because it is busy. */
const isRefusal = (error: IppError): boolean =>
  ['http', 'plain'].includes(error.kind) || (error.kind === 'refused' && !isBusy(error))

const isBusy = ({ kind, status = 0 }: IppError): boolean => kind === 'refused' && BUSY.includes(status)

/** Whether it will take calls again by itself. */
export const isPassing = (error: IppError): boolean =>
  isBusy(error) || (error.kind === 'refused' && PASSING.includes(error.status ?? 0))

export const isOver = ({ state }: IppJob): boolean => state >= JOB_STATE.canceled
