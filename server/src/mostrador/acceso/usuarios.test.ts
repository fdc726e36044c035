import { describe, expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { enterAs, newOperador, ownerShop } from '../../testing/mostrador.ts'

const B = '/api/mostrador'

describe('the people of the back office', () => {
  test('a new person gets in with the password that is shown once; it is shown to no other person', async () => {
    const { shop, ask, look, last } = await ownerShop()
    const made = await ask('POST', 'usuarios', {
      nombre: 'Caja',
      email: ' Caja@X.com ',
      sucursal: 'Aguilares',
    })
    expect(made.statusCode).toBe(201)
    const { usuario, password } = made.json()
    expect(usuario).toMatchObject({
      email: 'caja@x.com',
      rol: 'operador',
      sucursal: 'Aguilares',
      retirado: null,
    })
    await enterAs(shop, { email: 'caja@x.com', password })
    expect(await last()).toMatchObject({ que: 'usuario', accion: 'crear', nombre: 'Caja', quien: 'Dueño' })
    const kept = JSON.stringify([await shop.db.select().from(auditoria), await look('usuarios')])
    expect(kept).not.toContain(password)
    expect(kept).not.toContain('argon2')

    for (const [change, field] of [
      [{ email: 'caja@x.com' }, 'email'],
      [{ email: 'mal' }, 'email'],
      [{ nombre: ' ' }, 'nombre'],
      [{ sucursal: 'Tafí' }, 'sucursal'],
      [{ password: 'corta' }, 'password'],
      [{ password: 'password1' }, 'password'],
    ] as const) {
      const answer = await ask('POST', 'usuarios', {
        nombre: 'Otra',
        email: 'otra@x.com',
        sucursal: null,
        ...change,
      })
      expect(answer.statusCode, String(field)).toBe(400)
      expect(Object.keys(answer.json()), String(field)).toEqual([field])
    }
    expect((await look('usuarios')).length).toBe(2)
  })

  test('a retired person is out at once and stays out; a new password ends the sessions too', async () => {
    const { shop, ask, last } = await ownerShop()
    const { id, who, headers } = await newOperador(shop, 1)
    const isIn = async (as: Record<string, string>) => (await shop.get(`${B}/pedidos`, as)).statusCode === 200
    expect(await isIn(headers)).toBe(true)
    const { password } = (await ask('POST', `usuarios/${id}/password`)).json()
    expect(await isIn(headers)).toBe(false)
    expect((await shop.post(`${B}/ingresar`, who)).statusCode).toBe(401)
    const again = await enterAs(shop, { ...who, password })
    // The new branch counts from the next call on
    await ask('PATCH', `usuarios/${id}`, { sucursal: null })
    expect((await shop.get(`${B}/facturas`, again)).statusCode).toBe(200)
    await ask('PATCH', `usuarios/${id}`, { sucursal: 'Alberdi' })
    expect((await shop.get(`${B}/facturas`, again)).statusCode).toBe(403)
    expect(await last()).toMatchObject({ antes: { sucursal: null }, despues: { sucursal: 'Alberdi' } })

    expect((await ask('PATCH', `usuarios/${id}`, { retirado: true })).json().retirado).not.toBeNull()
    expect(await last()).toMatchObject({ accion: 'retirar' })
    expect(await isIn(again)).toBe(false)
    expect((await shop.post(`${B}/ingresar`, { ...who, password })).statusCode).toBe(401)
    await ask('PATCH', `usuarios/${id}`, { retirado: false })
    await enterAs(shop, { ...who, password })
  })

  test('owners cannot lock themselves out', async () => {
    const { shop, ask } = await ownerShop()
    const [owner] = await shop.db.select().from(operadores)
    expect((await ask('PATCH', `usuarios/${owner?.id}`, { retirado: true })).statusCode).toBe(409)
    expect((await ask('PATCH', `usuarios/${owner?.id}`, { sucursal: 'Alberdi' })).statusCode).toBe(409)
    const own = (actual: string) =>
      ask('POST', `usuarios/${owner?.id}/password`, { password: 'Otra-clave-27', actual })
    expect((await own('no es')).json()).toHaveProperty('actual')
    expect((await own('tinta-y-papel-2026')).json()).toEqual({ password: null })
    expect((await ask('PATCH', 'usuarios/999', { nombre: 'x' })).statusCode).toBe(401) // that session ended
  })
})
