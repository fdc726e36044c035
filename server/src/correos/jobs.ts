import type { Deps } from '../core/deps.ts'
import { isUnsent, markEnviado, takeUnsent } from './store.ts'

type CorreoDeps = Pick<Deps, 'db' | 'jobs' | 'mailer' | 'now'>

export function correosJobs(deps: CorreoDeps): Promise<void> {
  return deps.jobs.work('correo', ({ id }) => sendCorreo(deps, id))
}

/**
 * Hands one mail to the mailer, once. The row is locked while it is handed over, so that a second worker (or a
 * second attempt of a job that was thought dead) finds it taken; a process that dies lets go of it by dying.
 * Between the server's "accepted" and our commit lies the only instant in which a crash sends a mail twice: no
 * protocol of mail closes it, so nothing else is done in between.
 */
export async function sendCorreo({ db, mailer, now }: CorreoDeps, id: number): Promise<void> {
  const isHandled = await db.transaction(async (tx) => {
    const correo = await takeUnsent(tx, id)
    if (!correo) return false
    await mailer.send({ to: correo.para, subject: correo.asunto, text: correo.texto, html: correo.html })
    await markEnviado(tx, id, now())
    return true
  })
  // Taken by another: if that one fails, its own job may already be closed, so this one stays open
  if (!isHandled && (await isUnsent(db, id))) throw new Error(`correo ${id} is in other hands`)
}
