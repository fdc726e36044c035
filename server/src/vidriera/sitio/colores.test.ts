// The colours that the owner chose, where customers see them.
import { COLORES } from '@imprimitodo/shared/rules/base/colores'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createBandeja } from '../../base/services/mail/bandeja.ts'
import type { Mail } from '../../base/services/mail/port.ts'
import { html } from '../../base/web/html.ts'
import { mailPage } from '../../base/web/mail-page.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import { confirmAs, enterAs } from '../../testing/mostrador.ts'
import { testShop } from '../../testing/shop.ts'
import { createHeads } from './service.ts'

async function world() {
  const sent: Mail[] = []
  const mailer = {
    ...createBandeja(),
    kind: 'smtp' as const,
    send: async (mail: Mail) => void sent.push(mail),
  }
  const shop = await testShop({ mailer })
  const headers = await enterAs(shop)
  await confirmAs(shop, headers)
  const put = (colores: unknown) =>
    shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', payload: { colores }, headers })
  const headOf = createHeads({ ...shop.deps, producto: async () => null })
  const mail = async (clave: string) => {
    const page = mailPage({ title: 'Hola', preheader: 'Hola', body: html`<p>Hola</p>` })
    const correo = { clave, para: 'ana@example.com', asunto: 'Hola', texto: 'Hola', html: page }
    await shop.db.transaction((tx) => queueCorreo(tx, shop.deps, correo))
    await expect.poll(() => sent.length).toBeGreaterThan(0)
    return sent.splice(0)[0]?.html ?? ''
  }
  return { shop, headers, put, headOf, mail }
}

test('a chosen set colours every page of the customers and their mails, at once; the first one is the plain page', async () => {
  const { shop, put, headOf, mail } = await world()
  for (const path of ['/', '/facturar', '/no-hay'])
    expect((await headOf(path)).html.markup).not.toContain('/colores/')
  expect(await mail('antes')).toContain(COLORES.limon.tinta)
  const saved = await put('menta')
  expect(saved.statusCode).toBe(200)
  expect(saved.json().colores).toBe('menta')
  for (const path of ['/', '/facturar', '/no-hay', '/pedido/x'])
    expect((await headOf(path)).html.markup, path).toContain(
      '<link rel="stylesheet" href="/colores/menta.css">',
    )
  const after = await mail('despues')
  expect(after).not.toContain(COLORES.limon.tinta)
  expect(after).toContain(COLORES.menta.tinta)
  const sheet = await shop.get('/colores/menta.css')
  expect(sheet.statusCode).toBe(200)
  expect(sheet.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(sheet.body).toBe(
    ':root:root{--blue:#0b5f46;--blue-d:#084634;--blue-t:#e3f1ec;--lemon:#8fe0b8;--lemon-t:#e2f7ec}\n',
  )
})

test('an uploaded picture replaces the drawn logo; an id that is no picture of ours does not', async () => {
  const { shop, headers, headOf } = await world()
  const put = (logo_id: unknown) =>
    shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', payload: { logo_id }, headers })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const send = (bytes: Buffer, type: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/mostrador/imagenes',
      payload: bytes,
      headers: { ...headers, 'content-type': type },
    })
  expect((await send(Buffer.from(svg), 'image/svg+xml')).statusCode).toBe(400)
  const png = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#0b5f46' } })
    .png()
    .toBuffer()
  const { imagen_id } = (await send(png, 'image/png')).json()
  expect((await put(imagen_id)).json()).toMatchObject({ logo_id: imagen_id })
  const { markup } = (await headOf('/')).html
  const [, href = ''] = /<link rel="stylesheet" href="([^"]*colores[^"]*)">/.exec(markup) ?? []
  const sheet = (await shop.get(href)).body
  const [, address = ''] = /url\(([^)]*)\)/.exec(sheet) ?? []
  const picture = await shop.get(address)
  expect(picture.statusCode).toBe(200)
  expect(picture.headers['content-type']).toBe('image/webp')
  for (const wrong of ['f'.repeat(32), '../x', 'x'.repeat(60_000), 7])
    expect(Object.keys((await put(wrong)).json())).toEqual(['logo_id'])
  expect((await shop.get('/colores/menta.css?logo=);}body{display:none')).body).not.toContain('body')
  await put(null)
  expect((await headOf('/')).html.markup).not.toContain('colores')
})

test('no other set is taken, and no other sheet is there', async () => {
  const { shop, put } = await world()
  for (const wrong of ['#ff0000', 'toString', null, 7, 'x'.repeat(60_000)])
    expect(Object.keys((await put(wrong)).json())).toEqual(['colores'])
  for (const path of [
    'limon',
    'toString.css',
    '__proto__.css',
    `${'x'.repeat(2_000)}.css`,
    '..%2fajustes.css',
  ])
    expect((await shop.get(`/colores/${path}`)).statusCode, path).not.toBe(200)
})
