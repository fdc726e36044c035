import { arrepentimientosMostradorApi } from '@imprimitodo/shared/api/arrepentimiento'
import type { FastifyInstance } from 'fastify'
import { attend, listForStaff } from '../arrepentimiento/service.ts'
import type { Deps } from '../core/deps.ts'
import { serve } from '../core/serve.ts'
import type { Sesiones } from './sesion.ts'

/** Purchases taken back, as staff sees them. */
export function arrepentimientosRoutes(counter: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  serve(counter, arrepentimientosMostradorApi, {
    'GET /api/mostrador/arrepentimientos': ({ query }) => listForStaff(deps, query),
    'POST /api/mostrador/arrepentimientos/:id/atender': ({ params, body, request }) =>
      attend(deps, params.id, { nota: body.nota, quien: sesiones.of(request).operador.nombre }),
  })
}
