// The prizes that the owner offers for points.
import { premiosApi } from '@imprimitodo/shared/api/catalogo'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, SIN_CONFIRMAR, serveMostrador } from '../../mostrador/acceso/service.ts'
import { createPremio, listPremiosDueno, orderPremios, retirePremio, updatePremio } from './premios.ts'

export function puntosMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'tienda'>,
  sesiones: SesionesMostrador,
): void {
  const quien = ({ request }: { request: FastifyRequest }) => sesiones.of(request).operador

  serveMostrador(counter, premiosApi, SIN_CONFIRMAR, {
    'GET /api/mostrador/premios': () => listPremiosDueno(deps.db),
    'POST /api/mostrador/premios': (call) => createPremio(deps, quien(call), call.body),
    'PUT /api/mostrador/premios/orden': (call) => orderPremios(deps, quien(call), call.body.ids),
    'PATCH /api/mostrador/premios/:id': (call) => updatePremio(deps, quien(call), call.params.id, call.body),
    'POST /api/mostrador/premios/:id/retirar': (call) =>
      retirePremio(deps, quien(call), call.params.id, call.body.retirado),
  })
}
