import { randomUUID } from 'node:crypto'
import type { Autoriza } from '@imprimitodo/shared/api/acceso'
import { type VentaAnswer, ventasApi } from '@imprimitodo/shared/api/ventas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../base/http/errors.ts'
import { idempotencyKeyOf } from '../../base/http/idempotency.ts'
import { originOf } from '../../base/http/origin.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { pedidosOfVenta } from '../../compra/pedidos/service.ts'
import { sucursalLlamada } from '../../gestion/sucursales/service.ts'
import {
  alcanceOf,
  type Confirmacion,
  limitesPara,
  type SesionesMostrador,
  serveMostrador,
} from '../../mostrador/acceso/service.ts'
import { createPreferencia, isLarge, limiteDevolucion } from '../pagos/service.ts'
import { devolvibleDeVenta, ventaHecha } from './look.ts'
import { payVenta } from './pay.ts'
import { quoteVenta } from './quote.ts'
import { refundVenta } from './refund.ts'
import { sellVenta, type Vendida } from './sell.ts'
import { sellTyped } from './type-in.ts'

/** Sales at the counter. */
export function ventasMostradorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: SesionesMostrador,
  confirmacion: Confirmacion,
): void {
  const vendedor = (request: FastifyRequest) => {
    const { operador } = sesiones.of(request)
    return { id: operador.id, nombre: operador.nombre, alcance: alcanceOf(operador) }
  }
  type Http = { request: FastifyRequest; reply: FastifyReply }
  type Pide = { sucursal?: string | null; autoriza?: Autoriza | null }
  /** The person's limits for sales and for discounts by hand. */
  const limitesDe = async (http: Http, { sucursal, autoriza }: Pide) => {
    const { operador } = sesiones.of(http.request)
    const named = sucursal ? sucursalLlamada(await deps.tienda.read(), sucursal) : undefined
    const sucursal_id = operador.sucursal_id ?? named?.id ?? null
    return limitesPara(deps, ['venta', 'descuento'], {
      ...http,
      operador,
      sucursal_id,
      autoriza,
      confirmacion,
    })
  }
  /** Adds the link, which is made after the sale is committed. Repeated, it is the same link. */
  const withLink = async ({ answer, link }: Vendida, request: FastifyRequest): Promise<VentaAnswer> => ({
    ...answer,
    init_point:
      link && (await createPreferencia(deps, { pedido_id: link }, originOf(request, deps.publicUrl))),
  })

  serveMostrador(
    counter,
    ventasApi,
    {
      // The handlers check the branch of the orders
      'POST /api/mostrador/ventas': 'todos',
      'POST /api/mostrador/ventas/cotizar': 'todos',
      'GET /api/mostrador/ventas/hecha': 'todos',
      'POST /api/mostrador/ventas/:id/pagos': 'venta',
      'GET /api/mostrador/ventas/:id/devolver': 'venta',
      // Above the owner's amount
      'POST /api/mostrador/ventas/:id/devolver': { rol: 'venta', confirma: 'segun' },
    },
    {
      'POST /api/mostrador/ventas': async ({ body, request, reply }) => {
        const key = idempotencyKeyOf(request)
        const { operador } = sesiones.of(request)
        const limites = await limitesDe({ request, reply }, body)
        if (body.clase === 'email') {
          const { email, importe, medio = null } = body
          return sellTyped(deps, operador, { email, importe, medio, limite: limites.venta }, key)
        }
        return withLink(await sellVenta(deps, vendedor(request), body, { key, limites }), request)
      },
      'POST /api/mostrador/ventas/cotizar': ({ body, request }) => quoteVenta(deps, vendedor(request), body),
      'GET /api/mostrador/ventas/hecha': async ({ request }) => {
        const made = await ventaHecha(deps, vendedor(request), idempotencyKeyOf(request))
        if (!made) return { venta: null }
        // The sale stands even if the provider makes no link now: the order's page asks for it again
        const venta = await withLink(made, request).catch((error: unknown) => {
          if (error instanceof Refusal) return made.answer
          throw error
        })
        return { venta }
      },
      'POST /api/mostrador/ventas/:id/pagos': async ({ params, body, request }) => {
        const asked = { pagos: body.pagos, key: idempotencyKeyOf(request) }
        return withLink(await payVenta(deps, vendedor(request), params.id, asked), request)
      },
      'GET /api/mostrador/ventas/:id/devolver': ({ params, request }) =>
        devolvibleDeVenta(deps, vendedor(request), params.id),
      'POST /api/mostrador/ventas/:id/devolver': async ({ params, body, request, reply }) => {
        const { operador } = sesiones.of(request)
        const pedidos = await pedidosOfVenta(deps.db, params.id)
        const large = await Promise.all(pedidos.map((id) => isLarge(deps, id, body.importe)))
        const confirmado = large.includes(true)
        if (confirmado) await confirmacion.need({ request, reply })
        const { importe, medio, motivo, autoriza } = body
        const limite = await limiteDevolucion(deps, pedidos[0] ?? '', {
          operador,
          autoriza,
          confirmacion,
          request,
          reply,
        })
        return refundVenta(deps, vendedor(request), params.id, {
          importe,
          medio,
          motivo,
          request,
          confirmado,
          limite,
          clave: `${operador.id}:${idempotencyKeyOf(request) ?? randomUUID()}`,
        })
      },
    },
  )
}
