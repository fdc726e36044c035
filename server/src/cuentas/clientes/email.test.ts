import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clientes, enlaces } from '../../base/db/schema/clientes.ts'
import { eventos_seguridad } from '../../base/db/schema/seguridad.ts'
import {
  bearer,
  CONFIRMAR,
  change,
  correosTo,
  DESHACER,
  enterAs,
  joinAs,
  linkOf,
  me,
  newCliente,
  newEmail,
  PASSWORD,
  RECUPERAR,
  registro,
  signUp,
  tries,
} from '../../testing/cuenta.ts'
import { confirmed, paid, pay } from '../../testing/pedidos.ts'
import { eventually, OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'
import { sendAsked } from './enlaces.ts'

const HOUR = 3600_000
const NEW = 'Otra-frase-larga-7'

const confirm = (token: string) => `/api/clientes/confirmar-correo/${token}`
const undo = (token: string) => `/api/clientes/deshacer-correo/${token}`
const post = { method: 'POST' }

type Headers = { authorization: string }
const patch = (visitor: Visitor, headers: Headers, body: object) =>
  visitor.ask('/api/clientes/actualizar/', { method: 'PATCH', body, headers })
const actual = async (visitor: Visitor, headers: Headers) =>
  (await visitor.ask('/api/auth/cliente-actual/', { headers })).json<
    { email: string; email_pendiente: string | null; puntos: number }[]
  >()[0]
const asuntosTo = async (shop: Shop, email: string) =>
  (await correosTo(shop, email)).map(({ asunto }) => asunto)
const mailed = (shop: Shop, email: string, count = 1) =>
  eventually(
    () => asuntosTo(shop, email),
    (list) => list.length >= count,
  )

describe('over the socket, a stranger who writes the victim’s address into an account', () => {
  async function attack() {
    const shop = await openShop()
    const [stranger, owner] = [shop.visitor('198.51.100.7'), shop.visitor('203.0.113.9')]
    const victim = newEmail()
    const own = await joinAs(shop, stranger)
    const asked = await patch(stranger, own.headers, { email: victim })
    expect(asked.status).toBe(200)
    expect(asked.json()).toEqual({
      mensaje: 'Correo actualizado correctamente',
      email: own.email,
      email_pendiente: victim,
    })
    return { shop, stranger, owner, victim, ...own }
  }

  test('gets nothing of the victim’s guest orders and sales at the counter', async () => {
    const { shop, stranger, owner, victim, headers } = await attack()
    await paid(shop, { change: { email: victim } })
    const session = await owner.ask('/api/mostrador/ingresar', { body: OWNER })
    const sold = await owner.ask('/api/mostrador/ventas', {
      body: { email: victim, importe: 30_000 },
      headers: bearer(session.json<{ access: string }>().access),
    })
    expect(sold.status).toBe(404)
    expect(await actual(stranger, headers)).toMatchObject({ puntos: 0, email_pendiente: victim })
    const orders = await stranger.ask('/api/clientes/pedidos', { headers })
    expect(orders.json()).toEqual({ pedidos: [], siguiente: null })
    const tried = await owner.ask('/api/auth/login/', { body: { email: victim, password: PASSWORD } })
    expect(tried.status).toBe(400)
  })

  test('does not keep the victim from registering, whose account is then the victim’s alone', async () => {
    const { shop, stranger, owner, victim, email, headers } = await attack()
    const link = await linkOf(shop, victim, CONFIRMAR)
    const theirs = await joinAs(shop, owner, { email: victim })
    const late = await owner.ask(confirm(link), post)
    expect(late.status).toBe(400)
    expect(late.json()).toEqual({ detail: 'Ya existe una cuenta con este email.' })
    const undone = await stranger.ask(undo(await linkOf(shop, email, DESHACER)), post)
    expect(undone.status).toBe(200)
    expect(await actual(owner, theirs.headers)).toMatchObject({ email: victim })
    expect((await stranger.ask('/api/clientes/me', { headers })).status).toBe(401)
  })

  test('cannot take the account back once the victim confirmed it and reset its password', async () => {
    const { shop, stranger, owner, victim, email, headers } = await attack()
    expect((await owner.ask(confirm(await linkOf(shop, victim, CONFIRMAR)), post)).status).toBe(200)
    await owner.ask('/api/clientes/recuperar', { body: { email: victim } })
    const reset = await linkOf(shop, victim, RECUPERAR)
    await owner.ask(`/api/clientes/recuperar/${reset}`, { body: { password: NEW } })
    for (const { texto } of await correosTo(shop, email))
      for (const [, token = ''] of texto.matchAll(new RegExp(DESHACER, 'g')))
        expect((await stranger.ask(undo(token), post)).status).toBe(400)
    expect((await stranger.ask('/api/clientes/me', { headers })).status).toBe(401)
    expect(await actual(owner, await enterAs(owner, victim, NEW))).toMatchObject({ email: victim })
  })
})

test('a guest’s order gives points to the account that its mailbox confirms, before it is paid or after', async () => {
  const shop = await openShop()
  const email = newEmail()
  const change = { email: email.toUpperCase() }
  await paid(shop, { change })
  const unpaid = await confirmed(shop, { change })
  const visitor = shop.visitor()
  const { headers } = await joinAs(shop, visitor, { email })
  await eventually(
    () => actual(visitor, headers),
    (cliente) => (cliente as { puntos: number }).puntos === 95,
  )
  await pay(shop, unpaid)
  expect(await actual(visitor, headers)).toMatchObject({ puntos: 190 })
  // "My orders" still lists only those made in a session
  const orders = await visitor.ask('/api/clientes/pedidos', { headers })
  expect(orders.json()).toEqual({ pedidos: [], siguiente: null })
})

describe('a change of e-mail', () => {
  test('is pending until the new mailbox confirms it; the old address is told, and stays in use', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const next = newEmail()
    const answer = await change(shop, access, { email: ` ${next.toUpperCase()} ` })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      mensaje: 'Correo actualizado correctamente',
      email,
      email_pendiente: next,
    })
    expect((await me(shop, access)).email).toBe(email)
    expect([await tries(shop, next, PASSWORD), await tries(shop, email, PASSWORD)]).toEqual([400, 200])
    expect(await linkOf(shop, email, DESHACER)).toMatch(/^[\w-]{43}$/)

    const token = await linkOf(shop, next, CONFIRMAR)
    const asked = await shop.get(confirm(token))
    expect(asked.statusCode).toBe(200)
    expect(asked.json()).toEqual({ email: expect.stringMatching(/^c•+@example\.com$/) })
    expect((await me(shop, access)).email).toBe(email)
    const done = await shop.post(confirm(token))
    expect(done.statusCode).toBe(200)
    expect(done.json()).toEqual({ mensaje: expect.stringContaining('correo de tu cuenta') })
    const [session] = (await shop.get('/api/auth/cliente-actual/', bearer(access))).json()
    expect(session).toMatchObject({ email: next, email_pendiente: null })
    expect([await tries(shop, next, PASSWORD), await tries(shop, email, PASSWORD)]).toEqual([200, 400])
    expect((await correosTo(shop, email))[0]?.asunto).toBe('Cambió el correo de tu cuenta')
    expect(await asuntosTo(shop, next)).toContain('Confirmá tu correo nuevo')
    for (const again of [await shop.post(confirm(token)), await shop.get(confirm(token))]) {
      expect(again.statusCode).toBe(400)
      expect(again.json()).toEqual({ detail: expect.stringContaining('expiró') })
    }
  })

  test('each step stands in the security log', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const next = newEmail()
    await change(shop, access, { email: next })
    await shop.post(confirm(await linkOf(shop, next, CONFIRMAR)))
    await shop.post(undo(await linkOf(shop, email, DESHACER)))
    const rows = await shop.db
      .select()
      .from(eventos_seguridad)
      .where(eq(eventos_seguridad.que, 'correo_cambiado'))
      .orderBy(eventos_seguridad.id)
    expect(rows.map(({ que, detalle, cuenta_tipo }) => [que, detalle, cuenta_tipo])).toEqual([
      ['correo_cambiado', 'Pedido', 'cliente'],
      ['correo_cambiado', 'Confirmado', 'cliente'],
      ['correo_cambiado', 'Deshecho', 'cliente'],
    ])
  })

  test('its link works for 48 h', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const next = newEmail()
    await change(shop, access, { email: next })
    const token = await linkOf(shop, next, CONFIRMAR)
    shop.clock.offsetMs += 48 * HOUR
    expect((await shop.post(confirm(token))).statusCode).toBe(400)
    shop.clock.offsetMs -= 60_000
    expect((await shop.post(confirm(token))).statusCode).toBe(200)
  })

  test('to the same address, in any case, changes nothing and sends nothing', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const before = (await correosTo(shop, undefined)).length
    const answer = await change(shop, access, { email: email.toUpperCase() })
    expect(answer.json()).toMatchObject({ email, email_pendiente: null })
    expect(await correosTo(shop, undefined)).toHaveLength(before)
  })

  test('requested again sends the link again, and does not tell the old address twice', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const next = newEmail()
    for (const count of [1, 2]) {
      await change(shop, access, { email: next })
      await mailed(shop, next, count)
    }
    expect(await asuntosTo(shop, email)).toEqual([
      'Pidieron cambiar el correo de tu cuenta',
      'Activá tu cuenta de ImprimiTodo',
    ])
  })

  test.each([
    ['dropped', (own: string) => own],
    ['replaced', () => newEmail()],
  ])('once it is %s its link is void', async (_, to) => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const next = newEmail()
    await change(shop, access, { email: next })
    const token = await linkOf(shop, next, CONFIRMAR)
    const other = to(email)
    const { email_pendiente } = (await change(shop, access, { email: other })).json()
    expect(email_pendiente).toBe(other === email ? null : other)
    expect((await shop.post(confirm(token))).statusCode).toBe(400)
    expect((await me(shop, access)).email).toBe(email)
  })

  test.each([
    ['abc', 'Por favor ingresa un email válido'],
    ['', 'El email es obligatorio'],
    [null, 'El email es obligatorio'],
  ])('to %j is refused', async (email, message) => {
    const shop = await testShop()
    const answer = await change(shop, (await newCliente(shop)).access, { email })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ email: [message] })
  })

  test('to another account’s address is answered like any; only that mailbox is told', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const taken = await signUp(shop)
    const answer = await change(shop, access, { email: taken })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      mensaje: 'Correo actualizado correctamente',
      email,
      email_pendiente: taken,
    })
    const [notice] = await mailed(shop, taken, 2)
    expect(notice).toBe('Esta dirección ya tiene una cuenta')
    expect((await correosTo(shop, taken))[0]?.texto).not.toMatch(CONFIRMAR)
    expect(await tries(shop, taken, PASSWORD)).toBe(200)
  })

  test('replaces a registration at the new address that was not activated', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const squatted = registro()
    await shop.post('/api/clientes/', squatted)
    await change(shop, access, { email: squatted.email })
    const token = await linkOf(shop, squatted.email, CONFIRMAR)
    expect((await correosTo(shop, squatted.email))[0]?.texto).toContain('un registro sin activar')
    expect((await shop.post(confirm(token))).statusCode).toBe(200)
    expect((await me(shop, access)).email).toBe(squatted.email)
  })

  test('10 accounts that confirm one address at once: one winner', { timeout: 60_000 }, async () => {
    const shop = await testShop()
    const email = newEmail()
    const tokens: string[] = []
    const sessions = await Promise.all(Array.from({ length: 10 }, () => newCliente(shop)))
    for (const [index, { access }] of sessions.entries()) {
      await change(shop, access, { email })
      await mailed(shop, email, index + 1)
      tokens.push(await linkOf(shop, email, CONFIRMAR))
    }
    const answers = await Promise.all(
      tokens.flatMap((token) => Array.from({ length: 5 }, () => shop.post(confirm(token)))),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 400)).toBe(true)
    const owners = await Promise.all(sessions.map(async ({ access }) => (await me(shop, access)).email))
    expect(owners.filter((one) => one === email)).toHaveLength(1)
  })

  test('two customers who confirm each other’s address at once do not block each other', async () => {
    const shop = await testShop()
    const [ana, luz] = [await newCliente(shop), await newCliente(shop)]
    const [first, second] = [newEmail(), newEmail()]
    await change(shop, ana.access, { email: first })
    await change(shop, luz.access, { email: second })
    const answers = await Promise.all([
      shop.post(confirm(await linkOf(shop, first, CONFIRMAR))),
      change(shop, ana.access, { email: luz.email }),
      shop.post(confirm(await linkOf(shop, second, CONFIRMAR))),
      change(shop, luz.access, { email: ana.email }),
    ])
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 400)).toBe(true)
  })

  test('is limited: the 11th of a day has to wait, so that none goes without a notice', async () => {
    const shop = await openShop()
    const visitor = shop.visitor()
    const { email, headers } = await joinAs(shop, visitor)
    for (let count = 0; count < 10; count++)
      expect((await patch(visitor, headers, { email: newEmail() })).status).toBe(200)
    shop.clock.offsetMs += HOUR / 4 + 1000 // after the end of the count in memory
    const next = await enterAs(visitor, email)
    const refused = await patch(visitor, next, { email: newEmail() })
    expect(refused.status).toBe(429)
    expect(refused.json()).toEqual({ detail: 'Hoy ya pediste muchos cambios de correo. Probá mañana.' })
    expect(refused.headers.get('retry-after')).toEqual(String(24 * 3600))
    const notices = (await asuntosTo(shop, email)).filter((asunto) => asunto.startsWith('Pidieron'))
    expect(notices).toHaveLength(10)
  })

  test('does not fill a stranger’s mailbox: 10 mails in a day, from any number of accounts', async () => {
    const shop = await openShop()
    const victim = newEmail()
    for (let n = 0; n < 11; n++) {
      const visitor = shop.visitor()
      const { headers } = await joinAs(shop, visitor)
      const spelled = victim.replace('@', `+${n}@`)
      expect((await patch(visitor, headers, { email: spelled })).status).toBe(200)
      const [own] = await shop.db.select().from(clientes).where(eq(clientes.email_pendiente, spelled))
      if (n < 10) await mailed(shop, spelled)
      else await sendAsked(shop.deps, { tipo: 'confirmar_email', cliente_id: own?.id ?? 0, once: 'x' })
      expect(await asuntosTo(shop, spelled)).toHaveLength(n < 10 ? 1 : 0)
      // Its mails are deleted with the account, their count stays
      await visitor.ask('/api/clientes/eliminar', { body: { password: PASSWORD }, headers })
    }
  })

  test.each([
    [
      'a reset by mail',
      async (shop: Shop, email: string) => {
        await shop.post('/api/clientes/recuperar', { email })
        const token = await linkOf(shop, email, RECUPERAR)
        return shop.post(`/api/clientes/recuperar/${token}`, { password: NEW })
      },
    ],
    [
      'a change of password',
      (shop: Shop, _: string, access: string) =>
        change(shop, access, { password_actual: PASSWORD, password: NEW }),
    ],
  ])('%s drops it, with its link', async (_, renew) => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const next = newEmail()
    await change(shop, access, { email: next })
    const token = await linkOf(shop, next, CONFIRMAR)
    expect((await renew(shop, email, access)).statusCode).toBe(200)
    expect((await shop.post(confirm(token))).statusCode).toBe(400)
    expect(await tries(shop, email, NEW)).toBe(200)
  })
})

