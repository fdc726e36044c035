// People of the back office.
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { operadores } from '../base/db/schema/mostrador.ts'
import { hashPassword } from '../base/secrets/password.ts'
import { stepOf, totpOf } from '../mostrador/acceso/totp.ts'
import { bearer } from './cuenta.ts'
import { OWNER, type Shop, testShop } from './shop.ts'
import type { Visitor } from './socket.ts'

const PASSWORD = 'papel-y-tinta-2026'
const hashed = hashPassword(PASSWORD)
let counted = 0

/** The headers of a session. */
export async function enterAs(shop: Shop, who: object = OWNER): Promise<{ authorization: string }> {
  const answer = await shop.post('/api/mostrador/ingresar', who)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return bearer(answer.json().access)
}

/** Confirms the identity of that session's person: for five minutes it may make sensitive calls. */
export async function confirmAs(
  shop: Shop,
  headers: Record<string, string>,
  actual: string = OWNER.password,
): Promise<void> {
  const answer = await shop.post('/api/mostrador/confirmar', { actual }, headers)
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

/** A new person who works for a branch (1 Alberdi, 2 Aguilares), or for all of them, in a session. */
export async function newOperador(shop: Shop, sucursal_id: number | null) {
  const email = `operador${++counted}@imprimitodo.test`
  const [made] = await shop.db
    .insert(operadores)
    .values({
      email,
      nombre: `Operador ${counted}`,
      rol: 'operador',
      sucursal_id,
      password_hash: await hashed,
    })
    .returning()
  const who = { email, password: PASSWORD }
  return { id: made?.id ?? 0, who, headers: await enterAs(shop, who) }
}

/** A shop with its owner in a confirmed session, and the calls of the owner's screens. */
export async function ownerShop(options: Parameters<typeof testShop>[0] = {}) {
  const shop = await testShop(options)
  const headers = await enterAs(shop)
  await confirmAs(shop, headers)
  const ask = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, payload: object = {}, more = {}) =>
    shop.app.inject({ method, url: `/api/mostrador/${path}`, payload, headers: { ...headers, ...more } })
  const look = async (path: string) => (await shop.get(`/api/mostrador/${path}`, headers)).json()
  /** The newest row of the audit. */
  const last = async () => (await look('auditoria')).cambios[0]
  return { shop, headers, ask, look, last }
}

/** Passes the anti-bot check of the counter as the browser does: the visitor's jar then has its cookie. */
export async function passCounterCheck(visitor: Visitor): Promise<void> {
  const challenge = (await visitor.ask('/api/auth/captcha-desafio?action=mostrador')).json<Challenge>()
  const solution = await solveChallenge({ challenge, deriveKey })
  const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const body = { recaptcha_token: `altcha.${proof}`, action: 'mostrador' }
  const { status, body: said } = await visitor.ask('/api/auth/controlar_captcha/', { body })
  if (status !== 200) throw new Error(said)
}

/**
 * Turns on the second factor of that session's person. `code`: the current code, or that of so many steps
 * later.
 */
export async function turnOnSegundoFactor(shop: Shop, headers: Record<string, string>, { password } = OWNER) {
  await confirmAs(shop, headers, password)
  const path = '/api/mostrador/segundo-factor'
  const { secreto } = (await shop.post(`${path}/preparar`, {}, headers)).json()
  const code = (steps = 0) => totpOf(secreto, stepOf(shop.deps.now()) + steps)
  const on = await shop.post(`${path}/activar`, { codigo: code(-1) }, headers)
  if (on.statusCode !== 200) throw new Error(on.body)
  return { secreto, code, codigos: on.json<{ codigos: string[] }>().codigos }
}
