import { describe, expect, test } from 'vitest'
import {
  bearer,
  correosTo,
  DESHACER,
  linkOf,
  logIn,
  newCliente,
  newEmail,
  PASSWORD,
  RECUPERAR,
  registro,
  signUp,
} from '../testing/cuenta.ts'
import { eventually, type Shop, testShop } from '../testing/shop.ts'

const HOUR = 3600_000
const NEW = 'Otra-frase-larga-7'
const change = (shop: Shop, access: string, payload: object) =>
  shop.app.inject({ method: 'PATCH', url: '/api/clientes/actualizar/', payload, headers: bearer(access) })
const me = async (shop: Shop, access: string) => (await shop.get('/api/clientes/me', bearer(access))).json()
const tries = async (shop: Shop, email: string, password: string) =>
  (
    await shop.app.inject({
      ...{ method: 'POST', url: '/api/auth/login/', payload: { email, password } },
      remoteAddress: `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    })
  ).statusCode

describe('a change of e-mail', () => {
  test('counts at once; both addresses are told, and the old one may undo it', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const next = newEmail()
    const answer = await change(shop, access, { email: ` ${next.toUpperCase()} ` })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { mensaje: 'Correo actualizado correctamente', email: next },
    ])
    expect((await me(shop, access)).email).toBe(next)
    expect(await tries(shop, next, PASSWORD)).toBe(200)
    expect(await tries(shop, email, PASSWORD)).toBe(400)
    expect((await correosTo(shop, next))[0]?.asunto).toBe('Este es ahora el correo de tu cuenta')
    expect((await correosTo(shop, email))[0]?.texto).toMatch(DESHACER)
    expect((await correosTo(shop, next))[0]?.texto).not.toMatch(DESHACER)
  })

  test('to the same one, in whatever case, changes nothing and sends nothing', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const before = (await correosTo(shop, undefined)).length
    expect((await change(shop, access, { email: email.toUpperCase() })).statusCode).toBe(200)
    expect(await correosTo(shop, undefined)).toHaveLength(before)
  })

  test.each([
    ['abc', 'Por favor ingresa un email válido'],
    ['', 'El email es obligatorio'],
    [null, 'El email es obligatorio'],
  ])('to %j is refused', async (email, message) => {
    const shop = await testShop()
    const answer = await change(shop, (await newCliente(shop)).access, { email })
    expect([answer.statusCode, answer.json()]).toEqual([400, { email: [message] }])
  })

  test('to another’s is refused; to one that nobody confirmed is not', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const taken = await signUp(shop)
    const answer = await change(shop, access, { email: taken })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { email: ['Ya existe una cuenta con este email'] },
    ])
    const squatted = registro()
    await shop.post('/api/clientes/', squatted)
    expect((await change(shop, access, { email: squatted.email })).statusCode).toBe(200)
    expect((await me(shop, access)).email).toBe(squatted.email)
  })

  test('50 at once to one address: one winner', { timeout: 60_000 }, async () => {
    const shop = await testShop()
    const sessions = await Promise.all(Array.from({ length: 10 }, () => newCliente(shop)))
    const email = newEmail()
    const answers = await Promise.all(
      sessions.flatMap(({ access }) => Array.from({ length: 5 }, () => change(shop, access, { email }))),
    )
    const owners = await Promise.all(
      sessions.map(async ({ access }) => (await me(shop, access)).email === email),
    )
    expect(owners.filter(Boolean)).toHaveLength(1)
    const won = answers.filter(({ statusCode }) => statusCode === 200)
    expect(won).toHaveLength(5) // the winner's own repetitions
    expect((await correosTo(shop, email)).length).toBe(1)
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 400)).toBe(true)
  })

  test('two customers who swap addresses at once do not block each other', async () => {
    const shop = await testShop()
    const [ana, luz] = [await newCliente(shop), await newCliente(shop)]
    const answers = await Promise.all([
      change(shop, ana.access, { email: luz.email }),
      change(shop, luz.access, { email: ana.email }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  })

  test('is counted: the 11th within 15 minutes has to wait', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    for (let count = 0; count < 10; count++)
      expect((await change(shop, access, { email: newEmail() })).statusCode).toBe(200)
    expect((await change(shop, access, { email: newEmail() })).statusCode).toBe(429)
  })
})

describe('a change of phone', () => {
  test('is kept as its national digits, and is what step 3 fills in', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const answer = await change(shop, access, { celular: '381 15-555-1234' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { mensaje: 'Celular actualizado correctamente', email },
    ])
    expect(await me(shop, access)).toMatchObject({ email, celular: '3815551234' })
  })

  test.each([
    ['', 'El celular es obligatorio'],
    ['38655', 'El celular debe tener al menos 10 dígitos'],
  ])('%j is refused', async (celular, message) => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const before = await me(shop, access)
    const answer = await change(shop, access, { celular })
    expect([answer.statusCode, answer.json()]).toEqual([400, { celular: [message] }])
    expect(await me(shop, access)).toEqual(before)
  })
})

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

describe('a change of password', () => {
  test('ends every session, this one too, clears the cookie and tells its owner', async () => {
    const shop = await testShop()
    const phone = await newCliente(shop)
    const desk = await logIn(shop, phone.email)
    const answer = await change(shop, phone.access, { password_actual: PASSWORD, password: NEW })
    expect([answer.statusCode, answer.json().mensaje]).toEqual([200, 'Contraseña actualizada'])
    expect(answer.cookies).toMatchObject([{ name: 'refresh', value: '', path: '/' }])
    for (const { access, refresh } of [phone, desk]) {
      expect((await shop.get('/api/auth/cliente-actual/', bearer(access))).statusCode).toBe(401)
      const renewed = await shop.post('/api/auth/refresh/', {}, { cookie: `refresh=${refresh}` })
      expect(renewed.statusCode).toBe(401)
    }
    expect(await tries(shop, phone.email, PASSWORD)).toBe(400)
    expect(await tries(shop, phone.email, NEW)).toBe(200)
    expect((await correosTo(shop, phone.email))[0]?.asunto).toBe('Cambió la contraseña de tu cuenta')
  })

  test.each([
    [
      { password_actual: 'otra', password: NEW },
      { password_actual: ['La contraseña actual no es correcta.'] },
    ],
    [{ password: NEW }, { password_actual: ['Completa todos los campos'] }],
    [{ password_actual: PASSWORD }, { password: ['Completa todos los campos'] }],
    [{ password_actual: PASSWORD, password: 'abcdefgh' }, { password: ['La contraseña es demasiado débil'] }],
    [
      { password_actual: PASSWORD, password: 'Password1' },
      { password: ['Esa contraseña es muy común. Elegí otra.'] },
    ],
    [
      { password_actual: PASSWORD, password: 'Ab1' },
      { password: ['La contraseña debe tener al menos 8 caracteres'] },
    ],
    [{}, { non_field_errors: ['No hay nada para cambiar.'] }],
  ])('%o is refused', async (payload, errors) => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const answer = await change(shop, access, payload)
    expect([answer.statusCode, answer.json()]).toEqual([400, errors])
    expect((await me(shop, access)).email).toBeDefined()
  })

  test('with an e-mail beside it: both or neither', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const taken = await signUp(shop)
    const both = { password_actual: PASSWORD, password: NEW }
    expect((await change(shop, access, { ...both, email: taken })).statusCode).toBe(400)
    expect(await tries(shop, email, PASSWORD)).toBe(200)
    const next = newEmail()
    expect((await change(shop, access, { ...both, email: next })).statusCode).toBe(200)
    expect(await tries(shop, next, NEW)).toBe(200)
  })

  test('a session cannot be used to guess the current one; a right one begins the count again', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const guess = () => change(shop, access, { password_actual: 'mal', password: NEW })
    for (let count = 0; count < 10; count++) expect((await guess()).statusCode).toBe(400)
    expect((await guess()).statusCode).toBe(429)
    expect((await change(shop, access, { password_actual: PASSWORD, password: NEW })).statusCode).toBe(429)
  })

  test('10 at once from one password: one winner', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const wanted = Array.from({ length: 10 }, (_, index) => `${NEW}-${index}`)
    const answers = await Promise.all(
      wanted.map((password) => change(shop, access, { password_actual: PASSWORD, password })),
    )
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await tries(shop, email, wanted[winner] ?? '')).toBe(200)
  })
})

describe('a forgotten password', () => {
  const ask = (shop: Shop, email: string) => shop.post('/api/clientes/recuperar', { email })
  const set = (shop: Shop, token: string, password = NEW) =>
    shop.post(`/api/clientes/recuperar/${token}`, { password })

  test('is asked for with the same answer whatever the address, and at the same cost', async () => {
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
    // One row in a queue each, whoever it is: what is done for an account is done where nobody waits
    expect(sent.slice(0, 3)).toEqual(['enlace', 'enlace', 'enlace'])
    expect(await linkOf(shop, active, RECUPERAR)).toMatch(/^[\w-]{43}$/)
    const mails = await eventually(
      () => correosTo(shop, inactive.email),
      (list) => list.length === 2,
    )
    expect(mails[0]?.asunto).toBe('Activá tu cuenta de ImprimiTodo')
  })

  test('its link shows whose it is, sets a new one once, and ends every session', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    await ask(shop, email)
    const token = await linkOf(shop, email, RECUPERAR)
    const whose = await shop.get(`/api/clientes/recuperar/${token}`)
    expect([whose.statusCode, whose.json()]).toEqual([
      200,
      { email: expect.stringMatching(/^c•+@example\.com$/) },
    ])
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

  test('other links die with the one that is used, and with a change of password or e-mail', async () => {
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
    await change(shop, access, { email: newEmail() })
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

  test('strangers cannot fill a mailbox: 10 mails in an hour, and the answer does not tell', async () => {
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
