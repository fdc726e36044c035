// The owner's name for the shop, as search engines, link previews and customers without the app read it.

import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { ajustes } from '../../base/db/schema/ajustes.ts'
import { createLogger } from '../../base/runtime/logger.ts'
import { ownerShop } from '../../testing/mostrador.ts'
import { confirmed } from '../../testing/pedidos.ts'
import { addImagen } from '../imagenes/service.ts'
import { createHeads } from './service.ts'

const HOSTILE = 'A&B "</script><i>" \''

async function world() {
  const made = await ownerShop()
  const call = (nombre: unknown) => made.ask('PUT', 'ajustes', { nombre })
  const headOf = createHeads({ ...made.shop.deps, producto: async () => null, log: createLogger('silent') })
  const head = async (path: string) => (await headOf(path)).html.markup
  return { ...made, call, head }
}

const dataIn = (markup: string) =>
  [...markup.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
    ([, json]) => JSON.parse(json ?? '')['@graph'],
  )

test('titles, previews and data for search engines call the shop as its owner does, at once', async () => {
  const { shop, call, head } = await world()
  const before = await head('/')
  expect(before).toContain('<title>imprimitodo · Impresiones y copias en Alberdi y Aguilares</title>')
  expect((await call(' La  Copia ')).json()).toMatchObject({ nombre: 'La Copia' })
  const home = await head('/')
  expect(home).toContain('<title>La Copia · Impresiones y copias en Alberdi y Aguilares</title>')
  expect(home).toContain('<meta property="og:site_name" content="La Copia">')
  expect(dataIn(home).map(({ name }) => name)).toEqual(['La Copia', 'La Copia Alberdi', 'La Copia Aguilares'])
  expect(await head('/facturar')).toContain('<title>Pedí tu factura · La Copia</title>')
  expect(await head('/no-hay')).toContain('<title>Esta página no existe · La Copia</title>')
  // The card has our name drawn on it
  expect(home).not.toMatch(/og\.png|imprimitodo"/)
  const red = { r: 201, g: 58, b: 34 }
  const logo = await sharp({ create: { width: 90, height: 90, channels: 3, background: red } })
    .png()
    .toBuffer()
  const logo_id = await addImagen(shop.deps, logo)
  await shop.deps.tienda.edit(async (tx) => {
    const [row] = await tx.select().from(ajustes)
    if (row)
      await tx
        .update(ajustes)
        .set({ valores: { ...row.valores, vidriera: { ...row.valores.vidriera, logo_id } } })
  })
  expect(await head('/')).toContain(
    `<meta property="og:image" content="${shop.deps.publicUrl}/imagenes/${logo_id}-640.webp">`,
  )
  expect((await call('')).json()).toMatchObject({ nombre: '' })
  expect((await head('/')).replace(/<link rel="stylesheet"[^>]*>/, '')).toBe(before)
})

test('a name that is an attack stays a name', async () => {
  const { call, head } = await world()
  expect((await call(HOSTILE)).statusCode).toBe(200)
  for (const path of ['/', '/terminos', '/no-hay']) {
    const markup = await head(path)
    expect(markup).not.toMatch(/<i>|content="[^"]*</)
    expect(markup).toContain('A&amp;B &quot;&lt;/script&gt;&lt;i&gt;&quot; &#39;')
  }
  expect(dataIn(await head('/'))[0]).toMatchObject({ name: HOSTILE })
})

describe('a name', () => {
  test.each([
    ['La\r\nBcc: x@example.com', /un solo renglón/],
    ['x'.repeat(41), /hasta 40 caracteres/],
    ['x'.repeat(60_000), /demasiado largo/],
    ['***', /una letra o un número/],
  ])('%j is refused under its field and changes nothing', async (nombre, message) => {
    const { call, look } = await world()
    const answer = await call(nombre)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json())).toEqual(['nombre'])
    expect(answer.body).toMatch(message)
    expect(await look('ajustes')).toMatchObject({ nombre: '' })
  })

  test('that is changed is written down with the name before it', async () => {
    const { call, last } = await world()
    await call('La Copia')
    await call('La Copia II')
    expect(await last()).toMatchObject({
      que: 'ajustes',
      antes: { nombre: 'La Copia' },
      despues: { nombre: 'La Copia II' },
    })
  })
})

test('what staff writes by WhatsApp is of the shop’s name, also in texts that were saved before it had one', async () => {
  const { shop, call, look } = await world()
  const { id } = await confirmed(shop)
  const texts = async () =>
    ((await look(`pedidos/${id}`)) as PedidoMostrador).mensajes.map(({ texto }) => texto)
  expect((await texts())[0]).toMatch(/Te escribimos de imprimitodo Alberdi\./)
  await shop.deps.tienda.edit(async (tx) => {
    const [row] = await tx.select().from(ajustes)
    if (!row) throw new Error('no settings')
    const whatsapp = { ...row.valores.whatsapp, falta_pago: 'Hola de imprimitodo {sucursal}: {importe}' }
    await tx.update(ajustes).set({ valores: { ...row.valores, whatsapp } })
  })
  expect((await texts())[0]).toMatch(/^Hola de imprimitodo Alberdi: /)
  await call('La Copia')
  expect((await texts())[0]).toMatch(/^Hola de La Copia Alberdi: /)
})

test('an error page shows the shop’s last known name', async () => {
  const { shop, call } = await world()
  await call(HOSTILE)
  await shop.deps.tienda.read()
  vi.spyOn(shop.deps.db, 'select').mockImplementationOnce(() => {
    throw new Error('broken')
  })
  const { body, statusCode } = await shop.get('/sitemap.xml', { accept: 'text/html' })
  expect(statusCode).toBe(500)
  expect(body).toContain('A&amp;B &quot;&lt;/script&gt;')
  expect(body).not.toMatch(/[\uE000\uE001]|<i>/)
})

test('the app of a second factor lists the code under that name, and a colon does not end it', async () => {
  const { shop, call, ask } = await world()
  const uri = async () => {
    const { secreto, uri } = (await ask('POST', 'segundo-factor/preparar', {})).json()
    return new URL(uri.replace(secreto, 'X'))
  }
  expect([(await uri()).pathname, (await uri()).searchParams.get('issuer')]).toEqual([
    '/imprimitodo:duena%40imprimitodo.test',
    'imprimitodo',
  ])
  await call('La Copia: centro & más')
  const named = await uri()
  expect(decodeURIComponent(named.pathname)).toBe('/La Copia  centro & más:duena@imprimitodo.test')
  expect(named.searchParams.get('issuer')).toBe('La Copia  centro & más')
  await shop.app.close()
})
