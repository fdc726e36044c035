import { MiniaturaDePresupuesto, presupuestosApi } from '@imprimitodo/shared/api/presupuestos'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { keepPrivate } from '../../base/http/no-store.ts'
import { serve } from '../../base/http/serve.ts'
import { createVisitorLimit, rememberBrowser, senderOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Acceso, sendMiniatura } from '../pedidos/service.ts'
import { draftOf, orderPresupuesto, showPresupuesto } from './service.ts'

/** Each order makes a draft. A campus is one address. */
const MADE = { browser: 30, address: 600, windowMs: 15 * 60_000 }

export function presupuestosRoutes(app: FastifyInstance, deps: Deps, { acceso }: { acceso: Acceso }): void {
  const countMade = createVisitorLimit(deps.limits, 'presupuesto', MADE)
  serve(app, presupuestosApi, {
    'GET /api/presupuestos/:token': ({ params, reply }) => {
      keepPrivate(reply)
      return showPresupuesto(deps, params.token)
    },
    'POST /api/presupuestos/:token/pedir': async ({ params, body, request, reply }) => {
      countMade(request)
      rememberBrowser(request, reply)
      const made = await orderPresupuesto(deps, params.token, {
        sender: senderOf(request),
        cliente_id: null,
        carrito: body.carrito,
      })
      acceso.remember(request, reply, made.pedido_id)
      return made
    },
  })
  // Small and the first page only, as for a stranger's order. The draft's id, which could change it, is not
  // told
  app.get(
    '/api/presupuestos/:token/archivos/:n/miniatura.webp',
    { schema: { params: MiniaturaDePresupuesto } },
    async (request, reply) => {
      const { token, n } = request.params as z.output<typeof MiniaturaDePresupuesto>
      const pedido = await draftOf(deps, token)
      return sendMiniatura(deps, reply, { pedido, n, page: undefined, width: 200, isOwn: false })
    },
  )
}
