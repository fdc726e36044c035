import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditoria } from '../db/schema/auditoria.ts'
import { operadores } from '../db/schema/mostrador.ts'
import { loadSharp } from '../pdf/sharp.ts'
import { bearer } from '../testing/cuenta.ts'
import { enterAs, newOperador } from '../testing/mostrador.ts'
import { conPuntos, ledgerOf, secondApp } from '../testing/puntos.ts'
import { testShop } from '../testing/shop.ts'

const B = '/api/mostrador'

async function world() {
  const shop = await testShop()
  const headers = await enterAs(shop)
  const ask = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, payload: object = {}, more = {}) =>
    shop.app.inject({ method, url: `${B}/${path}`, payload, headers: { ...headers, ...more } })
  const look = async (path: string) => (await shop.get(`${B}/${path}`, headers)).json()
  /** What was written down last. */
  const last = async () => (await look('auditoria')).cambios[0]
  return { shop, headers, ask, look, last }
}

const FACTURACION = { puntos_venta: {}, ingresos_brutos: '1', inicio_actividades: '2015-03-01' }
const form = (change: object = {}) => ({
  ...{ nombre: 'Taza', texto: 'De loza', categoria_id: null, importe: 1500.5, es_oferta: false },
  ...{ video: null, orden: 0, imagenes: [], ...change },
})

