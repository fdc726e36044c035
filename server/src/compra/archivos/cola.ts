// In which order the files of all customers are looked at.

import type { Queryable } from '../../base/db/open.ts'
import type { Sender } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { countWaiting } from './cola-store.ts'
import type { Contenido } from './store.ts'

const MOST = 1_000_000 // a job's priority is 32 bits
const OF_ADDRESS = 1_000

/**
 * Enqueues what is still to be found of files that arrived together. The first file of each visitor goes before the
 * second of any: a visitor with hundreds delays the others by the one that is under way. Between files that are equal
 * so, the address that has fewer waiting goes first, for browsers that throw their cookies away.
 */
export async function enqueueExamen(
  tx: Queryable,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  sender: Sender,
  wanted: { color: Pick<Contenido, 'id'>[]; prueba: Pick<Contenido, 'id'>[] },
): Promise<void> {
  const ids = [...new Set([...wanted.color, ...wanted.prueba].map(({ id }) => id))]
  if (ids.length === 0) return
  const { own, address } = await countWaiting(tx, { sender, ids, now: now() })
  const send = async (name: 'color' | 'prueba', files: Pick<Contenido, 'id'>[]) => {
    for (const [index, { id }] of files.entries()) {
      const antes = { own: own + index, address: address + index }
      await jobs.send(tx, name, { contenido_id: id, antes }, { priority: priorityOf(antes) })
    }
  }
  await send('color', wanted.color)
  await send('prueba', wanted.prueba)
}

/** How many files of the same visitor, and of the same address, come before. */
export const priorityOf = ({ own, address = 0 }: { own: number; address?: number }): number =>
  -(Math.min(MOST, own) * OF_ADDRESS + Math.min(OF_ADDRESS - 1, address))
