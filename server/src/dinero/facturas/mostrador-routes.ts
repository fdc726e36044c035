import { facturasMostradorApi } from '@imprimitodo/shared/api/facturas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '../../base/http/origin.ts'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { facturarAnonimo, listDePedido, listForStaff, reintentar } from './service.ts'

/** Vouchers, as staff sees them. */
export function facturasRoutes(counter: FastifyInstance, deps: Deps): void {
  const origin = (request: FastifyRequest) => originOf(request, deps.publicUrl)
  serve(counter, facturasMostradorApi, {
    'GET /api/mostrador/facturas': ({ query, request }) => listForStaff(deps, query, origin(request)),
    'GET /api/mostrador/pedidos/:pedido_id/comprobantes': ({ params, request }) =>
      listDePedido(deps, params.pedido_id, origin(request)),
    'POST /api/mostrador/facturas/:id/reintentar': ({ params, request }) =>
      reintentar(deps, params.id, origin(request)),
    'POST /api/mostrador/pedidos/:pedido_id/facturar': ({ params, request }) =>
      facturarAnonimo(deps, params.pedido_id, origin(request)),
  })
}
