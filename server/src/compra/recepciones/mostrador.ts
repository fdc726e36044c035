import { recepcionesMostradorApi } from '@imprimitodo/shared/api/recepciones'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { endRecepcion, openRecepcion, showRecepcion } from './service.ts'

/** The handlers check whose recepcion it is: each person sees only their own. */
export function recepcionesMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'publicUrl' | 'tienda'>,
  sesiones: SesionesMostrador,
): void {
  serveMostrador(counter, recepcionesMostradorApi, 'todos', {
    'POST /api/mostrador/recepciones': ({ body, request }) =>
      openRecepcion(deps, sesiones.of(request).operador, body),
    'GET /api/mostrador/recepciones/:id': ({ params, request }) =>
      showRecepcion(deps, sesiones.of(request).operador, params.id),
    'POST /api/mostrador/recepciones/:id/cerrar': ({ params, request }) =>
      endRecepcion(deps, sesiones.of(request).operador, params.id),
  })
}
