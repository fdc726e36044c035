// Customers' sessions, for every other feature: who is calling.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import { dropCookie, readCookie, setCookie } from '../../base/http/cookies.ts'
import { needCsrf } from '../../base/http/csrf.ts'
import { refuse } from '../../base/http/errors.ts'
import { isCrossSite } from '../../base/http/origin.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { installationSecret } from '../../base/secrets/secret.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import type { ClienteRow } from './clientes-store.ts'
import { dispositivoOf } from './dispositivo.ts'
import { IDLE_MS, openSesion, renewSesion, type Tokens } from './sesion.ts'
import { deleteSesion, findRefresco, findSesionOf, isSesion } from './store.ts'

export { type Checks, createChecks } from './captcha.ts'
export {
  type ClienteHit,
  type ClienteRow,
  clientesIn,
  clientesSql,
  completeBuzones,
  deleteCliente,
  deleteUnconfirmed,
  findCliente,
  findClienteByEmail,
  findConfirmado,
  findPorDato,
  findPorNombre,
  holdCliente,
  holdClientes,
  insertCliente,
  lockByEmail,
  lockCliente,
  lockClientes,
  nombresDe,
  searchClientes,
  updateCliente,
} from './clientes-store.ts'
export { dispositivoOf } from './dispositivo.ts'
export { openSesionesOf } from './sesion.ts'
export { deleteOtherSesiones, deleteOwnSesion, deleteSesionesOf } from './store.ts'

/** The account as the security log names it. */
export const cuentaOf = ({ id }: Pick<ClienteRow, 'id'>) => ({ tipo: 'cliente', id }) as const

/** Whether the account's owner has proved to own the mailbox of its address. */
export const isConfirmado = ({
  email,
  email_confirmado,
}: Pick<ClienteRow, 'email' | 'email_confirmado'>): boolean => email_confirmado === email

/** The address that waits to be confirmed: a new one, or the account's own. */
export const pendienteOf = (cliente: ClienteRow): string | null =>
  cliente.email_pendiente ?? (isConfirmado(cliente) ? null : cliente.email)

export type Sesion = { id: string; cliente: ClienteRow }

export type Sesiones = {
  /** @throws 401 without a valid session */
  need(request: FastifyRequest): Promise<Sesion>
  /**
   * Runs before all else of a scope's routes, so that a stranger learns nothing, not even what a call lacks.
   */
  guard(scope: FastifyInstance): void
  /**
   * Null for a visitor. @throws 401 for an expired bearer: its client should renew, not count as a visitor
   */
  ifAny(request: FastifyRequest): Promise<Sesion | null>
  /** Whether the caller has neither bearer nor cookie: never a session, rather than one that is over. */
  isVisitor(request: FastifyRequest): boolean
  /** Whether the session is still valid, for connections that outlast one request. */
  isAlive(sesion: Sesion): Promise<boolean>
  open(tx: Tx, request: FastifyRequest, clienteId: number): Promise<Tokens>
  /**
   * Renews by the cookie: sets the next cookie and returns `access`, or clears the cookie. @throws 401, 429
   */
  renew(request: FastifyRequest, reply: FastifyReply): Promise<{ access: string; cliente_id: number }>
  /**
   * Ends the session of the bearer, else of the cookie with its CSRF token; clears the cookies in any case.
   */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Ends the session that the browser may still have before another begins in it. */
  replace(request: FastifyRequest, reply: FastifyReply, tokens: Tokens): Promise<void>
  /** Clears the cookies of the session, and of the orders that this browser may see whole. */
  forgetCookies(request: FastifyRequest, reply: FastifyReply): void
}

/** Renewals of one session per hour. Each opened page makes one; tabs that open together share theirs. */
const ROTATIONS = [600, 3600_000] as const

export const noSession = () => refuse(401, 'Iniciá sesión para seguir.')

export function createSesiones(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'limits' | 'dataDir' | 'publicUrl'>,
): Sesiones {
  const { db, now } = deps
  const key = installationSecret(deps.dataDir, 'refresh')

  const rotations = deps.limits('refresco', ...ROTATIONS)

  /** Sessions found, by request: the guard of a route and its handler share one look-up. */
  const known = new WeakMap<FastifyRequest, Promise<Sesion | null>>()
  function find(request: FastifyRequest): Promise<Sesion | null> {
    const found = known.get(request) ?? lookUp(request)
    known.set(request, found)
    return found
  }

  async function lookUp(request: FastifyRequest): Promise<Sesion | null> {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const found = token ? await findSesionOf(db, hashToken(token), now()) : undefined
    return found?.cliente.activado ? { id: found.sesion.id, cliente: found.cliente } : null
  }

  async function need(request: FastifyRequest): Promise<Sesion> {
    const sesion = await find(request)
    if (!sesion) throw noSession()
    return sesion
  }

  async function sesionOfCookie(request: FastifyRequest): Promise<string | undefined> {
    const token = readCookie(request, 'refresh')
    return token ? (await findRefresco(db, hashToken(token)))?.sesion_id : undefined
  }

  const keepCookie = (request: FastifyRequest, reply: FastifyReply, token: string) =>
    setCookie(request, reply, 'refresh', token, { maxAge: IDLE_MS / 1000 })
  /**
   * Leaves nothing of the customer on a shared computer: neither the session nor the orders that it opened.
   */
  function forgetCookies(request: FastifyRequest, reply: FastifyReply): void {
    dropCookie(request, reply, 'refresh')
    dropCookie(request, reply, 'pedidos')
  }

  return {
    need,
    guard: (scope) => void scope.addHook('onRequest', async (request) => void (await need(request))),
    ifAny: async (request) => (request.headers.authorization ? need(request) : null),
    isVisitor: (request) => !request.headers.authorization && !readCookie(request, 'refresh'),
    isAlive: async ({ id }) => isSesion(db, id),
    open: (tx, request, cliente_id) =>
      openSesion(deps, tx, { cliente_id, dispositivo: dispositivoOf(request.headers['user-agent']) }),
    async renew(request, reply) {
      // A page of another site can make the browser send our cookie, even by a GET
      if (isCrossSite(request, deps.publicUrl))
        throw refuse(403, 'Ese pedido vino de otro sitio.', 'otro_sitio')
      const token = readCookie(request, 'refresh')
      const tokens = token ? await renewSesion({ ...deps, rotations }, key, token) : null
      if (!tokens) {
        // A visitor who never had a session keeps what their browser bought
        if (token) forgetCookies(request, reply)
        else dropCookie(request, reply, 'refresh')
        throw noSession()
      }
      keepCookie(request, reply, tokens.refresh)
      return { access: tokens.access, cliente_id: tokens.cliente_id }
    },
    async end(request, reply) {
      const sesion = await find(request)
      const ended = sesion?.id ?? (await sesionOfCookie(request))
      if (!sesion && ended) needCsrf(request)
      if (ended) await deleteSesion(db, ended)
      forgetCookies(request, reply)
    },
    async replace(request, reply, tokens) {
      const before = await sesionOfCookie(request)
      if (before) {
        await deleteSesion(db, before)
        dropCookie(request, reply, 'pedidos') // another customer may have left it open
      }
      keepCookie(request, reply, tokens.refresh)
    },
    forgetCookies,
  }
}
