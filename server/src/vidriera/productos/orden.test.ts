import type { CategoriaDueno, OrdenDeCategoria, PremioDueno } from '@imprimitodo/shared/api/catalogo'
import { ORDEN_CAMBIO } from '@imprimitodo/shared/rules/base/orden'
import { describe, expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { newOperador, ownerShop } from '../../testing/mostrador.ts'
import { secondApp } from '../../testing/puntos.ts'

const product = (nombre: string, categoria_id: number | null = null) => ({
  nombre,
  texto: null,
  categoria_id,
  importe: 100,
  es_oferta: false,
  video: null,
  imagenes: [],
})

/** A window with these products, made one after the other. */
async function windowOf(names: string[], categoria_id: number | null = null) {
  const owner = await ownerShop()
  const ids = new Map<string, number>()
  const add = async (nombre: string, categoria = categoria_id) =>
    ids.set(nombre, (await owner.ask('POST', 'productos', product(nombre, categoria))).json().id)
  for (const name of names) await add(name)
  const idsOf = (text: string) => [...text].map((name) => ids.get(name) ?? 987_654)
  const put = (text: string, categoria: number | null = null) =>
    owner.ask('PUT', 'productos/orden', { categoria_id: categoria, ids: idsOf(text) })
  const shown = async () =>
    (await owner.shop.get('/api/v1/productos/'))
      .json<{ producto: { nombre: string } }[]>()
      .map(({ producto }) => producto.nombre)
      .join('')
  return { ...owner, ids, idsOf, add, put, shown }
}

describe('the order of the products', () => {
  test('is set by one call, and customers see it at once in every process; the log names the products', async () => {
    const { shop, put, shown, last } = await windowOf(['A', 'B', 'C', 'D'])
    expect(await shown()).toBe('ABCD') // new products are last
    const other = await secondApp(shop)
    const before = (await shop.get('/api/v1/productos/')).headers.etag
    const answer = await put('CADB')
    expect(answer.statusCode).toBe(200)
    expect(answer.json<OrdenDeCategoria[]>()).toMatchObject([
      { categoria_id: null, nombre: null, productos: [...'CADB'].map((nombre) => ({ nombre })) },
    ])
    expect(await shown()).toBe('CADB')
    expect((await shop.get('/api/v1/productos/')).headers.etag).not.toBe(before)
    const there = async () =>
      (await other.inject({ url: '/api/v1/productos/' }))
        .json<{ producto: { nombre: string } }[]>()
        .map(({ producto }) => producto.nombre)
        .join('')
    await expect.poll(there).toBe('CADB')
    expect(await last()).toMatchObject({
      que: 'categoria',
      accion: 'cambiar',
      nombre: 'Sin categoría',
      antes: { orden_productos: [...'ABCD'] },
      despues: { orden_productos: [...'CADB'] },
    })
    const lines = await shop.db.$count(auditoria)
    await put('CADB')
    expect(await shop.db.$count(auditoria)).toBe(lines) // nothing changed
    await put('CDAB') // two products changed places: the log names those two
    expect(await last()).toMatchObject({
      antes: { orden_productos: ['A', 'D'] },
      despues: { orden_productos: ['D', 'A'] },
    })
  })

  test('is of one category: the others stay, and products off the window are not part of it', async () => {
    const { ask, look, add, put, shown, ids } = await windowOf(['A', 'B'])
    const tazas = (await ask('POST', 'categorias', { nombre: 'Tazas' })).json<CategoriaDueno>().id
    for (const name of ['X', 'Y', 'Z']) await add(name, tazas)
    await ask('POST', `productos/${ids.get('Y')}/retirar`, { retirado: true })
    expect((await put('ZX', tazas)).statusCode).toBe(200)
    expect(await shown()).toBe('ZXAB')
    // Moved to another category it is the last one there
    await ask('PATCH', `productos/${ids.get('Z')}`, { categoria_id: null })
    expect(await shown()).toBe('XABZ')
    const orden: OrdenDeCategoria[] = await look('productos/orden')
    expect(orden.map(({ nombre, productos }) => [nombre, productos.length])).toEqual([
      ['Tazas', 1],
      [null, 3],
    ])
  })

  test.each([
    ['one is missing', 'AB'],
    ['one is of another category or gone', 'ABCQ'],
    ['there are none', ''],
  ])('where %s it is refused, and nothing changes', async (_, text) => {
    const { shop, put, shown } = await windowOf(['A', 'B', 'C'])
    const lines = await shop.db.$count(auditoria)
    const answer = await put(text)
    expect(answer.statusCode).toBe(409)
    expect(answer.headers['x-codigo']).toBe('conflicto')
    expect(answer.json()).toEqual({ detail: ORDEN_CAMBIO })
    expect(await shown()).toBe('ABC')
    expect(await shop.db.$count(auditoria)).toBe(lines)
  })

  test('a body that is no list of ids is refused at its field; a deleted category, as a list that changed', async () => {
    const { ask, idsOf } = await windowOf(['A', 'B'])
    const [a = 0, b = 0] = idsOf('AB')
    for (const ids of [[a, a], [-1], [1.5], ['x'], 'AB', Array.from({ length: 2001 }, (_, n) => n + 1)]) {
      const answer = await ask('PUT', 'productos/orden', { categoria_id: null, ids })
      expect(answer.statusCode).toBe(400)
      expect(Object.keys(answer.json())).toEqual(['ids'])
    }
    expect((await ask('PUT', 'productos/orden', { categoria_id: 99, ids: [a, b] })).statusCode).toBe(409)
  })

  test('of many people at once each is a whole order, and products that are added meanwhile are not lost', async () => {
    const { put, add, shown } = await windowOf(['A', 'B', 'C', 'D'])
    const orders = ['ABCD', 'DCBA', 'BADC', 'CDAB']
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => put(orders[n % 4] ?? '')),
      add('E'),
    ])
    const codes = answers.slice(0, -1).map((one) => (one instanceof Map ? 0 : one.statusCode))
    expect(codes.filter((code) => code !== 200 && code !== 409)).toEqual([]) // 409: E had come meanwhile
    expect(codes).toContain(200)
    const now = await shown()
    expect([...now].toSorted().join('')).toBe('ABCDE')
    expect(orders).toContain(now.replace('E', ''))
  })

  test('is the owner’s alone', async () => {
    const { shop, idsOf } = await windowOf(['A', 'B'])
    const { headers } = await newOperador(shop, null)
    const payload = { categoria_id: null, ids: idsOf('BA') }
    const url = '/api/mostrador/productos/orden'
    expect((await shop.app.inject({ method: 'PUT', url, payload, headers })).statusCode).toBe(403)
  })
})

