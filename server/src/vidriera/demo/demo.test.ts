import { PDFDocument } from '@cantoo/pdf-lib'
import { ProductoAnswer, ProductoDetalleAnswer, VidrieraAnswer } from '@imprimitodo/shared/api/productos'
import { imagenSources } from '@imprimitodo/shared/rules/vidriera/imagen'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { productos } from '../../base/db/schema/productos.ts'
import { premios } from '../../base/db/schema/puntos.ts'
import { eventually, type Shop, testShop } from '../../testing/shop.ts'
import { seedDemo } from './service.ts'

/** The shop window after this process was told of the change. */
const window = async (shop: Shop) =>
  z.array(ProductoAnswer).parse(
    (
      await eventually(
        () => shop.get('/api/v1/productos/'),
        (answer) => answer.json().length > 0,
      )
    ).json(),
  )

test('the demo shop has something of every kind, once however many servers start at once', async () => {
  const shop = await testShop()
  expect((await shop.get('/api/v1/productos/')).json()).toEqual([])
  await Promise.all(Array.from({ length: 5 }, () => seedDemo(shop.deps)))
  await seedDemo(shop.deps)
  const all = await window(shop)
  expect(all.length).toBeGreaterThanOrEqual(24)
  expect(new Set(all.map(({ producto }) => producto.nombre)).size).toBe(all.length)
  expect(new Set(all.flatMap(({ categoria }) => categoria?.nombre ?? [])).size).toBeGreaterThanOrEqual(6)
  expect(all.filter(({ es_oferta }) => es_oferta).length).toBeGreaterThanOrEqual(5)
  const without = (key: 'categoria' | 'importe_actual' | 'texto') => all.filter((one) => one[key] === null)
  expect(
    [without('categoria'), without('importe_actual'), without('texto')].map(({ length }) => length),
  ).toEqual([1, 1, 1])
  expect(all.filter(({ imagenes }) => imagenes.length === 0)).toHaveLength(1)
  for (const { imagenes } of all)
    expect(imagenes.filter(({ es_principal }) => es_principal)).toHaveLength(Math.min(1, imagenes.length))

  const { carteles, kit_banderas } = VidrieraAnswer.parse((await shop.get('/api/vidriera')).json())
  // The flag kit lists the flags that are in the window
  expect(kit_banderas).toBe('/kit-banderas.pdf')
  const kit = await PDFDocument.load((await shop.get('/kit-banderas.pdf')).rawPayload)
  expect([kit.getPageCount(), kit.getTitle()]).toEqual([1, 'Kit de banderas de ImprimiTodo'])
  expect(carteles.map(({ tipo }) => tipo)).toEqual(['tradicional', 'luz_interior', 'tridimensional'])
  const prizes = await shop.db.select().from(premios)
  expect(prizes.length).toBeGreaterThanOrEqual(6)
  expect(prizes.filter(({ es_codigo_canje }) => es_codigo_canje)).toMatchObject([
    { nombre: 'Hojas gratis', puntos_requeridos: 20_000, cantidad: 10 },
  ])

  // No two pictures are the same, and each exists in the width that Home asks for
  const pictures = [
    ...all.flatMap(({ imagenes }) => imagenes.map(({ imagen }) => imagen)),
    ...carteles.flatMap(({ imagen }) => imagen ?? []),
    ...prizes.flatMap(({ imagen_id }) => (imagen_id ? [`/imagenes/${imagen_id}-640.webp`] : [])),
  ]
  expect(new Set(pictures).size).toBe(pictures.length)
  for (const address of pictures) {
    const small = imagenSources(address)?.avif.split(' ')[0] ?? ''
    const answer = await shop.get(small)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/avif')
    expect(answer.rawPayload.length).toBeLessThan(12_000)
  }
})

test('its video plays by ranges, and nothing beside the videos is served', async () => {
  const shop = await testShop()
  await seedDemo(shop.deps)
  const details = await Promise.all(
    (await window(shop)).map(async ({ id }) =>
      ProductoDetalleAnswer.parse((await shop.get(`/api/v1/productos/${id}`)).json()),
    ),
  )
  const videos = details.flatMap(({ video }) => video ?? [])
  expect(videos).toHaveLength(1)
  const [video = ''] = videos
  const whole = await shop.get(video)
  expect(whole.statusCode).toBe(200)
  expect(whole.headers['content-type']).toBe('video/mp4')
  expect(whole.rawPayload.length).toBeLessThan(300_000)
  const part = await shop.get(video, { range: 'bytes=10-19' })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20))
  for (const path of [
    '/muestra/',
    '/muestra/otro.mp4',
    '/muestra/..%2fservice.ts',
    '/muestra/%2e%2e/service.ts',
  ])
    expect((await shop.get(path)).statusCode, String(path)).toBe(404)
})

test('a shop that has goods is left unchanged', async () => {
  const shop = await testShop()
  await shop.db.insert(productos).values({ nombre: 'Lo mío', retirado: new Date() })
  await seedDemo(shop.deps)
  expect(await shop.db.select().from(productos)).toHaveLength(1)
  expect(await shop.db.select().from(premios)).toEqual([])
})
