// How many mails a mailbox gets in a day that its owner did not ask for.
import { normaliseCorreo } from '@imprimitodo/shared/rules/correo'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { countContados, deleteContados, insertContado } from './store.ts'

/**
 * `ajeno`: any visitor can cause it by typing the address. `cambio`: a session of the account asks for another e-mail.
 * `navegador`: there was a login from a new browser. `pedido`: of an order that is not paid, made with any address.
 * Counted apart, so that none uses up another's.
 */
export type Cupo = 'ajeno' | 'cambio' | 'navegador' | 'pedido'

export const CUPO_POR_DIA = 10
const DAY_MS = 24 * 3600_000

/**
 * Counts one more for the mailbox, however its address is spelled.
 * @returns false, and nothing counted, where it has had its mails of the last 24 hours
 */
export async function takeCupo(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  cupo: Cupo,
  para: string,
): Promise<boolean> {
  const which = hashToken(`${cupo} ${normaliseCorreo(para)}`)
  if ((await countContados(tx, which, dayBefore(now()))) >= CUPO_POR_DIA) return false
  await insertContado(tx, which, now())
  return true
}

export const forgetCupos = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteContados(db, dayBefore(now()))

const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS)
