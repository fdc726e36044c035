import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { bearer } from '../../testing/cuenta.ts'
import { ownerShop } from '../../testing/mostrador.ts'
import { conPuntos, ledgerOf } from '../../testing/puntos.ts'

const B = '/api/mostrador'

const FACTURACION = { puntos_venta: {}, ingresos_brutos: '1', inicio_actividades: '2015-03-01' }

describe('the shop itself', () => {
  test('a branch is added and moved; its hours are understood or refused', async () => {
    const { shop, ask, look, last } = await ownerShop()
    const branch = {
      ...{
        nombre: 'Concepción',
        direccion: 'España 100',
        whatsapp: '+54 9 3865 47-1200',
        lat: -27.34,
        lng: -65.59,
      },
      horario: 'Lunes a viernes de 8 a 20',
    }
    const made = await ask('POST', 'sucursales', branch)
    expect([made.statusCode, made.json().whatsapp]).toEqual([201, '5493865471200'])
    for (const [change, field] of [
      [{ nombre: 'ALBERDI' }, 'nombre'],
      [{ whatsapp: '12' }, 'whatsapp'],
      [{ horario: 'cuando puedo' }, 'horario'],
      [{ lat: 91 }, 'lat'],
    ] as const) {
      const answer = await ask('POST', 'sucursales', { ...branch, nombre: 'Otra', ...change })
      expect([answer.statusCode, Object.keys(answer.json())], field).toEqual([400, [field]])
    }
    const { id } = made.json()
    await ask('PATCH', `sucursales/${id}`, { direccion: 'España 200' })
    expect(await last()).toMatchObject({ que: 'sucursal', antes: { direccion: 'España 100' } })
    // Its vouchers go on in their series under another name
    const facturacion = {
      ...{ puntos_venta: { [branch.nombre]: 7, Alberdi: 3 } },
      ...{ ingresos_brutos: '1', inicio_actividades: '2015-03-01' },
    }
    await ask('PUT', 'ajustes', { facturacion })
    await ask('PATCH', `sucursales/${id}`, { nombre: 'Monteros' })
    expect((await look('ajustes')).facturacion.puntos_venta).toEqual({ Monteros: 7, Alberdi: 3 })
    expect((await shop.get('/api/sucursales')).json()).toHaveLength(3)
  })

  test('what is left out stays as it is, one amount of a pair too', async () => {
    const { ask, look } = await ownerShop()
    const before = await look('ajustes')
    await ask('PUT', 'ajustes', { precios: { byn: { una: 110 } }, cupon: { siguientes: 7 } })
    await ask('PUT', 'ajustes', { precios: { color: { dos: 750 } }, promesa: { minutos_margen: 20 } })
    expect(await look('ajustes')).toEqual({
      ...before,
      precios: { byn: { una: 110, dos: 160 }, color: { una: 400, dos: 750 } },
      cupon: { primero: 10, siguientes: 7 },
      promesa: { ...before.promesa, minutos_margen: 20 },
    })
    const wrong = await ask('PUT', 'ajustes', { precios: { byn: { dos: 90 } } })
    expect([wrong.statusCode, Object.keys(wrong.json())]).toEqual([400, ['precios']])
  })

  test('networks, the flag kit and the odds of the wheel are settings, written down like the rest', async () => {
    const { shop, ask, last } = await ownerShop()
    const redes = [{ nombre: 'TikTok', url: 'https://www.tiktok.com/@imprimitodo' }]
    await ask('PUT', 'ajustes', {
      redes,
      kit_banderas: 'banderas-2027',
      ruleta: { min: 2, max: 4, pesos: [5, 0, 1] },
    })
    expect((await shop.get('/api/vidriera')).json()).toMatchObject({
      redes,
      kit_banderas: '/banderas-2027.pdf',
    })
    expect(await last()).toMatchObject({
      ...{
        que: 'ajustes',
        antes: { ruleta: { min: 2, max: 8 } },
        despues: { kit_banderas: 'banderas-2027' },
      },
    })
    for (const [change, field] of [
      [{ kit_banderas: 'con espacio' }, 'kit_banderas'],
      [{ redes: [{ nombre: 'TikTok', url: 'javascript:1' }] }, 'redes'],
      [{ ruleta: { min: 2, max: 4, pesos: [0, 0, 0] } }, 'ruleta'],
      [{ ruleta: { min: 2, max: 4, pesos: [1] } }, 'ruleta'],
      [{ ruleta: { min: 2, max: 4, presupuesto: 0 } }, 'ruleta'],
      [{ promesa: { minutos_anillado: -1, minutos_margen: 0 } }, 'promesa'],
      [{ facturacion: { ...FACTURACION, puntos_venta: { Alberdi: 0 } } }, 'facturacion'],
      [{ facturacion: { ...FACTURACION, puntos_venta: { Tafí: 2 } } }, 'facturacion'],
      [{ facturacion: { ...FACTURACION, inicio_actividades: '2999-01-01' } }, 'facturacion'],
    ] as const)
      expect((await ask('PUT', 'ajustes', change)).json()).toHaveProperty(field)
  })
})

