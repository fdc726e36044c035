import { codigosMostradorApi } from '@imprimitodo/shared/api/mostrador'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { alcanceOf, type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { lookAtCounter, markAtCounter } from './counter.ts'

/** A code that a customer brings to the counter. */
export function qrMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  sesiones: SesionesMostrador,
): void {
  const quien = ({ request }: { request: FastifyRequest }) => {
    const { operador } = sesiones.of(request)
    return { id: operador.id, nombre: operador.nombre, alcance: alcanceOf(operador) }
  }
  serveMostrador(counter, codigosMostradorApi, 'todos', {
    'GET /api/mostrador/codigos/:codigo': (call) => lookAtCounter(deps, call.params.codigo, quien(call)),
    'POST /api/mostrador/codigos/:codigo/usar': (call) =>
      markAtCounter(deps, { ...call.params, email: call.body?.email?.trim() || null }, quien(call)),
  })
}
