import cookie from '@fastify/cookie'
import { COMPARTIR } from '@imprimitodo/shared/rules/vidriera/ruta'
import fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyServerOptions } from 'fastify'
import { mostradorRoutes } from './app-mostrador.ts'
import { refuseNulls } from './base/http/bodies.ts'
import { BODY_LIMIT, keepBudgets, type RegisteredCall } from './base/http/budgets.ts'
import { csrfRoutes } from './base/http/csrf.ts'
import { acceptEmptyBodies } from './base/http/empty-body.ts'
import { earlyRefusals, installErrorHandler } from './base/http/errors.ts'
import { refuseOtherMethods } from './base/http/methods.ts'
import { keepOutOfCaches } from './base/http/no-store.ts'
import { refuseCrossSite } from './base/http/origin.ts'
import { cutPipelined } from './base/http/pipelined.ts'
import { putOffVisitors } from './base/http/put-off.ts'
import { registerReads } from './base/http/reads.ts'
import { answerRequestIds, requestIds } from './base/http/request-id.ts'
import { zodOnly } from './base/http/schemas.ts'
import { cutSlowBodies } from './base/http/slow.ts'
import { createUploadSlots } from './base/http/upload-slots.ts'
import type { Deps } from './base/runtime/deps.ts'
import { sweepAtStart } from './base/runtime/sweep-at-start.ts'
import { within } from './base/runtime/within.ts'
import { forgetMaps } from './base/services/maps/cache.ts'
import { type OutsideSources, serveWeb } from './base/web/web.ts'
import { archivosJobs } from './compra/archivos/jobs.ts'
import { knownIds, scrub } from './compra/archivos/service.ts'
import { createSubidas } from './compra/archivos/subidas.ts'
import { entregasRoutes } from './compra/entregas/routes.ts'
import { findJobs } from './compra/pedidos/cliente/find.ts'
import { mensajesJobs, tellAhead } from './compra/pedidos/mails/mensajes.ts'
import { tellDemoras } from './compra/pedidos/pasos/demora.ts'
import { cleanUp, dropStaleDrafts } from './compra/pedidos/pasos/limpieza.ts'
import { pasadosJobs } from './compra/pedidos/pasos/pasados.ts'
import { pedidosRoutes } from './compra/pedidos/routes.ts'
import { anonymiseClosed, createAcceso, isCorreoVigente } from './compra/pedidos/service.ts'
import { presupuestosRoutes } from './compra/presupuestos/routes.ts'
import { forgetPresupuestos } from './compra/presupuestos/service.ts'
import { recepcionesRoutes } from './compra/recepciones/routes.ts'
import { forgetRecepciones } from './compra/recepciones/service.ts'
import { reposicionesRoutes } from './compra/reposiciones/routes.ts'
import { suscripcionesRoutes } from './compra/suscripciones/routes.ts'
import { deleteSuscripcionesOf, forgetSuscripciones } from './compra/suscripciones/service.ts'
import { authRoutes } from './cuentas/auth/routes.ts'
import { createSesiones } from './cuentas/auth/service.ts'
import { sweepSesiones } from './cuentas/auth/sesion.ts'
import { cleanAccounts, clientesJobs } from './cuentas/clientes/jobs.ts'
import { clientesRoutes } from './cuentas/clientes/routes.ts'
import { arrepentimientoRoutes } from './dinero/arrepentimiento/routes.ts'
import { forgetArrepentimientos } from './dinero/arrepentimiento/service.ts'
import { checkCuentasCorrientes } from './dinero/cuentas-corrientes/check.ts'
import { sendExtractos } from './dinero/cuentas-corrientes/extracto.ts'
import { createEmisor } from './dinero/facturas/issue.ts'
import { facturasJobs, invoiceEntregados, resumeFacturas } from './dinero/facturas/jobs.ts'
import { facturasRoutes } from './dinero/facturas/routes.ts'
import { pagosJobs } from './dinero/pagos/jobs.ts'
import { forgetAvisosDePago, reconcile } from './dinero/pagos/reconcile.ts'
import { pagosRoutes } from './dinero/pagos/routes.ts'
import { forgetOldReservas } from './fidelidad/codigos/service.ts'
import { cuponesRoutes } from './fidelidad/cupones/routes.ts'
import { puntosJobs } from './fidelidad/puntos/jobs.ts'
import { puntosRoutes } from './fidelidad/puntos/routes.ts'
import { checkSaldos, completeSaldos, returnEnded } from './fidelidad/puntos/service.ts'
import { ruletaRoutes } from './fidelidad/ruleta/routes.ts'
import { forgetTiradas } from './fidelidad/ruleta/service.ts'
import { nombreElegido } from './gestion/ajustes/service.ts'
import { correosJobs, retryCorreos } from './gestion/correos/jobs.ts'
import { forgetMails } from './gestion/correos/limpieza.ts'
import { devCorreoRoutes } from './gestion/correos/routes.ts'
import { forgetCupos, releaseGuardados } from './gestion/correos/service.ts'
import { checkTotales, countDias, sendResumen } from './gestion/reportes/service.ts'
import { isRestoreUnderWay } from './gestion/respaldo/service.ts'
import { createSalud, type SaludService } from './gestion/salud/service.ts'
import { forgetSeguridad, watchRefusals } from './gestion/seguridad/service.ts'
import { mostradorJobs } from './mostrador/acceso/recuperar.ts'
import { impresionJobs } from './taller/impresion/jobs.ts'
import { impresionRoutes } from './taller/impresion/routes.ts'
import { closeDeshechos, closeVencidos, forgetProgramas } from './taller/impresion/service.ts'
import { qrRoutes } from './taller/qr/routes.ts'
import { createTrabajos } from './taller/trabajos/service.ts'
import { demoRoutes } from './vidriera/demo/routes.ts'
import { imagenesJobs } from './vidriera/imagenes/jobs.ts'
import { imagenesRoutes } from './vidriera/imagenes/routes.ts'
import { knownImagenes } from './vidriera/imagenes/service.ts'
import { createVariantes } from './vidriera/imagenes/variantes.ts'
import { catalogoRoutes, vidrieraRoutes } from './vidriera/productos/routes.ts'
import { type Catalogo, createCatalogo, forgetVideos } from './vidriera/productos/service.ts'
import { sitioRoutes } from './vidriera/sitio/routes.ts'
import { createHeads } from './vidriera/sitio/service.ts'
import { startupRoutes } from './vidriera/startup/routes.ts'
import { videosRoutes } from './vidriera/videos/routes.ts'
import { knownVideos } from './vidriera/videos/service.ts'

