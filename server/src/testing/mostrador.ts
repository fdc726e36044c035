// People of the back office.
import { hashPassword } from '../core/password.ts'
import { operadores } from '../db/schema/mostrador.ts'
import { bearer } from './cuenta.ts'
import { OWNER, type Shop, testShop } from './shop.ts'

const PASSWORD = 'papel-y-tinta-2026'
const hashed = hashPassword(PASSWORD)
let counted = 0

/** The headers of a session. */
export async function enterAs(shop: Shop, who: object = OWNER): Promise<{ authorization: string }> {
  const answer = await shop.post('/api/mostrador/ingresar', who)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return bearer(answer.json().access)
}

/** Somebody new who works for a branch (1 Alberdi, 2 Aguilares), or for all of them, in a session. */
export async function newOperador(shop: Shop, sucursal_id: number | null) {
  const email = `operador${++counted}@imprimitodo.test`
  const [made] = await shop.db
    .insert(operadores)
    .values({
      ...{ email, nombre: `Operador ${counted}`, rol: 'operador', sucursal_id },
      password_hash: await hashed,
    })
    .returning()
  const who = { email, password: PASSWORD }
  return { id: made?.id ?? 0, who, headers: await enterAs(shop, who) }
}

/** A shop with its owner in: what the owner's screens send and read. */
export async function ownerShop() {
  const shop = await testShop()
  const headers = await enterAs(shop)
  const ask = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, payload: object = {}, more = {}) =>
    shop.app.inject({ method, url: `/api/mostrador/${path}`, payload, headers: { ...headers, ...more } })
  const look = async (path: string) => (await shop.get(`/api/mostrador/${path}`, headers)).json()
  /** What was written down last. */
  const last = async () => (await look('auditoria')).cambios[0]
  return { shop, headers, ask, look, last }
}
