import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ProductoForm } from '@imprimitodo/shared/api/catalogo'
import { ProductoAnswer, ProductoDetalleAnswer, VidrieraAnswer } from '@imprimitodo/shared/api/productos'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { carteles } from '../../base/db/schema/productos.ts'
import { writeAjustes } from '../../gestion/ajustes/service.ts'
import { makePdf } from '../../testing/pdf.ts'
import { eventually, type Shop, testShop } from '../../testing/shop.ts'
import { addImagen } from '../imagenes/service.ts'
import { createCategoria, deleteCategoria, updateCategoria } from './categorias.ts'
import { createProducto, retireProducto, updateProducto } from './productos.ts'
import { createCatalogo, putKit } from './service.ts'

const LISTADO = '/api/v1/productos/'
const QUIEN = { id: null, nombre: 'Prueba' }
const EMPTY: ProductoForm = {
  nombre: 'Algo',
  texto: null,
  categoria_id: null,
  importe: null,
  es_oferta: false,
  video: null,
  orden: 0,
  imagenes: [],
}

const picture = (background: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()

/** Edits by a catalogue of the test's own; the shop's answers are read over HTTP after it was told. */
function editing(shop: Shop) {
  const deps = { ...shop.deps, catalogo: createCatalogo(shop.deps) }
  const listed = async (query = '') => z.array(ProductoAnswer).parse((await shop.get(LISTADO + query)).json())
  const names = async (query = '') => (await listed(query)).map(({ producto }) => producto.nombre)
  return {
    deps,
    listed,
    names,
    shows: (expected: string[], query = '') =>
      eventually(
        () => names(query),
        (found) => found.join() === expected.join(),
      ),
  }
}

test('the window in the order of its categories, then of its products; offers; details with video and pictures', async () => {
  const shop = await testShop()
  const { deps, shows, listed } = editing(shop)
  const [second, first] = [
    (await createCategoria(deps, QUIEN, { nombre: 'Sellos', orden: 2 })).id,
    (await createCategoria(deps, QUIEN, { nombre: 'Librería', orden: 1 })).id,
  ]
  const [red, blue] = [
    await addImagen(deps, await picture('red')),
    await addImagen(deps, await picture('blue')),
  ]
  const add = async (change: Partial<ProductoForm>) =>
    (await createProducto(deps, QUIEN, { ...EMPTY, ...change })).id
  await add({ nombre: 'Suelto' })
  const sello = await add({ nombre: 'Sello', categoria_id: second, es_oferta: true, importe: 1234.56 })
  await add({ nombre: 'Tinta', categoria_id: second, orden: -1 })
  const cuaderno = await add({
    nombre: ' Cuaderno ',
    texto: ' Tapa dura. ',
    categoria_id: first,
    importe: 0,
    video: '/muestra/sello.mp4',
    imagenes: [
      { imagen_id: blue, es_principal: false },
      { imagen_id: red, es_principal: true },
    ],
  })
  await shows(['Cuaderno', 'Tinta', 'Sello', 'Suelto'])
  const [one, , offer, loose] = await listed()
  expect(one).toEqual({
    id: cuaderno,
    texto: 'Tapa dura.',
    producto: { nombre: 'Cuaderno' },
    importe_actual: 0,
    categoria: { nombre: 'Librería' },
    es_oferta: false,
    precio_anterior: null,
    oferta_hasta: null,
    es_impresion: false,
    imagenes: [
      { imagen: `/imagenes/${blue}-640.webp`, es_principal: false },
      { imagen: `/imagenes/${red}-640.webp`, es_principal: true },
    ],
  })
  expect(loose).toMatchObject({ texto: null, categoria: null, imagenes: [], importe_actual: null })
  expect(await listed('?es_oferta=1')).toEqual([offer])
  expect(offer).toMatchObject({ id: sello, importe_actual: 1234.56 })
  for (const path of [
    `${LISTADO}${cuaderno}/`,
    `${LISTADO}${cuaderno}`,
    `${LISTADO}${cuaderno}/?es_oferta=1`,
  ])
    expect(ProductoDetalleAnswer.parse((await shop.get(path)).json())).toEqual({
      ...one,
      video: '/muestra/sello.mp4',
      portada: null,
    })

  await updateProducto(deps, QUIEN, cuaderno, { imagenes: [], video: null, texto: '  ', es_oferta: true })
  await shows(['Cuaderno', 'Sello'], '?es_oferta=1')
  expect((await shop.get(`${LISTADO}${cuaderno}`)).json()).toMatchObject({
    texto: null,
    video: null,
    imagenes: [],
  })
  await retireProducto(deps, QUIEN, cuaderno, true)
  await shows(['Tinta', 'Sello', 'Suelto'])
  expect((await shop.get(`${LISTADO}${cuaderno}/`)).statusCode).toBe(404)
  await retireProducto(deps, QUIEN, cuaderno, false)
  await updateCategoria(deps, QUIEN, second, { orden: 0, nombre: 'Sellos y tintas' })
  await shows(['Tinta', 'Sello', 'Cuaderno', 'Suelto'])
  expect((await listed())[0]?.categoria).toEqual({ nombre: 'Sellos y tintas' })
  await deleteCategoria(deps, QUIEN, second)
  await shows(['Cuaderno', 'Tinta', 'Suelto', 'Sello'])
})

test('a product that cannot be is refused in Spanish, and nothing of it is kept', async () => {
  const shop = await testShop()
  const { deps, names } = editing(shop)
  const red = await addImagen(deps, await picture('red'))
  const { id } = await createProducto(deps, QUIEN, EMPTY)
  const foto = (es_principal: boolean, imagen_id = red) => ({ imagen_id, es_principal })
  const refused: [Partial<ProductoForm>, object][] = [
    [{ nombre: '  ' }, { nombre: ['Poné un nombre.'] }],
    [{ importe: -1 }, { importe: ['El precio es un número desde 0, con hasta dos decimales.'] }],
    [{ texto: 'x'.repeat(4001) }, { texto: ['La descripción puede tener hasta 4000 letras.'] }],
    [
      { video: 'https://otra.example/v.mp4' },
      { video: [expect.stringMatching(/^Pegá la dirección de un video de YouTube .* o de Vimeo/)] },
    ],
    [{ categoria_id: 99 }, { categoria_id: ['Esa categoría no existe.'] }],
    [{ imagenes: [foto(true), foto(false)] }, { imagenes: ['Hay una imagen repetida.'] }],
    [{ imagenes: [foto(true), foto(true, 'x')] }, { imagenes: ['La imagen principal es una sola.'] }],
    [{ imagenes: [foto(true, 'f'.repeat(32))] }, { imagenes: ['Una de las imágenes no existe.'] }],
  ]
  for (const [change, body] of refused) {
    await expect(createProducto(deps, QUIEN, { ...EMPTY, ...change })).rejects.toMatchObject({
      status: 400,
      body,
    })
    await expect(updateProducto(deps, QUIEN, id, { nombre: 'Otro', ...change })).rejects.toMatchObject({
      body,
    })
  }
  expect(await names()).toEqual(['Algo'])
  const missing = [
    () => updateProducto(deps, QUIEN, 99, {}),
    () => retireProducto(deps, QUIEN, 99, true),
    () => deleteCategoria(deps, QUIEN, 99),
  ]
  for (const edit of missing) await expect(edit()).rejects.toMatchObject({ status: 404 })

  const { id: sellos } = await createCategoria(deps, QUIEN, { nombre: 'Sellos', orden: 0 })
  await createCategoria(deps, QUIEN, { nombre: 'Tazas', orden: 0 })
  const body = { nombre: ['Ya hay una categoría con ese nombre.'] }
  await expect(createCategoria(deps, QUIEN, { nombre: 'Sellos ', orden: 1 })).rejects.toMatchObject({ body })
  await expect(updateCategoria(deps, QUIEN, sellos, { nombre: 'Tazas' })).rejects.toMatchObject({ body })
  await updateCategoria(deps, QUIEN, sellos, { nombre: 'Sellos' })
  await updateCategoria(deps, QUIEN, sellos, { nombre: 'SELLOS' })
  await expect(createCategoria(deps, QUIEN, { nombre: 'sellos', orden: 1 })).rejects.toMatchObject({ body })
  await expect(updateCategoria(deps, QUIEN, sellos, { nombre: 'TAZAS' })).rejects.toMatchObject({ body })
  const used = { nombre: ['La vidriera usa ese nombre para otra cosa: elegí otro.'] }
  for (const nombre of ['Todos', ' todos', 'Sin categoría', 'sin-categoría']) {
    await expect(createCategoria(deps, QUIEN, { nombre, orden: 1 })).rejects.toMatchObject({ body: used })
    await expect(updateCategoria(deps, QUIEN, sellos, { nombre })).rejects.toMatchObject({ body: used })
  }
  const same = await Promise.allSettled(
    Array.from({ length: 50 }, () => createCategoria(deps, QUIEN, { nombre: 'Banderas', orden: 0 })),
  )
  expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('final bytes: the best encoding the caller takes, a strong ETag for each, 304, HEAD', async () => {
  const shop = await testShop()
  const { deps, shows } = editing(shop)
  for (let index = 0; index < 12; index++)
    await createProducto(deps, QUIEN, {
      ...EMPTY,
      nombre: `Producto ${index}`,
      texto: 'Una descripción cualquiera. '.repeat(5),
    })
  await shows(Array.from({ length: 12 }, (_, index) => `Producto ${index}`))
  const get = (headers: Record<string, string> = {}) => shop.get(LISTADO, headers)
  const plain = await get()
  expect(plain.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  })
  const encodings: [string, string | undefined][] = [
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.3', 'gzip'],
    ['br; q=0.000,gzip;q=0', undefined],
    ['identity', undefined],
    ['brotli, x-gzip-ish', undefined],
    ['', undefined],
  ]
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes }
  const etags = new Set<string>()
  for (const [accept, encoding] of encodings) {
    const answer = await get({ 'accept-encoding': accept })
    expect([accept, answer.headers['content-encoding']]).toEqual([accept, encoding])
    const open = unpack[encoding === 'br' || encoding === 'gzip' ? encoding : 'none']
    expect(open(answer.rawPayload).toString()).toBe(plain.body)
    const etag = String(answer.headers.etag)
    expect(etag).toMatch(/^"[\w-]+"$/)
    etags.add(etag)
    for (const sent of [etag, `W/${etag}`, `"otra", ${etag}`, '*']) {
      const again = await get({ 'accept-encoding': accept, 'if-none-match': sent })
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers.etag).toEqual(etag)
    }
    expect((await get({ 'accept-encoding': accept, 'if-none-match': '"otra"' })).statusCode).toBe(200)
  }
  expect(etags.size).toBe(3)
  const head = await shop.app.inject({ method: 'HEAD', url: LISTADO })
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
  expect(head.headers.etag).toEqual(plain.headers.etag)

  const { etag } = plain.headers
  await createProducto(deps, QUIEN, EMPTY)
  const fresh = await eventually(
    () => get({ 'if-none-match': String(etag) }),
    ({ statusCode }) => statusCode === 200,
  )
  expect(fresh.headers.etag).not.toBe(etag)
})

