import { describe, expect, test } from 'vitest'
import {
  bearer,
  CONFIRMAR,
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
} from '../../testing/cuenta.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'

const HOUR = 3600_000
const NEW = 'Otra-frase-larga-7'

/** Changes the e-mail: requested in a session, and confirmed by the new mailbox. */
async function moveTo(shop: Shop, access: string, email: string): Promise<void> {
  await change(shop, access, { email })
  const token = await linkOf(shop, email, CONFIRMAR)
  const done = await shop.post(`/api/clientes/confirmar-correo/${token}`)
  if (done.statusCode !== 200) throw new Error(done.body)
}

describe('undoing it', () => {
  const page = { accept: 'text/html' }
  const url = (token: string) => `/api/clientes/deshacer-correo/${token}`

  test('stops a change that was not confirmed yet, and ends every session', async () => {
    const shop = await openShop()
    const { email, access } = await newCliente(shop)
    const thief = newEmail()
    await change(shop, access, { email: thief })
    const pending = await linkOf(shop, thief, CONFIRMAR)
    const owner = shop.visitor()
    const token = await linkOf(shop, email, DESHACER)
    const asked = await owner.ask(url(token), { headers: page })
    expect(asked.status).toBe(200)
    expect(asked.body).toEqual(expect.stringContaining('<button>Dejarlo sin efecto'))
    expect((await shop.get('/api/auth/cliente-actual/', bearer(access))).json()).toMatchObject([
      { email, email_pendiente: thief },
    ])
    const stopped = await owner.ask(url(token), { method: 'POST' })
    expect(stopped.status).toBe(200)
    expect(stopped.json()).toEqual({
      mensaje: 'Tu cuenta queda con este correo y cerramos la sesión en todos los dispositivos.',
    })
    expect((await shop.get('/api/clientes/me', bearer(access))).statusCode).toBe(401)
    expect((await shop.post(`/api/clientes/confirmar-correo/${pending}`)).statusCode).toBe(400)
    await logIn(shop, email)
  })

  test('opening the link only asks; its button gives the address back and ends every session', async () => {
    const shop = await testShop()
    const owner = await newCliente(shop)
    const thief = newEmail()
    await moveTo(shop, owner.access, thief)
    const token = await linkOf(shop, owner.email, DESHACER)
    const asked = await shop.get(url(token), page)
    expect(asked.statusCode).toBe(200)
    expect(asked.body).toEqual(expect.stringContaining('<button>Dejarlo sin efecto'))
    expect(asked.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(asked.headers['referrer-policy']).toBe('same-origin')
    expect((await me(shop, owner.access)).email).toBe(thief)

    const form = { ...page, 'content-type': 'application/x-www-form-urlencoded' }
    const undone = await shop.app.inject({ method: 'POST', url: url(token), headers: form, payload: '' })
    expect(undone.statusCode).toBe(200)
    expect(undone.body).toEqual(expect.stringContaining('href="/recuperar"'))
    expect((await shop.get('/api/clientes/me', bearer(owner.access))).statusCode).toBe(401)
    expect(await tries(shop, thief, PASSWORD)).toBe(400)
    await logIn(shop, owner.email)

    expect((await shop.post(url(token))).json()).toEqual({ mensaje: expect.stringContaining('queda') })
    expect((await shop.get(url(token), page)).body).toContain('ya quedó sin efecto')
  })

  test('works for 72 h', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    await change(shop, access, { email: newEmail() })
    const token = await linkOf(shop, email, DESHACER)
    shop.clock.offsetMs += 72 * HOUR
    expect((await shop.post(url(token))).statusCode).toBe(400)
    const asked = await shop.get(url(token), page)
    expect(asked.statusCode).toBe(400)
    expect(asked.body).toEqual(expect.stringContaining('expiró'))
    expect(asked.body).not.toContain('<button>')
    shop.clock.offsetMs -= 60_000
    expect((await shop.post(url(token))).statusCode).toBe(200)
  })

  test('the first address wins over later ones, whose links die', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const [second, third] = [newEmail(), newEmail()]
    await moveTo(shop, access, second)
    shop.clock.offsetMs += 1000
    await moveTo(shop, access, third)
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
    await moveTo(shop, access, thief)
    await shop.post('/api/clientes/recuperar', { email: thief })
    const reset = await linkOf(shop, thief, RECUPERAR)
    await shop.post(url(await linkOf(shop, email, DESHACER)))
    expect((await shop.post(`/api/clientes/recuperar/${reset}`, { password: NEW })).statusCode).toBe(400)
  })

  test('is refused once the address is another account’s', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    await moveTo(shop, access, newEmail())
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
    expect(mails.filter(({ asunto }) => asunto === 'Tu cuenta queda con este correo')).toHaveLength(1)
  })
})
