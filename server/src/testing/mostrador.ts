// People of the back office.
import { hashPassword } from '../core/password.ts'
import { operadores } from '../db/schema/mostrador.ts'
import { bearer } from './cuenta.ts'
import { OWNER, type Shop } from './shop.ts'

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
