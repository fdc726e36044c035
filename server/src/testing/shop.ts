import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import type { Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import type { FastifyServerOptions } from 'fastify'
import { inject, onTestFinished } from 'vitest'
import { buildApp, type ShopApp } from '../app.ts'
import { createLimits } from '../base/http/rate-limit.ts'
import { createCounters } from '../base/runtime/counters.ts'
import type { Deps } from '../base/runtime/deps.ts'
import { startEvents } from '../base/runtime/events.ts'
import { type Jobs, startJobs } from '../base/runtime/jobs.ts'
import { createLocks } from '../base/runtime/locks.ts'
import { createLogger } from '../base/runtime/logger.ts'
import { shareSecrets } from '../base/secrets/secret.ts'
import { createAltcha } from '../base/services/captcha/altcha.ts'
import { createConexiones, type Enchufes } from '../base/services/conexiones.ts'
import { createCopia, direccionOf } from '../base/services/copia/elegida.ts'
import { createFiscalSimulado } from '../base/services/fiscal/simulado.ts'
import { createMailer } from '../base/services/mail/index.ts'
import { createEstimado } from '../base/services/maps/estimado.ts'
import { registerProviders } from '../base/services/payments/index.ts'
import { NOTIFICATION_PATH } from '../base/services/payments/mercadopago/adapter.ts'
import type { PaymentProvider } from '../base/services/payments/port.ts'
import { createSimulado } from '../base/services/payments/simulado/adapter.ts'
import { createPulso } from '../base/services/pulso.ts'
import { createPush } from '../base/services/push/web-push.ts'
import { createSeguridad } from '../gestion/seguridad/service.ts'
import { seed } from '../seed.ts'
import { createTienda } from '../tienda.ts'
import { closeLater } from './closing.ts'
import { dropDatabase, openTestDatabase, shopDatabase, type TestDatabase, testDatabase } from './database.ts'
import { testFiles } from './files.ts'
import { testFolder } from './folder.ts'
import { startLater } from './jobs.ts'
import { OWNER } from './owner.ts'
import { sharedEngine } from './shared-engine.ts'

export { OWNER } from './owner.ts'

export type SentFile = Partial<Opciones> & { nombre: string; bytes?: Uint8Array | Buffer; subida?: string }

export type Shop = Awaited<ReturnType<typeof testShop>>

/**
 * The whole server but its listening socket: real PostgreSQL, real PDF engine, embedded ports, a temporary folder.
 * `around`: what stands in front of parts that are made by then.
 */
export async function testShop(
  change: Partial<Deps> = {},
  options: FastifyServerOptions = {},
  around?: (deps: Deps) => Partial<Deps>,
) {
  return startShop(await shopDatabase(), change, options, around, change.shared ? startJobs : startLater)
}

/** As production begins it: what the owner alone knows is empty. `NODE_ENV=production` has it seeded so (server.ts). */
export async function newProductionShop(): Promise<Shop> {
  const database = await testDatabase()
  await seed(database.db, { ...OWNER, muestra: false })
  return startShop(database, { production: true }, {})
}

/** Another process of the same shop, on a machine of its own unless `change` names the first one's folder and files. */
export const otherProcess = (
  url: string,
  change: Partial<Deps> = {},
  around?: (deps: Deps) => Partial<Deps>,
): Promise<Shop> => startShop(openTestDatabase(url), { shared: true, ...change }, {}, around)

/** A folder that has its secrets: making each of them waits for the disk. */
function installation(): string {
  const folder = testFolder('shop')
  cpSync(inject('secretos'), join(folder, 'secretos'), { recursive: true })
  return folder
}

function enchufesDePrueba({
  db,
  dataDir,
  simulado,
}: Pick<Deps, 'db' | 'dataDir'> & { simulado: PaymentProvider }): Enchufes {
  return {
    correo: {
      deEntorno: false,
      make: (valores) => createMailer({ smtpUrl: undefined, mailFrom: '' }, valores),
    },
    mercadopago: { deEntorno: false, make: () => registerProviders([simulado]) },
    captcha: {
      deEntorno: false,
      make: () => createAltcha('secreto de prueba', { counter: { min: 1, max: 3 } }),
    },
    mapas: { deEntorno: false, make: createEstimado },
    arca: { deEntorno: false, make: () => createFiscalSimulado({ db }) },
    respaldo: {
      deEntorno: false,
      make: (valores) => createCopia(valores && direccionOf(valores), dataDir),
    },
  }
}

/** On a database of its own. */
export async function startShop(
  { url, db, pool, close }: TestDatabase,
  change: Partial<Deps>,
  options: FastifyServerOptions,
  around?: (deps: Deps) => Partial<Deps>,
  startQueues: (...own: Parameters<typeof startJobs>) => Jobs | Promise<Jobs> = startJobs,
) {
  const dataDir = change.dataDir ?? installation()
  const log = createLogger(process.env.LOG_LEVEL ?? 'silent')
  const clock = { offsetMs: 0 }
  // One clock for all of it: payments that expire by another one are not taken
  const now = change.now ?? (() => new Date(Date.now() + clock.offsetMs))
  const counters = change.counters ?? createCounters()
  const jobs = await startQueues(pool, log, counters)
  const events = await startEvents(url, log)
  if (change.shared) await shareSecrets(db, dataDir)
  const locks = createLocks(change.shared ? url : null, log)
  const pdf = change.pdf ?? sharedEngine()
  let app: ShopApp
  const simulado = createSimulado({
    db,
    jobs,
    now,
    dataDir,
    notificationPath: NOTIFICATION_PATH,
    deliver: async (url, headers, payload) =>
      (await app.inject({ method: 'POST', url, headers, payload })).statusCode,
  })
  const conexiones = createConexiones(
    { db, dataDir, events, log },
    enchufesDePrueba({ db, dataDir, simulado }),
  )
  await conexiones.reload()
  const deps: Deps = {
    db,
    pool,
    log,
    jobs,
    events,
    counters,
    locks,
    pdf,
    now,
    dataDir,
    shared: false,
    conexiones,
    payments: conexiones.ports.mercadopago,
    tienda: createTienda({ db, events }),
    limits: createLimits(now, change.shared ? { db, events, log } : null),
    fiscal: conexiones.ports.arca,
    files: change.files ?? (await testFiles(dataDir)),
    mailer: conexiones.ports.correo,
    push: createPush({ dataDir, production: change.production ?? false, publicUrl: 'http://localhost:3000' }),
    maps: conexiones.ports.mapas,
    captcha: conexiones.ports.captcha,
    publicUrl: 'http://localhost:3000',
    production: false,
    loyaltyUrl: null,
    diskReserveBytes: 0,
    pulso: createPulso(),
    maxDelayMs: Number.POSITIVE_INFINITY, // a loaded machine is no failure
    seguridad: createSeguridad({ db, now, log: change.log ?? log, dataDir }),
    ...change,
  }
  Object.assign(deps, around?.(deps))
  app = await buildApp(deps, options)
  onTestFinished(async () => {
    await app.close()
    await deps.seguridad.stop()
    closeLater(async () => {
      for (const part of [jobs, events, locks]) await part.stop()
      await pdf.close()
      await close()
      await dropDatabase(url)
      if (!change.dataDir) rmSync(dataDir, { recursive: true, force: true })
    })
  })
  return {
    app,
    deps,
    db,
    url,
    dataDir,
    clock,
    upload: (files: SentFile[], fields?: Record<string, string>) => upload(app, files, fields),
    quote: async (files: SentFile[], fields?: Record<string, string>) => {
      const answer = await upload(app, files, fields)
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
      return answer.json<Cotizacion>()
    },
    post: (path: string, payload: object = {}, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: path, payload, headers }),
    get: (path: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'GET', url: path, headers }),
  }
}

