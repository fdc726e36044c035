import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clientes, enlaces } from '../../base/db/schema/clientes.ts'
import { bearer, change, logIn, newCliente, newEmail, PASSWORD, signUp } from '../../testing/cuenta.ts'
import { untilAnotherWaits } from '../../testing/pedidos.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { sendAsked } from './enlaces.ts'

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const DAY = 24 * 3600_000

const list = async (shop: Shop, access: string) =>
  (await shop.get('/api/clientes/sesiones', bearer(access))).json()
const close = (shop: Shop, access: string, payload: object) =>
  shop.post('/api/clientes/sesiones/cerrar', payload, bearer(access))
const isOpen = async (shop: Shop, access: string) =>
  (await shop.get('/api/clientes/me', bearer(access))).statusCode === 200

test('the open sessions of the account are listed, each with its device, and which one asks', async () => {
  const shop = await testShop()
  const email = await signUp(shop)
  const phone = await shop.post('/api/auth/login/', { email, password: PASSWORD }, { 'user-agent': ANDROID })
  shop.clock.offsetMs += 60_000
  const desk = await logIn(shop, email)
  await newCliente(shop) // another customer
  const listed = await list(shop, desk.access)
  expect(listed).toMatchObject([
    { dispositivo: 'Otro dispositivo', actual: true },
    { dispositivo: 'Chrome en Android', actual: false },
  ])
  expect(Object.keys(listed[0])).toEqual(['id', 'dispositivo', 'desde', 'usada', 'actual'])
  const fromPhone = await list(shop, phone.json().access)
  expect(fromPhone.map(({ actual }: { actual: boolean }) => actual)).toEqual([false, true])
})

test('an expired session is not listed, deleted or not', async () => {
  const shop = await testShop()
  const { email } = await newCliente(shop)
  shop.clock.offsetMs += 31 * DAY
  const { access } = await logIn(shop, email)
  expect(await list(shop, access)).toHaveLength(1)
})

test('one is closed with the password: its tokens open nothing from then on', async () => {
  const shop = await testShop()
  const lost = await newCliente(shop)
  const own = await logIn(shop, lost.email)
  const { id } = (await list(shop, lost.access)).find(({ actual }: { actual: boolean }) => actual)
  const refused = await close(shop, own.access, { id, password: 'otra' })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({ password: ['La contraseña no es correcta.'] })
  expect(await isOpen(shop, lost.access)).toBe(true)
  expect((await close(shop, own.access, { id, password: PASSWORD })).statusCode).toBe(200)
  expect([await isOpen(shop, lost.access), await isOpen(shop, own.access)]).toEqual([false, true])
  const renewed = await shop.post('/api/auth/refresh/', {}, { cookie: `refresh=${lost.refresh}` })
  expect(renewed.statusCode).toBe(401)
  const again = await close(shop, own.access, { id, password: PASSWORD })
  expect(again.statusCode).toBe(404)
  expect(again.json()).toEqual({ detail: 'Esa sesión ya estaba cerrada.' })
})

test('all the others are closed, and no other account’s', async () => {
  const shop = await testShop()
  const first = await newCliente(shop)
  const second = await logIn(shop, first.email)
  const own = await logIn(shop, first.email)
  const stranger = await newCliente(shop)
  expect((await close(shop, own.access, { password: PASSWORD })).statusCode).toBe(200)
  const open = await Promise.all([first, second, own, stranger].map(({ access }) => isOpen(shop, access)))
  expect(open).toEqual([false, false, true, true])
})

test('another account’s session, an unknown one and a malformed id are 404', async () => {
  const shop = await testShop()
  const stranger = await newCliente(shop)
  const { access } = await newCliente(shop)
  const [{ id }] = await list(shop, stranger.access)
  for (const wanted of [id, randomUUID()])
    expect((await close(shop, access, { id: wanted, password: PASSWORD })).statusCode).toBe(404)
  const made = await close(shop, access, { id: '1 or 1=1', password: PASSWORD })
  expect(made.statusCode).toBe(400)
  expect(made.json()).toEqual({ id: ['Esa sesión ya estaba cerrada.'] })
  expect(await isOpen(shop, stranger.access)).toBe(true)
})

test('an open session cannot be used to guess the password here either', async () => {
  const shop = await testShop()
  const { access } = await newCliente(shop)
  for (let count = 0; count < 10; count++)
    expect((await close(shop, access, { password: `mal${count}` })).statusCode).toBe(400)
  expect((await close(shop, access, { password: PASSWORD })).statusCode).toBe(429)
})

/** The answer of `call`, which begins just before the account's change is committed. */
async function whileChanging<T>(
  shop: Shop,
  email: string,
  changed: Partial<typeof clientes.$inferInsert>,
  call: () => Promise<T>,
): Promise<T | undefined> {
  let asked: Promise<T> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.update(clientes).set(changed).where(eq(clientes.email, email))
    asked = call()
    await Promise.race([asked, untilAnotherWaits(shop)])
  })
  return asked
}

test.each<[string, number, (shop: Shop, access: string) => Promise<{ statusCode: number }>]>([
  ['a change of e-mail', 401, (shop, access) => change(shop, access, { email: newEmail() })],
  [
    'a deletion',
    400,
    (shop, access) => shop.post('/api/clientes/eliminar', { password: PASSWORD }, bearer(access)),
  ],
])('%s under way while the password changes is refused', async (_, status, call) => {
  const shop = await testShop()
  const { email, access } = await newCliente(shop)
  const answer = await whileChanging(shop, email, { password_hash: 'otro' }, () => call(shop, access))
  expect(answer?.statusCode).toBe(status)
  const [own] = await shop.db.select().from(clientes).where(eq(clientes.email, email))
  expect(own?.email_pendiente).toBeNull()
})

test('no link for a forgotten password goes to an address that is being given up', async () => {
  const shop = await testShop()
  const { email } = await newCliente(shop)
  const asked = { tipo: 'recuperacion', email, once: 'a' } as const
  await whileChanging(shop, email, { email: newEmail() }, () => sendAsked(shop.deps, asked))
  expect(await shop.db.select().from(enlaces).where(eq(enlaces.tipo, 'recuperacion'))).toEqual([])
})
