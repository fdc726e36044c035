import { clientesMostradorApi } from '@imprimitodo/shared/api/clientes-mostrador'
import { clientesDuenoApi } from '@imprimitodo/shared/api/dueno'
import type { FastifyInstance } from 'fastify'
import { idempotencyKeyOf } from '../../base/http/idempotency.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, SIN_CONFIRMAR, serveMostrador } from '../../mostrador/acceso/service.ts'
import { adjustPuntos, findClientes, viewFicha } from './ficha.ts'
import { createClienteSearch } from './search.ts'

/** Customers: looked up by the owner, and searched by clerks who sell. */
export function clientesMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'limits'>,
  sesiones: SesionesMostrador,
): void {
  const search = createClienteSearch(deps)
  serveMostrador(counter, clientesMostradorApi, 'todos', {
    'POST /api/mostrador/clientes/buscar': ({ body, request }) =>
      search(body.texto, sesiones.of(request).operador.id),
  })
  serveMostrador(counter, clientesDuenoApi, SIN_CONFIRMAR, {
    'GET /api/mostrador/clientes': ({ query }) => findClientes(deps, query.texto),
    'GET /api/mostrador/clientes/:id': ({ params }) => viewFicha(deps, params.id),
    'POST /api/mostrador/clientes/:id/ajuste': async ({ params, body, request }) =>
      adjustPuntos(deps, sesiones.of(request).operador, params.id, body, idempotencyKeyOf(request)),
  })
}