export type ShopApp = FastifyInstance & {
  /** Expires orders, files and uploads; the server calls it every few minutes, tests when they need it. */
  housekeeping(): Promise<void>
  /** The process ends soon: `/api/salud` says so from now on, and all other calls go on. */
  leave(): void
  /** Every call that the app answers, with its budget. */
  calls: readonly RegisteredCall[]
}

/** Outside sources of the page where reCAPTCHA is configured. */
const RECAPTCHA = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
}

/**
 * Outside sources as configured now: the owner may change them on the screen. A template with {s} has several
 * hosts.
 */
const outsideOf = ({
  captcha,
  maps,
  loyaltyUrl,
}: Pick<Deps, 'captcha' | 'loyaltyUrl' | 'maps'>): OutsideSources => ({
  ...(captcha.siteKey && RECAPTCHA),
  connect: [...(captcha.siteKey ? RECAPTCHA.connect : []), ...(loyaltyUrl ? [loyaltyUrl] : [])],
  ...(maps.teselas && { images: [maps.teselas.replace('{s}', '*').split('/', 3).join('/')] }),
})

/** Bytes that no row names after this long are left from a failed save. */
const SWEEP_EVERY_MS = 3600_000

/**
 * Housekeeping asks for payments first, since an order may have been paid before it expires. It waits this long for the
 * answers; then its other steps run.
 */
const ASKING_MS = 10_000

/** Browsers send their headers at once; a proxy has a limit of its own. */
const HEADERS_MS = 20_000

/** A sender that says nothing for this long has lost its signal. */
const SILENCE_MS = 120_000

/** The whole server, wired by hand: this file shows every feature and its dependencies. */
export async function buildApp(deps: Deps, options: FastifyServerOptions = {}): Promise<ShopApp> {
  const root: FastifyInstance = fastify({
    ...earlyRefusals,
    ...zodOnly,
    ...options,
    genReqId: requestIds(options.trustProxy),
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true },
    loggerInstance: deps.log,
    connectionTimeout: SILENCE_MS,
    // Refused by installErrorHandler, in our words
    http: { headersTimeout: HEADERS_MS, requireHostHeader: false },
  })
  // Node would set a timer of its own after each call; SILENCE_MS ends an idle connection too
  root.server.keepAliveTimeout = 0
  cutPipelined(root, options.trustProxy)
  answerRequestIds(root)
  installErrorHandler(root)
  root.decorate('nombreElegido', () => deps.tienda.last()?.ajustes.vidriera.nombre)
  const calls = keepBudgets(root)
  refuseOtherMethods(root, calls)
  putOffVisitors(root, deps.maxDelayMs)
  const salud = createSalud(root, deps)
  const catalogo = createCatalogo(deps)
  // Beside the site's scope: its hooks would cost more than these answers
  await registerReads(root, (scope) => catalogoRoutes(scope, catalogo))
  let housekeeping: ShopApp['housekeeping'] = async () => {}
  const site: FastifyPluginAsync = async (app) => {
    housekeeping = await wireSite(app, deps, { catalogo, salud })
  }
  await root.register(site)
  return Object.assign(root, { housekeeping: () => housekeeping(), leave: salud.leave, calls })
}

