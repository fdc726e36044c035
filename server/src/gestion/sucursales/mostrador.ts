import { sucursalesApi } from '@imprimitodo/shared/api/dueno'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, SIN_CONFIRMAR, serveMostrador } from '../../mostrador/acceso/service.ts'
import { createSucursal, updateSucursal } from './editar.ts'
import { listSucursales } from './store.ts'

/** Branches, as the owner keeps them. */
export function sucursalesMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'tienda' | 'now'>,
  sesiones: SesionesMostrador,
): void {
  const quien = ({ request }: { request: FastifyRequest }) => sesiones.of(request).operador
  serveMostrador(counter, sucursalesApi, SIN_CONFIRMAR, {
    'GET /api/mostrador/sucursales': () => listSucursales(deps.db),
    'POST /api/mostrador/sucursales': (call) => createSucursal(deps, quien(call), call.body),
    'PATCH /api/mostrador/sucursales/:id': (call) =>
      updateSucursal(deps, quien(call), call.params.id, call.body),
  })
}
