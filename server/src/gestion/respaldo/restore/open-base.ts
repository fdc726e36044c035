// The database of an installation, whether its server runs or not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../../base/db/embedded.ts'
import { openDb } from '../../../base/db/open.ts'
import { startJobs } from '../../../base/runtime/jobs.ts'
import { createLogger } from '../../../base/runtime/logger.ts'
import { whyNoDatabase, whyNotStarted } from '../../../base/runtime/start-words.ts'
import { RespaldoInvalido } from '../archivo/formato.ts'

export type Abierta = { url: string; close(): Promise<void> }

/**
 * An outside one by its address; the embedded one through the running server's socket, or started for this
 * alone. @throws RespaldoInvalido with a sentence for the operator, where neither can be reached or started
 */
export async function openBase(dataDir: string, databaseUrl: string | undefined): Promise<Abierta> {
  if (databaseUrl) {
    await connect(databaseUrl).catch((cause) => {
      throw new RespaldoInvalido(whyNoDatabase(cause, databaseUrl), { cause })
    })
    return { url: databaseUrl, close: async () => {} }
  }
  const running = runningUrl(dataDir)
  if (running && (await answers(running))) return { url: running, close: async () => {} }
  const { url, stop } = await startEmbedded(dataDir).catch((cause) => {
    throw new RespaldoInvalido(whyNotStarted(cause, { dataDir, host: '', port: 0 }), { cause })
  })
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

const answers = (url: string): Promise<boolean> =>
  connect(url, 3_000).then(
    () => true,
    () => false, // left by a killed server: starting it again recovers
  )

/** Connects, and leaves again. @throws the driver's error */
async function connect(connectionString: string, connectionTimeoutMillis = 10_000): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis })
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => {})
  }
}
