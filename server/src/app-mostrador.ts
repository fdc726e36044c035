// The back office: its login, the rights of its roles, and the features that it serves.
import type { FastifyInstance } from 'fastify'
import type { Deps } from './base/runtime/deps.ts'
import { findPedido } from './compra/pedidos/service.ts'
import { presupuestosMostradorRoutes } from './compra/presupuestos/mostrador.ts'
import { recepcionesMostradorRoutes } from './compra/recepciones/mostrador.ts'
import { reposicionesMostradorRoutes } from './compra/reposiciones/mostrador.ts'
import { clientesMostradorRoutes } from './cuentas/clientes/mostrador.ts'
import { arrepentimientosMostradorRoutes } from './dinero/arrepentimiento/mostrador.ts'
import { cajaMostradorRoutes } from './dinero/caja/mostrador.ts'
import { sucursalOfMovimiento, sucursalOfTurno } from './dinero/caja/service.ts'
import { cuentasCorrientesMostradorRoutes } from './dinero/cuentas-corrientes/mostrador.ts'
import { facturasMostradorRoutes } from './dinero/facturas/mostrador.ts'
import { pagosMostradorRoutes } from './dinero/pagos/mostrador.ts'
import { sucursalesOfVenta } from './dinero/ventas/look.ts'
import { ventasMostradorRoutes } from './dinero/ventas/mostrador.ts'
import { puntosMostradorRoutes } from './fidelidad/puntos/mostrador.ts'
import { ruletaMostradorRoutes } from './fidelidad/ruleta/mostrador.ts'
import { ajustesMostradorRoutes } from './gestion/ajustes/mostrador.ts'
import { auditoriaMostradorRoutes } from './gestion/auditoria/mostrador.ts'
import { createNeedCodigo } from './gestion/instalacion/codigo.ts'
import { instalacionMostradorRoutes } from './gestion/instalacion/mostrador.ts'
import { createRestauracion } from './gestion/instalacion/restauracion.ts'
import { restauracionRoutes } from './gestion/instalacion/restauracion-routes.ts'
import { instalacionRoutes } from './gestion/instalacion/routes.ts'
import { createInstalacion } from './gestion/instalacion/service.ts'
import { proveedoresMostradorRoutes } from './gestion/proveedores/mostrador.ts'
import { reportesMostradorRoutes } from './gestion/reportes/mostrador.ts'
import { respaldoMostradorRoutes } from './gestion/respaldo/mostrador.ts'
import { saludMostradorRoutes, saludRoutes } from './gestion/salud/mostrador.ts'
import type { SaludService } from './gestion/salud/service.ts'
import { seguridadMostradorRoutes } from './gestion/seguridad/mostrador.ts'
import { sucursalesMostradorRoutes } from './gestion/sucursales/mostrador.ts'
import { createConfirmacion } from './mostrador/acceso/confirm.ts'
import { logInMostradorRoutes } from './mostrador/acceso/log-in.ts'
import { usuariosMostradorRoutes } from './mostrador/acceso/mostrador.ts'
import { recoverMostradorRoutes } from './mostrador/acceso/recuperar.ts'
import { checkPermisos, type SucursalOfEach } from './mostrador/acceso/roles.ts'
import { segundoFactorMostradorRoutes } from './mostrador/acceso/segundo-factor.ts'
import { createSesionesMostrador } from './mostrador/acceso/sesion.ts'
import { createTanteosDeOperador } from './mostrador/acceso/tanteos-de-operador.ts'
import { tableroMostradorRoutes } from './mostrador/tablero/mostrador.ts'
import { urgenciasMostradorRoutes } from './mostrador/urgencias/mostrador.ts'
import { impresionMostradorRoutes } from './taller/impresion/mostrador.ts'
import { sucursalOfImpresion, sucursalOfImpresora } from './taller/impresion/service.ts'
import { qrMostradorRoutes } from './taller/qr/mostrador.ts'
import type { Trabajos } from './taller/trabajos/service.ts'
import { imagenesMostradorRoutes } from './vidriera/imagenes/mostrador.ts'
import { productosMostradorRoutes } from './vidriera/productos/mostrador.ts'
import type { Catalogo } from './vidriera/productos/service.ts'
import { videosMostradorRoutes } from './vidriera/videos/mostrador.ts'

