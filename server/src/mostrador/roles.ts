// Who of the back office may call what. A person of one branch sees and moves what is of that branch, and nothing else.
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { notFound, refuse } from '../core/errors.ts'
import { sucursalOfImpresion, sucursalOfImpresora } from '../impresion/service.ts'
import { findPedido } from '../pedidos/service.ts'
import type { Operador } from './store.ts'

/**
 * `todos`: everybody, and the handler shows each what is theirs. `pedido`, `impresion`, `impresora`: whose branch the
 * one in the address is of; to anybody else it does not exist. `general`: the owner, and whoever works for all
 * branches. `dueno`: the owner alone.
 */
type Rol = 'todos' | 'pedido' | 'impresion' | 'impresora' | 'general' | 'dueno'

const ROLES: Record<string, Rol> = {
  'POST /api/mostrador/salir': 'todos',
  'GET /api/mostrador/eventos': 'todos',
  'GET /api/mostrador/pedidos': 'todos',
  'GET /api/mostrador/codigos/:codigo': 'todos',
  'POST /api/mostrador/codigos/:codigo/usar': 'todos',
  'POST /api/mostrador/ventas': 'todos',
  'GET /api/mostrador/salud': 'todos',
  'GET /api/mostrador/reportes/caja': 'todos',
  'GET /api/mostrador/reportes/caja.csv': 'todos',
  // A draft is of no branch yet: whose order it is, cobrar.ts looks
  'POST /api/mostrador/pedidos/:pedido_id/cobrar': 'todos',
  'GET /api/mostrador/facturas': 'general',
  'POST /api/mostrador/facturas/:id/reintentar': 'general',
  'GET /api/mostrador/arrepentimientos': 'general',
  'POST /api/mostrador/arrepentimientos/:id/atender': 'general',
  'GET /api/mostrador/impresoras': 'todos',
  'POST /api/mostrador/impresoras/:id/prueba': 'impresora',
  'GET /api/mostrador/impresiones': 'todos',
  'POST /api/mostrador/impresiones/:id/resolver': 'impresion',
  'POST /api/mostrador/impresiones/:id/confirmar': 'impresion',
  'POST /api/mostrador/impresiones/:id/mover': 'impresion',
  'POST /api/mostrador/impresiones/:id/cancelar': 'impresion',
}

/** What nobody thought of is the owner's. */
export function rolOf(method: string, url: string): Rol {
  const known = ROLES[`${method} ${url}`]
  if (known) return known
  return url.startsWith('/api/mostrador/pedidos/:pedido_id') ? 'pedido' : 'dueno'
}

/** The one branch that a person sees; null: all of them. */
export const alcanceOf = ({ rol, sucursal_id }: Operador): number | null =>
  rol === 'dueno' ? null : sucursal_id

/** The hook after the session's. @throws 403, 404 */
export async function checkRol(
  { db }: Pick<Deps, 'db'>,
  operador: Operador,
  request: FastifyRequest<{ Params: { pedido_id?: string; id?: string } }>,
): Promise<void> {
  if (operador.rol === 'dueno') return
  const rol = rolOf(request.method, request.routeOptions.url ?? '')
  if (rol === 'dueno') throw refuse(403, 'Esto es solo del dueño.')
  const alcance = alcanceOf(operador)
  if (rol === 'todos' || alcance === null) return
  if (rol === 'general') throw refuse(403, 'Esto es de quien trabaja para todas las sucursales.')
  const { pedido_id = '', id = '' } = request.params
  if (rol === 'pedido') {
    if ((await findPedido(db, pedido_id))?.sucursal_id !== alcance) throw notFound('Ese pedido no existe.')
    return
  }
  const number = /^\d{1,9}$/.test(id) ? Number(id) : 0
  const of = rol === 'impresion' ? sucursalOfImpresion : sucursalOfImpresora
  if ((await of(db, number)) !== alcance)
    throw notFound(rol === 'impresion' ? 'Esa impresión no existe.' : 'Esa impresora no existe.')
}
