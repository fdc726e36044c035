import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { loadSharp } from '../../base/pdf/read/sharp.ts'
import { ownerShop } from '../../testing/mostrador.ts'
import { secondApp } from '../../testing/puntos.ts'

const B = '/api/mostrador'

const form = (change: object = {}) => ({
  nombre: 'Taza',
  texto: 'De loza',
  categoria_id: null,
  importe: 1500.5,
  es_oferta: false,
  video: null,
  orden: 0,
  imagenes: [],
  ...change,
})

describe('the shop window', () => {
  test('a change is shown by every process next, and is noted with its author', async () => {
    const { shop, ask, look, last } = await ownerShop()
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
    expect((await look('productos')).productos[0].retirado).not.toBeNull()
    await ask('POST', `productos/${id}/retirar`, { retirado: false })
    expect((await shop.get(`/api/v1/productos/${id}`)).statusCode).toBe(200)

    const before = await shop.db.$count(auditoria)
    await ask('PATCH', `productos/${id}`, { importe: 1800 })
    expect(await shop.db.$count(auditoria)).toBe(before) // nothing changed: nothing is logged
  })

  test('a problem is told under its field, and the change is not kept', async () => {
    const { shop, ask } = await ownerShop()
    for (const [change, field] of [
      [{ nombre: '' }, 'nombre'],
      [{ importe: -1 }, 'importe'],
      [{ importe: 'gratis' }, 'importe'],
      [{ precio_anterior: 1500.5 }, 'precio_anterior'],
      [{ precio_anterior: -1 }, 'precio_anterior'],
      [{ precio_anterior: 2000, importe: null }, 'precio_anterior'],
      [{ oferta_hasta: '2020-01-31' }, 'oferta_hasta'],
      [{ oferta_hasta: '31/01/2099' }, 'oferta_hasta'],
      [{ oferta_hasta: '2099-01-31' }, 'precio_anterior'],
      [{ categoria_id: 99 }, 'categoria_id'],
      [{ video: 'https://otro.example/v.mp4' }, 'video'],
      [{ imagenes: [{ imagen_id: 'x', es_principal: true }] }, 'imagenes'],
    ] as const) {
      const answer = await ask('POST', 'productos', form(change))
      expect(answer.statusCode, String(field)).toBe(400)
      expect(Object.keys(answer.json()), String(field)).toEqual([field])
      expect(JSON.stringify(answer.json())).not.toMatch(/expected|Invalid/)
    }
    expect((await ask('PATCH', 'productos/999', { nombre: 'x' })).statusCode).toBe(404)
    expect(await shop.db.select().from(auditoria)).toEqual([])
  })

  test('a price now that is not below the one before is refused, whichever of them changes', async () => {
    const { ask } = await ownerShop()
    const made = await ask('POST', 'productos', form({ precio_anterior: 2000, es_impresion: true }))
    expect(made.json()).toMatchObject({ precio_anterior: 2000, oferta_hasta: null, es_impresion: true })
    const change = (body: object) => ask('PATCH', `productos/${made.json().id}`, body)
    for (const body of [{ importe: 2000 }, { importe: null }, { precio_anterior: 1500.5 }])
      expect(Object.keys((await change(body)).json())).toEqual(['precio_anterior'])
    expect((await change({ importe: 2000, precio_anterior: 2500 })).json()).toMatchObject({
      importe: 2000,
      precio_anterior: 2500,
    })
    expect((await change({ precio_anterior: null })).json()).toMatchObject({ precio_anterior: null })
  })

  test('an offer that is taken away gives the price before it back, unless another is written with it', async () => {
    const { shop, ask, last } = await ownerShop()
    const offer = { es_oferta: true, precio_anterior: 2000, oferta_hasta: '2099-01-31' }
    const { id } = (await ask('POST', 'productos', form(offer))).json()
    const change = async (body: object) => (await ask('PATCH', `productos/${id}`, body)).json()
    const shown = async () => (await shop.get(`/api/v1/productos/${id}`)).json()
    const none = { es_oferta: false, precio_anterior: null, oferta_hasta: null }

    expect(await change({ es_oferta: false })).toMatchObject({ importe: 2000, ...none })
    expect(await shown()).toMatchObject({ importe_actual: 2000, ...none })
    expect(await last()).toMatchObject({
      antes: { importe: 1500.5, ...offer },
      despues: { importe: 2000, ...none },
    })

    await change({ ...offer, importe: 1500.5 })
    // The older form sends all fields unchanged, without the tick
    expect(await change({ ...form(offer), es_oferta: false })).toMatchObject({ importe: 2000, ...none })
    await change({ ...offer, importe: 1500.5 })
    expect(await change({ es_oferta: false, importe: 1700 })).toMatchObject({ importe: 1700, ...none })
    await change({ ...offer, importe: 1500.5 })
    expect(await change(none)).toMatchObject({ importe: 1500.5, ...none })
  })

  test('an offer that ends while another edits the rest of the product has ended', async () => {
    const { ask, look } = await ownerShop()
    const offer = { es_oferta: true, precio_anterior: 2000 }
    const made = await Promise.all(
      Array.from({ length: 10 }, async () => (await ask('POST', 'productos', form(offer))).json().id),
    )
    await Promise.all(
      made.flatMap((id) => [
        ask('PATCH', `productos/${id}`, { es_oferta: false }),
        ask('PATCH', `productos/${id}`, { nombre: 'Otra' }),
      ]),
    )
    const ended = { nombre: 'Otra', importe: 2000, es_oferta: false, precio_anterior: null }
    expect((await look('productos')).productos).toMatchObject(made.map(() => ended))
  })

  test('a picture is sent as its bytes; any other file is refused', async () => {
    const { shop, headers, ask } = await ownerShop()
    const sharp = await loadSharp()
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const send = (payload: Buffer, type = 'image/png') =>
      shop.app.inject({
        method: 'POST',
        url: `${B}/imagenes`,
        payload,
        headers: { ...headers, 'content-type': type },
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

  test('goods come 50 at a time in the window’s order, those off it last; a part of the name finds them', async () => {
    const { shop, look } = await ownerShop()
    await shop.db.execute(sql`
      insert into categorias (nombre, orden) values ('Segunda', 2), ('Primera', 1), ('También segunda', 2)`)
    // Orders that repeat, and every fourth product without a category
    await shop.db.execute(sql`
      insert into productos (nombre, orden, categoria_id, es_oferta, actualizado, retirado)
      select 'Taza ' || n || case when n % 10 = 0 then ' 100%_' else '' end, n % 7 - 3,
        (select id from categorias order by id offset n % 4 limit 1), false, now(), case when n % 5 = 0 then now() end
      from generate_series(1, 120) n`)
    const paged = async (query: string) => {
      const pages: { nombre: string }[][] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { productos: { nombre: string }[]; siguiente: string | null } = await look(
          `productos?${query}&cursor=${cursor}`,
        )
        pages.push(page.productos)
        cursor = page.siguiente
      }
      return pages
    }
    const { rows } = await shop.db.execute<{ nombre: string }>(sql`
      select p.nombre from productos p left join categorias c on c.id = p.categoria_id
      order by p.retirado is not null, c.orden nulls last, c.id nulls last, p.orden, p.id`)
    const all = await paged('')
    expect(all.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(all.flat().map(({ nombre }) => nombre)).toEqual(rows.map(({ nombre }) => nombre))
    expect((await paged('texto=taza')).flat()).toHaveLength(120)
    expect((await paged(`texto=${encodeURIComponent('100%_')}`)).flat()).toHaveLength(12)
    expect((await paged(`texto=${encodeURIComponent('TÁZA')}`)).flat()).toHaveLength(120)
    expect(await paged('texto=Cuaderno')).toEqual([[]])
    for (const cursor of ['x', '1', '0_1_1_1_x', '0_1_1_1_99999999999', '0_1_1_1_1_1'])
      expect(await look(`productos?cursor=${cursor}`)).toEqual({ cursor: ['Esa página no existe.'] })
  })

  test('categories keep their order and their names apart; signs come and go', async () => {
    const { shop, ask, look, last } = await ownerShop()
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
    expect(
      (await look('productos')).productos.map((one: { categoria_id: number | null }) => one.categoria_id),
    ).toEqual([null, null])

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
})
