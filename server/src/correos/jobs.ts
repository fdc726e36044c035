import type { Deps } from '../core/deps.ts'
import { hashToken } from '../core/sign.ts'
import { MailRefused } from '../services/mail/port.ts'
import {
  findAdjunto,
  isUnsent,
  markEnviado,
  markRechazado,
  rejectOlderThan,
  restartWaiting,
  takeUnsent,
} from './store.ts'

type CorreoDeps = Pick<Deps, 'db' | 'jobs' | 'mailer' | 'now' | 'log'>

const HOUR_MS = 3600_000
/** A job tries for more than an hour and a half; a mail that is still here after two gets another round. */
const ROUND_HOURS = 2
/** As long as mail servers themselves go on trying (RFC 5321 4.5.4.1). */
const GIVE_UP_DAYS = 5

export function correosJobs(deps: CorreoDeps): void {
  deps.jobs.work('correo', ({ id }) => sendCorreo(deps, id))
}

/**
 * Hands one mail to the mailer, once. The row is locked while it is handed over, so that a second worker (or a
 * second attempt of a job that was thought dead) finds it taken; a process that dies lets go of it by dying.
 * Between the server's "accepted" and our commit lies the only instant in which a crash sends a mail twice: no
 * protocol of mail closes it, so nothing else is done in between. What is refused for good is not tried again, and
 * stays with the reason.
 */
export async function sendCorreo({ db, mailer, now, log }: CorreoDeps, id: number): Promise<void> {
  const isHandled = await db.transaction(async (tx) => {
    const correo = await takeUnsent(tx, id)
    if (!correo) return false
    const { clave, para, asunto, texto, html, documento_id } = correo
    const adjunto = documento_id ? await findAdjunto(tx, documento_id) : undefined
    const mail = {
      ...{ id: hashToken(clave).slice(0, 32), to: para, subject: asunto, text: texto, html },
      ...(adjunto && { pdf: { name: adjunto.nombre, bytes: adjunto.bytes } }),
    }
    const refusal = await mailer.send(mail).then(
      () => null,
      (error) => {
        if (error instanceof MailRefused) return error
        throw error
      },
    )
    if (refusal) {
      log.warn({ correo: id, motivo: refusal.message }, 'mail refused for good')
      await markRechazado(tx, id, now(), refusal.message)
    } else await markEnviado(tx, id, now())
    return true
  })
  // Taken by another: if that one fails, its own job may already be closed, so this one stays open
  if (!isHandled && (await isUnsent(db, id))) throw new Error(`correo ${id} is in other hands`)
}

/** Mails whose job gave up, because no server answered for hours, begin again; after days they are given up too. */
export async function retryCorreos({ db, jobs, now }: CorreoDeps): Promise<void> {
  const ago = (hours: number) => new Date(now().getTime() - hours * HOUR_MS)
  await rejectOlderThan(db, ago(GIVE_UP_DAYS * 24), now())
  await db.transaction(async (tx) => {
    for (const id of await restartWaiting(tx, ago(ROUND_HOURS), now())) await jobs.send(tx, 'correo', { id })
  })
}
