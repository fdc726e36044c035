import { pushApi } from '@imprimitodo/shared/api/push'
import type { FastifyInstance } from 'fastify'
import { NO_CONTENT, serve } from '../../base/http/serve.ts'
import { createVisitorLimit } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Acceso, needPedido } from '../pedidos/service.ts'
import { pushAviso, sendNews, subscribe } from './service.ts'
import { deleteSuscripcion } from './store.ts'

const MOST = { browser: 60, address: 600, windowMs: 15 * 60_000 }

export function suscripcionesRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'limits' | 'locks' | 'log' | 'now' | 'publicUrl' | 'push'>,
  { acceso }: { acceso: Acceso },
): void {
  const { push } = deps
  const countVisitor = createVisitorLimit(deps.limits, 'push', MOST)
  serve(app, pushApi, {
    'GET /api/push': async () => ({ clave: push.clave }),
    'POST /api/pedidos/:pedido_id/push': async ({ params, body, request, reply }) => {
      countVisitor(request)
      const pedido = await needPedido(deps.db, params.pedido_id)
      await acceso.need(request, reply, pedido)
      await subscribe(deps, pedido, body)
      return {}
    },
    // Only the device itself knows its push address, so naming it is proof enough
    'DELETE /api/pedidos/:pedido_id/push': async ({ params, body }) => {
      await deleteSuscripcion(deps.db, params.pedido_id, body.endpoint)
      return NO_CONTENT
    },
  })
  deps.jobs.work('avisar_push', (asked) => sendNews(deps, asked))
  deps.jobs.work('push', ({ id }) => pushAviso(deps, id))
}
