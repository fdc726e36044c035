import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { hashPassword } from '../../base/secrets/password.ts'
import { newOperador, turnOnSegundoFactor } from '../../testing/mostrador.ts'
import { untilAnotherWaits } from '../../testing/pedidos.ts'
import { type Shop, testShop } from '../../testing/shop.ts'

type Change = Partial<typeof operadores.$inferInsert>

/** The answer to a login that checks the password just before the change is committed. */
async function enterWhileChanging(shop: Shop, id: number, change: Change, typed: object) {
  let login: Promise<{ statusCode: number; body: string }> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.update(operadores).set(change).where(eq(operadores.id, id))
    login = shop.post('/api/mostrador/ingresar', typed)
    await Promise.race([login, untilAnotherWaits(shop)])
  })
  return login
}

test.each<[string, () => Promise<Change>]>([
  ['gets a new password', async () => ({ password_hash: await hashPassword('Otra-clave-larga-77') })],
  ['is retired', async () => ({ retirado: new Date() })],
  ['gets another e-mail', async () => ({ email: 'otra@imprimitodo.test' })],
  ['turns the second factor on', async () => ({ totp_activado: new Date(), totp_secreto: 'x' })],
])('a login under way while its person %s is refused', async (_, changeOf) => {
  const shop = await testShop()
  const { id, who } = await newOperador(shop, null)
  const answer = await enterWhileChanging(shop, id, await changeOf(), who)
  expect(answer?.statusCode, answer?.body).toBe(401)
})

test('a login under way with a code is refused while the second factor is removed', async () => {
  const shop = await testShop()
  const { id, who, headers } = await newOperador(shop, null)
  const { code } = await turnOnSegundoFactor(shop, headers, who)
  const none = { totp_secreto: null, totp_activado: null, totp_paso: null, totp_recuperacion: [] }
  const answer = await enterWhileChanging(shop, id, none, { ...who, totp: code() })
  expect(answer?.statusCode, answer?.body).toBe(401)
})

test('a login under way while its person changes branch and role answers the new ones', async () => {
  const shop = await testShop()
  const { id, who } = await newOperador(shop, null)
  const answer = await enterWhileChanging(shop, id, { rol: 'encargado', sucursal_id: 2 }, who)
  expect(answer?.statusCode, answer?.body).toBe(200)
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ rol: 'encargado', sucursal: 'Aguilares' })
})
