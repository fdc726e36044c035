import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { PAGES } from '@imprimitodo/shared/rules/vidriera/ruta'
import { describe, expect, test } from 'vitest'
import { productos } from '../../base/db/schema/productos.ts'
import { sucursales } from '../../base/db/schema/sucursales.ts'
import { createLogger } from '../../base/runtime/logger.ts'
import { testShop } from '../../testing/shop.ts'
import { productoHead } from './heads.ts'
import { createHeads } from './service.ts'

const ORIGIN = 'https://imprimitodo.example'
const HOSTILE = '</script><img onerror="alert(1)"> & \u2028'

const taza = (change: Partial<ProductoDetalleAnswer> = {}): ProductoDetalleAnswer => ({
  id: 7,
  texto: 'Cerámica blanca',
  producto: { nombre: 'Taza' },
  categoria: { nombre: 'Regalos' },
  imagenes: [
    { imagen: '/imagenes/a.webp', es_principal: false },
    { imagen: '/imagenes/b.webp', es_principal: true },
  ],
  importe_actual: 1200.5,
  es_oferta: false,
  video: null,
  portada: null,
  precio_anterior: null,
  oferta_hasta: null,
  es_impresion: false,
  ...change,
})

/** Parsed as a search engine does: each data block must be JSON. */
const dataIn = (markup: string) =>
  [...markup.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )

describe('a product', () => {
  test('has its name, its price and its picture', () => {
    const { markup } = productoHead({ origin: ORIGIN }, taza())
    expect(markup).toContain('<title>Taza · imprimitodo</title>')
    expect(markup).toContain(`<link rel="canonical" href="${ORIGIN}/producto/7">`)
    expect(markup).toContain(`<meta property="og:image" content="${ORIGIN}/imagenes/b.webp">`)
    expect(dataIn(markup)).toMatchObject([
      {
        '@type': 'Product',
        name: 'Taza',
        image: [`${ORIGIN}/imagenes/b.webp`],
        offers: { price: '1200.50', priceCurrency: 'ARS', availability: 'https://schema.org/InStock' },
      },
    ])
  })

  test('whose name is an attack stays a name', () => {
    const { markup } = productoHead(
      { origin: ORIGIN },
      taza({ producto: { nombre: HOSTILE }, texto: HOSTILE }),
    )
    expect(markup.match(/<script/g)).toHaveLength(1)
    expect(markup).not.toMatch(/<img|content="[^"]*</)
    expect(dataIn(markup)).toMatchObject([{ name: HOSTILE }])
  })

  test('without price, picture, text or category leaves them out', () => {
    const bare = taza({ importe_actual: null, imagenes: [], texto: null, categoria: null })
    const { markup } = productoHead({ origin: ORIGIN }, bare)
    const [data] = dataIn(markup)
    expect(Object.keys(data).sort()).toEqual(['@context', '@type', 'description', 'name', 'sku'])
    expect(markup).toContain(`content="${ORIGIN}/og.png"`)
  })

  test('with a long text is cut at a word', () => {
    const { markup } = productoHead({ origin: ORIGIN }, taza({ texto: 'palabra '.repeat(50) }))
    expect(/name="description" content="(.*?)"/.exec(markup)?.[1]).toMatch(/^(palabra )+palabra…$/)
  })
})

