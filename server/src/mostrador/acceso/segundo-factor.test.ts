// The second factor of the people of the back office, over real sockets.
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { correos } from '../../base/db/schema/correos.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { eventos_seguridad } from '../../base/db/schema/seguridad.ts'
import { bearer } from '../../testing/cuenta.ts'
import { confirmAs, enterAs, newOperador, turnOnSegundoFactor } from '../../testing/mostrador.ts'
import { routesOf } from '../../testing/routes.ts'
import { OWNER } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'
import { base32Of, stepOf, totpOf } from './totp.ts'
import { sealSecretos } from './totp-cuenta.ts'

const B = '/api/mostrador'
type Shop = Awaited<ReturnType<typeof openShop>>

const enter = (shop: Shop, who: object) => shop.visitor().ask(`${B}/ingresar`, { body: who })
const mailsTo = async (shop: Shop, email: string) =>
  (await shop.db.select().from(correos).where(eq(correos.para, email))).map(({ asunto }) => asunto)

test('a clerk turns on a factor of their own; the owner takes it away, and both are told of it', async () => {
  const shop = await openShop()
  const clerk = await newOperador(shop, 1)
  const { code, codigos } = await turnOnSegundoFactor(shop, clerk.headers, clerk.who)
  expect((await enter(shop, clerk.who)).json()).toMatchObject({ totp: true })
  expect((await enter(shop, { ...clerk.who, totp: code() })).status).toBe(200)
  const paper = await enter(shop, { ...clerk.who, totp: codigos[3] })
  expect(paper.status).toBe(200)

  const owner = await enterAs(shop)
  const take = (id: number, more: object = {}) =>
    shop.visitor().ask(`${B}/usuarios/${id}/segundo-factor`, { method: 'DELETE', body: more, headers: owner })
  expect((await take(clerk.id)).json()).toMatchObject({ confirmar: true })
  await confirmAs(shop, owner)
  expect((await take(clerk.id)).json()).toMatchObject({ nombre: expect.any(String), segundo_factor: false })
  expect((await take(clerk.id)).status).toBe(409)
  expect((await take(999)).status).toBe(404)
  const [boss] = await shop.db.select().from(operadores).where(eq(operadores.email, OWNER.email))
  expect((await take(boss?.id ?? 0)).status).toBe(409)
  // The phone's codes do not count any more, and the password alone is enough again
  const { access } = paper.json<{ access: string }>()
  expect((await shop.get(`${B}/pedidos`, bearer(access))).statusCode).toBe(401)
  expect((await enter(shop, clerk.who)).status).toBe(200)

  expect(
    (await mailsTo(shop, clerk.who.email)).filter((asunto) => asunto.includes('segundo factor')),
  ).toHaveLength(2)
  const noted = await shop.db
    .select()
    .from(eventos_seguridad)
    .where(eq(eventos_seguridad.que, 'segundo_factor'))
  expect(noted.map(({ cuenta_id, detalle }) => [cuenta_id, detalle])).toEqual([
    [clerk.id, 'activado'],
    [clerk.id, 'quitado por el dueño'],
  ])
  const written = await shop.db.select().from(auditoria)
  expect(written.map(({ quien, despues }) => [quien, despues])).toEqual([
    [expect.stringMatching(/^Operador/), { segundo_factor: true }],
    ['Dueño', { segundo_factor: false }],
  ])
})

