// The session of the counter's calls: all but the login bring its bearer token.
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import { Refusal, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { deleteSesionMostrador, findSesion, insertSesionMostrador, type Operador } from './store.ts'

export type SesionMostrador = {
  operador: Operador
  vence: Date
  token_hash: string
  /** Until when sensitive calls need no further proof. */
  confirmada: Date | null
  segundo_factor: boolean
}
export type SesionesMostrador = ReturnType<typeof createSesionesMostrador>

/** The refusal while a demanded second factor is not set up. */
const ENROL = 'Antes de seguir activá tu segundo factor.'
const ENROLMENT = [
  'POST /api/mostrador/salir',
  'POST /api/mostrador/confirmar',
  'GET /api/mostrador/segundo-factor',
  'POST /api/mostrador/segundo-factor/preparar',
  'POST /api/mostrador/segundo-factor/activar',
]

const SESSION_MS = 12 * 3600_000

/** @returns the bearer token of a new session */
export async function startSesion(tx: Tx, now: Date, operador_id: number): Promise<string> {
  const access = newToken()
  const vence = new Date(now.getTime() + SESSION_MS)
  await insertSesionMostrador(tx, { token_hash: hashToken(access), operador_id, vence }, now)
  return access
}

export function createSesionesMostrador({ db, now, tienda }: Pick<Deps, 'db' | 'now' | 'tienda'>) {
  const sessions = new WeakMap<FastifyRequest, SesionMostrador>()

  async function mustEnrol({ segundo_factor }: { segundo_factor: boolean }): Promise<boolean> {
    return !segundo_factor && (await tienda.read()).ajustes.seguridad.exigir_segundo_factor
  }

  return {
    /** The hook before every other call. @throws 401; 403 {detail, enrolar: true} where a second factor is demanded */
    async guard(request: FastifyRequest): Promise<void> {
      const [, bearer] = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '') ?? []
      const token_hash = bearer && hashToken(bearer)
      const found = token_hash ? await findSesion(db, token_hash, now()) : undefined
      if (!token_hash || !found) throw refuse(401, 'Ingresá de nuevo: la sesión terminó.')
      sessions.set(request, { ...found, token_hash })
      if (ENROLMENT.includes(`${request.method} ${request.routeOptions.url}`)) return
      if (await mustEnrol(found))
        throw new Refusal(403, { detail: ENROL, enrolar: true }, { codigo: 'activar_segundo_factor' })
    },

    of(request: FastifyRequest): SesionMostrador {
      const sesion = sessions.get(request)
      if (!sesion) throw new Error('A call of the counter without its guard.')
      return sesion
    },

    /** False also once the person has another role or branch: open screens show the old one. */
    async isAlive({ token_hash, operador }: SesionMostrador): Promise<boolean> {
      const found = await findSesion(db, token_hash, now())
      if (!found) return false
      const { rol, sucursal } = found.operador
      if (rol !== operador.rol || sucursal !== operador.sucursal) return false
      return !(await mustEnrol(found))
    },

    leave: ({ token_hash }: SesionMostrador): Promise<void> => deleteSesionMostrador(db, token_hash),
  }
}
