import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyServerOptions } from 'fastify'
import { archivosJobs } from './archivos/jobs.ts'
import { knownIds, scrub } from './archivos/service.ts'
import { createSubidas } from './archivos/subidas.ts'
import { arrepentimientoRoutes } from './arrepentimiento/routes.ts'
import { forgetArrepentimientos } from './arrepentimiento/service.ts'
import { authRoutes } from './auth/routes.ts'
import { createSesiones } from './auth/service.ts'
import { sweepSesiones } from './auth/sesion.ts'
import { cleanAccounts, clientesJobs } from './clientes/jobs.ts'
import { clientesRoutes } from './clientes/routes.ts'
import { forgetOldReservas } from './codigos/service.ts'
import { refuseNulls } from './core/bodies.ts'
import { BODY_LIMIT, type Call, keepBudgets } from './core/budgets.ts'
import { csrfRoutes } from './core/csrf.ts'
import type { Deps } from './core/deps.ts'
import { acceptEmptyBodies } from './core/empty-body.ts'
import { earlyRefusals, installErrorHandler } from './core/errors.ts'
import { sweepAtStart } from './core/leftovers.ts'
import { keepOutOfCaches } from './core/no-store.ts'
import { refuseCrossSite } from './core/origin.ts'
import { putOffVisitors } from './core/put-off.ts'
import { registerReads } from './core/reads.ts'
import { answerRequestIds, requestIds } from './core/request-id.ts'
import { zodOnly } from './core/schemas.ts'
import { cutSlowBodies } from './core/slow.ts'
import { createTurns } from './core/turns.ts'
import { type OutsideSources, serveWeb } from './core/web.ts'
import { correosJobs, retryCorreos } from './correos/jobs.ts'
import { forgetMails } from './correos/limpieza.ts'
import { devCorreoRoutes } from './correos/routes.ts'
import { forgetCupos } from './correos/service.ts'
import { cuponesRoutes } from './cupones/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { entregasRoutes } from './entregas/routes.ts'
import { createEmisor } from './facturas/emitir.ts'
import { facturarEntregados, facturasJobs, retomarFacturas } from './facturas/jobs.ts'
import { facturasRoutes } from './facturas/routes.ts'
import { imagenesJobs } from './imagenes/jobs.ts'
import { imagenesRoutes } from './imagenes/routes.ts'
import { knownImagenes } from './imagenes/service.ts'
import { createVariantes } from './imagenes/variantes.ts'
import { impresionJobs } from './impresion/jobs.ts'
import { impresionRoutes } from './impresion/routes.ts'
import { closeDeshechos, closeVencidos } from './impresion/service.ts'
import { mostradorJobs } from './mostrador/recuperar.ts'
import { mostradorRoutes } from './mostrador/routes.ts'
import { pagosJobs } from './pagos/jobs.ts'
import { forgetAvisos, reconcile } from './pagos/reconciliar.ts'
import { pagosRoutes } from './pagos/routes.ts'
import { cleanUp, dropStaleDrafts } from './pedidos/limpieza.ts'
import { pedidosRoutes } from './pedidos/routes.ts'
import { anonymiseClosed, createAcceso } from './pedidos/service.ts'
import { catalogoRoutes, vidrieraRoutes } from './productos/routes.ts'
import { type Catalogo, createCatalogo } from './productos/service.ts'
import { puntosJobs } from './puntos/jobs.ts'
import { puntosRoutes } from './puntos/routes.ts'
import { completarSaldos, comprobarSaldos } from './puntos/service.ts'
import { qrRoutes } from './qr/routes.ts'
import { reposicionesRoutes } from './reposiciones/routes.ts'
import { ruletaRoutes } from './ruleta/routes.ts'
import { forgetTiradas } from './ruleta/service.ts'
import { createSalud, type SaludService } from './salud/service.ts'
import { forgetSeguridad, watchRefusals } from './seguridad/service.ts'
import { forgetMaps } from './services/maps/cache.ts'
import { sitioRoutes } from './sitio/routes.ts'
import { createHeads } from './sitio/service.ts'
import { startupRoutes } from './startup/routes.ts'
import { createTrabajos } from './trabajos/service.ts'

export type App = FastifyInstance & {
  /** What time does to orders, files and uploads; main calls it every few minutes, tests when they please. */
  housekeeping(): Promise<void>
  /** It ends soon: `/api/salud` says so from now on, and everything else goes on. */
  leave(): void
  /** Every call that it answers, with its budget. */
  calls: readonly Call[]
}

/** What the page loads from outside where reCAPTCHA is configured. */
const RECAPTCHA = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
}

/** Only what is configured. Tiles come from several hosts where the template says {s}. */
const outsideOf = ({ captcha, mapTilesUrl }: Deps): OutsideSources => ({
  ...(captcha.siteKey && RECAPTCHA),
  ...(mapTilesUrl && { images: [mapTilesUrl.replace('{s}', '*').split('/', 3).join('/')] }),
})

/** Bytes that no row names after this long were left by a save that failed. */
const SWEEP_EVERY_MS = 3600_000

/** Browsers send their headers at once; a proxy has a limit of its own. */
const HEADERS_MS = 20_000

/** A sender that says nothing for this long has lost its signal. */
const SILENCE_MS = 120_000

