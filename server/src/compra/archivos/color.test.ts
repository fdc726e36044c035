import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { createPdfEngine } from '../../base/pdf/engine.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra, eventually, testShop } from '../../testing/shop.ts'
import { stream, tinyPages } from '../../testing/tiny-pdf.ts'

test('a book whose colour takes an hour does not keep the others waiting', async () => {
  const engine = createPdfEngine()
  let books = 0
  const shop = await testShop({
    pdf: {
      ...engine,
      colorPages: (path, from, to, options) => {
        if (to < 40) return engine.colorPages(path, from, to, options)
        books++
        return new Promise((_, reject) =>
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
        )
      },
    },
  })
  const ids: string[] = []
  for (const pages of [40, 2, 3, 4]) {
    const { archivos } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages, color: [2] }) }])
    ids.push(archivos[0]?.subida ?? '')
  }
  for (const contenido_id of ids) await shop.deps.jobs.send(shop.db, 'color', { contenido_id })
  const known = async () =>
    Promise.all(
      ids.map(async (id) => (await shop.db.select().from(contenidos).where(eq(contenidos.id, id)))[0]),
    )
  const end = await eventually(known, (rows) =>
    rows.slice(1).every((row) => row?.color_hasta === row?.paginas),
  )
  expect(end.map((row) => row?.paginas_color)).toEqual([[], [2], [2], [2]])
  expect(books).toBe(1)
})

/** White paper with a stamp whose tint is between `normal` and `baja`. */
async function faintScan(width: number): Promise<Buffer> {
  const stamp = await sharp({ create: { width: 200, height: 80, channels: 3, background: '#dbe6f0' } })
    .png()
    .toBuffer()
  const jpeg = await sharp({ create: { width, height: 877, channels: 3, background: '#f0f0f0' } })
    .composite([{ input: stamp, left: 200, top: 300 }])
    .jpeg({ quality: 90 })
    .toBuffer()
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height 877 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
  const entries = '/MediaBox [0 0 595 842] /Resources << /XObject << /I 100 0 R >> >>'
  return tinyPages([{ content: 'q 595 0 0 842 0 0 cm /I Do Q', entries }], [stream(jpeg, image)])
}

test("the owner's choice holds for files that arrive after it; files counted before keep their price", async () => {
  const shop = await testShop()
  const headers = await enterAs(shop)
  const buy = async (width: number) => {
    const bytes = await faintScan(width)
    const { pedido_id } = await shop.quote([{ nombre: 'sello.pdf', bytes, color: 'color' }])
    expect((await shop.post('/api/completar_compra', compra(pedido_id))).statusCode).toBe(200)
    return pedido_id
  }
  const seen = async (id: string) => {
    const { archivos, importe_final } = (await shop.get(`/api/pedidos/${id}`)).json()
    return { paginas_color: archivos[0].paginas_color, importe_final }
  }
  const before = await buy(620)
  expect(await seen(before)).toMatchObject({ paginas_color: 1 })
  const paid = (await seen(before)).importe_final
  const changed = await shop.app.inject({
    method: 'PUT',
    url: '/api/mostrador/ajustes',
    payload: { sensibilidad_color: 'baja' },
    headers,
  })
  expect(changed.statusCode).toBe(200)
  expect((await shop.get('/api/precios')).json()).toMatchObject({ sensibilidad_color: 'baja' })
  const after = await seen(await buy(621))
  expect(after.paginas_color).toBe(0)
  expect(after.importe_final).toBeLessThan(paid)
  expect(await seen(before)).toEqual({ paginas_color: 1, importe_final: paid })
  const wrong = await shop.app.inject({
    method: 'PUT',
    url: '/api/mostrador/ajustes',
    payload: { sensibilidad_color: 'mucha' },
    headers,
  })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toEqual({ sensibilidad_color: ['Elegí alta, normal o baja.'] })
})
