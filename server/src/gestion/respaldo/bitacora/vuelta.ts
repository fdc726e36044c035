// The folder in DATA_DIR where a database goes back to a moment, until it gets its name.
import { randomBytes } from 'node:crypto'
import { readdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endLeftovers } from '../../../base/db/postgres-leftovers.ts'

export const newVuelta = (): string => `vuelta-${randomBytes(4).toString('hex')}`

/**
 * Removes what a kill left: a copy of the whole database, whose PostgreSQL may still replay the log. To be called only
 * while holding the lock of DATA_DIR.
 */
export async function removeVueltas(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((it) => /^vuelta-[\da-f]{8}$/.test(it))) {
    await endLeftovers(join(realpathSync(dataDir), name, 'postgres'))
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
}
