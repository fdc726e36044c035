import { randomUUID } from 'node:crypto'
import { devolucionesApi } from '@imprimitodo/shared/api/devoluciones'
import { pagosSinPedidoApi } from '@imprimitodo/shared/api/pagos-sin-pedido'
import type { FastifyInstance } from 'fastify'
import { idempotencyKeyOf } from '../../base/http/idempotency.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  type Confirmacion,
  type SesionesMostrador,
  SIN_CONFIRMAR,
  serveMostrador,
} from '../../mostrador/acceso/service.ts'
import { viewEnMostrador } from '../../mostrador/tablero/service.ts'
import { limiteDevolucion } from './limite.ts'
import { isLarge } from './refund.ts'
import { refundPago } from './service.ts'
import { resolveSinPedido } from './sin-pedido.ts'

/** Refunds at the counter, and payments that are of no order. */
export function pagosMostradorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: SesionesMostrador,
  confirmacion: Confirmacion,
): void {
  // Above the owner's amount
  const permiso = { rol: 'pedido', confirma: 'segun' } as const
  const permisos = { 'POST /api/mostrador/pedidos/:pedido_id/devolver': permiso }
  serveMostrador(counter, devolucionesApi, permisos, {
    'POST /api/mostrador/pedidos/:pedido_id/devolver': async ({
      params: { pedido_id },
      body,
      request,
      reply,
    }) => {
      const confirmado = await isLarge(deps, pedido_id, body.importe ?? null)
      if (confirmado) await confirmacion.need({ request, reply })
      const { operador } = sesiones.of(request)
      const { autoriza } = body
      const limite = await limiteDevolucion(deps, pedido_id, {
        operador,
        autoriza,
        confirmacion,
        request,
        reply,
      })
      const click = idempotencyKeyOf(request) ?? randomUUID()
      await refundPago(deps, {
        pedido_id,
        motivo: body.motivo,
        importe: body.importe ?? null,
        quien: operador,
        request,
        clave: `${operador.id}:${click}`,
        confirmado,
        limite,
      })
      return viewEnMostrador(deps, pedido_id)
    },
  })
  serveMostrador(counter, pagosSinPedidoApi, SIN_CONFIRMAR, {
    'POST /api/mostrador/pagos-sin-pedido/:id/resolver': async ({ params: { id }, request }) => {
      await resolveSinPedido(deps, id, sesiones.of(request).operador)
      return {}
    },
  })
}
