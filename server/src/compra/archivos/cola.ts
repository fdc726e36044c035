// The order in which the files of all customers are examined.

import type { Queryable } from '../../base/db/open.ts'
import type { Sender } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { countWaiting } from './cola-store.ts'
import type { ContenidoRow } from './store.ts'

const MOST = 1_000_000 // a job's priority is 32 bits
const OF_ADDRESS = 1_000

/**
 * Enqueues the colour count and the proof of files that arrived together. Every visitor's first file goes
 * before any visitor's second: a visitor with hundreds of files delays the others by one file. Among equals
 * the address with fewer waiting files goes first, since a browser may throw its cookie away.
 */
export async function enqueueExamen(
  tx: Queryable,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  sender: Sender,
  wanted: { color: Pick<ContenidoRow, 'id'>[]; prueba: Pick<ContenidoRow, 'id'>[] },
): Promise<void> {
  const ids = [...new Set([...wanted.color, ...wanted.prueba].map(({ id }) => id))]
  if (ids.length === 0) return
  const { own, address } = await countWaiting(tx, { sender, ids, now: now() })
  const send = async (name: 'color' | 'prueba', files: Pick<ContenidoRow, 'id'>[]) => {
    for (const [index, { id }] of files.entries()) {
      const antes = { own: own + index, address: address + index }
      await jobs.send(tx, name, { contenido_id: id, antes }, { priority: priorityOf(antes) })
    }
  }
  await send('color', wanted.color)
  await send('prueba', wanted.prueba)
}

/** `own`, `address`: how many files of the same visitor and of the same address come before. */
export const priorityOf = ({ own, address = 0 }: { own: number; address?: number }): number =>
  -(Math.min(MOST, own) * OF_ADDRESS + Math.min(OF_ADDRESS - 1, address))