test('an address that is no product of ours is a 404 with its reason', async () => {
  const shop = await testShop()
  const { deps, shows } = editing(shop)
  const { id } = await createProducto(deps, QUIEN, EMPTY)
  await shows(['Algo'])
  const hostile = [
    '0',
    '-1',
    '1e9',
    '99999999999999',
    '%00',
    '%00%00',
    `0${id}`,
    `+${id}`,
    `${id}.0`,
    `${id}%20`,
  ]
  const more = [
    'abc',
    '2147483648',
    'null',
    '%F0%9F%98%80',
    '..%2f1',
    `${id};drop`,
    '9'.repeat(99),
    '9'.repeat(400),
  ]
  for (const pk of [...hostile, ...more]) {
    const answer = await shop.get(`${LISTADO}${pk}/`)
    expect(answer.statusCode, String(pk)).toBe(404)
    expect(typeof answer.json().detail, String(pk)).toBe('string')
  }
  expect((await shop.get(`${LISTADO}${id}/`)).statusCode).toBe(200)
  expect((await shop.get(`${LISTADO}%`)).statusCode).toBe(400)
  expect((await shop.get(`${LISTADO}?es_oferta=1&es_oferta=1`)).statusCode).toBe(400)
  for (const query of ['', '?es_oferta=0', '?es_oferta=', '?otra=1'])
    expect((await shop.get(LISTADO + query)).json()).toHaveLength(1)
  expect((await shop.post(LISTADO)).statusCode).toBe(405)
})

