// A customer's session: opened by a login, renewed by its refresh token, ended by logout, reuse or time.
import { randomUUID } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import { hashToken, mac, newToken } from '../core/sign.ts'
import type { Tx } from '../db/open.ts'
import {
  deleteEnded,
  deleteSesion,
  findRefresco,
  insertRefresco,
  insertSesion,
  listSesiones,
  lockSesion,
  markRefrescoUsed,
  type Refresco,
  type SesionRow,
  touchSesion,
} from './store.ts'
import { signAccess } from './token.ts'

const DAY_MS = 24 * 3600_000
export const IDLE_MS = 30 * DAY_MS
const LONGEST_MS = 90 * DAY_MS
/** Two tabs may renew with one token, and an answer may come late: so long an old one is still excused. */
const GRACE_MS = 10_000

/** `access` signs access tokens, `refresh` derives a refresh token's successor. */
export type Keys = { access: string; refresh: string }
export type Tokens = { access: string; refresh: string }
type Renewed = Tokens & { cliente_id: number }
type Own = Pick<Deps, 'db' | 'now' | 'log'>

/** Whose, and on which device. */
export type NewSesion = Pick<SesionRow, 'cliente_id' | 'dispositivo'>

export async function openSesion({ now }: Own, keys: Keys, tx: Tx, whose: NewSesion): Promise<Tokens> {
  const id = randomUUID()
  const refresh = newToken()
  await insertSesion(tx, { ...whose, id, creada: now(), usada: now() })
  await insertRefresco(tx, hashToken(refresh), id)
  return { access: signAccess(keys.access, id, whose.cliente_id, now()), refresh }
}

/**
 * A new access token and the refresh token that follows `token` (decisions, "Sessions and accounts"): an old one is
 * excused while its successor was never used, because answers get lost, and 10 s after that; then it was stolen, from
 * us or from whoever uses it now, and the session ends for both. Null where there is nothing to renew.
 */
export async function renewSesion(own: Own, keys: Keys, token: string): Promise<Renewed | null> {
  const known = await findRefresco(own.db, hashToken(token))
  if (!known) return null
  return own.db.transaction(async (tx) => {
    const sesion = await lockSesion(tx, known.sesion_id)
    if (!sesion) return null
    const refresh = isOver(sesion, own.now()) ? null : await successorOf(own, keys, tx, token)
    if (!refresh) {
      await deleteSesion(tx, sesion.id)
      return null
    }
    const { cliente_id } = sesion
    return { access: signAccess(keys.access, sesion.id, cliente_id, own.now()), refresh, cliente_id }
  })
}

const isOver = ({ usada, creada }: SesionRow, now: Date): boolean =>
  now.getTime() >= Math.min(usada.getTime() + IDLE_MS, creada.getTime() + LONGEST_MS)

async function successorOf({ now, log }: Own, keys: Keys, tx: Tx, token: string): Promise<string | null> {
  const own = await findRefresco(tx, hashToken(token)) // again, now that nobody else renews
  if (!own) return null
  const next = mac(keys.refresh, token)
  if (!own.usado) {
    await markRefrescoUsed(tx, own.token_hash, now())
    await insertRefresco(tx, hashToken(next), own.sesion_id)
    await touchSesion(tx, own.sesion_id, now())
    return next
  }
  const { usado } = (await findRefresco(tx, hashToken(next))) ?? {}
  if (!usado) return next
  if (now().getTime() <= usado.getTime() + GRACE_MS) return newestOf(keys, tx, next)
  log.warn({ sesion: own.sesion_id.slice(0, 8) }, 'refresh token used again: session ended')
  return null
}

/** Follows the chain to the one that was not used yet: late answers must not push a browser back. */
async function newestOf(keys: Keys, tx: Tx, token: string): Promise<string> {
  const row: Refresco | undefined = await findRefresco(tx, hashToken(token))
  return row?.usado ? newestOf(keys, tx, mac(keys.refresh, token)) : token
}

/** Of an account, the one used last first; not those that time ended and nobody swept yet. */
export async function openSesionesOf({ db, now }: Pick<Own, 'db' | 'now'>, clienteId: number) {
  return (await listSesiones(db, clienteId)).filter((sesion) => !isOver(sesion, now()))
}

/** What time ends; sessions that are over are also refused before they are swept. */
export function sweepSesiones({ db, now }: Own): Promise<void> {
  const ago = (ms: number) => new Date(now().getTime() - ms)
  return deleteEnded(db, { idleBefore: ago(IDLE_MS), createdBefore: ago(LONGEST_MS), now: now() })
}
