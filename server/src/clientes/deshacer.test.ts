import { describe, expect, test } from 'vitest'
import {
  bearer,
  change,
  correosTo,
  DESHACER,
  linkOf,
  logIn,
  me,
  newCliente,
  newEmail,
  PASSWORD,
  RECUPERAR,
  signUp,
  tries,
} from '../testing/cuenta.ts'
import { testShop } from '../testing/shop.ts'

const HOUR = 3600_000
const NEW = 'Otra-frase-larga-7'

describe('undoing it', () => {
  const page = { accept: 'text/html' }
  const url = (token: string) => `/api/clientes/deshacer-correo/${token}`

  test('opening the link only asks; its button gives the address back and ends every session', async () => {
    const shop = await testShop()
    const owner = await newCliente(shop)
    const thief = newEmail()
    await change(shop, owner.access, { email: thief })
    const token = await linkOf(shop, owner.email, DESHACER)
    const asked = await shop.get(url(token), page)
    expect([asked.statusCode, asked.body]).toEqual([
      200,
      expect.stringContaining('<button>Deshacer el cambio'),
    ])
    expect(asked.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(asked.headers['referrer-policy']).toBe('same-origin')
    expect((await me(shop, owner.access)).email).toBe(thief)

    const form = { ...page, 'content-type': 'application/x-www-form-urlencoded' }
    const undone = await shop.app.inject({ method: 'POST', url: url(token), headers: form, payload: '' })
    expect([undone.statusCode, undone.body]).toEqual([200, expect.stringContaining('href="/recuperar"')])
    expect((await shop.get('/api/clientes/me', bearer(owner.access))).statusCode).toBe(401)
    expect(await tries(shop, thief, PASSWORD)).toBe(400)
    await logIn(shop, owner.email)

    expect((await shop.post(url(token))).json()).toEqual({ mensaje: expect.stringContaining('volvió') })
    expect((await shop.get(url(token), page)).body).toContain('ya está deshecho')
  })

  test('works for 72 h', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    await change(shop, access, { email: newEmail() })
    const token = await linkOf(shop, email, DESHACER)
    shop.clock.offsetMs += 72 * HOUR
    expect((await shop.post(url(token))).statusCode).toBe(400)
    const asked = await shop.get(url(token), page)
    expect([asked.statusCode, asked.body]).toEqual([400, expect.stringContaining('expiró')])
    expect(asked.body).not.toContain('<button>')
    shop.clock.offsetMs -= 60_000
    expect((await shop.post(url(token))).statusCode).toBe(200)
  })

  test('the first address wins over those that came later, and their links die', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const [second, third] = [newEmail(), newEmail()]
    await change(shop, access, { email: second })
    shop.clock.offsetMs += 1000
    await change(shop, access, { email: third })
    const [first, later] = [await linkOf(shop, email, DESHACER), await linkOf(shop, second, DESHACER)]
    expect((await shop.post(url(first))).statusCode).toBe(200)
    await logIn(shop, email)
    expect((await shop.post(url(later))).statusCode).toBe(400)
    expect(await tries(shop, email, PASSWORD)).toBe(200)
  })

  test('and a reset that was on its way to the other address is void', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const thief = newEmail()
    await change(shop, access, { email: thief })
    await shop.post('/api/clientes/recuperar', { email: thief })
    const reset = await linkOf(shop, thief, RECUPERAR)
    await shop.post(url(await linkOf(shop, email, DESHACER)))
    expect((await shop.post(`/api/clientes/recuperar/${reset}`, { password: NEW })).statusCode).toBe(400)
  })

  test('is refused once the address is another account’s', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    await change(shop, access, { email: newEmail() })
    const token = await linkOf(shop, email, DESHACER)
    await signUp(shop, { email })
    expect((await shop.post(url(token))).statusCode).toBe(409)
  })

  test('50 at once: once', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    await change(shop, access, { email: newEmail() })
    const token = await linkOf(shop, email, DESHACER)
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.post(url(token))))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const mails = await correosTo(shop, email)
    expect(mails.filter(({ asunto }) => asunto === 'Tu cuenta volvió a este correo')).toHaveLength(1)
  })
})
