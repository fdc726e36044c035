import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import type { Deps } from './core/deps.ts'
import { startEvents } from './core/events.ts'
import { startJobs } from './core/jobs.ts'
import { createLogger } from './core/logger.ts'
import { startEmbedded } from './db/embedded.ts'
import { openDb } from './db/open.ts'
import { createPdfEngine } from './pdf/engine.ts'
import { seed } from './seed.ts'
import { createDiskStore } from './services/files/disk.ts'
import { createBandeja } from './services/mail/bandeja.ts'
import { createEstimado } from './services/maps/estimado.ts'
import { createSimulado } from './services/payments/simulado.ts'

const HOUSEKEEPING_MS = 120_000

const config = readConfig()
const log = createLogger(config.logLevel)
if (config.production && !config.allowSimulated) {
  console.error('En producción los pagos no pueden ser simulados. Para probar igual: ALLOW_SIMULATED=1.')
  process.exit(1)
}
mkdirSync(config.dataDir, { recursive: true })

const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
const { db, pool, close } = await openDb(databaseUrl)
const owner = await seed(db, { email: config.ownerEmail, password: config.ownerPassword })
const jobs = await startJobs(pool, log)
const events = await startEvents(databaseUrl, log)
const pdf = createPdfEngine()

const now = () => new Date(Date.now() + config.clockOffsetMs)

/** The simulated checkout notifies us as a provider would: over HTTP, through our own front door. */
async function deliver(path: string, headers: Record<string, string>, body: string): Promise<number> {
  const signal = AbortSignal.timeout(20_000)
  const answer = await fetch(`http://127.0.0.1:${config.port}${path}`, {
    method: 'POST',
    headers,
    body,
    signal,
  })
  return answer.status
}

const deps: Deps = {
  ...{ db, log, jobs, events, pdf, now },
  payments: createSimulado({ db, jobs, now, dataDir: config.dataDir, deliver }),
  mailer: createBandeja(),
  maps: createEstimado(),
  files: await createDiskStore(config.dataDir, config.diskReserveBytes),
  publicUrl: config.publicUrl,
  dataDir: config.dataDir,
  production: config.production,
}
const app = await buildApp(deps, { trustProxy: config.trustProxy })
await app.listen({ host: config.host, port: config.port })

console.log(
  `ImprimiTodo está en http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${config.port}`,
)
if (owner)
  console.log(
    `Mostrador: /mostrador, ${config.ownerEmail}, contraseña ${owner.password} (se muestra una sola vez)`,
  )

const housekeeping = setInterval(() => void keepHouse(), HOUSEKEEPING_MS)
void keepHouse()
async function keepHouse(): Promise<void> {
  await app.housekeeping().catch((err) => log.error({ err }, 'housekeeping'))
}

let ending = false
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  clearInterval(housekeeping)
  await Promise.race([app.close(), sleep(10_000)]) // an upload under way may not hold the machine's shutdown
  await jobs.stop()
  await events.stop()
  await pdf.close()
  await close()
  await embedded?.stop()
  process.exit(code)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0))
void embedded?.exited.then(() => {
  if (!ending) log.fatal('La base de datos se cerró sola.')
  return end(1)
})
