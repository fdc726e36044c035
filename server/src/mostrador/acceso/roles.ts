// Which person of the back office may make which call: each call says it where it is registered. A person of
// one branch sees and changes what belongs to that branch, and nothing else.
import type { Endpoint } from '@imprimitodo/shared/api/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, refuse } from '../../base/http/errors.ts'
import { type Handlers, serve } from '../../base/http/serve.ts'
import type { Operador } from './store.ts'

/**
 * `todos`: every person, and the handler shows each what is theirs. A thing's name ('pedido', …): the people
 * of that thing's branch; others get 404. `general`: the owner, and people who work for all branches.
 * `encargado`: the owner and managers, and the handler checks the branch. `dueno`: the owner alone.
 */
type Rol = 'todos' | Cosa | 'general' | 'encargado' | 'dueno'

/** Things that belong to one branch. */
type Cosa = 'pedido' | 'impresion' | 'impresora' | 'turno' | 'movimiento' | 'venta'

/**
 * Whether a session alone authorises the call, or the person has to prove their identity again, since a
 * stolen session would be enough. `segun`: depends on what is sent, and the handler decides. Reads need
 * nothing.
 */
type Confirma = 'siempre' | 'segun' | 'nunca'

/**
 * A role alone stands for `siempre` with calls that only the owner may make, and for `nunca` with the others.
 */
export type Permiso = Rol | { rol: Rol; confirma: Confirma }

/** The owner alone, without proving their identity again. */
export const SIN_CONFIRMAR = { rol: 'dueno', confirma: 'nunca' } as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The people who may make this call of the counter. */
    permiso?: Permiso
  }
}

/** Registers calls of the counter; `permisos`: one for each, or one for all. */
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

/** The branch of the thing with that id, or all of several; undefined: there is no such thing. */
type SucursalOf = (id: string) => Promise<number | null | undefined | (number | null)[]>
export type SucursalOfEach = Record<Cosa, SucursalOf>

/** The hooks after the session's. A call that does not say who may make it is refused at registration. */
export function checkPermisos(
  counter: FastifyInstance,
  sucursales: SucursalOfEach,
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

/** The parameters of an address that name a thing. */
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
  sucursales: SucursalOfEach,
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
  const found = await sucursales[rol](rol === 'pedido' ? pedido_id : id)
  if (![found].flat().includes(alcance)) throw notFound(GONE[rol])
}
