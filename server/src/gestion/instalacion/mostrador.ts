import { openApi } from '@imprimitodo/shared/api/instalacion'
import type { FastifyInstance } from 'fastify'
import { type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import type { InstalacionService } from './service.ts'

export function instalacionMostradorRoutes(
  counter: FastifyInstance,
  instalacion: InstalacionService,
  sesiones: SesionesMostrador,
): void {
  serveMostrador(counter, openApi, 'dueno', {
    'POST /api/mostrador/instalacion/abrir': ({ request }) => instalacion.open(sesiones.of(request)),
  })
}
