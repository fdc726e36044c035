// A folder of DATA_DIR for a temporary PostgreSQL.
import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DataLock, lockDataDir } from '../../../base/db/data-lock.ts'
import { endLeftovers } from '../../../base/db/postgres-leftovers.ts'

/** The data folder of its PostgreSQL. */
export const baseEn = (folder: string): string => join(folder, 'base')

/**
 * `folder`: used for this alone, empty when the work begins, deleted afterwards. Null: another process works
 * in it.
 */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T | null> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A PostgreSQL that a killed server left may still run
  const lock: DataLock | null = await lockDataDir(folder).catch(() => null)
  if (!lock) return null
  try {
    await empty(folder)
    return await work()
  } finally {
    await empty(folder)
    await rm(folder, { recursive: true, force: true })
    await lock.release()
  }
}

/** Deletes what a kill left, and ends its PostgreSQL; not if another process works in it. */
export async function removeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) await inFolder(folder, async () => {})
}

async function empty(folder: string): Promise<void> {
  await endLeftovers(join(baseEn(realpathSync(folder)), 'postgres'))
  for (const name of readdirSync(folder))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
}
