import { cajaApi } from '@imprimitodo/shared/api/caja'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idempotencyKeyOf } from '../../base/http/idempotency.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { alcanceOf, type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { closeTurno, countCash, moveCash, openTurno, tellMedio } from './turnos.ts'
import { listTurnos, viewMovimientos, viewTurno } from './vista.ts'

/** Calls about the shifts of a till. */
export function cajaMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'tienda'>,
  sesiones: SesionesMostrador,
): void {
  const quien = ({ request }: { request: FastifyRequest }) => sesiones.of(request).operador
  serveMostrador(
    counter,
    cajaApi,
    {
      // Their handlers check the branch
      'GET /api/mostrador/turnos': 'todos',
      'POST /api/mostrador/turnos': 'todos',
      'GET /api/mostrador/turnos/:id': 'turno',
      'POST /api/mostrador/turnos/:id/movimientos': 'turno',
      'POST /api/mostrador/turnos/:id/contar': 'turno',
      'POST /api/mostrador/turnos/:id/cerrar': 'turno',
      'POST /api/mostrador/movimientos/:id/medio': 'movimiento',
    },
    {
      'GET /api/mostrador/turnos': (call) => listTurnos(deps, alcanceOf(quien(call)), call.query.sucursal),
      'POST /api/mostrador/turnos': (call) => openTurno(deps, quien(call), alcanceOf(quien(call)), call.body),
      'GET /api/mostrador/turnos/:id': ({ params }) => viewTurno(deps, params.id),
      'POST /api/mostrador/turnos/:id/movimientos': (call) =>
        moveCash(deps, quien(call), call.params.id, { ...call.body, key: idempotencyKeyOf(call.request) }),
      'POST /api/mostrador/turnos/:id/contar': (call) =>
        countCash(deps, quien(call), call.params.id, call.body),
      'POST /api/mostrador/turnos/:id/cerrar': (call) =>
        closeTurno(deps, quien(call), call.params.id, call.body),
      'POST /api/mostrador/movimientos/:id/medio': async (call) => {
        const said = await tellMedio(deps, quien(call), call.params.id, call.body.medio)
        const [fila] = await viewMovimientos(deps.db, [said])
        if (!fila) throw new Error('A movement without its row.')
        return fila
      },
    },
  )
}
