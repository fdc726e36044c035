import { entregasApi } from '@imprimitodo/shared/api/entregas'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { addressKey, tooMany } from '../core/rate-limit.ts'
import { serve } from '../core/serve.ts'
import { quoteEntrega } from './service.ts'

const MAX_QUOTES = 60
const WINDOW_MS = 15 * 60_000

export function entregasRoutes(app: FastifyInstance, deps: Deps): void {
  const limiter = deps.limits('cotizar', MAX_QUOTES, WINDOW_MS)
  serve(app, entregasApi, {
    'POST /api/entregas/cotizar': async ({ body, request, reply }) => {
      const key = addressKey(request.ip)
      if (!limiter.take(key)) throw tooMany(reply, limiter.secondsLeft(key))
      const { sucursal, direccion, lat, lng } = body
      const pin = lat != null && lng != null ? { lat, lng } : null
      return quoteEntrega(deps, { sucursal, direccion, pin })
    },
  })
}