/** Uploads as our screen does: data first, then one part for each file that is not on the server yet. */
export async function upload(
  app: ShopApp,
  files: SentFile[],
  fields: Record<string, string> = {},
  caller: Record<string, string> = {},
) {
  const form = new FormData()
  const contact = { email: 'anonimo@imprimitodo.local', celular: '0000000000', sucursal: 'Alberdi' }
  const archivos_data = JSON.stringify(files.map(({ bytes: _, ...data }) => data))
  for (const [name, value] of Object.entries({ ...contact, archivos_data, ...fields }))
    form.append(name, value)
  for (const { nombre, bytes } of files)
    if (bytes) form.append('archivos', new Blob([bytes as BlobPart], { type: 'application/pdf' }), nombre)
  const body = new Response(form)
  const headers = { ...caller, 'content-type': body.headers.get('content-type') ?? '' }
  return app.inject({
    method: 'POST',
    url: '/api/upload_archivo',
    headers,
    payload: Buffer.from(await body.arrayBuffer()),
  })
}

/** A purchase that is fine; `change` what the test is about. */
export const compra = (pedido_id: string, change: object = {}) => ({
  pedido_id,
  email: 'ana@example.com',
  celular: '3865 41-2233',
  sucursal: 'Alberdi',
  modo_entrega: 'retiro',
  codigosAplicados: [],
  ...change,
})

/** Waits for what a job does; fails with the last answer after `ms`. */
export async function eventually<T>(
  look: () => Promise<T>,
  fine: (value: T) => boolean,
  ms = 30_000,
): Promise<T> {
  const until = Date.now() + ms
  for (;;) {
    const value = await look()
    if (fine(value)) return value
    if (Date.now() > until) throw new Error(`Still ${JSON.stringify(value)} after ${ms} ms`)
    await sleep(50)
  }
}