describe('an older account whose address was not confirmed', () => {
  /** An account as the previous version left it after a change of e-mail. */
  async function changedBefore(shop: Shop) {
    const { email, access } = await newCliente(shop)
    const anterior = newEmail()
    const [own] = await shop.db.select().from(clientes).where(eq(clientes.email, email))
    const cliente_id = own?.id ?? 0
    await shop.db.update(clientes).set({ email_confirmado: null })
    const creado = new Date(Date.now() - HOUR)
    await shop.db.insert(enlaces).values({
      token_hash: `${cliente_id}`,
      cliente_id,
      tipo: 'deshacer_email',
      email_anterior: anterior,
      creado,
      vence: new Date(Date.now() + HOUR),
    })
    return { id: cliente_id, email, access }
  }
  async function migrate(shop: Shop): Promise<void> {
    const folder = join(import.meta.dirname, '../../base/db/migrations')
    const file = readdirSync(folder).find((name) => name.endsWith('_email_confirmado.sql')) ?? ''
    for (const statement of readFileSync(join(folder, file), 'utf8')
      .split('--> statement-breakpoint')
      .slice(2))
      await shop.db.execute(sql.raw(statement))
  }
  const confirmados = async (shop: Shop) =>
    new Map((await shop.db.select().from(clientes)).map((one) => [one.email, one.email_confirmado]))

  test('has to confirm it; an account that never changed its address has done so by its activation', async () => {
    const shop = await testShop()
    const changed = await changedBefore(shop)
    const still = await newCliente(shop)
    await shop.db.update(clientes).set({ email_confirmado: null })
    const unused = registro()
    await shop.post('/api/clientes/', unused)
    await migrate(shop)
    expect(await confirmados(shop)).toEqual(
      new Map([
        [changed.email, null],
        [still.email, still.email],
        [unused.email, null],
      ]),
    )
    await paid(shop, { change: { email: changed.email } })
    const [before] = (await shop.get('/api/auth/cliente-actual/', bearer(changed.access))).json()
    expect(before).toMatchObject({ email_pendiente: changed.email, puntos: 0 })
    await change(shop, changed.access, { email: changed.email })
    await shop.post(confirm(await linkOf(shop, changed.email, CONFIRMAR)))
    await paid(shop, { change: { email: changed.email } })
    // The mailbox of an account from before is stored too now
    const [after] = await eventually(
      async () => (await shop.get('/api/auth/cliente-actual/', bearer(changed.access))).json(),
      ([cliente]) => cliente.puntos === 190,
    )
    expect(after).toMatchObject({ email: changed.email, email_pendiente: null })
  })

  test('has no valid link to take the change back once its password was set again', async () => {
    const shop = await testShop()
    const [quiet, renewed] = [await changedBefore(shop), await changedBefore(shop)]
    await change(shop, renewed.access, { password_actual: PASSWORD, password: NEW })
    await migrate(shop)
    const alive = await shop.db.select().from(enlaces).where(eq(enlaces.tipo, 'deshacer_email'))
    expect(alive.map(({ cliente_id }) => cliente_id)).toEqual([quiet.id])
  })
})
