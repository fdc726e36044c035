import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp, type ShopApp } from './app.ts'
import { openDb } from './base/db/open.ts'
import { isDiskFull } from './base/http/down.ts'
import { createLimits } from './base/http/rate-limit.ts'
import { createPdfEngine } from './base/pdf/engine.ts'
import { startClock } from './base/runtime/clock.ts'
import { createCounters } from './base/runtime/counters.ts'
import { closeBelow, closeFolder } from './base/runtime/data-dir.ts'
import type { Deps, Restaurador } from './base/runtime/deps.ts'
import { startEvents } from './base/runtime/events.ts'
import { createJobs } from './base/runtime/jobs.ts'
import { createLocks } from './base/runtime/locks.ts'
import { createLogger } from './base/runtime/logger.ts'
import { needPort, ownOrigin } from './base/runtime/need-port.ts'
import { whyNoDatabase } from './base/runtime/start-words.ts'
import { FIRST_ANSWERS_MS } from './base/runtime/sweep-at-start.ts'
import { within } from './base/runtime/within.ts'
import { shareSecrets } from './base/secrets/secret.ts'
import { createConexiones } from './base/services/conexiones.ts'
import { nombreOf } from './base/services/copia/address.ts'
import { enchufesOf } from './base/services/enchufes.ts'
import { createFiles, tryKey } from './base/services/files/index.ts'
import { createPulso } from './base/services/pulso.ts'
import { createPush } from './base/services/push/web-push.ts'
import { warm } from './base/web/warm.ts'
import { type Config, warningsOf } from './config.ts'
import { rememberEarlier } from './fidelidad/cupones/service.ts'
import { endCorreos } from './gestion/correos/jobs.ts'
import { codigoDeInstalacion, finishRestauracion } from './gestion/instalacion/service.ts'
import { recordProveedores } from './gestion/proveedores/proveedores.ts'
import {
  archiveInChild,
  claveToSeal,
  copyInChild,
  createBitacora,
  downloadInChild,
  followInChild,
  listInChild,
  makeInChild,
  makePartidaInChild,
  needNoRestore,
  releaseRegistro,
  restoreInChild,
  startCopia,
  startEnsayo,
  startNoche,
  sweepInChild,
  tryOutInChild,
} from './gestion/respaldo/service.ts'
import { createSeguridad } from './gestion/seguridad/service.ts'
import { sealSecretos } from './mostrador/acceso/service.ts'
import { seed } from './seed.ts'
import { createTienda } from './tienda.ts'
import { seedDemo } from './vidriera/demo/service.ts'

const HOUSEKEEPING_MS = 120_000
const LAST_REQUESTS_MS = 10_000
/** For the end of any other part: five seconds of its jobs' last work, and what they write. */
const LAST_WORK_MS = 8_000

/** Each provider's settings in the environment; the owner is told when they change. */
const proveedoresOf = (config: Config) => ({
  mercadopago: config.mercadopago,
  arca: config.arca,
  captcha: config.recaptcha,
  correo: [config.smtpUrl, config.mailFrom],
  mapas: [config.geocoderUrl, config.routerUrl],
  respaldo: config.backupCopy,
})

/** The simulated checkout notifies us as a provider would: over HTTP, through our own front door. */
const deliverTo =
  (own: string) =>
  async (path: string, headers: Record<string, string>, body: string): Promise<number> => {
    const signal = AbortSignal.timeout(20_000)
    const answer = await fetch(`${own}${path}`, { method: 'POST', headers, body, signal })
    await answer.arrayBuffer() // unread, it would hold its connection and its memory
    return answer.status
  }

/**
 * Starts everything but the embedded database; returns once the server answers and works. Each part adds its
 * end to `started`, which is called in reverse order. `restart`: ends everything and starts it again.
 */
