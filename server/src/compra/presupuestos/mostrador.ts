import { presupuestosMostradorApi } from '@imprimitodo/shared/api/presupuestos'
import type { FastifyInstance } from 'fastify'
import { senderOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { givePresupuesto } from './service.ts'

/** A draft has no branch yet; the handler checks the branch that it is quoted for. */
export function presupuestosMostradorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: SesionesMostrador,
): void {
  serveMostrador(counter, presupuestosMostradorApi, 'todos', {
    'POST /api/mostrador/presupuestos': ({ body: { pedido_id, calculo, ...para }, request }) =>
      givePresupuesto(
        deps,
        { operador: sesiones.of(request).operador, sender: senderOf(request) },
        para,
        calculo ? { calculo, pedido_id: null } : { pedido_id: pedido_id ?? '', calculo: null },
      ),
  })
}