/** Every feature but the reads of the catalogue. @returns their housekeeping */
async function wireSite(
  app: FastifyInstance,
  deps: Deps,
  { catalogo, salud }: { catalogo: Catalogo; salud: SaludService },
): Promise<ShopApp['housekeeping']> {
  const known = async (ids: string[]) => {
    const all = [knownIds, knownImagenes, knownVideos].map((one) => one(deps.db, ids))
    return new Set((await Promise.all(all)).flatMap((some) => [...some]))
  }
  const sweep = (olderThanMs: number) => deps.files.sweep(known, olderThanMs)
  // Beside other processes only the age of a file tells that no row will name it any more
  let swept = deps.shared ? Number.NEGATIVE_INFINITY : performance.now()
  if (!deps.shared)
    sweepAtStart(app, async (olderThanMs) => (await isRestoreUnderWay(deps.db)) || sweep(olderThanMs))

  acceptEmptyBodies(app)
  cutSlowBodies(app)
  // Files shared by a phone come from no page: `Origin: null`
  refuseCrossSite(app, deps.publicUrl, [COMPARTIR])
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
    outside: () => outsideOf(deps),
    headOf: createHeads({ ...deps, producto: catalogo.producto }),
    nombre: () => nombreElegido(deps.tienda),
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
  videosRoutes(app, deps)
  await demoRoutes(app)
  const slots = createUploadSlots(deps.shared ? deps.locks : null)
  const subidas = createSubidas(deps, (sender, bytes) => dropStaleDrafts(deps, sender, bytes))
  subidas.routes(app, slots)
  puntosRoutes(app, deps, sesiones)
  pedidosRoutes(app, deps, { subidas, slots, sesiones, acceso })
  reposicionesRoutes(app, deps, { subidas, slots, acceso })
  recepcionesRoutes(app, deps, { subidas })
  presupuestosRoutes(app, deps, { acceso })
  suscripcionesRoutes(app, deps, { acceso })
  entregasRoutes(app, deps)
  arrepentimientoRoutes(app, deps)
  pagosRoutes(app, deps, { acceso })
  const emisor = createEmisor(deps)
  facturasRoutes(app, deps, { emisor, acceso })
  const trabajos = createTrabajos(deps)
  const { isRestoring } = mostradorRoutes(app, deps, { trabajos, catalogo, salud })
  impresionRoutes(app, deps, trabajos)
  devCorreoRoutes(app, deps)

  archivosJobs(deps)
  imagenesJobs(deps, variantes)
  correosJobs(deps)
  clientesJobs(deps)
  mostradorJobs(deps)
  pagosJobs(deps)
  mensajesJobs(deps)
  findJobs(deps)
  puntosJobs(deps)
  pasadosJobs(deps)
  facturasJobs(deps, emisor)
  impresionJobs(deps, trabajos)

  let asking: Promise<void> | undefined
  const failed = (err: unknown) => deps.log.error({ err }, 'housekeeping')
  return async () => {
    // Rows do not name a restore's files yet, and its orders must wait. A database that does not answer
    // counts as one
    const mayBeRestored = await isRestoreUnderWay(deps.db).catch((err) => {
      failed(err)
      return true
    })
    if (isRestoring() || mayBeRestored) return
    asking ??= reconcile(deps)
      .catch(failed)
      .finally(() => {
        asking = undefined
      })
    await within(ASKING_MS, asking)
    const steps = [
      forgetAvisosDePago,
      tellDemoras,
      // Before orders expire by the same clock
      tellAhead,
      cleanUp,
      (all: Pick<Deps, 'db' | 'files' | 'now'>) => anonymiseClosed(all, deleteSuscripcionesOf),
      retryCorreos,
      (all: Pick<Deps, 'db' | 'jobs' | 'mailer' | 'now'>) => releaseGuardados(all, isCorreoVigente(all)),
      forgetCupos,
      forgetMails,
      resumeFacturas,
      invoiceEntregados,
      cleanAccounts,
      sweepSesiones,
      closeVencidos,
      closeDeshechos,
      forgetMaps,
      forgetVideos,
      forgetOldReservas,
      returnEnded,
      forgetTiradas,
      forgetSuscripciones,
      forgetRecepciones,
      forgetPresupuestos,
      forgetArrepentimientos,
      forgetSeguridad,
      forgetProgramas,
      scrub,
      completeSaldos,
      checkSaldos,
      countDias,
      checkTotales,
      checkCuentasCorrientes,
      sendResumen,
      sendExtractos,
    ]
    // A step that fails must not stop the others
    for (const step of steps) await step(deps).catch(failed)
    await subidas.expire().catch(failed)
    if (performance.now() - swept < SWEEP_EVERY_MS) return
    swept = performance.now()
    await sweep(SWEEP_EVERY_MS).catch(failed)
  }
}
