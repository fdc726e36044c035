// Who of the back office may call what: each call says it where it is registered. A person of one branch sees and moves
// what is of that branch, and nothing else.
import type { Endpoint } from '@imprimitodo/shared/api/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, refuse } from '../../base/http/errors.ts'
import { type Handlers, serve } from '../../base/http/serve.ts'
import type { Operador } from './store.ts'

/**
 * `todos`: every person, and the handler shows each what is theirs. A thing's name ('pedido', …): the people of
 * that thing's branch; others are answered 404. `general`: the owner, and people who work for all
 * branches. `encargado`: the owner and managers, and the handler looks of which branch. `dueno`: the owner alone.
 */
type Rol = 'todos' | Cosa | 'general' | 'encargado' | 'dueno'

/** What is of one branch. */
type Cosa = 'pedido' | 'impresion' | 'impresora' | 'turno' | 'movimiento' | 'venta'

/**
 * Whether a session alone authorises the call, or, because a stolen one would be enough, the person is asked again who
 * they are. `segun`: where what is sent says so, as its handler knows. What only reads needs nothing.
 */
type Confirma = 'siempre' | 'segun' | 'nunca'

/** A role alone: `siempre` for what the owner alone may change, `nunca` for the rest. */
export type Permiso = Rol | { rol: Rol; confirma: Confirma }

/** The owner alone, without asking for the password again. */
export const SIN_CONFIRMAR = { rol: 'dueno', confirma: 'nunca' } as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a call of the counter: who may call it. */
    permiso?: Permiso
  }
}

/** Registers calls of the counter; `permisos`: of each one, or one for all. */
export function serveMostrador<Group extends Record<string, Endpoint>>(
  counter: FastifyInstance,
  group: Group,
  permisos: Rol | typeof SIN_CONFIRMAR | { [Key in keyof Group]: Permiso },
  handlers: Handlers<Group>,
): void {
  const isOne = (of: typeof permisos): of is Rol | typeof SIN_CONFIRMAR =>
    typeof of === 'string' || of === SIN_CONFIRMAR
  serve(counter, group, handlers, (key) => ({ permiso: isOne(permisos) ? permisos : permisos[key] }))
}

/** Of which branch the thing with that id is; undefined: there is none. */
type SucursalOf = (id: string) => Promise<number | null | undefined>
export type Sucursales = Record<Cosa, SucursalOf>

/** The hooks after the session's: a call that does not say who may call it is not even registered. */
export function checkPermisos(
  counter: FastifyInstance,
  sucursales: Sucursales,
  operadorOf: (request: FastifyRequest) => Operador,
): void {
  counter.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.permiso) throw new Error(`${method} ${url} does not say who may call it.`)
  })
  counter.addHook<{ Params: Named }>('onRequest', (request) =>
    checkRol(sucursales, operadorOf(request), request),
  )
}

const permisoOf = ({ routeOptions }: FastifyRequest): Permiso => routeOptions.config.permiso ?? 'dueno'

export function confirmaOf(request: FastifyRequest): Confirma {
  const permiso = permisoOf(request)
  if (typeof permiso !== 'string') return permiso.confirma
  const isSafe = request.method === 'GET' || request.method === 'HEAD'
  return permiso === 'dueno' && !isSafe ? 'siempre' : 'nunca'
}

/** The one branch that a person sees; null: all of them. */
export const alcanceOf = ({ rol, sucursal_id }: Operador): number | null =>
  rol === 'dueno' ? null : sucursal_id

/** What an address names. */
type Named = { pedido_id?: string; id?: string }

const GONE = {
  pedido: 'Ese pedido no existe.',
  impresion: 'Esa impresión no existe.',
  impresora: 'Esa impresora no existe.',
  turno: 'Ese turno no existe.',
  movimiento: 'Ese movimiento no existe.',
  venta: 'Esa venta no existe.',
}

/** @throws 403, 404 */
async function checkRol(
  sucursales: Sucursales,
  operador: Operador,
  request: FastifyRequest<{ Params: Named }>,
): Promise<void> {
  if (operador.rol === 'dueno') return
  const permiso = permisoOf(request)
  const rol = typeof permiso === 'string' ? permiso : permiso.rol
  if (rol === 'dueno') throw refuse(403, 'Esto es solo del dueño.', 'solo_dueno')
  if (rol === 'encargado') {
    if (operador.rol !== 'encargado')
      throw refuse(403, 'Esto es del dueño y de los encargados.', 'solo_encargado')
    return
  }
  const alcance = alcanceOf(operador)
  if (rol === 'todos' || alcance === null) return
  if (rol === 'general') throw refuse(403, 'Esto es de quien trabaja para todas las sucursales.')
  const { pedido_id = '', id = '' } = request.params
  if ((await sucursales[rol](rol === 'pedido' ? pedido_id : id)) !== alcance) throw notFound(GONE[rol])
}
