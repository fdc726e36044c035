import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** One server process. */
export type Proceso = {
  url: string
  dataDir: string
  pid: number
  /** All that it printed so far. */
  printed(): string
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  kill9(): Promise<void>
}

/** What customers reach at `url`: one process with a database of its own or, with SHOP=grande, two behind a balancer. */
export type Shop = {
  url: string
  /** The folder of all the shop's data. */
  dataDir: string
  /** The folder of the stored files, whatever their names. */
  archivos: string
  /** One server, or two, each at its own address behind the balancer. */
  procesos: [Proceso, ...Proceso[]]
  /** All that it printed so far. */
  printed(): string
  /** SIGTERM; resolves with the exit code. The data stay until `remove`. */
  stop(): Promise<number | null>
  /** SIGKILL of the server alone: its database stays. */
  kill9(): Promise<void>
  /** Ends all that still runs, and removes the data. */
  remove(): Promise<void>
}

export const OWNER = { email: 'duena@imprimitodo.test', password: 'rodillo-magenta-52' }

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const UP_WITHIN_MS = 55_000

const { scripts }: { scripts: { start: string } } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)
/** Node's options in `npm start`, which is 'exec node OPTIONS server/dist/main.cjs'. */
const OPTIONS = scripts.start.split(' ').slice(2, -1)

/**
 * The real server, once it reports that it is healthy. Its folders are temporary. With SHOP_BUILT=1 the last
 * build, which `npm start` runs, instead of the sources.
 */
export async function startProceso(
  dataDir: string,
  port: number,
  env: Record<string, string> = {},
): Promise<Proceso> {
  const url = `http://localhost:${port}`
  const isBuilt = (env.SHOP_BUILT ?? process.env.SHOP_BUILT) === '1'
  const entry = isBuilt ? 'server/dist/main.cjs' : 'server/src/main.ts'
  const child = spawn(process.execPath, [...OPTIONS, entry], {
    cwd: ROOT,
    // Without our environment: vitest's NODE_ENV and a developer's settings would change the shop under test
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: tmpdir(),
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      ...env,
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
  for (const deadline = Date.now() + UP_WITHIN_MS; !(await isWell(url, isOver)); await sleep(100)) {
    if (!isOver() && Date.now() < deadline) continue
    await end('SIGTERM')
    throw new Error(`The server never was well; it ended with ${child.exitCode}:\n${printed.slice(-3_000)}`)
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    printed: () => printed,
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    kill9: () => end('SIGKILL'),
  }
}

async function isWell(url: string, isOver: () => boolean): Promise<boolean> {
  if (isOver()) return false // another server may answer at its address
  try {
    return (await fetch(`${url}/api/salud`)).ok
  } catch {
    return false // not listening yet
  }
}
