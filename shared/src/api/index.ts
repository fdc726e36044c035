import type { entregasApi } from './entregas.ts'
import type { mostradorApi } from './mostrador.ts'
import type { pagosApi } from './pagos.ts'
import type { pedidosApi } from './pedidos.ts'

/** Every JSON call of the product. The web imports only this type, so no schema reaches the browser. */
export type Api = typeof pedidosApi & typeof pagosApi & typeof entregasApi & typeof mostradorApi
