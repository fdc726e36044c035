// Changes of an account are told to its owner by mail, once.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from './base/db/schema/correos.ts'
import { operadores } from './base/db/schema/mostrador.ts'
import { CONFIRMAR, enterAs as enterSite, joinAs, linkOf, newEmail } from './testing/cuenta.ts'
import { confirmAs, enterAs, newOperador, turnOnSegundoFactor } from './testing/mostrador.ts'
import { paid } from './testing/pedidos.ts'
import { eventually, OWNER, type Shop, testShop } from './testing/shop.ts'
import { openShop } from './testing/socket.ts'

const B = '/api/mostrador'

/** Subjects of mails to an address, without `others`, oldest first; waits for the first one. */
async function told({ db }: Pick<Shop, 'db'>, email: string, others: RegExp = /^$/): Promise<string[]> {
  const rows = await eventually(
    async () =>
      (await db.select().from(correos).where(eq(correos.para, email)).orderBy(correos.id)).filter(
        ({ asunto }) => !others.test(asunto),
      ),
    (found) => found.length > 0,
  )
  return rows.map(({ asunto }) => asunto)
}

test('a login from a new browser, to customers and to staff; not their first login', async () => {
  const shop = await openShop()
  const { email } = await joinAs(shop, shop.visitor())
  const other = shop.visitor()
  await enterSite(other, email)
  await enterSite(other, email)
  expect(await told(shop, email, /^Activá/)).toEqual(['Entraron a tu cuenta desde un navegador nuevo'])

  const clerk = await newOperador(shop, 1)
  const body = clerk.who
  const home = shop.visitor()
  for (let times = 0; times < 2; times++) expect((await home.ask(`${B}/ingresar`, { body })).status).toBe(200)
  expect(await told(shop, clerk.who.email)).toEqual(['Ingreso al mostrador desde un navegador nuevo'])
})

test('a changed e-mail: to a customer’s old address when requested and when done, to staff’s old address', async () => {
  const shop = await openShop()
  const visitor = shop.visitor()
  const { email, headers } = await joinAs(shop, visitor)
  const fresh = newEmail()
  await visitor.ask('/api/clientes/actualizar/', { method: 'PATCH', body: { email: fresh }, headers })
  const link = `/api/clientes/confirmar-correo/${await linkOf(shop, fresh, CONFIRMAR)}`
  expect((await visitor.ask(link, { method: 'POST' })).status).toBe(200)
  await visitor.ask(link, { method: 'POST' })
  await eventually(
    () => told(shop, email, /^Activá/),
    (asuntos) => asuntos.length > 1,
  )
  expect(await told(shop, email, /^Activá/)).toEqual([
    'Pidieron cambiar el correo de tu cuenta',
    'Cambió el correo de tu cuenta',
  ])

  const clerk = await newOperador(shop, 1)
  const change = { email: newEmail(), actual: OWNER.password }
  const owner = await enterAs(shop)
  await shop.app.inject({
    method: 'PATCH',
    url: `${B}/usuarios/${clerk.id}`,
    payload: change,
    headers: owner,
  })
  expect(await told(shop, clerk.who.email)).toEqual(['Cambió el e-mail de tu cuenta del mostrador'])
})

test('a second factor: turned on, new codes, turned off by the owner', async () => {
  const shop = await testShop()
  const clerk = await newOperador(shop, 1)
  const own = { ...OWNER, password: clerk.who.password }
  await turnOnSegundoFactor(shop, clerk.headers, own)
  await shop.post(`${B}/segundo-factor/recuperacion`, {}, clerk.headers)
  const owner = await enterAs(shop)
  await confirmAs(shop, owner)
  const url = `${B}/usuarios/${clerk.id}/segundo-factor`
  expect((await shop.app.inject({ method: 'DELETE', url, headers: owner })).statusCode).toBe(200)
  expect(await told(shop, clerk.who.email)).toEqual(
    Array(3).fill('Cambió el segundo factor de tu cuenta del mostrador'),
  )
  const rows = await shop.db.select().from(correos).where(eq(correos.para, clerk.who.email))
  const said = rows.map(
    ({ texto }) => /Se activó|códigos de recuperación nuevos|El dueño quitó/.exec(texto)?.[0],
  )
  expect(said.toSorted()).toEqual(['El dueño quitó', 'Se activó', 'códigos de recuperación nuevos'])
})

test('a refund above the owner’s amount, to the owner, once also for two clicks; not a small one', async () => {
  const shop = await testShop()
  const owner = await enterAs(shop)
  const put = { seguridad: { devolucion_confirmar: 40 }, actual: OWNER.password }
  await shop.app.inject({ method: 'PUT', url: `${B}/ajustes`, payload: put, headers: owner })
  const [small, large] = [await paid(shop), await paid(shop)]
  const back = (id: string, importe: number) =>
    shop.post(
      `${B}/pedidos/${id}/devolver`,
      { importe, motivo: 'Salió manchado', actual: OWNER.password },
      { ...owner, 'idempotency-key': `${id} ${importe}` },
    )
  for (let times = 0; times < 2; times++) {
    expect((await back(small.id, 10)).statusCode).toBe(200)
    expect((await back(large.id, 80)).statusCode).toBe(200)
  }
  const [{ email } = { email: '' }] = await shop.db
    .select()
    .from(operadores)
    .where(eq(operadores.rol, 'dueno'))
  expect(await told(shop, email)).toEqual([`Devolución grande del pedido ${large.numero}`])
})

test('a changed role: given, moved to another branch, taken away', async () => {
  const shop = await testShop()
  const owner = await enterAs(shop)
  await confirmAs(shop, owner)
  const email = newEmail()
  const { usuario } = (
    await shop.post(`${B}/usuarios`, { nombre: 'Nadia', email, sucursal: 'Alberdi' }, owner)
  ).json()
  for (const payload of [{ sucursal: 'Aguilares' }, { nombre: 'Nadia S.' }, { retirado: true }])
    await shop.app.inject({ method: 'PATCH', url: `${B}/usuarios/${usuario.id}`, payload, headers: owner })
  expect(await told(shop, email)).toEqual([
    'Tenés acceso al mostrador de ImprimiTodo',
    'Cambió tu acceso al mostrador',
    'Cambió tu acceso al mostrador',
  ])
})
