// Urgencias, as every screen of the counter shows them.
import { urgenciasApi } from '@imprimitodo/shared/api/urgencias'
import type { FastifyInstance } from 'fastify'
import { alcanceOf, type SesionesMostrador, serveMostrador } from '../acceso/service.ts'
import { createUrgencias } from './service.ts'

export function urgenciasMostradorRoutes(
  counter: FastifyInstance,
  deps: Parameters<typeof createUrgencias>[0],
  sesiones: SesionesMostrador,
): void {
  const urgencias = createUrgencias(deps)
  serveMostrador(counter, urgenciasApi, 'todos', {
    'GET /api/mostrador/urgencias': ({ query, request }) => {
      const { operador } = sesiones.of(request)
      return urgencias(query.sucursal?.trim() || null, {
        alcance: alcanceOf(operador),
        sucursal: operador.sucursal,
      })
    },
  })
}
