import { nombreTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { Db } from '../../base/db/open.ts'
import { untilBack } from '../../base/db/until-back.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { within } from '../../base/runtime/within.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { LOGO_CID, MailRefused, MailUnanswered } from '../../base/services/mail/port.ts'
import { type AspectoDeps, dressed } from './aspecto.ts'
import {
  type Correo,
  deleteRetirados,
  endLease,
  findBefore,
  findDocumento,
  findWaiting,
  leaseCorreo,
  markEnviado,
  noteReintentado,
  queueOf,
  rejectOlderThan,
  renewLease,
  restartWaitingCorreos,
} from './store.ts'

type CorreoDeps = AspectoDeps & Pick<Deps, 'db' | 'jobs' | 'mailer' | 'now' | 'counters' | 'production'>

const HOUR_MS = 3600_000
/**
 * A job tries for more than an hour and a half; a mail that is still unsent after two hours gets another
 * round.
 */
const ROUND_HOURS = 2
/**
 * How long a mail waits for an earlier mail of its order: while a server is just taking that one, and if
 * servers refuse it. "It is ready" is worth nothing half a day later.
 */
const IN_TURN = { taking: 12 * HOUR_MS, refused: HOUR_MS / 4 }
/** As long as mail servers themselves keep trying (RFC 5321 4.5.4.1). */
const GIVE_UP_DAYS = 5
/** A mail that a server perhaps took: each further try is likely a second copy. */
const SIN_RESPUESTA = { wait: HOUR_MS / 2, tries: 3, motivo: 'El servidor no dijo si lo tomó.' }
/**
 * Keeps servers that hang from stopping the mails to others. A mail without an answer for `afterMs` gives up its place
 * in the queue and is handed over beside it; in each process at most `mostOfAll` of a queue are. While `most` mails to
 * one domain wait for so long, no other mail to that domain begins. Such mails, and the job of the waiting mail, look
 * again after `againS`.
 */
const UNANSWERED = { afterMs: 30_000, most: 2, mostOfAll: 10, againS: 30 }
/** How soon a job checks again whether another worker has sent its mail, or the mail before it. */
const OTHER_HANDS_S = 5
/**
 * While a mail is handed over, this process has a lease of `seconds` on it and renews it every `renewMs`. If it could
 * not renew it for `holdMs`, it gives the mail up, before another process takes it.
 */
const LEASE = { seconds: 90, renewMs: 20_000, holdMs: 75_000 }

export function correosJobs(deps: CorreoDeps): void {
  const { db, jobs } = deps
  for (const queue of ['correo', 'correo_esperado'] as const)
    jobs.work(queue, ({ id }) => sendOrWait(deps, queue, id))
  jobs.work('retirar_correos', async ({ ids }) => {
    const busy = await deleteRetirados(db, ids)
    if (busy.length > 0)
      await jobs.send(db, 'retirar_correos', { ids: busy }, { afterSeconds: OTHER_HANDS_S })
  })
}

type Cola = ReturnType<typeof queueOf>

/** `patienceMs`: how long it keeps a place of the queue; tests are in a hurry. @throws if it was refused for now */
export async function sendOrWait(
  deps: CorreoDeps,
  queue: Cola,
  id: number,
  patienceMs = UNANSWERED.afterMs,
): Promise<void> {
  const { db, jobs, now } = deps
  const sending = sendInTurn(deps, id)
  const ended = sending.then(() => true)
  try {
    if (!(await within(patienceMs, ended))) await goOnBeside(deps, queue, id, sending)
  } catch (error) {
    const afterSeconds = waitOf(error, now())
    if (afterSeconds === null) throw error
    const isBeside = error instanceof InOtherHands && beside[queue].has(id)
    await db.transaction(async (tx) => {
      await noteReintentado(tx, id, now())
      await jobs.send(tx, queue, { id }, { afterSeconds: isBeside ? UNANSWERED.againS : afterSeconds })
    })
  }
}

/** Mails that this process is handing over without occupying a place in their queue. */
const beside: Record<Cola, Set<number>> = { correo: new Set(), correo_esperado: new Set() }

/** Lets the mail go on beside the queue; waits for it only if too many do already. @throws GoesOn */
async function goOnBeside(
  { log }: Pick<Deps, 'log'>,
  queue: Cola,
  id: number,
  sending: Promise<void>,
): Promise<void> {
  if (beside[queue].size >= UNANSWERED.mostOfAll) return sending
  beside[queue].add(id)
  sending
    .catch((err) => log.warn({ err }, 'a mail that was not answered for long is tried again'))
    .finally(() => beside[queue].delete(id))
  throw new GoesOn()
}

/**
 * Earlier mails of the same order are sent first, so that "it is ready" never arrives before "it is paid".
 * They are tried first however late it is, so that after an outage all leave in order; an earlier mail that
 * fails again does not keep this one back for longer than `IN_TURN`.
 * @throws if a mail is to be tried again, or another worker is sending it
 */
export async function sendInTurn(deps: CorreoDeps, id: number): Promise<void> {
  const since = deps.now().getTime() - IN_TURN.taking
  for (const { before, creado } of await findBefore(deps.db, id, new Date(since)))
    await sendCorreo(deps, before).catch((error: unknown) => {
      if (error instanceof NotYet) return
      const waited = deps.now().getTime() - creado.getTime()
      // Mails of others at a domain that hangs keep this one back no longer than a refusal does
      const isTaken = error instanceof InOtherHands && !(error instanceof DomainHangs)
      if (isTaken || waited < IN_TURN.refused) throw error
    })
  await sendCorreo(deps, id)
}

class InOtherHands extends Error {}
class DomainHangs extends InOtherHands {}
/** The mail goes on beside the queue. Its job checks the outcome later, since this process may be killed meanwhile. */
class GoesOn extends InOtherHands {}

/** A server may have taken the mail: it is not tried before `until`. */
class NotYet extends Error {
  readonly until: Date
  constructor(until: Date) {
    super('A server may have taken it.')
    this.until = until
  }
}

/** Seconds after which a mail is looked at again that was not refused now; null: its try failed. */
function waitOf(error: unknown, now: Date): number | null {
  if (error instanceof DomainHangs || error instanceof GoesOn) return UNANSWERED.againS
  if (error instanceof InOtherHands) return OTHER_HANDS_S
  return error instanceof NotYet
    ? Math.max(1, Math.ceil((error.until.getTime() - now.getTime()) / 1000))
    : null
}

type Handing = {
  db: Db
  queue: Cola
  /** The domain of the recipient. */
  domain: string
  /** By the shop's clock, ms since 1970. */
  began: number
  /** Aborted, it is given up. */
  lost: AbortController
}

/** Mails that this process is handing over, until what came of them is written down. */
const handing = new Map<Handing, Promise<unknown>>()

/** @throws DomainHangs */
function needAnswers({ db, queue, domain, began }: Handing): void {
  const slow = [...handing.keys()].filter(
    (one) =>
      one.db === db && one.queue === queue && one.domain === domain && began - one.began > UNANSWERED.afterMs,
  )
  if (slow.length >= UNANSWERED.most) throw new DomainHangs(`Mails to ${domain} are not answered.`)
}

/**
 * Hands one mail to the mailer, once. It is leased to this process meanwhile, so that a second worker (or a second
 * attempt of a job that was thought dead) finds it taken; the lease of a process that dies runs out. Only between
 * the server's "accepted" and our commit can a crash send a mail twice: no mail protocol closes that gap, so
 * nothing else is done in between. A mail that is refused for good is not tried again, and keeps the reason.
 */
export async function sendCorreo(deps: Omit<CorreoDeps, 'jobs'>, id: number): Promise<void> {
  const { db, now, log, counters } = deps
  const lease = { id, arriendo: newToken() }
  const asked = performance.now()
  const correo = await db.transaction((tx) => leaseCorreo(tx, lease, { seconds: LEASE.seconds, now: now() }))
  if (!correo) return needEnded(deps, id)
  const own: Handing = {
    db,
    queue: queueOf(correo),
    domain: correo.para.slice(correo.para.lastIndexOf('@') + 1).toLowerCase(),
    began: now().getTime(),
    lost: new AbortController(),
  }
  const outcome = await untilWritten(own, async () => {
    const found = await whileLeased({ db, lease, asked, lost: own.lost }, async (signal) => {
      needAnswers(own)
      return passOn(deps, correo, signal)
    }).catch(async (error) => {
      await untilBack(() => endLease(db, lease))
      throw error
    })
    await untilBack(() => writeDown(deps, lease, found))
    return found
  })
  const { duda, rechazo } = outcome
  if (duda) {
    log.warn({ correo: id, motivo: duda.motivo }, 'mail not answered')
    throw new NotYet(duda.no_antes)
  }
  counters.add('mails', { outcome: rechazo ? 'refused' : 'sent' })
  if (rechazo) log.warn({ correo: id, motivo: rechazo }, 'mail refused for good')
}

async function untilWritten<T>(own: Handing, work: () => Promise<T>): Promise<T> {
  const done = work()
  handing.set(own, done)
  try {
    return await done
  } finally {
    handing.delete(own)
  }
}

/** A server's answer is still heard for so long when the process stops. */
const LAST_ANSWER_MS = 2_000

/** Called when the process stops: waits until the mails that it is handing over have ended, and notes how. */
export async function endCorreos(db: Db): Promise<void> {
  const own = [...handing].filter(([one]) => one.db === db)
  const all = Promise.allSettled(own.map(([, done]) => done))
  await within(LAST_ANSWER_MS, all)
  for (const [{ lost }] of own) lost.abort()
  await all
}

type Lease = Parameters<typeof endLease>[1]

/**
 * Called when a mail was not leased. If another worker is sending it and fails, that worker's job may already be
 * closed, so this job stays open.
 * @throws unless the mail was sent, withdrawn or refused for good
 */
async function needEnded({ db, now }: Pick<CorreoDeps, 'db' | 'now'>, id: number): Promise<void> {
  const waiting = await findWaiting(db, id)
  if (!waiting) return
  const { arriendo, no_antes } = waiting
  if (arriendo === null && no_antes !== null && no_antes > now()) throw new NotYet(no_antes)
  throw new InOtherHands(`correo ${id}`)
}

/** `work`, told to end when the lease, which was `asked` for then, is `lost`, or can no longer be renewed. */
async function whileLeased<T>(
  { db, lease, asked, lost }: { db: Db; lease: Lease; asked: number; lost: AbortController },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let ending: NodeJS.Timeout | undefined
  const holdSince = (start: number) => {
    clearTimeout(ending)
    ending = setTimeout(() => lost.abort(), start + LEASE.holdMs - performance.now()).unref()
  }
  holdSince(asked)
  const renewing = setInterval(async () => {
    const start = performance.now()
    const isHeld = await renewLease(db, lease, LEASE.seconds).catch(() => null) // it is asked again soon
    if (isHeld) holdSince(start)
    else if (isHeld === false) lost.abort()
  }, LEASE.renewMs).unref()
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(renewing)
    clearTimeout(ending)
  }
}

