import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sesiones_mostrador } from '../../base/db/schema/mostrador.ts'
import { enterAs, newOperador, ownerShop } from '../../testing/mostrador.ts'
import { OWNER, type Shop, testShop } from '../../testing/shop.ts'

const BASE = '/api/mostrador'

const enter = (shop: Shop, who: object = OWNER, remoteAddress = '10.0.0.1') =>
  shop.app.inject({ method: 'POST', url: `${BASE}/ingresar`, payload: who, remoteAddress })

describe('signing in', () => {
  test('answers a bearer of 12 h of which only the hash is kept; signing out ends it', async () => {
    const shop = await testShop()
    const answer = await enter(shop, { ...OWNER, email: ` ${OWNER.email.toUpperCase()} ` })
    expect(answer.json()).toEqual({
      access: expect.stringMatching(/^[\w-]{43}$/),
      id: expect.any(Number),
      nombre: 'Dueño',
      rol: 'dueno',
      sucursal: null,
    })
    const { access } = answer.json()
    const [kept] = await shop.db.select().from(sesiones_mostrador)
    expect(kept?.token_hash).toBe(createHash('sha256').update(access).digest('hex'))
    expect((kept?.vence.getTime() ?? 0) - Date.now()).toBeGreaterThan(11.9 * 3600_000)
    const headers = { authorization: `Bearer ${access}` }
    expect((await shop.get(`${BASE}/pedidos`, headers)).statusCode).toBe(200)
    expect((await shop.post(`${BASE}/salir`, {}, headers)).json()).toEqual({})
    expect((await shop.get(`${BASE}/pedidos`, headers)).statusCode).toBe(401)

    const later = await enterAs(shop)
    shop.clock.offsetMs = 12 * 3600_000 + 1000
    expect((await shop.get(`${BASE}/pedidos`, later)).statusCode).toBe(401)
  })

  test('no other call answers without a bearer, not even with the call’s problems', async () => {
    const shop = await testShop()
    for (const headers of [
      undefined,
      { authorization: 'Bearer x' },
      { authorization: `Bearer ${'a'.repeat(43)}` },
    ])
      for (const path of [
        'pedidos',
        'pedidos/x',
        'pedidos/x/trabajos/1.pdf',
        'pedidos/x/ticket.pdf',
        'eventos',
        'ajustes',
      ]) {
        const answer = await shop.get(`${BASE}/${path}`, headers)
        expect(answer.statusCode, String(path)).toBe(401)
        expect(Object.keys(answer.json()), String(path)).toEqual(['detail'])
      }
    for (const [method, path] of [
      ['POST', 'salir'],
      ['POST', 'pedidos/x/estado'],
      ['PUT', 'ajustes'],
    ] as const)
      expect((await shop.app.inject({ method, url: `${BASE}/${path}`, payload: { x: 1 } })).statusCode).toBe(
        401,
      )
  })

  test('wrong and unknown answer the same, in the same time; ten failures close the door for that address', async () => {
    const shop = await testShop()
    const wrong = { ...OWNER, password: 'otra' }
    const unknown = { email: 'nadie@x.com', password: 'otra' }
    const timed = async (who: object) => {
      const start = performance.now()
      const answer = await enter(shop, who, '10.9.9.9')
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({ detail: 'Revisá tus credenciales e intentá de nuevo.' })
      return performance.now() - start
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[2] ?? 0
    const [a, b]: [number[], number[]] = [[], []]
    for (let i = 0; i < 5; i++) {
      a.push(await timed(wrong))
      b.push(await timed(unknown))
    }
    expect(median(a) / median(b)).toBeGreaterThan(0.4)
    expect(median(a) / median(b)).toBeLessThan(2.5)

    // Tanteos that come at once are counted one by one; a right password among them would not help
    const burst = await Promise.all(Array.from({ length: 30 }, () => enter(shop, wrong)))
    expect(burst.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    const closed = await enter(shop)
    expect(closed.statusCode).toBe(429)
    expect(closed.json()).toEqual({ detail: 'Demasiados intentos. Probá de nuevo en 15 minutos.' })
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(890)
    expect((await enter(shop, OWNER, '10.0.0.2')).statusCode).toBe(200)
    shop.clock.offsetMs = 15 * 60_000 + 1000
    expect((await enter(shop)).statusCode).toBe(200)
  })

  test('many honest sign-ins at once all get in', async () => {
    const shop = await testShop()
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(shop)))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect((await enter(shop, {})).json()).toEqual({
      email: ['Escribí tu e-mail.'],
      password: ['Escribí tu contraseña.'],
    })
  })
})

test('a session answers its person’s present branch and role, after the owner moved them, changed their role or renamed the branch', async () => {
  const { shop, ask } = await ownerShop()
  const { id, headers } = await newOperador(shop, 1)
  const yo = async () => (await shop.get(`${BASE}/yo`, headers)).json()
  const before = await yo()
  expect(before).toEqual({ id, nombre: before.nombre, rol: 'operador', sucursal: 'Alberdi' })
  expect((await ask('PATCH', 'sucursales/1', { nombre: 'Alberdi Centro' })).statusCode).toBe(200)
  expect(await yo()).toEqual({ ...before, sucursal: 'Alberdi Centro' })
  const change = { nombre: 'Marta', sucursal: 'Aguilares', rol: 'encargado' }
  expect((await ask('PATCH', `usuarios/${id}`, change)).statusCode).toBe(200)
  expect(await yo()).toEqual({ id, ...change })
  expect((await ask('PATCH', `usuarios/${id}`, { sucursal: null })).statusCode).toBe(200)
  expect(await yo()).toEqual({ id, ...change, sucursal: null })
})
