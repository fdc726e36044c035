// Who of the back office may call what. A person of one branch sees and moves what is of that branch, and nothing else.
import type { FastifyRequest } from 'fastify'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findPedido } from '../../compra/pedidos/service.ts'
import { sucursalOfImpresion, sucursalOfImpresora } from '../../taller/impresion/service.ts'
import type { Operador } from './store.ts'

/**
 * `todos`: everybody, and the handler shows each what is theirs. `pedido`, `impresion`, `impresora`: whose branch the
 * one in the address is of; to anybody else it does not exist. `general`: the owner, and whoever works for all
 * branches. `dueno`: the owner alone.
 */
type Rol = 'todos' | 'pedido' | 'impresion' | 'impresora' | 'general' | 'dueno'

const ROLES: Record<string, Rol> = {
  'POST /api/mostrador/salir': 'todos',
  'POST /api/mostrador/confirmar': 'todos',
  'GET /api/mostrador/segundo-factor': 'todos',
  'POST /api/mostrador/segundo-factor/preparar': 'todos',
  'POST /api/mostrador/segundo-factor/activar': 'todos',
  'POST /api/mostrador/segundo-factor/desactivar': 'todos',
  'POST /api/mostrador/segundo-factor/recuperacion': 'todos',
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
  'GET /api/mostrador/seguridad': 'dueno',
  'GET /api/mostrador/seguridad.csv': 'dueno',
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

/**
 * Which calls a session alone does not authorise, because a stolen one would be enough: the person is asked again who
 * they are. `segun`: where what is sent says so, as its handler knows. What only reads needs nothing.
 */
type Confirma = 'siempre' | 'segun' | 'nunca'

const CONFIRMA: Record<string, Confirma> = {
  'POST /api/mostrador/segundo-factor/preparar': 'siempre',
  'POST /api/mostrador/segundo-factor/activar': 'siempre',
  'POST /api/mostrador/segundo-factor/desactivar': 'siempre',
  'POST /api/mostrador/segundo-factor/recuperacion': 'siempre',
  'POST /api/mostrador/usuarios': 'siempre',
  'PATCH /api/mostrador/usuarios/:id': 'siempre',
  'POST /api/mostrador/usuarios/:id/password': 'siempre',
  'DELETE /api/mostrador/usuarios/:id/segundo-factor': 'siempre',
  'POST /api/mostrador/agentes': 'siempre',
  // The settings of security
  'PUT /api/mostrador/ajustes': 'segun',
  // Above the owner's amount
  'POST /api/mostrador/pedidos/:pedido_id/devolver': 'segun',
  'POST /api/mostrador/pedidos/:pedido_id/estado': 'segun',

  'POST /api/mostrador/proveedores/:cual/probar': 'nunca',
  'DELETE /api/mostrador/agentes/:id': 'nunca',
  'POST /api/mostrador/impresoras': 'nunca',
  'PATCH /api/mostrador/impresoras/:id': 'nunca',
  'DELETE /api/mostrador/impresoras/:id': 'nunca',
  'POST /api/mostrador/impresoras/:id/huella': 'nunca',
  'POST /api/mostrador/productos': 'nunca',
  'PATCH /api/mostrador/productos/:id': 'nunca',
  'POST /api/mostrador/productos/:id/retirar': 'nunca',
  'POST /api/mostrador/categorias': 'nunca',
  'PATCH /api/mostrador/categorias/:id': 'nunca',
  'DELETE /api/mostrador/categorias/:id': 'nunca',
  'POST /api/mostrador/carteles': 'nunca',
  'PATCH /api/mostrador/carteles/:id': 'nunca',
  'DELETE /api/mostrador/carteles/:id': 'nunca',
  'POST /api/mostrador/premios': 'nunca',
  'PATCH /api/mostrador/premios/:id': 'nunca',
  'POST /api/mostrador/premios/:id/retirar': 'nunca',
  'POST /api/mostrador/imagenes': 'nunca',
  'POST /api/mostrador/sucursales': 'nunca',
  'PATCH /api/mostrador/sucursales/:id': 'nunca',
  'POST /api/mostrador/clientes/:id/ajuste': 'nunca',
}

/** What of the owner's nobody thought of is always asked about. */
export function confirmaOf(method: string, url: string): Confirma {
  const known = CONFIRMA[`${method} ${url}`]
  if (known) return known
  return method !== 'GET' && method !== 'HEAD' && rolOf(method, url) === 'dueno' ? 'siempre' : 'nunca'
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
  if (rol === 'dueno') throw refuse(403, 'Esto es solo del dueño.', 'solo_dueno')
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
