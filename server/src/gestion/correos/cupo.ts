// How many mails a day a mailbox may get that its owner did not ask for.
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { countContados, deleteContados, insertContado } from './store.ts'

/**
 * `ajeno`: any visitor can cause it by typing the address. `cambio`: a session of the account asks for
 * another e-mail. `navegador`: there was a login from a new browser. `pedido`: of an unpaid order, which
 * anyone can make with any address. `busqueda`: a visitor looks for an order of that mailbox.
 * `arrepentimiento`: a visitor takes a purchase back, and the mailbox is an owner's. Counted apart, so that
 * none uses up another's; a mail may count in two of them.
 */
export type Cupo = 'ajeno' | 'cambio' | 'navegador' | 'pedido' | 'busqueda' | 'arrepentimiento'

const CUPO_POR_DIA = 10
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Links to an order that a visitor looks for: few in an hour rather than in a day, because the visitor waits
 * for one.
 */
const MOST: Partial<Record<Cupo, { max: number; withinMs: number }>> = {
  busqueda: { max: 5, withinMs: HOUR_MS },
}

/**
 * Counts one more for the mailbox, whatever way its address is spelled.
 * @returns false, with nothing counted, if it got its mails of the last 24 hours (or of `MOST`)
 */
export const takeCupo = (tx: Tx, deps: Pick<Deps, 'now'>, cupo: Cupo, para: string): Promise<boolean> =>
  takeCupos(tx, deps, [cupo], para)

/** As `takeCupo`, for a mail that counts in each of them: all are counted, or none. */
export async function takeCupos(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  cupos: readonly Cupo[],
  para: string,
): Promise<boolean> {
  const taken: string[] = []
  for (const cupo of cupos) {
    if (!(await hasCupo(tx, { now }, cupo, para))) return false
    taken.push(contadoOf(cupo, para))
  }
  for (const which of taken) await insertContado(tx, which, now())
  return true
}

/** Whether the mailbox may get one more. */
export async function hasCupo(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  cupo: Cupo,
  para: string,
): Promise<boolean> {
  const { max, withinMs } = MOST[cupo] ?? { max: CUPO_POR_DIA, withinMs: DAY_MS }
  const since = new Date(now().getTime() - withinMs)
  return (await countContados(tx, contadoOf(cupo, para), since)) < max
}

const contadoOf = (cupo: Cupo, para: string): string => hashToken(`${cupo} ${normaliseCorreo(para)}`)

export const forgetCupos = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteContados(db, new Date(now().getTime() - DAY_MS))
