import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { createPdfEngine } from '../../base/pdf/engine.ts'
import { makePdf } from '../../testing/pdf.ts'
import { eventually, testShop } from '../../testing/shop.ts'

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
