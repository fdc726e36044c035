import { type PagoSimulado, pagosApi } from '@imprimitodo/shared/api/pagos'
import type { PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'
import type { FastifyInstance } from 'fastify'
import { notFound, refuse } from '../../base/http/errors.ts'
import { originOf } from '../../base/http/origin.ts'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { CheckoutRefused } from '../../base/services/payments/port.ts'
import { type Acceso, findByReferencia, findPedido } from '../../compra/pedidos/service.ts'
import { cancelPropio } from './cancel.ts'
import { createPreferencia } from './preferencia.ts'
import { createVuelta } from './vuelta.ts'
import { webhookRoutes } from './webhook.ts'

const REFUSED: Record<CheckoutRefused['reason'], string> = {
  vencida: 'Este pago venció. No se cobró nada.',
  pagada: 'Esta compra ya está pagada.',
  'sin-cupon': 'No hay ningún cupón esperando el efectivo.',
}

export function pagosRoutes(app: FastifyInstance, deps: Deps, { acceso }: { acceso: Acceso }): void {
  const needCheckout = () => {
    const { checkout } = deps.payments.current
    if (!checkout) throw notFound()
    return checkout
  }
  const shown = (pago: PagoSimulado | null, origin: string): PagoSimulado => {
    if (!pago) throw notFound('Ese pago no existe.')
    return { ...pago, vuelta: `${origin}${pago.vuelta}` }
  }

  serve(app, pagosApi, {
    // The order's link is enough: paying another person's order does no harm
    'POST /api/crear-preferencia': async ({ body, request }) => ({
      init_point: await createPreferencia(deps, body, originOf(request, deps.publicUrl)),
    }),
    'POST /api/pedidos/:pedido_id/cancelar': async ({ params, body, request, reply }) => {
      reply.header('cache-control', 'private, no-store')
      const pedido = await findPedido(deps.db, params.pedido_id)
      if (!pedido || pedido.estado === 'borrador') throw notFound('No encontramos ese pedido.')
      await acceso.need(request, reply, pedido, body.email)
      return cancelPropio(deps, pedido, body.motivo?.trim() || null)
    },
    'GET /api/pago-simulado/:ref': async ({ params, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return shown(await needCheckout().show(params.ref), originOf(request, deps.publicUrl))
    },
    'POST /api/pago-simulado/:ref': async ({ params, body, request }) => {
      const pago = await needCheckout()
        .act(params.ref, body.accion)
        .catch((error) => {
          throw error instanceof CheckoutRefused ? refuse(409, REFUSED[error.reason]) : error
        })
      return shown(pago, originOf(request, deps.publicUrl))
    },
  })

  webhookRoutes(app, deps)

  const look = createVuelta(deps)
  /**
   * Where the provider sends the buyer. Its query is not trusted: it is only a reason to ask the provider.
   */
  app.get<{ Params: { ref: string } }>('/pago/vuelta/:ref', async (request, reply) => {
    const pedido = await findByReferencia(deps.db, request.params.ref)
    if (pedido) await look(pedido, request)
    reply.header('cache-control', 'no-store').header('referrer-policy', 'same-origin')
    const address: PageAddress = pedido ? `/pedido/${pedido.id}` : '/'
    return reply.redirect(address, 302)
  })
}
