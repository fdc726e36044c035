import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { ownerShop } from '../../testing/mostrador.ts'

const B = '/api/mostrador'

test('changes are read by kind, person and day, in pages', async () => {
  const { shop, headers, ask, look } = await ownerShop()
  const uri = 'ipp://10.0.0.9/ipp/print'
  const printer = (
    await ask('POST', 'impresoras', { nombre: 'Ricoh', sucursal: 'Alberdi', uri, clave: 'secreta' })
  ).json()
  await ask('PATCH', `impresoras/${printer.id}`, { nombre: 'Ricoh 2' })
  await ask('DELETE', `impresoras/${printer.id}`)
  const { token } = (await ask('POST', 'agentes', { nombre: 'PC', sucursal: 'Alberdi' })).json()
  const ofPrinters = (await look('auditoria?que=impresora')).cambios
  expect(ofPrinters.map(({ accion }: { accion: string }) => accion)).toEqual(['retirar', 'cambiar', 'crear'])
  expect(ofPrinters[1]).toMatchObject({ antes: { nombre: 'Ricoh' }, despues: { nombre: 'Ricoh 2' } })
  expect(JSON.stringify(await look('auditoria'))).not.toMatch(new RegExp(`secreta|${token}`))

  const [owner] = await shop.db.select().from(operadores).where(eq(operadores.rol, 'dueno'))
  expect((await look(`auditoria?quien=${owner?.id}`)).cambios).toHaveLength(4)
  expect((await look('auditoria?quien=999')).cambios).toEqual([])
  expect((await look('auditoria?hasta=2020-01-01')).cambios).toEqual([])
  expect((await look('auditoria?desde=2020-01-01')).cambios).toHaveLength(4)
  expect((await shop.get(`${B}/auditoria?desde=ayer`, headers)).statusCode).toBe(400)

  const rows = Array.from({ length: 55 }, (_, index) => ({
    cuando: new Date(),
    quien: 'x',
    que: 'ajustes',
    clave: '1',
    nombre: `n${index}`,
    accion: 'cambiar',
  })) as (typeof auditoria.$inferInsert)[]
  await shop.db.insert(auditoria).values(rows)
  const first = await look('auditoria')
  const second = await look(`auditoria?cursor=${first.siguiente}`)
  expect([first.cambios.length, second.cambios.length, second.siguiente]).toEqual([50, 9, null])
})