describe('pages', () => {
  test('Home knows the branches of the database; a product that is gone is a 404', async () => {
    const { deps } = await testShop()
    const headOf = createHeads({
      pantalla: async () => null,
      tienda: deps.tienda,
      publicUrl: ORIGIN,
      log: createLogger('silent'),
      producto: async (pk) => (pk === '7' ? taza() : null),
    })
    const moved = { direccion: 'Belgrano 12 <b>', horario: 'Consultanos' }
    expect(dataIn((await headOf('/')).html.markup)[0]['@graph'][1].address.streetAddress).toMatch(
      /^Av\. San Martín/,
    )
    await deps.tienda.edit((tx) => tx.update(sucursales).set(moved))
    const home = await headOf('/')
    const [data] = dataIn(home.html.markup)
    expect(home.status).toBe(200)
    expect(data['@graph'].map((one: { name: string }) => one.name)).toEqual([
      'imprimitodo',
      'ImprimiTodo Alberdi',
      'ImprimiTodo Aguilares',
    ])
    expect(data['@graph'][1].address.streetAddress).toBe('Belgrano 12 <b>')
    expect(data['@graph'][1].openingHoursSpecification).toBeUndefined()
    expect(data['@graph'][1].geo).toMatchObject({ latitude: -27.58611, longitude: -65.61972 })

    for (const path of ['/producto/7', '/producto/7/', '/perfil'])
      expect((await headOf(path)).status, path).toBe(200)
    for (const path of ['/producto/8', '/producto/7/x', '/nada'])
      expect((await headOf(path)).status, path).toBe(404)
    const canonical = async (path: string) =>
      /canonical" href="(.*?)"/.exec((await headOf(path)).html.markup)?.[1]
    expect(await canonical('/imprimitodo/paso1/')).toBe(`${ORIGIN}/imprimitodo`)
    expect(await canonical('/producto/7/')).toBe(`${ORIGIN}/producto/7`)
    expect(await canonical('/perfil')).toBe(`${ORIGIN}/perfil`)
    expect(await canonical('/pedido/7')).toBeUndefined()
  })

  test('every page has a title; one with a person’s token in its address is known by no address', async () => {
    const { get } = await testShop({ publicUrl: ORIGIN })
    for (const [ruta] of PAGES.filter(
      ([one]) => !['/', '/producto/:pk', '/imprimitodo/paso2'].includes(one),
    )) {
      const path = ruta.replace(/:\w+/, 'Qx7')
      const { statusCode, body } = await get(path, { accept: 'text/html' })
      expect(statusCode, String(path)).toBe(200)
      expect(body).toMatch(/<title>[^<]+ · imprimitodo<\/title>\s*<meta name="description" content="[^"]+">/)
      expect(body).toMatch('<meta property="og:title"')
      const known = ruta === '/imprimitodo/paso1' ? '/imprimitodo' : ruta
      if (path === ruta) expect(body).toContain(`<link rel="canonical" href="${ORIGIN}${known}">`)
      else expect(body).not.toMatch(/Qx7|rel="canonical"/)
    }
  })

  test('the sitemap names every public page and product, robots.txt the sitemap and the closed addresses', async () => {
    const { db, get } = await testShop({ publicUrl: ORIGIN })
    const rows = await db
      .insert(productos)
      .values([
        { nombre: 'Taza', actualizado: new Date('2026-11-21T02:00:00Z') },
        { nombre: 'Ida', retirado: new Date() },
      ])
      .returning()
    const sitemap = await get('/sitemap.xml')
    expect(sitemap.headers['content-type']).toMatch('application/xml')
    expect(sitemap.body).toContain(
      `<url><loc>${ORIGIN}/producto/${rows[0]?.id}</loc><lastmod>2026-11-20</lastmod></url>`,
    )
    expect(sitemap.body).not.toContain(`/producto/${rows[1]?.id}<`)
    const locs = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
    for (const path of ['/', '/imprimitodo', '/registro', '/ruleta', '/terminos', '/privacidad'])
      expect(locs).toContain(ORIGIN + path)
    expect(locs.filter((url) => /perfil|pedido|mostrador|baja/.test(url ?? ''))).toEqual([])

    const robots = await get('/robots.txt')
    expect(robots.body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
    for (const path of ['/api/', '/mostrador', '/pedido/', '/facturar'])
      expect(robots.body).toContain(`\nDisallow: ${path}\n`)
  })
})

describe('files shared with the installed app', () => {
  test('over a socket: without the browser’s worker it leads to step 1, however large it is, and nothing is kept', async () => {
    const { app } = await testShop()
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const form = new FormData()
    form.append('archivos', new Blob([new Uint8Array(5 * 1024 ** 2)]), 'grande.pdf')
    const ask = (init: RequestInit) => fetch(`${url}/compartir`, { redirect: 'manual', ...init })
    const posted = await ask({ method: 'POST', body: form })
    expect(posted.status).toBe(303)
    expect(posted.headers.get('location')).toBe('/imprimitodo?compartido=no')
    // A phone's share comes from no page
    for (const headers of [{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      const shared = await ask({ method: 'POST', body: form, headers })
      expect(shared.status).toBe(303)
      expect(shared.headers.get('location')).toBe('/imprimitodo?compartido=no')
    }
    const opened = await ask({})
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toBe('/imprimitodo')
  })
})
