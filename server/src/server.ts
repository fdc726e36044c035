import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTienda } from './ajustes/service.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Deps } from './core/deps.ts'
import { startEvents } from './core/events.ts'
import { createJobs } from './core/jobs.ts'
import { FIRST_ANSWERS_MS } from './core/leftovers.ts'
import { createLocks } from './core/locks.ts'
import { createLogger } from './core/logger.ts'
import { createLimits } from './core/rate-limit.ts'
import { startRests } from './core/rest.ts'
import { installationSecret, shareSecrets } from './core/secret.ts'
import { warm } from './core/warm.ts'
import { openDb } from './db/open.ts'
import { seedDemo } from './demo/service.ts'
import { createPdfEngine } from './pdf/engine.ts'
import { guardarEnHijo, startNoche } from './respaldo/service.ts'
import { seed } from './seed.ts'
import { createCaptcha } from './services/captcha/index.ts'
import { createFiles } from './services/files/index.ts'
import { createFiscal } from './services/fiscal/index.ts'
import { createMailer } from './services/mail/index.ts'
import { createMapsCache } from './services/maps/cache.ts'
import { createMaps } from './services/maps/index.ts'
import { createPayments } from './services/payments/index.ts'
import { createPulso } from './services/pulso.ts'

const HOUSEKEEPING_MS = 120_000
const LAST_REQUESTS_MS = 10_000

/**
 * Everything but the embedded database, until it answers and works. Each part tells `started` how it is ended, the last
 * first.
 */
export async function runServer(
  config: Config,
  databaseUrl: string,
  started: (() => unknown)[],
): Promise<void> {
  const log = createLogger(config.logLevel)
  const [{ db, pool, close }, events, files] = await Promise.all([
    openDb(databaseUrl),
    startEvents(databaseUrl, log),
    createFiles(config),
  ])
  started.push(close, events.stop)
  const owner = await seed(db, { email: config.ownerEmail, password: config.ownerPassword })
  const shared = config.databaseUrl !== undefined
  if (shared) await shareSecrets(db, config.dataDir)
  const locks = createLocks(shared ? databaseUrl : null, log)
  started.push(locks.stop)
  const pdf = createPdfEngine()
  started.push(pdf.close)
  const jobs = createJobs(pool, log)
  started.push(jobs.stop)

  const now = () => new Date(Date.now() + config.clockOffsetMs)
  /** The simulated checkout notifies us as a provider would: over HTTP, through our own front door. */
  const deliver = async (path: string, headers: Record<string, string>, body: string): Promise<number> => {
    const signal = AbortSignal.timeout(20_000)
    const answer = await fetch(`http://127.0.0.1:${config.port}${path}`, {
      method: 'POST',
      headers,
      body,
      signal,
    })
    await answer.arrayBuffer() // unread, it would hold its connection and its memory
    return answer.status
  }
  const pulso = createPulso(() => now().getTime())
  const payments = createPayments(config.mercadopago, {
    ...{ db, jobs, now, log, deliver },
    dataDir: config.dataDir,
  })
  const maps = createMaps({ ...config, contact: config.mailFrom }, createMapsCache(db, now), () =>
    now().getTime(),
  )
  const captcha = createCaptcha(
    installationSecret(config.dataDir, 'captcha'),
    config.recaptcha,
    config.publicUrl,
  )
  const deps: Deps = {
    ...{ db, log, jobs, events, locks, files, shared, pdf, now, pulso },
    tienda: createTienda({ db, events }),
    limits: createLimits(now, shared ? { db, events, log } : null),
    payments: pulso.watch('pagos', payments),
    fiscal: pulso.watch('facturas', createFiscal({ db, now }, config.arca)),
    mailer: pulso.watch('correo', createMailer(config)),
    maps,
    captcha: pulso.watch('captcha', captcha),
    publicUrl: config.publicUrl,
    dataDir: config.dataDir,
    diskReserveBytes: config.diskReserveBytes,
    mapTilesUrl: config.mapTilesUrl,
    production: config.production,
    workerOff: config.workerOff,
  }
  if (!config.production) await seedDemo(deps)
  const app = await buildApp(deps, { trustProxy: config.trustProxy })
  // An upload under way may not hold the machine's shutdown for ever
  started.push(() => within(LAST_REQUESTS_MS, app.close()))
  if (shared) await warm(app)
  await app.listen({ host: config.host, port: config.port })

  console.log(`\nImprimiTodo está en ${config.publicUrl}  ·  mostrador: ${config.publicUrl}/mostrador`)
  if (owner)
    console.log(`Para entrar: ${config.ownerEmail}, contraseña ${owner.password} (se muestra una sola vez)`)

  await sleep(FIRST_ANSWERS_MS)
  flushCompileCache() // for the next start, also after a kill: what it needs, which is read whole, and no more
  await jobs.start() // whoever came in meanwhile and causes a job waits for it
  if (config.backup) {
    const { diskReserveBytes } = config
    const noche = { ...config.backup, ...{ db, log, now, diskReserveBytes }, url: databaseUrl }
    started.push(startNoche({ ...noche, respaldar: guardarEnHijo }).stop)
  }
  let house: Promise<void> | undefined
  const keepHouse = () => {
    house = app.housekeeping().catch((err) => log.error({ err }, 'housekeeping'))
  }
  const housekeeping = setInterval(keepHouse, HOUSEKEEPING_MS)
  started.push(() => {
    clearInterval(housekeeping)
    return within(LAST_REQUESTS_MS, house)
  })
  keepHouse()
  await house
  flushCompileCache() // of the parts that were loaded since
  started.push(startRests())
}

const within = (ms: number, work: Promise<unknown> | undefined) =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])