export function mostradorRoutes(
  app: FastifyInstance,
  deps: Deps,
  { trabajos, catalogo, salud }: { trabajos: Trabajos; catalogo: Catalogo; salud: SaludService },
): { isRestoring: () => boolean } {
  const sesiones = createSesionesMostrador(deps)
  const tanteos = createTanteosDeOperador(deps)
  logInMostradorRoutes(app, deps, tanteos)
  recoverMostradorRoutes(app, deps, tanteos)
  saludRoutes(app, salud, sesiones)
  const needCodigo = createNeedCodigo(deps)
  const restauracion = createRestauracion(deps)
  const instalacion = createInstalacion(deps, needCodigo, restauracion)
  instalacionRoutes(app, instalacion, sesiones)
  restauracionRoutes(app, restauracion, needCodigo)
  app.addHook('onClose', async () => restauracion.stop())

  app.register((counter, _, ready) => {
    // First of all, so that a stranger learns nothing, not even the mistakes in the call
    counter.addHook('onRequest', (request) => sesiones.guard(request))
    checkPermisos(counter, sucursalesOf(deps), (request) => sesiones.of(request).operador)
    counter.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
    })
    const confirmacion = createConfirmacion(deps, sesiones, tanteos)
    confirmacion.routes(counter)

    usuariosMostradorRoutes(counter, deps, sesiones, tanteos)
    segundoFactorMostradorRoutes(counter, deps, sesiones, tanteos)
    tableroMostradorRoutes(counter, deps, { sesiones, confirmacion, trabajos })
    recepcionesMostradorRoutes(counter, deps, sesiones)
    presupuestosMostradorRoutes(counter, deps, sesiones)
    reposicionesMostradorRoutes(counter, deps, sesiones)
    impresionMostradorRoutes(counter, deps, sesiones, confirmacion)
    pagosMostradorRoutes(counter, deps, sesiones, confirmacion)
    ventasMostradorRoutes(counter, deps, sesiones, confirmacion)
    cajaMostradorRoutes(counter, deps, sesiones)
    cuentasCorrientesMostradorRoutes(counter, deps, sesiones)
    facturasMostradorRoutes(counter, deps)
    arrepentimientosMostradorRoutes(counter, deps, sesiones)
    qrMostradorRoutes(counter, deps, sesiones)
    puntosMostradorRoutes(counter, deps, sesiones)
    ruletaMostradorRoutes(counter, deps)
    clientesMostradorRoutes(counter, deps, sesiones)
    productosMostradorRoutes(counter, { ...deps, catalogo }, sesiones)
    imagenesMostradorRoutes(counter, deps)
    videosMostradorRoutes(counter, deps)
    ajustesMostradorRoutes(counter, deps, sesiones, confirmacion)
    sucursalesMostradorRoutes(counter, deps, sesiones)
    reportesMostradorRoutes(counter, deps, sesiones)
    auditoriaMostradorRoutes(counter, deps)
    seguridadMostradorRoutes(counter, deps)
    saludMostradorRoutes(counter, salud, sesiones)
    urgenciasMostradorRoutes(counter, { ...deps, salud }, sesiones)
    proveedoresMostradorRoutes(counter, deps, sesiones)
    respaldoMostradorRoutes(counter, deps, sesiones)
    instalacionMostradorRoutes(counter, instalacion, sesiones)
    ready()
  })
  return { isRestoring: restauracion.isBusy }
}

/** The branch of the thing that a route's address names. */
const sucursalesOf = ({ db }: Pick<Deps, 'db'>): SucursalOfEach => {
  const number = (id: string) => (/^\d{1,9}$/.test(id) ? Number(id) : 0)
  return {
    pedido: async (id) => (await findPedido(db, id))?.sucursal_id,
    impresion: (id) => sucursalOfImpresion(db, number(id)),
    impresora: (id) => sucursalOfImpresora(db, number(id)),
    turno: (id) => sucursalOfTurno(db, number(id)),
    movimiento: (id) => sucursalOfMovimiento(db, number(id)),
    venta: (id) => sucursalesOfVenta(db, number(id)),
  }
}
