// Who works at the counter: sign in, the bearer of every other call, sign out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createBatch } from '../core/batch.ts'
import type { Deps } from '../core/deps.ts'
import { Refusal, refuse } from '../core/errors.ts'
import { hashOfNobody, verifyPassword } from '../core/password.ts'
import { addressKey, tooMany } from '../core/rate-limit.ts'
import { hashToken, newToken } from '../core/sign.ts'
import { deleteSesion, findOperador, findSesiones, insertSesion, type Operador } from './store.ts'
import { passSegundoFactor } from './totp-cuenta.ts'

const SESSION_MS = 12 * 3600_000
const WINDOW_MS = 15 * 60_000
const MAX_FAILURES = 10
const MAX_FAILURES_OF_ADDRESS = 200
const WRONG = 'Revisá tus credenciales e intentá de nuevo.'
const NEEDS_CODE = 'Escribí el código de tu teléfono.'
const WRONG_CODE = 'Ese código no va o ya se usó. Probá con el de ahora.'

export type Sesion = { operador: Operador; vence: Date; token_hash: string }
export type Sesiones = ReturnType<typeof createSesiones>

/** In memory: the failures that are counted, and nothing else. */
export function createSesiones({ db, now, limits }: Pick<Deps, 'db' | 'now' | 'limits'>) {
  const ofPerson = limits('mostrador-persona', MAX_FAILURES, WINDOW_MS)
  const ofAddress = limits('mostrador-origen', MAX_FAILURES_OF_ADDRESS, WINDOW_MS)
  const inTurn = createTurns()
  // A thousand open streams ask every 20 s
  const findSesion = createBatch((tokens: string[]) => findSesiones(db, tokens, now()))
  const sessions = new WeakMap<FastifyRequest, Sesion>()
  // An unknown e-mail costs the same time as a wrong password
  const nobody = hashOfNobody()

  return {
    /** @throws 401, with `totp` where the second factor is missing or wrong; 429 with Retry-After after too many failures */
    async enter(
      typed: { email: string; password: string; totp?: string | null | undefined },
      request: FastifyRequest,
      reply: FastifyReply,
    ) {
      const email = typed.email.trim().toLowerCase()
      const address = addressKey(request.ip)
      const person = `${email}|${address}`
      // One at a time, or a burst of guesses would all be counted only after all were tried
      return inTurn(person, async () => {
        if (!ofPerson.allows(person)) throw tooMany(reply, ofPerson.secondsLeft(person))
        if (!ofAddress.allows(address)) throw tooMany(reply, ofAddress.secondsLeft(address))
        const operador = await findOperador(db, email)
        const isRight = await verifyPassword(typed.password, operador?.password_hash ?? nobody)
        if (!operador || !isRight) {
          ofPerson.take(person)
          ofAddress.take(address)
          throw refuse(401, WRONG)
        }
        if (operador.totp_activado) {
          const code = typed.totp?.trim()
          if (!code) throw new Refusal(401, { detail: NEEDS_CODE, totp: true })
          if (!(await passSegundoFactor({ db, now }, operador.id, code))) {
            ofPerson.take(person)
            ofAddress.take(address)
            throw new Refusal(401, { detail: WRONG_CODE, totp: true })
          }
        }
        const access = newToken()
        const vence = new Date(now().getTime() + SESSION_MS)
        await insertSesion(db, { token_hash: hashToken(access), operador_id: operador.id, vence }, now())
        const { id, nombre, rol, sucursal } = operador
        return { access, id, nombre, rol, sucursal }
      })
    },

    /** The hook before every other call. @throws 401 */
    async guard(request: FastifyRequest): Promise<void> {
      const [, bearer] = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '') ?? []
      const token_hash = bearer && hashToken(bearer)
      const found = token_hash ? await findSesion(token_hash) : undefined
      if (!token_hash || !found) throw refuse(401, 'Ingresá de nuevo: la sesión terminó.')
      sessions.set(request, { ...found, token_hash })
    },

    of(request: FastifyRequest): Sesion {
      const sesion = sessions.get(request)
      if (!sesion) throw new Error('A call of the counter without its guard.')
      return sesion
    },

    isAlive: async ({ token_hash }: Sesion): Promise<boolean> => (await findSesion(token_hash)) !== undefined,

    leave: ({ token_hash }: Sesion): Promise<void> => deleteSesion(db, token_hash),
  }
}

/** Runs the tasks of one key one after another. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(task, task)
    const settled = mine.catch(() => {})
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
