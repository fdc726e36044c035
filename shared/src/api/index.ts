import type {
  confirmApi,
  logInMostradorApi,
  recoverMostradorApi,
  segundoFactorApi,
  sesionMostradorApi,
} from './acceso.ts'
import type { ajustesApi } from './ajustes.ts'
import type { arrepentimientoApi, arrepentimientosMostradorApi } from './arrepentimiento.ts'
import type { authApi } from './auth.ts'
import type { ayudaApi } from './ayuda.ts'
import type { cajaApi } from './caja.ts'
import type { catalogoApi, premiosApi } from './catalogo.ts'
import type { clientesApi, cuentaApi } from './clientes.ts'
import type { clientesMostradorApi } from './clientes-mostrador.ts'
import type { cuentasCorrientesApi } from './cuentas-corrientes.ts'
import type { cuponesApi } from './cupones.ts'
import type { devolucionesApi } from './devoluciones.ts'
import type { auditoriaApi, clientesDuenoApi, sucursalesApi, usuariosApi } from './dueno.ts'
import type { entregasApi } from './entregas.ts'
import type { facturasApi, facturasMostradorApi } from './facturas.ts'
import type { agentesApi, impresionApi } from './impresion.ts'
import type { instalacionApi, openApi } from './instalacion.ts'
import type { codigosMostradorApi, tableroApi } from './mostrador.ts'
import type { pagosApi } from './pagos.ts'
import type { pagosSinPedidoApi } from './pagos-sin-pedido.ts'
import type { pedidosApi } from './pedidos.ts'
import type { presupuestosApi, presupuestosMostradorApi } from './presupuestos.ts'
import type { productosApi } from './productos.ts'
import type { proveedoresApi } from './proveedores.ts'
import type { codigosApi, puntosApi } from './puntos.ts'
import type { pushApi } from './push.ts'
import type { recepcionesApi, recepcionesMostradorApi } from './recepciones.ts'
import type { reportesApi } from './reportes.ts'
import type { reposicionesApi, reposicionesMostradorApi } from './reposiciones.ts'
import type { respaldoApi } from './respaldo.ts'
import type { restauracionApi } from './restauracion.ts'
import type { qrApi, ruletaApi, ruletaMostradorApi } from './ruleta.ts'
import type { saludApi } from './salud.ts'
import type { seguridadApi } from './seguridad.ts'
import type { startupApi } from './startup.ts'
import type { urgenciasApi } from './urgencias.ts'
import type { ventasApi } from './ventas.ts'

/** Every JSON call of the product. The web imports only this type, so no schema reaches the browser. */
export type Api = typeof startupApi &
  typeof authApi &
  typeof clientesApi &
  typeof cuentaApi &
  typeof cuponesApi &
  typeof productosApi &
  typeof puntosApi &
  typeof codigosApi &
  typeof ruletaApi &
  typeof ruletaMostradorApi &
  typeof qrApi &
  typeof pedidosApi &
  typeof pagosApi &
  typeof ayudaApi &
  typeof pushApi &
  typeof entregasApi &
  typeof impresionApi &
  typeof agentesApi &
  typeof facturasApi &
  typeof facturasMostradorApi &
  typeof arrepentimientoApi &
  typeof arrepentimientosMostradorApi &
  typeof reportesApi &
  typeof devolucionesApi &
  typeof pagosSinPedidoApi &
  typeof cajaApi &
  typeof cuentasCorrientesApi &
  typeof proveedoresApi &
  typeof instalacionApi &
  typeof openApi &
  typeof respaldoApi &
  typeof restauracionApi &
  typeof saludApi &
  typeof urgenciasApi &
  typeof usuariosApi &
  typeof segundoFactorApi &
  typeof confirmApi &
  typeof recoverMostradorApi &
  typeof auditoriaApi &
  typeof seguridadApi &
  typeof catalogoApi &
  typeof premiosApi &
  typeof sucursalesApi &
  typeof clientesDuenoApi &
  typeof clientesMostradorApi &
  typeof logInMostradorApi &
  typeof sesionMostradorApi &
  typeof ajustesApi &
  typeof tableroApi &
  typeof codigosMostradorApi &
  typeof ventasApi &
  typeof presupuestosApi &
  typeof presupuestosMostradorApi &
  typeof recepcionesApi &
  typeof recepcionesMostradorApi &
  typeof reposicionesApi &
  typeof reposicionesMostradorApi
