import { arrepentimientosMostradorApi } from '@imprimitodo/shared/api/arrepentimiento'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Sesiones } from '../../mostrador/acceso/service.ts'
import { attend, listForStaff } from './service.ts'

/** Purchases taken back, as staff sees them. */
export function arrepentimientosRoutes(counter: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  serve(counter, arrepentimientosMostradorApi, {
    'GET /api/mostrador/arrepentimientos': ({ query }) => listForStaff(deps, query),
    'POST /api/mostrador/arrepentimientos/:id/atender': ({ params, body, request }) =>
      attend(deps, params.id, { nota: body.nota, quien: sesiones.of(request).operador.nombre }),
  })
}