export async function runServer(
  config: Config,
  databaseUrl: string,
  { started, restart }: { started: (() => unknown)[]; restart: () => void },
): Promise<void> {
  await needPort(config)
  // The process must end, also where a database or a mail server does not answer
  const atEnd = (stop: () => unknown) => started.push(() => within(LAST_WORK_MS, stop()))
  const log = createLogger(config.logLevel)
  const counters = createCounters()
  /** Explains a failed connection to a configured database; the embedded one has no settings. */
  const orWhy = <T>(opening: Promise<T>): Promise<T> =>
    opening.catch((cause) => {
      if (!config.databaseUrl || isDiskFull(cause)) throw cause
      throw new Error(whyNoDatabase(cause, config.databaseUrl), { cause })
    })
  const [{ db, pool, isAhead, close }, events, files] = await Promise.all([
    orWhy(openDb(databaseUrl, { max: config.databasePool, counters, onUpdate: tellUpdate })),
    orWhy(startEvents(databaseUrl, log)),
    createFiles(config),
  ])
  if (config.storage) void tryKey(config.storage) // the shop opens meanwhile: a far store takes seconds for it
  atEnd(close)
  atEnd(events.stop)
  if (config.databaseUrl) closeFolder(config.dataDir) // the embedded one closed it already
  const shared = config.databaseUrl !== undefined
  await needNoRestore(db)
  await finishRestauracion({ db, dataDir: config.dataDir, shared })
  const owner = {
    email: config.ownerEmail,
    password: config.ownerPassword,
    muestra: !config.production,
    abierta: config.simulated || config.mercadopago !== undefined,
  }
  // The password is shown only once, so it is shown as soon as it is made: if the start fails later, it is known
  await seed(db, owner, (password) =>
    console.log(`\nPara entrar: ${owner.email}, contraseña ${password} (se muestra una sola vez)`),
  )
  const llave = claveToSeal(config.dataDir, config.backupKey)
  const first = shared ? await shareSecrets(db, config.dataDir) : null
  // With several machines the first one's key counts
  if (!config.backupKey && (first?.has('respaldo') ?? llave.nueva))
    console.log(
      `\nClave de los respaldos, para guardar fuera de esta máquina (se muestra una sola vez): ${llave.clave.toString('hex')}`,
    )
  const codigo = await codigoDeInstalacion({ db, dataDir: config.dataDir, shared })
  await rememberEarlier({ db, dataDir: config.dataDir })
  const locks = createLocks(shared ? databaseUrl : null, log)
  atEnd(locks.stop)
  const pdf = createPdfEngine()
  atEnd(pdf.close)
  const jobs = createJobs(pool, log, counters)
  atEnd(() => endCorreos(db)) // some go on beside their jobs
  atEnd(jobs.stop)

  const clock = shared ? await startClock(pool, log) : null // the embedded database uses this machine's clock
  if (clock) atEnd(clock.stop)
  const now = () => new Date(Date.now() + (clock?.offMs() ?? 0) + config.clockOffsetMs)
  await sealSecretos({ db, now, dataDir: config.dataDir })
  const seguridad = createSeguridad({ db, now, log, dataDir: config.dataDir })
  atEnd(seguridad.stop)
  const pulso = createPulso(() => now().getTime())
  const conexiones = createConexiones(
    { db, dataDir: config.dataDir, events, log },
    enchufesOf(config, {
      db,
      jobs,
      locks,
      now,
      log,
      deliver: deliverTo(ownOrigin(config)),
      pulso,
      dataDir: config.dataDir,
    }),
  )
  await conexiones.reload()
  // Only the process that owns the embedded database can read its log
  const bitacora =
    config.backup && config.bitacora && !shared
      ? createBitacora({
          db,
          log,
          now,
          dataDir: config.dataDir,
          diskReserveBytes: config.diskReserveBytes,
          carpeta: config.backup.carpeta,
          hora: config.backup.hora,
          clave: llave.clave,
          makePartida: makePartidaInChild,
          archive: archiveInChild,
          async follow(...what) {
            if (conexiones.ports.respaldo.nombre !== null) await followInChild(...what)
          },
        })
      : undefined
  if (!bitacora && !shared) await releaseRegistro(db) // a slot left behind would hold log that is never read
  const deps: Deps = {
    db,
    pool,
    log,
    jobs,
    events,
    counters,
    locks,
    files,
    shared,
    pdf,
    now,
    pulso,
    seguridad,
    tienda: createTienda({ db, events }),
    limits: createLimits(now, shared ? { db, events, log } : null),
    conexiones,
    payments: conexiones.ports.mercadopago,
    fiscal: conexiones.ports.arca,
    mailer: conexiones.ports.correo,
    push: createPush(config),
    maps: conexiones.ports.mapas,
    captcha: conexiones.ports.captcha,
    publicUrl: config.publicUrl,
    dataDir: config.dataDir,
    diskReserveBytes: config.diskReserveBytes,
    loyaltyUrl: config.loyaltyUrl,
    production: config.production,
    workerOff: config.workerOff,
    respaldo: { clave: llave.clave, download: downloadInChild },
    restaurador: { lugares: lugaresOf(config), list: listInChild, restore: restoreInChild, restart },
    ...(bitacora && { bitacora: bitacora.estado }),
    ...(config.backup && { copia: conexiones.ports.respaldo }),
  }
  await recordProveedores(deps, proveedoresOf(config))
  if (!config.production) await seedDemo(deps)
  const app = await buildApp(deps, { trustProxy: config.trustProxy })
  started.push(() => within(LAST_REQUESTS_MS, app.close()))
  if (shared) await warm(app)
  await app.listen({ host: config.host, port: config.port })

  announce(config, { codigo, isAhead })

  await sleep(FIRST_ANSWERS_MS)
  flushCompileCache() // for the next start, which reads all of it: so only the start's own parts
  closeBelow(config.dataDir).catch((err) => log.error({ err }, 'permissions of DATA_DIR'))
  if (bitacora) {
    bitacora.start() // before the jobs, as those that a crash left may take long
    atEnd(bitacora.stop)
  }
  await jobs.start() // calls that cause a job wait for this
  if (config.backup) {
    const { diskReserveBytes } = config
    const noche = { ...config.backup, db, log, now, diskReserveBytes, url: databaseUrl }
    atEnd(startNoche({ ...noche, make: makeInChild, sweep: sweepInChild }).stop)
    atEnd(startEnsayo({ ...noche, tryOut: tryOutInChild }).stop)
    const lugar = async () => {
      if (conexiones.ports.respaldo.nombre === null) return null
      return { desde: (await conexiones.read(db, 'respaldo')).probado }
    }
    atEnd(startCopia({ ...noche, lugar, copy: copyInChild }).stop)
  }
  const house = startHousekeeping(app, log)
  started.push(house.stop)
  await house.first
  flushCompileCache() // adds the parts loaded since
  started.push(app.leave) // ends in reverse order: balancers are told first
}

