// Agents at the counter: made, paired, downloaded, revoked.
import { agentesApi } from '@imprimitodo/shared/api/impresion'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, SIN_CONFIRMAR, serveMostrador } from '../../mostrador/acceso/service.ts'
import { createAgente, newCodigo, revokeAgente } from './impresoras.ts'
import { offerPaquete } from './programa/offer.ts'
import { createProgramas } from './programa/programa.ts'

export function agentesMostradorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: SesionesMostrador,
): void {
  const programas = createProgramas(deps)
  type Call = { request: Parameters<SesionesMostrador['of']>[0] }
  const who = ({ request }: Call) => sesiones.of(request).operador

  serveMostrador(
    counter,
    agentesApi,
    {
      'POST /api/mostrador/agentes': 'dueno',
      'DELETE /api/mostrador/agentes/:id': SIN_CONFIRMAR,
      'POST /api/mostrador/agentes/:id/codigo': 'dueno',
      'POST /api/mostrador/agentes/:id/paquete': SIN_CONFIRMAR,
    },
    {
      'POST /api/mostrador/agentes': (call) =>
        createAgente(deps, { request: call.request, quien: who(call) }, call.body),
      'DELETE /api/mostrador/agentes/:id': async (call) => {
        await revokeAgente(deps, who(call), call.params.id)
        return {}
      },
      'POST /api/mostrador/agentes/:id/codigo': (call) =>
        newCodigo(deps, { request: call.request, quien: who(call) }, call.params.id),
      'POST /api/mostrador/agentes/:id/paquete': (call) =>
        offerPaquete(deps, programas, { agente_id: call.params.id, plataforma: call.body.plataforma }),
    },
  )
}
