import { nombreTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { untilBack } from '../../base/db/until-back.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { LOGO_CID, MailRefused, MailUnanswered } from '../../base/services/mail/port.ts'
import { type AspectoDeps, dressed } from './aspecto.ts'
import {
  type Correo,
  deleteUnsent,
  findBefore,
  findDocumento,
  isUnsent,
  markEnviado,
  markGuardado,
  markRechazado,
  markSinRespuesta,
  rejectOlderThan,
  restartWaitingCorreos,
  takeUnsent,
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
 * Of the places of the queue, mails of one domain hold at most `most` while they go unanswered for longer than
 * `afterMs`; its other mails look again in `againS`. Else a domain at which servers hang would stop all mails.
 */
const UNANSWERED = { afterMs: 30_000, most: 2, againS: 30 }
/** How soon a mail looks again whether another worker has sent it, or the one before it. */
const OTHER_HANDS_S = 5

export function correosJobs(deps: CorreoDeps): void {
  const { db, jobs, now } = deps
  jobs.work('correo', async ({ id }) => {
    try {
      await sendInTurn(deps, id)
    } catch (error) {
      const afterSeconds = waitOf(error, now())
      if (afterSeconds === null) throw error
      await db.transaction((tx) => jobs.send(tx, 'correo', { id }, { afterSeconds }))
    }
  })
  deps.jobs.work('retirar_correos', ({ ids }) => deleteUnsent(deps.db, ids))
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
      if (error instanceof InOtherHands || waited < IN_TURN.refused) throw error
    })
  await sendCorreo(deps, id)
}

class InOtherHands extends Error {}
class DomainHangs extends InOtherHands {}

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
  if (error instanceof DomainHangs) return UNANSWERED.againS
  if (error instanceof InOtherHands) return OTHER_HANDS_S
  return error instanceof NotYet
    ? Math.max(1, Math.ceil((error.until.getTime() - now.getTime()) / 1000))
    : null
}

/** When each mail began that this process is handing over, ms since 1970 by the shop's clock, by domain. */
const underWay = new Map<string, number[]>()

/** @throws DomainHangs */
async function inTurnOfDomain<T>({ para }: Correo, now: () => Date, work: () => Promise<T>): Promise<T> {
  const domain = para.slice(para.lastIndexOf('@') + 1).toLowerCase()
  const others = underWay.get(domain) ?? []
  const start = now().getTime()
  if (others.filter((began) => start - began > UNANSWERED.afterMs).length >= UNANSWERED.most)
    throw new DomainHangs(`Mails to ${domain} are not answered.`)
  others.push(start)
  underWay.set(domain, others)
  try {
    return await work()
  } finally {
    others.splice(others.indexOf(start), 1)
    if (others.length === 0) underWay.delete(domain)
  }
}

/**
 * Hands one mail to the mailer, once. The row is locked meanwhile, so that a second worker (or a second
 * attempt of a job that was thought dead) finds it taken; a process that dies releases the lock. Only between
 * the server's "accepted" and our commit can a crash send a mail twice: no mail protocol closes that gap, so
 * nothing else is done in between. A mail that is refused for good is not tried again, and keeps the reason.
 */
export async function sendCorreo(deps: CorreoDeps, id: number): Promise<void> {
  const { db, now, log, counters } = deps
  let outcome: Entregado | undefined
  const write = async (tx: Queryable, { rechazo, isKept, duda }: Entregado) => {
    if (rechazo) return markRechazado(tx, id, now(), rechazo)
    if (duda) return markSinRespuesta(tx, id, duda.veces, duda.no_antes)
    return isKept ? markGuardado(tx, id, now()) : markEnviado(tx, id, now())
  }
  const handing = db.transaction(async (tx) => {
    if (outcome) throw new Error('The connection was lost after the mail left.')
    const correo = await takeUnsent(tx, id)
    if (!correo) return false
    if (correo.no_antes && correo.no_antes > now()) throw new NotYet(correo.no_antes)
    outcome = await inTurnOfDomain(correo, now, () => passOn(tx, deps, correo))
    await write(tx, outcome)
    return true
  })
  const isHandled = await handing.catch(async (error) => {
    if (!outcome) throw error
    const handed = outcome
    await untilBack(() => write(db, handed))
    return true
  })
  if (outcome?.duda) {
    log.warn({ correo: id, motivo: outcome.duda.motivo }, 'mail not answered')
    throw new NotYet(outcome.duda.no_antes)
  }
  if (outcome) counters.add('mails', { outcome: outcome.rechazo ? 'refused' : 'sent' })
  if (outcome?.rechazo) log.warn({ correo: id, motivo: outcome.rechazo }, 'mail refused for good')
  // Another worker is sending it: if that one fails, its own job may already be closed, so this one stays
  // open
  if (!isHandled && (await isUnsent(db, id))) throw new InOtherHands(`correo ${id}`)
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
  tx: Tx,
  deps: AspectoDeps & Pick<CorreoDeps, 'mailer' | 'production' | 'now'>,
  correo: Correo,
): Promise<Entregado> {
  const { mailer, production } = deps
  const { clave, para, asunto, texto, documento_id } = correo
  const adjunto = documento_id ? await findDocumento(tx, documento_id) : undefined
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
    await send(mail)
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
    for (const id of await restartWaitingCorreos(tx, ago(ROUND_HOURS), now()))
      await jobs.send(tx, 'correo', { id })
  })
}