test('categories, signs and prizes have their order by one call too; new ones stand behind the others', async () => {
  const { shop, ask, look, last } = await ownerShop()
  const make = async (path: string, body: object) => (await ask('POST', path, body)).json().id
  const order = async (path: string, ids: number[]) => {
    const answer = await ask('PUT', `${path}/orden`, { ids })
    const refused = await ask('PUT', `${path}/orden`, { ids: ids.slice(1) })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual({ detail: ORDEN_CAMBIO })
    return answer.json<{ id: number }[]>().map(({ id }) => id)
  }
  const [uno, dos] = [
    await make('categorias', { nombre: 'Uno' }),
    await make('categorias', { nombre: 'Dos' }),
  ]
  expect((await look('categorias')).map(({ nombre }: CategoriaDueno) => nombre)).toEqual(['Uno', 'Dos'])
  expect(await order('categorias', [dos, uno])).toEqual([dos, uno])
  expect(await last()).toMatchObject({
    que: 'categoria',
    nombre: 'Todas',
    antes: { orden: ['Uno', 'Dos'] },
    despues: { orden: ['Dos', 'Uno'] },
  })

  const sign = { tipo: 'tradicional', texto: 'De chapa', imagen_id: null }
  const [chapa, neon] = [
    await make('carteles', { ...sign, titulo: 'Chapa' }),
    await make('carteles', { ...sign, titulo: 'Neón' }),
  ]
  expect(await order('carteles', [neon, chapa])).toEqual([neon, chapa])
  expect((await shop.get('/api/vidriera')).json().carteles).toMatchObject([
    { titulo: 'Neón' },
    { titulo: 'Chapa' },
  ])
  expect(await last()).toMatchObject({ que: 'cartel', despues: { orden: ['Neón', 'Chapa'] } })

  const prize = { descripcion: '', imagen_id: null, cantidad: 1, es_codigo_canje: false, valor: null }
  const [taza, lapiz, gone] = [
    await make('premios', { ...prize, nombre: 'Taza', puntos_requeridos: 500 }),
    await make('premios', { ...prize, nombre: 'Lápiz', puntos_requeridos: 100 }),
    await make('premios', { ...prize, nombre: 'Gorra', puntos_requeridos: 900 }),
  ]
  await ask('POST', `premios/${gone}/retirar`, { retirado: true })
  const shown = async () =>
    (await shop.get('/api/productos-canje/')).json<PremioDueno[]>().map(({ nombre }) => nombre)
  expect(await shown()).toEqual(['Taza', 'Lápiz'])
  expect(await order('premios', [lapiz, taza])).toEqual([lapiz, taza, gone])
  expect(await shown()).toEqual(['Lápiz', 'Taza'])
  expect(await last()).toMatchObject({
    que: 'premio',
    nombre: 'Todos',
    despues: { orden: ['Lápiz', 'Taza'] },
  })
})
