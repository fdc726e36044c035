import { sucursalesApi } from '@imprimitodo/shared/api/dueno'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takeFrom } from '../../base/http/rate-limit.ts'
import { senderOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, SIN_CONFIRMAR, serveMostrador } from '../../mostrador/acceso/service.ts'
import { perfilesDeSucursal } from '../../taller/impresion/service.ts'
import { createSucursal, updateSucursal } from './edit.ts'
import { locateSucursal } from './locate.ts'
import { listSucursales } from './store.ts'

/** Look-ups of an address by one person: each may cost a call outside. */
const MAX_UBICAR = 30
const WINDOW_MS = 15 * 60_000

/** The owner's calls for branches. */
export function sucursalesMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'tienda' | 'now' | 'maps' | 'log' | 'limits'>,
  sesiones: SesionesMostrador,
): void {
  const quien = ({ request }: { request: FastifyRequest }) => sesiones.of(request).operador
  const buscadas = deps.limits('mostrador-ubicar', MAX_UBICAR, WINDOW_MS)
  serveMostrador(counter, sucursalesApi, SIN_CONFIRMAR, {
    'GET /api/mostrador/sucursales': () => listSucursales(deps.db),
    'POST /api/mostrador/sucursales': (call) => createSucursal(deps, quien(call), call.body),
    'PATCH /api/mostrador/sucursales/:id': (call) =>
      updateSucursal({ ...deps, perfilesOf: perfilesDeSucursal }, quien(call), call.params.id, call.body),
    'POST /api/mostrador/sucursales/ubicar': (call) => {
      takeFrom([[buscadas, String(quien(call).id)]])
      const { direccion, lat, lng } = call.body
      const cerca = lat != null && lng != null ? { lat, lng } : null
      return locateSucursal(deps, { direccion, cerca, red: senderOf(call.request).red })
    },
  })
}
