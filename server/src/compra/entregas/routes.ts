import { entregasApi } from '@imprimitodo/shared/api/entregas'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../base/http/serve.ts'
import { createVisitorLimit, senderOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { quoteEntrega } from './service.ts'

/** Each quote may cost a call to the map service; a campus is one address. */
const COTIZAR = { browser: 20, address: 600, windowMs: 15 * 60_000 }

export function entregasRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'limits' | 'log' | 'maps' | 'tienda'>,
): void {
  const countVisitor = createVisitorLimit(deps.limits, 'cotizar', COTIZAR)
  serve(app, entregasApi, {
    'POST /api/entregas/cotizar': async ({ body, request }) => {
      countVisitor(request)
      const { sucursal, direccion, lat, lng } = body
      const pin = lat != null && lng != null ? { lat, lng } : null
      return quoteEntrega(deps, { sucursal, direccion, pin, red: senderOf(request).red })
    },
  })
}
