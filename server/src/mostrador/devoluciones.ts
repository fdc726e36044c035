import { randomUUID } from 'node:crypto'
import { devolucionesApi } from '@imprimitodo/shared/api/devoluciones'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { refuse } from '../core/errors.ts'
import { serve } from '../core/serve.ts'
import { devolver } from '../pagos/service.ts'
import { findSucursal } from '../pedidos/service.ts'
import { needPedido, viewPedido } from './detalle.ts'
import type { Sesiones } from './sesion.ts'

/** Money back from the counter, by the owner and by who works for the order's branch (or for all of them). */
export function devolucionesRoutes(counter: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  serve(counter, devolucionesApi, {
    'POST /api/mostrador/pedidos/:pedido_id/devolver': async ({ params: { pedido_id }, body, request }) => {
      const { operador } = sesiones.of(request)
      const pedido = await needPedido(deps.db, pedido_id)
      const sucursal = await findSucursal(deps.db, pedido.sucursal_id ?? 0)
      const isTheirs = operador.sucursal === null || operador.sucursal === sucursal?.nombre
      if (operador.rol !== 'dueno' && !isTheirs)
        throw refuse(
          403,
          `Solo quien trabaja en ${sucursal?.nombre ?? 'esa sucursal'} puede devolver este pago.`,
        )
      const key = request.headers['idempotency-key']
      const click = typeof key === 'string' && key ? key.slice(0, 200) : randomUUID()
      await devolver(deps, {
        ...{ pedido_id, motivo: body.motivo, importe: body.importe ?? null },
        ...{ quien: operador.nombre, clave: `${operador.id}:${click}` },
      })
      return viewPedido(deps, pedido_id)
    },
  })
}
