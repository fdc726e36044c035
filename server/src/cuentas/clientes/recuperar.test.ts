import { describe, expect, test } from 'vitest'
import {
  bearer,
  CONFIRMAR,
  change,
  correosTo,
  linkOf,
  newCliente,
  newEmail,
  PASSWORD,
  RECUPERAR,
  registro,
  signUp,
  tries,
} from '../../testing/cuenta.ts'
import { eventually, type Shop, testShop } from '../../testing/shop.ts'

const HOUR = 3600_000
const NEW = 'Otra-frase-larga-7'

describe('a forgotten password', () => {
  const ask = (shop: Shop, email: string) => shop.post('/api/clientes/recuperar', { email })
  const set = (shop: Shop, token: string, password = NEW) =>
    shop.post(`/api/clientes/recuperar/${token}`, { password })

  test('gets the same answer for every address, at the same cost', async () => {
    const shop = await testShop()
    const active = await signUp(shop)
    const inactive = registro()
    await shop.post('/api/clientes/', inactive)
    const sent: string[] = []
    const jobs = shop.deps.jobs
    const send = jobs.send
    jobs.send = ((tx, name, data, options) => {
      sent.push(name)
      return send(tx, name, data, options)
    }) as typeof send
    const answers = []
    for (const email of [active.toUpperCase(), inactive.email, newEmail()])
      answers.push(await ask(shop, email))
    jobs.send = send
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    // One queued job each, with or without an account: the rest is done after the answer
    expect(sent.slice(0, 3)).toEqual(['enlace', 'enlace', 'enlace'])
    expect(await linkOf(shop, active, RECUPERAR)).toMatch(/^[\w-]{43}$/)
    const mails = await eventually(
      () => correosTo(shop, inactive.email),
      (list) => list.length === 2,
    )
    expect(mails[0]?.asunto).toBe('Activá tu cuenta de ImprimiTodo')
  })

  test('its link shows the masked address, sets a new password once, and ends every session', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    await ask(shop, email)
    const token = await linkOf(shop, email, RECUPERAR)
    const whose = await shop.get(`/api/clientes/recuperar/${token}`)
    expect(whose.statusCode).toBe(200)
    expect(whose.json()).toEqual({ email: expect.stringMatching(/^c•+@example\.com$/) })
    for (const [password, message] of [
      ['abcdefgh', 'La contraseña es demasiado débil'],
      ['Password1', 'Esa contraseña es muy común. Elegí otra.'],
    ] as const)
      expect((await set(shop, token, password)).json()).toEqual({ password: [message] })
    expect((await set(shop, token)).statusCode).toBe(200)
    expect(await tries(shop, email, NEW)).toBe(200)
    expect(await tries(shop, email, PASSWORD)).toBe(400)
    expect((await shop.get('/api/clientes/me', bearer(access))).statusCode).toBe(401)
    expect((await set(shop, token, `${NEW}x`)).statusCode).toBe(400)
    expect((await shop.get(`/api/clientes/recuperar/${token}`)).statusCode).toBe(400)
  })

  test('lasts 48 h', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    await ask(shop, email)
    const token = await linkOf(shop, email, RECUPERAR)
    shop.clock.offsetMs += 48 * HOUR
    expect((await set(shop, token)).statusCode).toBe(400)
    expect((await shop.get('/api/clientes/recuperar/x')).statusCode).toBe(400)
  })

  test('its links die with a change of e-mail, since they went to the old mailbox', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const links = async (count: number) => {
      await ask(shop, email)
      const list = await eventually(
        () => correosTo(shop, email),
        (mails) => mails.filter(({ texto }) => RECUPERAR.test(texto)).length === count,
      )
      return list.flatMap(({ texto }) => RECUPERAR.exec(texto)?.[1] ?? [])
    }
    await links(1)
    const [second = '', first = ''] = await links(2)
    expect((await shop.get(`/api/clientes/recuperar/${first}`)).statusCode).toBe(200)
    const next = newEmail()
    await change(shop, access, { email: next })
    const confirmed = await linkOf(shop, next, CONFIRMAR)
    expect((await shop.get(`/api/clientes/recuperar/${first}`)).statusCode).toBe(200)
    await shop.post(`/api/clientes/confirmar-correo/${confirmed}`)
    for (const token of [first, second]) expect((await set(shop, token)).statusCode).toBe(400)
  })

  test('10 at once with one link: one winner', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    await ask(shop, email)
    const token = await linkOf(shop, email, RECUPERAR)
    const wanted = Array.from({ length: 10 }, (_, index) => `${NEW}-${index}`)
    const answers = await Promise.all(wanted.map((password) => set(shop, token, password)))
    const winners = wanted.filter((_, index) => answers[index]?.statusCode === 200)
    expect(winners).toHaveLength(1)
    expect(await tries(shop, email, winners[0] ?? '')).toBe(200)
  })

  test('strangers cannot fill a mailbox: 10 mails in a day, and the answer does not tell', async () => {
    const shop = await testShop()
    const email = await signUp(shop) // one mail
    const answers = []
    for (let count = 0; count < 15; count++) answers.push((await ask(shop, email)).body)
    expect(new Set(answers).size).toBe(1)
    await eventually(
      () => correosTo(shop, email),
      (list) => list.length >= 10,
    )
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await correosTo(shop, email)).toHaveLength(10)
  })
})
