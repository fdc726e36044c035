// The calls of the first start, before anyone can sign in.
import { instalacionApi } from '@imprimitodo/shared/api/instalacion'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../base/http/serve.ts'
import type { SesionesMostrador } from '../../mostrador/acceso/service.ts'
import type { InstalacionService } from './service.ts'

export function instalacionRoutes(
  app: FastifyInstance,
  instalacion: InstalacionService,
  sesiones: SesionesMostrador,
): void {
  serve(app, instalacionApi, {
    'GET /api/mostrador/instalacion': async ({ request, reply }) => {
      reply.header('cache-control', 'private, no-store')
      if (!request.headers.authorization) return instalacion.view(null)
      await sesiones.guard(request)
      return instalacion.view(sesiones.of(request))
    },
    'POST /api/mostrador/instalacion': async ({ body, request, reply }) => {
      reply.header('cache-control', 'private, no-store')
      return instalacion.install({ request, reply }, body)
    },
  })
}
