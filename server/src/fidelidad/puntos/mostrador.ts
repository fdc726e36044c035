// Points at the counter: sales that give them, and the prizes that the owner offers for them.
import { premiosApi } from '@imprimitodo/shared/api/catalogo'
import { ventasApi } from '@imprimitodo/shared/api/mostrador'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyOf } from '../../base/http/idempotency.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  type Confirmacion,
  limitePara,
  type SesionesMostrador,
  SIN_CONFIRMAR,
  serveMostrador,
} from '../../mostrador/acceso/service.ts'
import { createPremio, listPremiosDueno, retirePremio, updatePremio } from './premios.ts'
import { sell } from './ventas.ts'

export function puntosMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'tienda'>,
  sesiones: SesionesMostrador,
  confirmacion: Confirmacion,
): void {
  const quien = ({ request }: { request: FastifyRequest }) => sesiones.of(request).operador

  serveMostrador(counter, ventasApi, 'todos', {
    'POST /api/mostrador/ventas': async (call) => {
      const { email, importe, medio = null } = call.body
      const { request, reply } = call
      const limite = await limitePara(deps, 'venta', {
        ...{ operador: quien(call), sucursal_id: quien(call).sucursal_id, confirmacion, request, reply },
        autoriza: call.body.autoriza,
      })
      return sell(deps, quien(call), { email, importe, medio, limite }, keyOf(request))
    },
  })
  serveMostrador(counter, premiosApi, SIN_CONFIRMAR, {
    'GET /api/mostrador/premios': () => listPremiosDueno(deps.db),
    'POST /api/mostrador/premios': (call) => createPremio(deps, quien(call), call.body),
    'PATCH /api/mostrador/premios/:id': (call) => updatePremio(deps, quien(call), call.params.id, call.body),
    'POST /api/mostrador/premios/:id/retirar': (call) =>
      retirePremio(deps, quien(call), call.params.id, call.body.retirado),
  })
}
