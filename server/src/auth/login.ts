// POST /api/auth/login/: the same answer, after the same work, whatever is wrong with the pair.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { Refusal, refuse } from '../core/errors.ts'
import { createLine } from '../core/line.ts'
import { hashOfNobody, verifyPassword } from '../core/password.ts'
import { addressKey, tooMany } from '../core/rate-limit.ts'
import type { Checks } from './captcha.ts'
import type { Cliente, Sesiones } from './service.ts'
import { findClienteByEmail } from './store.ts'

const WINDOW_MS = 15 * 60_000
const MAX_OF_PAIR = 10
const MAX_OF_ADDRESS = 200
const UNCHECKED = 3
const MAX_WAITING = 500

type Typed = { email: string; password: string }

/**
 * Failures are counted per (e-mail, address) and per address. Per e-mail alone there is only the anti-bot check: a
 * stranger's failures cost its owner a moment, never the account.
 */
export function createLogin(deps: Pick<Deps, 'db' | 'now' | 'limits'>, sesiones: Sesiones, checks: Checks) {
  const ofPair = deps.limits('login-par', MAX_OF_PAIR, WINDOW_MS)
  const ofAddress = deps.limits('login-origen', MAX_OF_ADDRESS, WINDOW_MS)
  const uncheckedEmail = deps.limits('login-email', UNCHECKED, WINDOW_MS)
  const uncheckedAddress = deps.limits('login-sin-control', UNCHECKED, WINDOW_MS)
  /** One attempt at a time, from its limits to its count: a burst cannot outrun them. Hashing is serial anyhow. */
  const line = createLine(1, MAX_WAITING)
  /** What an unknown e-mail is compared with. */
  const nobody = hashOfNobody()

  return async (request: FastifyRequest, reply: FastifyReply, typed: Typed): Promise<string> => {
    const email = typed.email.toLowerCase()
    const address = addressKey(request.ip)
    const pair = `${email} ${address}`

    function needRoom(): void {
      if (!ofPair.allows(pair)) throw tooMany(reply, ofPair.secondsLeft(pair))
      if (!ofAddress.allows(address)) throw tooMany(reply, ofAddress.secondsLeft(address))
    }
    async function needCheck(): Promise<void> {
      if (uncheckedEmail.allows(email) && uncheckedAddress.allows(address)) return
      if (await checks.consume(request, reply, 'login')) return
      throw new Refusal(403, {
        detail: 'Antes de entrar tenemos que verificar que seas una persona.',
        captcha: true,
      })
    }
    async function attempt(): Promise<Cliente> {
      needRoom()
      await needCheck()
      const cliente = await findClienteByEmail(deps.db, email)
      const isRight = await verifyPassword(typed.password, cliente?.password_hash ?? nobody)
      if (cliente?.activado && isRight) {
        ofPair.forget(pair)
        uncheckedEmail.forget(email)
        return cliente
      }
      ofPair.take(pair)
      ofAddress.take(address)
      uncheckedEmail.take(email)
      uncheckedAddress.take(address)
      throw refuse(400, 'El email o la contraseña no son correctos.')
    }

    needRoom() // those who may not are told without waiting
    const cliente = await line(attempt)
    const tokens = await deps.db.transaction((tx) => sesiones.open(tx, request, cliente.id))
    await sesiones.replace(request, reply, tokens)
    return tokens.access
  }
}
