import { clientesDuenoApi } from '@imprimitodo/shared/api/dueno'
import type { FastifyInstance } from 'fastify'
import { keyOf } from '../../base/http/idempotency.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, SIN_CONFIRMAR, serveMostrador } from '../../mostrador/acceso/service.ts'
import { adjustPuntos, findClientes, viewFicha } from './ficha.ts'

/** Customers, as the owner looks them up. */
export function clientesMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now'>,
  sesiones: SesionesMostrador,
): void {
  serveMostrador(counter, clientesDuenoApi, SIN_CONFIRMAR, {
    'GET /api/mostrador/clientes': ({ query }) => findClientes(deps, query.texto),
    'GET /api/mostrador/clientes/:id': ({ params }) => viewFicha(deps, params.id),
    'POST /api/mostrador/clientes/:id/ajuste': async ({ params, body, request }) =>
      adjustPuntos(deps, sesiones.of(request).operador, params.id, body, keyOf(request)),
  })
}
