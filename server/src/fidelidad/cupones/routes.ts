import { cuponesApi } from '@imprimitodo/shared/api/cupones'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Sesiones } from '../../cuentas/auth/service.ts'
import { createEventosDelCupon } from './eventos.ts'
import { generateCupon, viewCupon } from './service.ts'

export function cuponesRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'now'>,
  sesiones: Sesiones,
): void {
  const eventos = createEventosDelCupon(app, deps, sesiones)

  serve(app, cuponesApi, {
    // Protected pages make this call first, so it accepts the cookie too
    'GET /api/cupones/': async ({ request, reply }) => {
      const sesion = await sesiones.ifAny(request)
      if (sesion) return viewCupon(deps.db, deps, sesion.cliente.id)
      const { access, cliente_id } = await sesiones.renew(request, reply)
      return { ...(await viewCupon(deps.db, deps, cliente_id)), access }
    },
    'POST /api/cupones/': async ({ request }) =>
      generateCupon(deps, (await sesiones.need(request)).cliente.id),
  })

  app.get('/api/cupones/eventos', async (request, reply) => {
    const sesion = await sesiones.need(request)
    return eventos(sesion, reply)
  })
}