/** The whole server, wired by hand: read this file to see every feature and what it is given. */
export async function buildApp(deps: Deps, options: FastifyServerOptions = {}): Promise<App> {
  const root: FastifyInstance = fastify({
    ...earlyRefusals,
    ...zodOnly,
    ...options,
    genReqId: requestIds(options.trustProxy),
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true },
    loggerInstance: deps.log,
    connectionTimeout: SILENCE_MS,
    http: { headersTimeout: HEADERS_MS },
  })
  // Another clock for the time between two calls, wound up twice for each: SILENCE_MS watches over that too
  root.server.keepAliveTimeout = 0
  answerRequestIds(root)
  installErrorHandler(root)
  const calls = keepBudgets(root)
  await putOffVisitors(root, deps.maxDelayMs)
  const salud = createSalud(root, deps)
  const catalogo = createCatalogo(deps)
  // Beside the site, whose hooks would cost more than the answers
  await registerReads(root, (scope) => catalogoRoutes(scope, catalogo))
  let housekeeping: App['housekeeping'] = async () => {}
  const site: FastifyPluginAsync = async (app) => {
    housekeeping = await wireSite(app, deps, { catalogo, salud })
  }
  await root.register(site)
  return Object.assign(root, { housekeeping: () => housekeeping(), leave: salud.leave, calls })
}

/** All but the reads of the catalogue. @returns its housekeeping */
async function wireSite(
  app: FastifyInstance,
  deps: Deps,
  { catalogo, salud }: { catalogo: Catalogo; salud: SaludService },
): Promise<App['housekeeping']> {
  const known = async (ids: string[]) =>
    new Set([...(await knownIds(deps.db, ids)), ...(await knownImagenes(deps.db, ids))])
  const sweep = (olderThanMs: number) => deps.files.sweep(known, olderThanMs)
  // Where another process is at work only its age tells what nobody will name any more
  let swept = deps.shared ? 0 : Date.now()
  if (!deps.shared) sweepAtStart(app, sweep)

  acceptEmptyBodies(app)
  cutSlowBodies(app)
  refuseCrossSite(app, deps.publicUrl)
  refuseNulls(app)
  keepOutOfCaches(app)
  // Browsers count down by the shop's clock, which CLOCK_OFFSET_S may have moved
  app.addHook('onSend', async (_request, reply) => {
    reply.header('date', deps.now().toUTCString())
  })
  await app.register(cookie)
  watchRefusals(app, deps.seguridad)
  csrfRoutes(app)
  await serveWeb(app, {
    outside: outsideOf(deps),
    headOf: createHeads({ ...deps, producto: catalogo.producto }),
    workerOff: deps.workerOff,
  })
  sitioRoutes(app, deps)

  const sesiones = createSesiones(deps)
  const acceso = createAcceso(deps, sesiones)
  startupRoutes(app, deps)
  authRoutes(app, deps, sesiones)
  clientesRoutes(app, deps, { sesiones, acceso })
  cuponesRoutes(app, deps, sesiones)
  ruletaRoutes(app, deps)
  qrRoutes(app, deps)
  vidrieraRoutes(app, deps)
  const variantes = createVariantes(deps.files)
  imagenesRoutes(app, deps, variantes)
  await demoRoutes(app)
  const turns = createTurns(deps.shared ? deps.locks : null)
  const subidas = createSubidas(deps, (sender, bytes) => dropStaleDrafts(deps, sender, bytes))
  subidas.routes(app, turns)
  puntosRoutes(app, deps, sesiones)
  pedidosRoutes(app, deps, { subidas, turns, sesiones, acceso })
  reposicionesRoutes(app, deps, { subidas, turns, acceso })
  entregasRoutes(app, deps)
  arrepentimientoRoutes(app, deps)
  pagosRoutes(app, deps)
  const emisor = createEmisor(deps)
  facturasRoutes(app, deps, { emisor, acceso })
  const trabajos = createTrabajos(deps)
  mostradorRoutes(app, deps, { trabajos, catalogo, salud })
  impresionRoutes(app, deps, trabajos)
  devCorreoRoutes(app, deps)

  archivosJobs(deps)
  imagenesJobs(deps, variantes)
  correosJobs(deps)
  clientesJobs(deps)
  mostradorJobs(deps)
  pagosJobs(deps)
  puntosJobs(deps)
  facturasJobs(deps, emisor)
  impresionJobs(deps, trabajos)

  return async () => {
    const steps = [
      reconcile,
      forgetAvisos,
      cleanUp,
      anonymiseClosed,
      retryCorreos,
      forgetCupos,
      forgetMails,
      retomarFacturas,
      facturarEntregados,
      cleanAccounts,
      sweepSesiones,
      closeVencidos,
      closeDeshechos,
      forgetMaps,
      forgetOldReservas,
      forgetTiradas,
      forgetArrepentimientos,
      forgetSeguridad,
      scrub,
      completarSaldos,
      comprobarSaldos,
    ]
    // One that fails must not keep the others from their work
    const failed = (err: unknown) => deps.log.error({ err }, 'housekeeping')
    for (const step of steps) await step(deps).catch(failed)
    await subidas.expire().catch(failed)
    if (Date.now() - swept < SWEEP_EVERY_MS) return
    swept = Date.now()
    await sweep(SWEEP_EVERY_MS).catch(failed)
  }
}
