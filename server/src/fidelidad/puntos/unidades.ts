// Units of prizes that are never picked up: they can be redeemed again.
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { freeUnits } from '../codigos/service.ts'
import { giveUnit } from './store.ts'

/** Gives back the units of prizes whose codes ended. */
export const returnEnded = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  db.transaction(async (tx) => giveUnits(tx, await freeUnits(tx, now(), {})))

/** Gives back the units that an account has not picked up. The caller has locked it, and deletes it. */
export const returnUnitsOf = async (tx: Tx, { now }: Pick<Deps, 'now'>, cliente_id: number): Promise<void> =>
  giveUnits(tx, await freeUnits(tx, now(), { cliente_id }))

/** One for each of `premioIds`. In the order of their ids, so that two callers do not wait for each other. */
export async function giveUnits(tx: Tx, premioIds: number[]): Promise<void> {
  const ids = [...new Set(premioIds)].toSorted((a, b) => a - b)
  for (const id of ids) await giveUnit(tx, id, premioIds.filter((one) => one === id).length)
}
