// A folder of DATA_DIR for a PostgreSQL that is thrown away.
import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DataLock, lockDataDir } from '../../base/db/data-lock.ts'
import { endLeftovers } from '../../base/db/postgres-leftovers.ts'

/** Where its PostgreSQL lives in it. */
export const baseEn = (folder: string): string => join(folder, 'base')

/** `folder`: of ours alone, empty when the work begins, gone afterwards. Null: another process is at work in it. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T | null> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // What a killed server left may still be at work
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

/** What a kill left of it, its PostgreSQL too; not what another process is at. */
export async function removeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) await inFolder(folder, async () => {})
}

async function empty(folder: string): Promise<void> {
  await endLeftovers(join(baseEn(realpathSync(folder)), 'postgres'))
  for (const name of readdirSync(folder))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
}