test('signs, networks, seller and flag kit; the kit is served at the address the owner sets and nowhere else', async () => {
  const shop = await testShop()
  const imagen_id = await addImagen(shop.deps, await picture('green'))
  await shop.db.insert(carteles).values([
    { tipo: 'luz_interior', titulo: 'Con luz', texto: 'De noche', orden: 2 },
    { tipo: 'tradicional', titulo: 'De chapa', texto: 'De día', orden: 1, imagen_id },
  ])
  const vidriera = VidrieraAnswer.parse((await shop.get('/api/vidriera')).json())
  expect(vidriera.carteles).toEqual([
    { tipo: 'tradicional', titulo: 'De chapa', texto: 'De día', imagen: `/imagenes/${imagen_id}-640.webp` },
    { tipo: 'luz_interior', titulo: 'Con luz', texto: 'De noche', imagen: null },
  ])
  expect(vidriera.kit_banderas).toBeNull()
  expect((await shop.get('/kit-banderas.pdf')).statusCode).toBe(404)
  const bytes = Buffer.from(await makePdf({ pages: 3 }))
  await shop.deps.db.transaction((tx) => putKit(tx, { bytes, paginas: 3, subido: new Date() }))
  expect((await shop.get('/api/vidriera')).json().kit_banderas).toBe('/kit-banderas.pdf')
  const kit = await shop.get('/kit-banderas.pdf')
  expect(kit.statusCode).toBe(200)
  expect(kit.headers['content-type']).toBe('application/pdf')
  expect(kit.rawPayload).toEqual(bytes)
  const again = await shop.get('/kit-banderas.pdf', { 'if-none-match': String(kit.headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  for (const path of ['/otro.pdf', '/KIT-BANDERAS.pdf', '/.pdf', '/a/kit-banderas.pdf', '/kit-banderas'])
    expect((await shop.get(path)).statusCode, String(path)).toBe(404)

  const setKit = (kit_banderas: string | null) =>
    shop.deps.tienda.edit((tx) =>
      writeAjustes(tx, new Date(), (current) => ({
        ...current,
        vidriera: { ...current.vidriera, kit_banderas },
      })),
    )
  await setKit('banderas-2027')
  expect((await shop.get('/kit-banderas.pdf')).statusCode).toBe(404)
  expect((await shop.get('/banderas-2027.pdf')).statusCode).toBe(200)
  expect((await shop.get('/api/vidriera')).json().kit_banderas).toBe('/banderas-2027.pdf')
  await setKit(null)
  expect((await shop.get('/banderas-2027.pdf')).statusCode).toBe(404)
  expect((await shop.get('/null.pdf')).statusCode).toBe(404)
  expect((await shop.get('/api/vidriera')).json().kit_banderas).toBeNull()
})
