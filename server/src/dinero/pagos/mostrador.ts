import { randomUUID } from 'node:crypto'
import { devolucionesApi } from '@imprimitodo/shared/api/devoluciones'
import { toCentavos } from '@imprimitodo/shared/rules/dinero'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Confirmacion, Sesiones } from '../../mostrador/acceso/service.ts'
import { viewPedido } from '../../mostrador/tablero/service.ts'
import { devolver, devolvible } from './service.ts'

/**
 * Whether more than the owner's amount goes back of an order, with what went back before: not even in small parts.
 * @param importe pesos; null: all that is left
 */
export async function isLarge(
  { db, tienda }: Pick<Deps, 'db' | 'tienda'>,
  pedido_id: string,
  importe: number | null,
): Promise<boolean> {
  const { devuelto, queda } = await devolvible(db, pedido_id)
  const { devolucion_confirmar } = (await tienda.read()).ajustes.seguridad
  const now = importe === null ? queda : toCentavos(importe)
  return now > 0 && devuelto + now > devolucion_confirmar
}

/** Money back from the counter. */
export function devolucionesRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: Sesiones,
  confirmacion: Confirmacion,
): void {
  serve(counter, devolucionesApi, {
    'POST /api/mostrador/pedidos/:pedido_id/devolver': async ({
      params: { pedido_id },
      body,
      request,
      reply,
    }) => {
      const confirmado = await isLarge(deps, pedido_id, body.importe ?? null)
      if (confirmado) await confirmacion.need({ request, reply })
      const { operador } = sesiones.of(request)
      const key = request.headers['idempotency-key']
      const click = typeof key === 'string' && key ? key.slice(0, 200) : randomUUID()
      await devolver(deps, {
        ...{ pedido_id, motivo: body.motivo, importe: body.importe ?? null },
        ...{ quien: operador, request, clave: `${operador.id}:${click}`, confirmado },
      })
      return viewPedido(deps, pedido_id)
    },
  })
}
