// A forgotten password of the back office, over real sockets.
import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { enlaces_mostrador, operadores } from '../../base/db/schema/mostrador.ts'
import { eventos_seguridad } from '../../base/db/schema/seguridad.ts'
import { linkOf } from '../../testing/cuenta.ts'
import { countUndone } from '../../testing/jobs.ts'
import { confirmAs, enterAs, newOperador, turnOnSegundoFactor } from '../../testing/mostrador.ts'
import { untilAnotherWaits } from '../../testing/pedidos.ts'
import { eventually, OWNER } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'

const B = '/api/mostrador'
const LINK = /\/mostrador\/recuperar\/([\w-]+)/
const NUEVA = 'Imprenta-del-sur-9'
type Shop = Awaited<ReturnType<typeof openShop>>

const forget = (shop: Shop, email: string) => shop.visitor().ask(`${B}/recuperar`, { body: { email } })
const set = (shop: Shop, token: string, password = NUEVA) =>
  shop.visitor().ask(`${B}/recuperar/${token}`, { body: { password } })
const enter = (shop: Shop, who: object) => shop.visitor().ask(`${B}/ingresar`, { body: who })
const linkMails = (shop: Shop) =>
  shop.db.select().from(correos).where(like(correos.clave, '%:recuperacion:%'))

test('the owner’s link sets a new password once, ends every session, and does not pass the second factor', async () => {
  const shop = await openShop()
  const headers = await enterAs(shop)
  const { code } = await turnOnSegundoFactor(shop, headers)
  const asked = await forget(shop, ` ${OWNER.email.toUpperCase()} `)
  const token = await linkOf(shop, OWNER.email, LINK)
  const nobody = await forget(shop, 'nadie@example.com')
  expect(nobody.status).toEqual(asked.status)
  expect(nobody.body).toEqual(asked.body)

  const kept = JSON.stringify(await shop.db.select().from(enlaces_mostrador))
  expect(kept).not.toContain(token)
  const look = await shop.visitor().ask(`${B}/recuperar/${token}`)
  expect(look.json()).toEqual({ email: 'd•••••@imprimitodo.test' })
  expect([look.headers.get('cache-control')]).toEqual([expect.stringMatching(/no-store/)])
  for (const bad of ['corta', 'password1', '', `${'a'.repeat(2000)}`])
    expect((await set(shop, token, bad)).json()).toHaveProperty('password')

  const burst = await Promise.all(Array.from({ length: 20 }, () => set(shop, token)))
  expect(burst.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(burst.filter(({ status }) => status === 400)).toHaveLength(19)
  expect((await shop.get(`${B}/pedidos`, headers)).statusCode).toBe(401)
  expect((await enter(shop, OWNER)).status).toBe(401)
  expect((await enter(shop, { ...OWNER, password: NUEVA })).json()).toMatchObject({ totp: true })
  expect((await enter(shop, { ...OWNER, password: NUEVA, totp: code() })).status).toBe(200)

  const told = await shop.db
    .select()
    .from(correos)
    .where(eq(correos.asunto, 'Cambió tu contraseña del mostrador'))
  expect(told.map(({ para }) => para)).toEqual([OWNER.email])
  expect(
    await shop.db.select().from(eventos_seguridad).where(eq(eventos_seguridad.que, 'contrasena_cambiada')),
  ).toHaveLength(1)
})

test('a link lasts two hours; a new password, a new address and leaving void it', async () => {
  const shop = await openShop()
  const { id, who } = await newOperador(shop, 1)
  const ask = async () => {
    await shop.db.delete(correos)
    await forget(shop, who.email)
    return linkOf(shop, who.email, LINK)
  }
  const owner = await enterAs(shop)
  const change = async (body: object) => {
    await confirmAs(shop, owner)
    const url = `${B}/usuarios/${id}`
    expect((await shop.app.inject({ method: 'PATCH', url, headers: owner, payload: body })).statusCode).toBe(
      200,
    )
  }
  const late = await ask()
  shop.clock.offsetMs += 2 * 3600_000
  expect((await set(shop, late)).json()).toEqual({
    detail: 'El enlace ya no es válido o expiró. Pedí uno nuevo.',
  })
  const [one, two] = [await ask(), await ask()]
  expect((await set(shop, two)).status).toBe(200)
  expect((await set(shop, one)).status).toBe(400)
  const moved = await ask()
  await change({ email: 'otra@x.com' })
  expect((await set(shop, moved)).status).toBe(400)
  await change({ email: who.email })
  const retired = await ask()
  await change({ retirado: true })
  expect((await set(shop, retired)).status).toBe(400)
  await shop.db.delete(correos)
  await forget(shop, who.email)
  await forget(shop, OWNER.email)
  await linkOf(shop, OWNER.email, LINK)
  expect(await linkMails(shop)).toHaveLength(1)
})

test('no link goes to an address that its person is giving up', async () => {
  const shop = await openShop()
  const { id, who } = await newOperador(shop, 1)
  await shop.db.transaction(async (tx) => {
    await tx.update(operadores).set({ email: 'otra@x.com' }).where(eq(operadores.id, id))
    await forget(shop, who.email)
    await untilAnotherWaits(shop)
  })
  await eventually(
    () => countUndone(shop.db, 'recuperar_mostrador'),
    (undone) => undone === 0,
  )
  expect(await shop.db.select().from(enlaces_mostrador)).toEqual([])
})

test('a mailbox gets ten of them a day, however it is spelled and asked for; the answer is the same', async () => {
  const shop = await openShop()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => forget(shop, at % 2 ? OWNER.email : OWNER.email.toUpperCase())),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  await eventually(
    () => linkMails(shop),
    (found) => found.length === 10,
  )
  const campus = shop.visitor('198.18.77.1')
  const statuses = await Promise.all(
    Array.from({ length: 110 }, (_, at) =>
      campus.ask(`${B}/recuperar`, { body: { email: `a${at}@example.com` } }),
    ),
  )
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(10)
  expect(await linkMails(shop)).toHaveLength(10)
})

