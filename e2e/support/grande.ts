// The shop as in a big deployment: two server processes with folders of their own, as on two machines, one outside
// PostgreSQL, files in an S3 bucket, and a balancer that sends each request to either of them in turns.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.ts'
import { startEmbedded } from '../../server/src/base/db/embedded.ts'
import { startAlmacen } from './almacen.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Proceso, type Shop, startProceso } from './proceso.ts'

/** SHOP=grande runs every journey on it. */
export const isGrande = process.env.SHOP === 'grande'

export type Grande = Shop & {
  databaseUrl: string
  /** The process id of the running PostgreSQL. */
  databasePid(): number
  procesos: [Proceso, Proceso]
  /** Starts one again at its address, after it ended; `change` its settings. */
  restart(index: 0 | 1, change?: Record<string, string>): Promise<void>
}

/** The parts that outlive the processes of one shop. After a kill their balancer stays, and answers 502. */
type Fondo = {
  databaseUrl: string
  databasePid(): number
  storageUrl: string
  balancer?: Balancer
  stop(): Promise<void>
}
const fondos = new Map<string, Promise<Fondo>>()

async function startFondo(dataDir: string): Promise<Fondo> {
  const database = await startEmbedded(dataDir)
  const almacen = await startAlmacen(join(dataDir, 'bucket')).catch(async (error) => {
    await database.stop()
    throw error
  })
  const fondo: Fondo = {
    databaseUrl: database.url,
    databasePid: database.pid,
    storageUrl: almacen.url,
    async stop() {
      await fondo.balancer?.stop()
      await almacen.stop()
      await database.stop()
    },
  }
  return fondo
}

type Options = { port: number; env?: Record<string, string> | undefined }

/** On the data of an earlier one if `dataDir` has them. */
export async function startGrande(dataDir: string, { port, env }: Options): Promise<Grande> {
  const starting = fondos.get(dataDir) ?? startFondo(dataDir)
  fondos.set(dataDir, starting)
  const fondo = await starting
  await fondo.balancer?.stop()
  const ports = [await freePort(), await freePort()] as const
  const start = (index: 0 | 1, change?: Record<string, string>) =>
    startProceso(join(dataDir, `proceso-${index + 1}`), ports[index], {
      DATABASE_URL: fondo.databaseUrl,
      STORAGE_URL: fondo.storageUrl,
      PUBLIC_URL: `http://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1',
      ...env,
      ...change,
    })
  const forget = async () => {
    await fondo.stop()
    fondos.delete(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const procesos = await both(start).catch(async (error) => {
    await forget()
    throw error
  })
  fondo.balancer = await startBalancer(ports, port)
  const stop = async () => {
    const codes = await Promise.all(procesos.map((proceso) => proceso.stop()))
    return codes.find((code) => code !== 0) ?? 0
  }
  return {
    url: fondo.balancer.url,
    dataDir,
    procesos,
    stop,
    databaseUrl: fondo.databaseUrl,
    databasePid: fondo.databasePid,
    archivos: join(dataDir, 'bucket'),
    printed: () => procesos.map(({ printed }) => printed()).join(''),
    async restart(index, change) {
      procesos[index] = await start(index, change)
    },
    async kill9() {
      await Promise.all(procesos.map((proceso) => proceso.kill9()))
    },
    async remove() {
      await stop()
      await forget()
    },
  }
}

/** At once, as machines start after a power cut. */
async function both(start: (index: 0 | 1) => Promise<Proceso>): Promise<[Proceso, Proceso]> {
  const [one, two] = await Promise.allSettled([start(0), start(1)])
  if (one.status === 'fulfilled' && two.status === 'fulfilled') return [one.value, two.value]
  for (const it of [one, two]) if (it.status === 'fulfilled') await it.value.stop()
  throw one.status === 'rejected' ? one.reason : two.status === 'rejected' && two.reason
}

/** A connection to a database by its address; the caller ends it. */
export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}

/** Ends every connection to the database as a failover does, except the caller's. */
export async function endConnections(databaseUrl: string): Promise<void> {
  const admin = await connectTo(databaseUrl)
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await admin.end()
}
