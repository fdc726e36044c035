import { cuponesApi } from '@imprimitodo/shared/api/cupones'
import type { FastifyInstance } from 'fastify'
import type { Sesiones } from '../auth/service.ts'
import type { Deps } from '../core/deps.ts'
import { serve } from '../core/serve.ts'
import { createEventos } from './eventos.ts'
import { generateCupon, viewCupon } from './service.ts'

export function cuponesRoutes(app: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  const eventos = createEventos(app, deps, sesiones)

  serve(app, cuponesApi, {
    // What a protected page asks first (spec section 2), so also the cookie lets its owner in
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