describe('the people of the back office', () => {
  test('somebody new gets in with the password that is shown once; nobody else reads it', async () => {
    const { shop, ask, look, last } = await world()
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
        ...{ nombre: 'Otra', email: 'otra@x.com', sucursal: null, ...change },
      })
      expect([answer.statusCode, Object.keys(answer.json())], field).toEqual([400, [field]])
    }
    expect((await look('usuarios')).length).toBe(2)
  })

  test('who is retired is out at once and stays out; a new password ends the sessions too', async () => {
    const { shop, ask, last } = await world()
    const { id, who, headers } = await newOperador(shop, 1)
    const isIn = async (as: Record<string, string>) => (await shop.get(`${B}/pedidos`, as)).statusCode === 200
    expect(await isIn(headers)).toBe(true)
    const { password } = (await ask('POST', `usuarios/${id}/password`)).json()
    expect(await isIn(headers)).toBe(false)
    expect((await shop.post(`${B}/ingresar`, who)).statusCode).toBe(401)
    const again = await enterAs(shop, { ...who, password })
    // The branch counts from the next call on
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

  test('the owner is never locked out by the owner’s own hand', async () => {
    const { shop, ask } = await world()
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

describe('the shop window', () => {
  test('a change is what every process shows next, and is written with who made it', async () => {
    const { shop, ask, look, last } = await world()
    const other = await secondApp(shop)
    const shown = async () => (await other.inject({ url: '/api/v1/productos/' })).json()
    const { id } = (await ask('POST', 'productos', form())).json()
    expect(await last()).toMatchObject({ que: 'producto', accion: 'crear', nombre: 'Taza', antes: null })
    const changed = await ask('PATCH', `productos/${id}`, { importe: 1800 })
    expect(changed.json()).toMatchObject({ id, nombre: 'Taza', importe: 1800, texto: 'De loza' })
    expect(await last()).toMatchObject({
      accion: 'cambiar',
      antes: { importe: 1500.5 },
      despues: { importe: 1800 },
    })
    expect((await shop.get(`/api/v1/productos/${id}`)).json().importe_actual).toBe(1800)
    await expect.poll(async () => (await shown())[0]?.importe_actual).toBe(1800)

    await ask('POST', `productos/${id}/retirar`, { retirado: true })
    expect(await last()).toMatchObject({ accion: 'retirar' })
    expect((await shop.get(`/api/v1/productos/${id}`)).statusCode).toBe(404)
    expect((await look('productos'))[0].retirado).not.toBeNull()
    await ask('POST', `productos/${id}/retirar`, { retirado: false })
    expect((await shop.get(`/api/v1/productos/${id}`)).statusCode).toBe(200)

    const before = await shop.db.$count(auditoria)
    await ask('PATCH', `productos/${id}`, { importe: 1800 })
    expect(await shop.db.$count(auditoria)).toBe(before) // nothing changed: nothing to tell
  })

  test('what is wrong is told under its field, and nothing is kept of it', async () => {
    const { shop, ask } = await world()
    for (const [change, field] of [
      [{ nombre: '' }, 'nombre'],
      [{ importe: -1 }, 'importe'],
      [{ importe: 'gratis' }, 'importe'],
      [{ categoria_id: 99 }, 'categoria_id'],
      [{ video: 'https://otro.example/v.mp4' }, 'video'],
      [{ imagenes: [{ imagen_id: 'x', es_principal: true }] }, 'imagenes'],
    ] as const) {
      const answer = await ask('POST', 'productos', form(change))
      expect([answer.statusCode, Object.keys(answer.json())], field).toEqual([400, [field]])
      expect(JSON.stringify(answer.json())).not.toMatch(/expected|Invalid/)
    }
    expect((await ask('PATCH', 'productos/999', { nombre: 'x' })).statusCode).toBe(404)
    expect(await shop.db.select().from(auditoria)).toEqual([])
  })

  test('a picture goes in as its bytes; what is none is refused', async () => {
    const { shop, headers, ask } = await world()
    const sharp = await loadSharp()
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const send = (payload: Buffer, type = 'image/png') =>
      shop.app.inject({
        ...{ method: 'POST', url: `${B}/imagenes`, payload, headers: { ...headers, 'content-type': type } },
      })
    const { imagen_id, imagen } = (await send(bytes)).json()
    expect((await shop.get(imagen)).headers['content-type']).toBe('image/webp')
    const imagenes = [{ imagen_id, es_principal: true }]
    expect((await ask('POST', 'productos', form({ imagenes }))).json().imagenes).toEqual([
      { ...imagenes[0], imagen },
    ])
    expect((await send(Buffer.from('no es una imagen'))).json()).toHaveProperty('imagen')
    expect((await send(bytes, 'application/pdf')).statusCode).toBe(415)
  })

  test('categories keep their order and their names apart; signs come and go', async () => {
    const { shop, ask, look, last } = await world()
    await ask('POST', 'productos', form({ nombre: 'Suelto' }))
    const { id } = (await ask('POST', 'categorias', { nombre: ' Librería ', orden: 2 })).json()
    await ask('POST', 'categorias', { nombre: 'Copias', orden: 1 })
    expect((await look('categorias')).map(({ nombre }: { nombre: string }) => nombre)).toEqual([
      'Copias',
      'Librería',
    ])
    expect((await ask('PATCH', `categorias/${id}`, { nombre: 'Copias' })).json()).toHaveProperty('nombre')
    await ask('POST', 'productos', form({ categoria_id: id }))
    expect((await look('categorias'))[1]).toMatchObject({ productos: 1 })
    expect((await ask('DELETE', `categorias/${id}`)).statusCode).toBe(200)
    expect(await last()).toMatchObject({ que: 'categoria', accion: 'borrar', nombre: 'Librería' })
    expect((await look('productos')).map((one: { categoria_id: number | null }) => one.categoria_id)).toEqual(
      [null, null],
    )

    const sign = { tipo: 'luz_interior', titulo: 'Cartel', texto: 'Con luz', imagen_id: null, orden: 1 }
    const cartel = (await ask('POST', 'carteles', sign)).json()
    await ask('PATCH', `carteles/${cartel.id}`, { titulo: 'Otro' })
    expect((await shop.get('/api/vidriera')).json().carteles).toMatchObject([
      { titulo: 'Otro', texto: 'Con luz' },
    ])
    expect((await ask('DELETE', `carteles/${cartel.id}`)).statusCode).toBe(200)
    expect((await shop.get('/api/vidriera')).json().carteles).toEqual([])
    expect((await ask('DELETE', `carteles/${cartel.id}`)).statusCode).toBe(404)
  })

  test('a prize worth more than 20 % of what earns it is told', async () => {
    const { shop, ask } = await world()
    const prize = (change: object) => ({
      ...{ nombre: 'Hojas', descripcion: '', imagen_id: null, puntos_requeridos: 20_000, cantidad: 10 },
      ...{ es_codigo_canje: true, orden: 0, valor: null, ...change },
    })
    const made = (await ask('POST', 'premios', prize({}))).json()
    expect(made).toMatchObject({ valor: 1600, porcentaje: 8, aviso: null }) // 10 sheets at 160
    const dear = (await ask('PATCH', `premios/${made.id}`, { cantidad: 26 })).json()
    expect(dear).toMatchObject({ porcentaje: 20.8, aviso: expect.stringContaining('20,8 %') })
    const mug = (await ask('POST', 'premios', prize({ es_codigo_canje: false, valor: 4000 }))).json()
    expect(mug).toMatchObject({ porcentaje: 20, aviso: null })
    expect((await ask('PATCH', `premios/${mug.id}`, { puntos_requeridos: 0 })).json()).toHaveProperty(
      'puntos_requeridos',
    )
    await ask('POST', `premios/${mug.id}/retirar`, { retirado: true })
    expect((await shop.get('/api/productos-canje/')).json()).toHaveLength(1)
  })
})

describe('the shop itself', () => {
  test('a branch is added and moved; its hours are understood or refused', async () => {
    const { shop, ask, look, last } = await world()
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

  test('networks, the flag kit and the odds of the wheel are settings, written down like the rest', async () => {
    const { shop, ask, last } = await world()
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
    const { shop, ask, look, last } = await world()
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
    const { shop, headers, ask, look } = await world()
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
  const { shop } = await world()
  for (const path of ['usuarios', 'auditoria', 'productos', 'clientes', 'segundo-factor'])
    expect((await shop.get(`${B}/${path}`, bearer('x'.repeat(43)))).statusCode).toBe(401)
})
