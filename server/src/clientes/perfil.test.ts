import { describe, expect, test } from 'vitest'
import {
  bearer,
  change,
  correosTo,
  DESHACER,
  logIn,
  me,
  newCliente,
  newEmail,
  PASSWORD,
  registro,
  signUp,
  tries,
} from '../testing/cuenta.ts'
import { testShop } from '../testing/shop.ts'

const NEW = 'Otra-frase-larga-7'

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
