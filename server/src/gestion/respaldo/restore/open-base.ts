// The database of an installation, whether its server runs or not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../../base/db/embedded.ts'
import { openDb } from '../../../base/db/open.ts'
import { startJobs } from '../../../base/runtime/jobs.ts'
import { createLogger } from '../../../base/runtime/logger.ts'

export type Abierta = { url: string; close(): Promise<void> }

/**
 * An outside one by its address; the embedded one through the running server's socket, or started for this
 * alone.
 */
export async function openBase(dataDir: string, databaseUrl: string | undefined): Promise<Abierta> {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const running = runningUrl(dataDir)
  if (running && (await answers(running))) return { url: running, close: async () => {} }
  const { url, stop } = await startEmbedded(dataDir)
  return { url, close: stop }
}

/** Makes the tables and queues of this version, empty. */
export async function makeReady(url: string): Promise<void> {
  const { pool, close } = await openDb(url)
  const jobs = await startJobs(pool, createLogger('warn'))
  await jobs.stop()
  await close()
}

/** PostgreSQL writes its port into line 4 of its pid file, and its socket's folder into line 5. */
function runningUrl(dataDir: string): string | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    const [port, sockets] = [lines[3], lines[4]]
    if (!port || !sockets) return undefined
    return `postgresql://imprimitodo@/imprimitodo?host=${encodeURIComponent(sockets)}&port=${port}`
  } catch {
    return undefined // none runs
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false // left by a killed server: starting it again recovers
  } finally {
    await client.end().catch(() => {})
  }
}
