import { randomUUID } from 'node:crypto'
import { devolucionesApi } from '@imprimitodo/shared/api/devoluciones'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { serve } from '../core/serve.ts'
import { devolver } from '../pagos/service.ts'
import { viewPedido } from './detalle.ts'
import type { Sesiones } from './sesion.ts'

/** Money back from the counter. */
export function devolucionesRoutes(counter: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  serve(counter, devolucionesApi, {
    'POST /api/mostrador/pedidos/:pedido_id/devolver': async ({ params: { pedido_id }, body, request }) => {
      const { operador } = sesiones.of(request)
      const key = request.headers['idempotency-key']
      const click = typeof key === 'string' && key ? key.slice(0, 200) : randomUUID()
      await devolver(deps, {
        ...{ pedido_id, motivo: body.motivo, importe: body.importe ?? null },
        ...{ quien: operador, clave: `${operador.id}:${click}` },
      })
      return viewPedido(deps, pedido_id)
    },
  })
}
