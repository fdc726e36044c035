import { facturasMostradorApi } from '@imprimitodo/shared/api/facturas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '../../base/http/origin.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { serveMostrador } from '../../mostrador/acceso/service.ts'
import { invoiceAtCounter, listDePedido, listFacturasForStaff, retryFactura } from './attend.ts'

/** Calls of the counter about vouchers. */
export function facturasMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'locks' | 'now' | 'publicUrl'>,
): void {
  const origin = (request: FastifyRequest) => originOf(request, deps.publicUrl)
  serveMostrador(
    counter,
    facturasMostradorApi,
    {
      'GET /api/mostrador/facturas': 'general',
      'GET /api/mostrador/pedidos/:pedido_id/comprobantes': 'pedido',
      'POST /api/mostrador/facturas/:id/reintentar': 'general',
      'POST /api/mostrador/pedidos/:pedido_id/facturar': 'pedido',
    },
    {
      'GET /api/mostrador/facturas': ({ query, request }) =>
        listFacturasForStaff(deps, query, origin(request)),
      'GET /api/mostrador/pedidos/:pedido_id/comprobantes': ({ params, request }) =>
        listDePedido(deps, params.pedido_id, origin(request)),
      'POST /api/mostrador/facturas/:id/reintentar': ({ params, request }) =>
        retryFactura(deps, params.id, origin(request)),
      'POST /api/mostrador/pedidos/:pedido_id/facturar': ({ params, request }) =>
        invoiceAtCounter(deps, params.pedido_id, origin(request)),
    },
  )
}