test('after a reset, tries of strangers do not count against the person', async () => {
  const shop = await openShop()
  const { who } = await newOperador(shop, null)
  await Promise.all(Array.from({ length: 30 }, () => enter(shop, { ...who, password: 'x' })))
  expect((await enter(shop, who)).status).toBe(403)
  await forget(shop, who.email)
  await set(shop, await linkOf(shop, who.email, LINK))
  expect((await enter(shop, { ...who, password: NUEVA })).status).toBe(200)
})

const INVITADA = { nombre: 'Nora', email: 'nora@copias.example', sucursal: 'Alberdi', rol: 'encargado' }
async function invite(shop: Shop, change: object = {}) {
  const headers = await enterAs(shop)
  await confirmAs(shop, headers)
  const body = { ...INVITADA, invitar: true, ...change }
  return shop.visitor().ask(`${B}/usuarios`, { body, headers })
}

test('an invited person chooses the password by the link, once, within 72 hours; the owner never knows it', async () => {
  const shop = await openShop()
  const made = await invite(shop)
  expect(made.status).toBe(201)
  expect(made.json()).toMatchObject({ password: null, usuario: { rol: 'encargado' } })
  const left = Date.parse(made.json<{ hasta: string }>().hasta) - shop.deps.now().getTime()
  expect(left / 3600_000).toBeCloseTo(72, 1)
  const token = await linkOf(shop, INVITADA.email, LINK)
  const [mail] = await shop.db.select().from(correos).where(eq(correos.para, INVITADA.email))
  expect(mail?.asunto).toBe('Te invitaron al mostrador de ImprimiTodo')
  expect(mail?.texto).toContain('para la sucursal Alberdi')
  const who = { email: INVITADA.email, password: NUEVA }
  expect((await enter(shop, who)).status).toBe(401)
  shop.clock.offsetMs = 71 * 3600_000
  const burst = await Promise.all(Array.from({ length: 20 }, () => set(shop, token)))
  expect(burst.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)])
  expect((await enter(shop, who)).json()).toMatchObject({
    nombre: 'Nora',
    rol: 'encargado',
    sucursal: 'Alberdi',
  })
})

test('an old invitation, or that of a retired person, opens nothing', async () => {
  const shop = await openShop()
  const { id } = (await invite(shop)).json<{ usuario: { id: number } }>().usuario
  const token = await linkOf(shop, INVITADA.email, LINK)
  const headers = await enterAs(shop)
  await confirmAs(shop, headers)
  const retire = (retirado: boolean) =>
    shop.visitor().ask(`${B}/usuarios/${id}`, { method: 'PATCH', body: { retirado }, headers })
  await retire(true)
  expect((await set(shop, token)).status).toBe(400)
  // Taken back, the person gets a new invitation: the old link stays void
  await retire(false)
  expect((await set(shop, token)).status).toBe(400)
  shop.clock.offsetMs = 72 * 3600_000 + 1_000
  const late = await set(shop, token)
  expect(late.status).toBe(400)
  expect(late.json()).toEqual({ detail: 'El enlace ya no es válido o expiró. Pedí uno nuevo.' })
})

test('an invitation takes no password, and is not promised where no mail leaves', async () => {
  const shop = await openShop()
  expect((await invite(shop, { password: NUEVA })).json()).toEqual({
    password: ['Con la invitación la contraseña la elige la persona: dejala vacía.'],
  })
  shop.deps.production = true
  const refused = await invite(shop)
  expect(refused.status).toBe(409)
  expect(refused.json<{ detail: string }>().detail).toBe(
    'Sin servidor de correo la invitación no sale: conectalo en Proveedores, o sacá la invitación.',
  )
  expect((await invite(shop, { invitar: false })).json()).toMatchObject({
    password: expect.any(String),
    hasta: null,
  })
})
