import { arrepentimientosMostradorApi } from '@imprimitodo/shared/api/arrepentimiento'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { attend, listArrepentimientosForStaff } from './attend.ts'

/** Purchases taken back, as staff sees them. */
export function arrepentimientosMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now'>,
  sesiones: SesionesMostrador,
): void {
  serveMostrador(counter, arrepentimientosMostradorApi, 'general', {
    'GET /api/mostrador/arrepentimientos': ({ query }) => listArrepentimientosForStaff(deps, query),
    'POST /api/mostrador/arrepentimientos/:id/atender': ({ params, body, request }) =>
      attend(deps, params.id, { nota: body.nota, quien: sesiones.of(request).operador.nombre }),
  })
}
