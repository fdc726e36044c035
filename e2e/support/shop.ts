import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endLeftovers } from '../../server/src/db/postgres-leftovers.ts'
import { startS3 } from '../../server/src/testing/s3/server.ts'

export type Shop = {
  url: string
  dataDir: string
  pid: number
  /** All that the server printed so far. */
  printed(): string
  /** SIGTERM; resolves with the exit code. The data stay until removeData. */
  stop(): Promise<number | null>
  /** SIGKILL of the server alone: its PostgreSQL stays behind as an orphan. */
  kill9(): Promise<void>
  /** Ends whatever still runs and removes the data. */
  remove(): Promise<void>
}

export type ShopOptions = {
  /** To start again on the data of an earlier one. */
  dataDir?: string
  port?: number
  /** What `npm start` runs, as the last build left it, not the sources. SHOP_BUILT=1 says so of all. */
  built?: boolean
  env?: Record<string, string>
}

export const OWNER = { email: 'duena@imprimitodo.test', password: 'rodillo-magenta-52' }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const UP_WITHIN_MS = 30_000

/** With TEST_STORE=s3 the files of each shop are in a bucket on loopback, which outlives its server as its data do. */
const buckets = new Map<string, ReturnType<typeof startS3>>()

async function storeOf(dataDir: string): Promise<Record<string, string>> {
  if (process.env.TEST_STORE !== 's3') return {}
  const bucket = buckets.get(dataDir) ?? startS3()
  buckets.set(dataDir, bucket)
  return { STORAGE_URL: (await bucket).url }
}

/** The real server in a process of its own, on a fresh shop, once it answers that it is well. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'imprimitodo-e2e-'))
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const store = await storeOf(dataDir)
  const { built = process.env.SHOP_BUILT === '1' } = options
  const entry = built ? 'server/dist/main.cjs' : 'server/src/main.ts'
  const child = spawn(process.execPath, ['--import', './scripts/preload.mjs', entry], {
    cwd: ROOT,
    // Not ours: vitest's NODE_ENV and a developer's settings would change the shop under test
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: tmpdir(),
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      ...store,
      ...options.env,
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      printed += bytes
    })
  const exit = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals) => {
    if (!isOver()) child.kill(signal)
    await exit
  }
  const shop: Shop = {
    url,
    dataDir,
    pid: child.pid ?? 0,
    printed: () => printed,
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    kill9: () => end('SIGKILL'),
    async remove() {
      await end('SIGTERM')
      await endLeftovers(join(dataDir, 'postgres'))
      rmSync(dataDir, { recursive: true, force: true })
      await (await buckets.get(dataDir))?.stop()
      buckets.delete(dataDir)
    },
  }
  for (const deadline = Date.now() + UP_WITHIN_MS; ; await sleep(100)) {
    if (await isWell(url, isOver)) return shop
    if (!isOver() && Date.now() < deadline) continue
    if (options.dataDir) await end('SIGTERM')
    else await shop.remove()
    throw new Error(`The server never was well; it ended with ${child.exitCode}:\n${printed.slice(-3_000)}`)
  }
}

async function isWell(url: string, isOver: () => boolean): Promise<boolean> {
  if (isOver()) return false // what answers there would be another server
  try {
    return (await fetch(`${url}/api/salud`)).ok
  } catch {
    return false // not listening yet
  }
}

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (typeof address !== 'object' || !address) throw new Error('No address')
  return address.port
}