async function writeDown(
  { db, now }: Pick<CorreoDeps, 'db' | 'now'>,
  lease: Lease,
  { rechazo, isKept, duda }: Entregado,
): Promise<void> {
  if (rechazo) return endLease(db, lease, { rechazado: now(), motivo: rechazo })
  if (duda) return endLease(db, lease, { sin_respuesta: duda.veces, no_antes: duda.no_antes })
  if (isKept) return endLease(db, lease, { enviado: now(), guardado: now() })
  return markEnviado(db, lease.id, now())
}

/**
 * `rechazo`: the words of a server that refused it for good. `isKept`: no server is connected. `duda`: a server
 * perhaps took it, for the `veces`-th time.
 */
type Entregado = {
  rechazo: string | null
  isKept: boolean
  duda?: { veces: number; no_antes: Date; motivo: string }
}

/** @throws if it is to be tried again */
async function passOn(
  deps: AspectoDeps & Pick<CorreoDeps, 'db' | 'mailer' | 'production' | 'now'>,
  correo: Correo,
  signal: AbortSignal,
): Promise<Entregado> {
  const { db, mailer, production } = deps
  const { clave, para, asunto, texto, documento_id } = correo
  const adjunto = documento_id ? await findDocumento(db, documento_id) : undefined
  const { vidriera } = (await deps.tienda.read()).ajustes
  const mail = {
    id: hashToken(clave).slice(0, 32),
    from: nombreTienda(vidriera.nombre),
    to: para,
    subject: asunto,
    text: texto,
    ...(await dressed(deps, correo.html, () => `cid:${LOGO_CID}`)),
    ...(adjunto && { pdf: { name: adjunto.nombre, bytes: adjunto.bytes } }),
  }
  // Both from the same adapter: the owner may connect another server while this one is at work
  const { kind, send } = mailer
  try {
    await send(mail, signal)
    // Outside production kept mails are not sent later: /dev/correo shows them
    return { rechazo: null, isKept: kind === 'bandeja' && production }
  } catch (error) {
    if (error instanceof MailRefused) return { rechazo: error.message, isKept: false }
    if (!(error instanceof MailUnanswered)) throw error
    const veces = correo.sin_respuesta + 1
    if (veces === SIN_RESPUESTA.tries) return { rechazo: SIN_RESPUESTA.motivo, isKept: false }
    const no_antes = new Date(deps.now().getTime() + SIN_RESPUESTA.wait)
    return { rechazo: null, isKept: false, duda: { veces, no_antes, motivo: error.message } }
  }
}

/**
 * Restarts mails whose job gave up because no server answered for hours; after some days they are given up
 * too.
 */
export async function retryCorreos({ db, jobs, now }: CorreoDeps): Promise<void> {
  const ago = (hours: number) => new Date(now().getTime() - hours * HOUR_MS)
  await rejectOlderThan(db, ago(GIVE_UP_DAYS * 24), now())
  await db.transaction(async (tx) => {
    for (const waiting of await restartWaitingCorreos(tx, ago(ROUND_HOURS), now()))
      await jobs.send(tx, queueOf(waiting), { id: waiting.id })
  })
}