describe('customers', () => {
  test('are found by name, e-mail and mobile, with their points; a correction has its reason and never goes below 0', async () => {
    const { shop, ask, look, last } = await ownerShop()
    const ana = await conPuntos(shop, 100, 'ana.100%@example.com')
    await conPuntos(shop, 0)
    for (const texto of ['ana.100%', 'ANA.100'])
      expect(await look(`clientes?texto=${encodeURIComponent(texto)}`)).toHaveLength(1)
    expect(await look('clientes?texto=3865 412233')).toHaveLength(2)
    expect(await look('clientes?texto=nadie')).toEqual([])

    const adjust = (puntos: number, motivo: string, key = 'una') =>
      ask('POST', `clientes/${ana.id}/ajuste`, { puntos, motivo }, { 'idempotency-key': key })
    const both = await Promise.all([adjust(-60, 'Se cargó dos veces'), adjust(-60, 'Se cargó dos veces')])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await look(`clientes/${ana.id}`)).saldo).toBe(40)
    expect(await last()).toMatchObject({
      que: 'puntos',
      despues: { saldo: 40, motivo: 'Se cargó dos veces' },
    })
    const below = await adjust(-41, 'Demasiado', 'otra')
    expect([below.statusCode, below.json()]).toEqual([
      ...[409, { detail: 'No puede quedar con menos de 0 puntos: tiene 40.' }],
    ])
    for (const [puntos, motivo] of [
      [0, 'nada'],
      [1.5, 'medio'],
      [5, ' '],
    ] as const)
      expect((await adjust(puntos, motivo, 'k')).statusCode).toBe(400)
    expect((await ledgerOf(shop, ana.id)).lines).toHaveLength(2)
    // 50 at once, each of its own click: the balance says how many there is room for
    const burst = await Promise.all(
      Array.from({ length: 50 }, (_, index) => adjust(-30, 'Ráfaga', `r${index}`)),
    )
    expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await ledgerOf(shop, ana.id)).saldo).toBe(10)
  })
})

describe('what was changed', () => {
  test('is read by kind, person and day, in pages', async () => {
    const { shop, headers, ask, look } = await ownerShop()
    const uri = 'ipp://10.0.0.9/ipp/print'
    const printer = (
      await ask('POST', 'impresoras', { nombre: 'Ricoh', sucursal: 'Alberdi', uri, clave: 'secreta' })
    ).json()
    await ask('PATCH', `impresoras/${printer.id}`, { nombre: 'Ricoh 2' })
    await ask('DELETE', `impresoras/${printer.id}`)
    const { token } = (await ask('POST', 'agentes', { nombre: 'PC', sucursal: 'Alberdi' })).json()
    const ofPrinters = (await look('auditoria?que=impresora')).cambios
    expect(ofPrinters.map(({ accion }: { accion: string }) => accion)).toEqual([
      'retirar',
      'cambiar',
      'crear',
    ])
    expect(ofPrinters[1]).toMatchObject({ antes: { nombre: 'Ricoh' }, despues: { nombre: 'Ricoh 2' } })
    expect(JSON.stringify(await look('auditoria'))).not.toMatch(new RegExp(`secreta|${token}`))

    const [owner] = await shop.db.select().from(operadores).where(eq(operadores.rol, 'dueno'))
    expect((await look(`auditoria?quien=${owner?.id}`)).cambios).toHaveLength(4)
    expect((await look('auditoria?quien=999')).cambios).toEqual([])
    expect((await look('auditoria?hasta=2020-01-01')).cambios).toEqual([])
    expect((await look('auditoria?desde=2020-01-01')).cambios).toHaveLength(4)
    expect((await shop.get(`${B}/auditoria?desde=ayer`, headers)).statusCode).toBe(400)

    const rows = Array.from({ length: 55 }, (_, index) => ({
      ...{
        cuando: new Date(),
        quien: 'x',
        que: 'ajustes',
        clave: '1',
        nombre: `n${index}`,
        accion: 'cambiar',
      },
    })) as (typeof auditoria.$inferInsert)[]
    await shop.db.insert(auditoria).values(rows)
    const first = await look('auditoria')
    const second = await look(`auditoria?cursor=${first.siguiente}`)
    expect([first.cambios.length, second.cambios.length, second.siguiente]).toEqual([50, 9, null])
  })
})

test('a bearer of nobody learns nothing of all this', async () => {
  const { shop } = await ownerShop()
  for (const path of ['usuarios', 'auditoria', 'productos', 'clientes', 'segundo-factor'])
    expect((await shop.get(`${B}/${path}`, bearer('x'.repeat(43)))).statusCode).toBe(401)
})
