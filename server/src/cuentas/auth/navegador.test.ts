import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventos_seguridad, navegadores_conocidos } from '../../base/db/schema/seguridad.ts'
import { correosTo, enterAs, joinAs, newEmail, PASSWORD } from '../../testing/cuenta.ts'
import { eventually, type Shop } from '../../testing/shop.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'

const NOTICE = 'Entraron a tu cuenta desde un navegador nuevo'
const noticesTo = async (shop: Shop, email: string) =>
  (await correosTo(shop, email)).filter(({ asunto }) => asunto === NOTICE)

test('a login from a new browser is told by mail; the account’s first one, and logins from known browsers, are not', async () => {
  const shop = await openShop()
  shop.clock.offsetMs = Date.parse('2026-11-21T13:38:00Z') - Date.now()
  const [phone, stranger] = [shop.visitor(), shop.visitor()]
  const { email } = await joinAs(shop, phone)
  await enterAs(phone, email)
  expect(await noticesTo(shop, email)).toEqual([])

  const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
  const entered = await stranger.ask('/api/auth/login/', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': chrome },
  })
  expect(entered.status).toBe(200)
  const [notice] = await noticesTo(shop, email)
  expect(notice?.texto).toContain('Chrome en Android. Sáb 21/11, 10:38, hora de Tucumán.')
  expect(notice?.texto).toContain('/recuperar')

  await enterAs(stranger, email)
  await enterAs(phone, email)
  expect(await noticesTo(shop, email)).toHaveLength(1)
  const [noted] = await eventually(
    () => shop.db.select().from(eventos_seguridad).where(eq(eventos_seguridad.que, 'ingreso_nuevo')),
    (rows) => rows.length > 0,
  )
  expect(noted).toMatchObject({ cuenta_tipo: 'cliente', veces: 1 })
})

test('a client that throws the cookie away each time does not fill a mailbox: ten mails a day', async () => {
  const shop = await openShop()
  const { email } = await joinAs(shop, shop.visitor())
  for (let n = 0; n < 12; n++) await enterAs(shop.visitor(), email)
  expect(await noticesTo(shop, email)).toHaveLength(10)
})

test('a failed login is noted with its account, if there is one', async () => {
  const shop = await openShop()
  const { email } = await joinAs(shop, shop.visitor())
  const wrong = (visitor: Visitor, address: string) =>
    visitor.ask('/api/auth/login/', { body: { email: address, password: 'mal' } })
  expect((await wrong(shop.visitor(), email)).status).toBe(400)
  expect((await wrong(shop.visitor(), newEmail())).status).toBe(400)
  const rows = await eventually(
    () => shop.db.select().from(eventos_seguridad).where(eq(eventos_seguridad.que, 'ingreso_fallido')),
    (list) => list.length === 2,
  )
  expect(rows.map(({ cuenta_tipo, detalle }) => [cuenta_tipo, detalle])).toEqual([
    ['cliente', 'Sitio web'],
    [null, 'Sitio web'],
  ])
  expect(JSON.stringify(rows)).not.toContain(email)
})

test('an account’s browsers are deleted with it', async () => {
  const shop = await openShop()
  const visitor = shop.visitor()
  const { headers } = await joinAs(shop, visitor)
  expect(await shop.db.select().from(navegadores_conocidos)).toHaveLength(1)
  await visitor.ask('/api/clientes/eliminar', { body: { password: PASSWORD }, headers })
  expect(await shop.db.select().from(navegadores_conocidos)).toEqual([])
})