test('where the owner demands one, a person without one reaches only the page that sets it up', async () => {
  const shop = await openShop()
  const owner = await enterAs(shop)
  await turnOnSegundoFactor(shop, owner)
  const { who, headers: before } = await newOperador(shop, null)
  const demand = { seguridad: { exigir_segundo_factor: true } }
  const put = { method: 'PUT', url: `${B}/ajustes`, headers: owner } as const
  expect((await shop.app.inject({ ...put, payload: demand })).statusCode).toBe(200)

  const entered = await enter(shop, who)
  expect(entered.status).toBe(200)
  const headers = bearer(entered.json<{ access: string }>().access)
  const open = ['salir', 'confirmar', 'segundo-factor', 'segundo-factor/preparar', 'segundo-factor/activar']
  for (const route of await routesOf(shop.app)) {
    const [method = '', path = ''] = route.split(' ')
    if (
      !path.startsWith(`${B}/`) ||
      /\/(ingresar|instalacion(\/(respaldos?|restaurar|restauracion|respaldo\/:desde))?|recuperar(\/:token)?)$/.test(
        path,
      )
    )
      continue
    if (open.includes(path.slice(B.length + 1))) continue
    // A session from before the demand is no way around it
    for (const as of [headers, before]) {
      const answer = await shop.app.inject({
        method: method as 'GET',
        url: path.replace(/:\w+/g, '1'),
        headers: as,
      })
      expect(answer.statusCode, String(route)).toBe(403)
      expect(answer.json().enrolar, String(route)).toBe(true)
    }
  }
  expect((await shop.get('/metrics', { ...headers, 'x-forwarded-for': '198.18.0.1' })).statusCode).toBe(403)

  expect((await shop.get(`${B}/segundo-factor`, headers)).json()).toEqual({
    activo: null,
    recuperacion: 0,
    exigido: true,
  })
  await turnOnSegundoFactor(shop, headers, who)
  expect((await shop.get(`${B}/pedidos`, headers)).statusCode).toBe(200)
  expect((await shop.get(`${B}/pedidos`, before)).statusCode).toBe(200)
  const off = await shop.post(`${B}/segundo-factor/desactivar`, { codigo: '000000' }, headers)
  expect(off.statusCode).toBe(409)
})

test('new recovery codes make the old ones void', async () => {
  const shop = await openShop()
  const headers = await enterAs(shop)
  await confirmAs(shop, headers)
  expect((await shop.post(`${B}/segundo-factor/recuperacion`, {}, headers)).statusCode).toBe(409)
  const { codigos } = await turnOnSegundoFactor(shop, headers)
  const fresh = (await shop.post(`${B}/segundo-factor/recuperacion`, {}, headers)).json<{
    codigos: string[]
  }>()
  expect(new Set([...codigos, ...fresh.codigos]).size).toBe(20)
  expect((await enter(shop, { ...OWNER, totp: codigos[0] })).status).toBe(401)
  expect((await enter(shop, { ...OWNER, totp: fresh.codigos[0] })).status).toBe(200)
})

test('secrets are kept sealed, bound to their row; those of earlier versions are sealed at the start', async () => {
  const shop = await openShop()
  const headers = await enterAs(shop)
  const { secreto, code } = await turnOnSegundoFactor(shop, headers)
  const kept = async () =>
    (await shop.db.select().from(operadores)).map(({ totp_secreto }) => totp_secreto ?? '')
  const [sealed = ''] = await kept()
  expect([sealed.startsWith('v1.'), sealed.includes(secreto)]).toEqual([true, false])

  // An intruder with access to the database gives another account a secret that they know
  const clerk = await newOperador(shop, 1)
  await shop.db
    .update(operadores)
    .set({ totp_secreto: sealed, totp_activado: new Date() })
    .where(eq(operadores.id, clerk.id))
  expect((await enter(shop, { ...clerk.who, totp: code() })).status).toBe(401)

  const old = base32Of(randomBytes(20))
  await shop.db.update(operadores).set({ totp_secreto: old }).where(eq(operadores.id, clerk.id))
  await Promise.all([sealSecretos(shop.deps), sealSecretos(shop.deps)])
  const after = await kept()
  expect(after.every((secret) => secret.startsWith('v1.'))).toBe(true)
  expect(after).toContain(sealed)
  const typed = totpOf(old, stepOf(shop.deps.now()))
  expect((await enter(shop, { ...clerk.who, totp: typed })).status).toBe(200)
})
