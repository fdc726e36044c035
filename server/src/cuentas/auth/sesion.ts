// A customer's session: opened by a login, renewed by its refresh token, ended by logout, reuse or time.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../base/db/open.ts'
import { type Limiter, takeFrom } from '../../base/http/rate-limit.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken, mac, newToken } from '../../base/secrets/sign.ts'
import {
  deleteEnded,
  deleteOldAccesos,
  deleteSesion,
  findRefresco,
  insertAcceso,
  insertRefresco,
  insertSesion,
  listSesiones,
  lockSesion,
  markRefrescoUsed,
  type Refresco,
  type SesionRow,
  touchSesion,
} from './store.ts'

const DAY_MS = 24 * 3600_000
export const IDLE_MS = 30 * DAY_MS
const LONGEST_MS = 90 * DAY_MS
/**
 * How long an old token is still accepted: two tabs may renew with one token, and an answer may come late.
 */
const GRACE_MS = 10_000

/** How long an access token lives; the web renews it when a call answers 401. */
const ACCESS_MS = 15 * 60_000

/**
 * Access tokens of one session, so that endless renewal does not fill the table. A tab without its token
 * renews.
 */
const MOST_ACCESOS = 100

export type Tokens = { access: string; refresh: string }
type Renewed = Tokens & { cliente_id: number }
type Own = Pick<Deps, 'db' | 'now' | 'log'>

/** `rotations`: limits renewals, each of which leaves a row until its session ends. */
type Renewing = Own & { rotations: Limiter }

/** The account, and the device. */
type NewSesion = Pick<SesionRow, 'cliente_id' | 'dispositivo'>

export async function openSesion(own: Own, tx: Tx, whose: NewSesion): Promise<Tokens> {
  const id = randomUUID()
  const [refresh, cuando] = [newToken(), own.now()]
  await insertSesion(tx, { ...whose, id, creada: cuando, usada: cuando })
  await insertRefresco(tx, hashToken(refresh), id)
  return { access: await newAccess(own, tx, id), refresh }
}

/** Access tokens of other tabs stay valid until their own end. */
async function newAccess({ now }: Own, tx: Tx, sesion_id: string): Promise<string> {
  const access = newToken()
  await deleteOldAccesos(tx, sesion_id, { now: now(), kept: MOST_ACCESOS - 1 })
  const vence = new Date(now().getTime() + ACCESS_MS)
  await insertAcceso(tx, { token_hash: hashToken(access), sesion_id, vence })
  return access
}

/**
 * A new access token and, derived with `key`, the refresh token that follows `token`. An old token is
 * accepted while its successor was never used, since answers get lost, and for 10 s after that. Later it
 * counts as stolen, and the session ends for thief and owner. Null where there is nothing to renew. @throws
 * 429
 */
export async function renewSesion(own: Renewing, key: string, token: string): Promise<Renewed | null> {
  const known = await findRefresco(own.db, hashToken(token))
  if (!known) return null
  return own.db.transaction(async (tx) => {
    const sesion = await lockSesion(tx, known.sesion_id)
    if (!sesion) return null
    const refresh = isOver(sesion, own.now()) ? null : await successorOf(own, key, tx, token)
    if (!refresh) {
      await deleteSesion(tx, sesion.id)
      return null
    }
    const { cliente_id } = sesion
    return { access: await newAccess(own, tx, sesion.id), refresh, cliente_id }
  })
}

const isOver = ({ usada, creada }: SesionRow, now: Date): boolean =>
  now.getTime() >= Math.min(usada.getTime() + IDLE_MS, creada.getTime() + LONGEST_MS)

async function successorOf(
  { now, log, rotations }: Renewing,
  key: string,
  tx: Tx,
  token: string,
): Promise<string | null> {
  const own = await findRefresco(tx, hashToken(token)) // read again, under the lock
  if (!own) return null
  const next = mac(key, token)
  if (!own.usado) {
    takeFrom([[rotations, own.sesion_id]])
    await markRefrescoUsed(tx, own.token_hash, now())
    await insertRefresco(tx, hashToken(next), own.sesion_id)
    await touchSesion(tx, own.sesion_id, now())
    return next
  }
  const { usado } = (await findRefresco(tx, hashToken(next))) ?? {}
  if (!usado) return next
  if (now().getTime() <= usado.getTime() + GRACE_MS) return newestOf(key, tx, next)
  log.warn({ sesion: own.sesion_id.slice(0, 8) }, 'refresh token used again: session ended')
  return null
}

/** Follows the chain to the unused token: late answers must not push a browser back. */
async function newestOf(key: string, tx: Tx, token: string): Promise<string> {
  const row: Refresco | undefined = await findRefresco(tx, hashToken(token))
  return row?.usado ? newestOf(key, tx, mac(key, token)) : token
}

/** Sessions of an account, the one used last first, without expired ones that are not deleted yet. */
export async function openSesionesOf({ db, now }: Pick<Own, 'db' | 'now'>, clienteId: number) {
  return (await listSesiones(db, clienteId)).filter((sesion) => !isOver(sesion, now()))
}

/** Deletes expired sessions and tokens, which are also refused before. */
export function sweepSesiones({ db, now }: Own): Promise<void> {
  const ago = (ms: number) => new Date(now().getTime() - ms)
  return deleteEnded(db, { idleBefore: ago(IDLE_MS), createdBefore: ago(LONGEST_MS), now: now() })
}
