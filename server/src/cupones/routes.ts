import { cuponesApi } from '@imprimitodo/shared/api/cupones'
import type { FastifyInstance } from 'fastify'
import type { Sesiones } from '../auth/service.ts'
import { serve } from '../core/serve.ts'

/**
 * Only what the guards of protected pages need: who is let in, by bearer or by the cookie (spec section 2). Coupons
 * themselves come with the loyalty programme; until then nobody has any, which is what this answers.
 */
export function cuponesRoutes(app: FastifyInstance, sesiones: Sesiones): void {
  serve(app, cuponesApi, {
    'GET /api/cupones/': async ({ request, reply }) => {
      const none = {
        cantidad_cupones: 0,
        codigo: null,
        descuento: null,
        fecha_vencimiento: null,
        fecha_uso: null,
        usado: false,
      }
      if (await sesiones.ifAny(request)) return none
      return { ...none, access: await sesiones.renew(request, reply) }
    },
  })
}