const tellUpdate = () =>
  console.log(
    '\nLa base de datos es de una versión anterior: la pasamos a esta. Puede tardar unos minutos; si se corta, queda como estaba.',
  )

/**
 * What the terminal says once the shop is open. `codigo`: makes its reader the owner, where there is none. `isAhead`: the
 * database is of a newer version; migrations only add, so this one serves it.
 */
function announce(config: Config, { codigo, isAhead }: { codigo: string | null; isAhead: boolean }): void {
  const { publicUrl } = config
  console.log(`\nImprimiTodo está en ${publicUrl}  ·  mostrador: ${publicUrl}/mostrador`)
  for (const warning of warningsOf(config)) console.log(warning)
  if (isAhead)
    console.log(
      'La base de datos ya la usó una versión más nueva de ImprimiTodo que esta. Esta anda igual; si no volviste atrás a propósito, actualizala.',
    )
  if (!codigo) return
  console.log(`Todavía no hay dueño. Código para serlo, en ${publicUrl}/mostrador: ${codigo}`)
  console.log(`O abrí este enlace, que ya lo lleva: ${publicUrl}/mostrador/instalar#${codigo}`)
}

/** Starts it now and every two minutes, unless the round before still runs. `first`: the first round is over. */
function startHousekeeping({ housekeeping }: Pick<ShopApp, 'housekeeping'>, log: Deps['log']) {
  let house: Promise<void> | undefined
  const keep = () => {
    house ??= housekeeping()
      .catch((err) => log.error({ err }, 'housekeeping'))
      .finally(() => {
        house = undefined
      })
    return house
  }
  const every = setInterval(() => void keep(), HOUSEKEEPING_MS)
  return {
    first: keep(),
    stop() {
      clearInterval(every)
      return within(LAST_REQUESTS_MS, house)
    },
  }
}

/** Places of backups from which a new installation can be restored. */
const lugaresOf = ({ backup, backupCopy }: Config): Restaurador['lugares'] => [
  ...(backup ? [{ lugar: 'servidor' as const, nombre: backup.carpeta }] : []),
  ...(backupCopy ? [{ lugar: 'copia' as const, nombre: nombreOf(backupCopy) }] : []),
]
