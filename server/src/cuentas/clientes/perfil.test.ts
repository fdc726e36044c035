import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { eventos_seguridad } from '../../base/db/schema/seguridad.ts'
import {
  bearer,
  CONFIRMAR,
  change,
  correosTo,
  linkOf,
  logIn,
  me,
  newCliente,
  newEmail,
  PASSWORD,
  tries,
} from '../../testing/cuenta.ts'
import { testShop } from '../../testing/shop.ts'

const NEW = 'Otra-frase-larga-7'

describe('a change of phone', () => {
  test('is stored as its national digits, and fills step 3 in', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const answer = await change(shop, access, { celular: '381 15-555-1234' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      mensaje: 'Celular actualizado correctamente',
      email,
      email_pendiente: null,
    })
    expect(await me(shop, access)).toMatchObject({ email, celular: '3815551234' })
    const dni = await change(shop, access, { dni: '12.345.678' })
    expect(dni.json().mensaje).toBe('DNI actualizado correctamente')
  })

  test.each([
    ['', 'El celular es obligatorio'],
    ['38655', 'El celular debe tener al menos 10 dígitos'],
  ])('%j is refused', async (celular, message) => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const before = await me(shop, access)
    const answer = await change(shop, access, { celular })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ celular: [message] })
    expect(await me(shop, access)).toEqual(before)
  })
})

describe('a change of password', () => {
  test('ends every session, this one too, clears the cookie and tells its owner', async () => {
    const shop = await testShop()
    const phone = await newCliente(shop)
    const desk = await logIn(shop, phone.email)
    const answer = await change(shop, phone.access, { password_actual: PASSWORD, password: NEW })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().mensaje).toBe('Contraseña actualizada')
    expect(answer.cookies).toMatchObject([
      { name: 'refresh', value: '', path: '/' },
      { name: 'pedidos', value: '', path: '/' },
    ])
    for (const { access, refresh } of [phone, desk]) {
      expect((await shop.get('/api/auth/cliente-actual/', bearer(access))).statusCode).toBe(401)
      const renewed = await shop.post('/api/auth/refresh/', {}, { cookie: `refresh=${refresh}` })
      expect(renewed.statusCode).toBe(401)
    }
    expect(await tries(shop, phone.email, PASSWORD)).toBe(400)
    expect(await tries(shop, phone.email, NEW)).toBe(200)
    const asuntos = (await correosTo(shop, phone.email)).map(({ asunto }) => asunto)
    expect(asuntos).toContain('Cambió la contraseña de tu cuenta')
    const noted = await shop.db
      .select()
      .from(eventos_seguridad)
      .where(eq(eventos_seguridad.que, 'contrasena_cambiada'))
    expect(noted).toMatchObject([{ cuenta_tipo: 'cliente' }])
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
    const before = await me(shop, access)
    const answer = await change(shop, access, payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(errors)
    expect(await me(shop, access)).toEqual(before)
  })

  test('with an e-mail beside it: both or neither', async () => {
    const shop = await testShop()
    const { email, access } = await newCliente(shop)
    const [first, next] = [newEmail(), newEmail()]
    await change(shop, access, { email: first })
    const wrong = await change(shop, access, { password_actual: 'mal', password: NEW, email: next })
    expect(wrong.statusCode).toBe(400)
    const [still] = (await shop.get('/api/auth/cliente-actual/', bearer(access))).json()
    expect(still.email_pendiente).toBe(first)
    const both = await change(shop, access, { password_actual: PASSWORD, password: NEW, email: next })
    expect(both.statusCode).toBe(200)
    expect(both.json()).toEqual({ mensaje: 'Contraseña actualizada', email, email_pendiente: next })
    expect(await linkOf(shop, next, CONFIRMAR)).toMatch(/^[\w-]{43}$/)
    expect(await tries(shop, email, NEW)).toBe(200)
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
