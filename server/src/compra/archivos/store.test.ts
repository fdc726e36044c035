import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { archivos } from '../../base/db/schema/archivos.ts'
import { makePdf } from '../../testing/pdf.ts'
import { testShop } from '../../testing/shop.ts'
import { dropUnused } from './service.ts'
import { lockContenidos } from './store.ts'

test('bytes that an order names while they are being dropped stay, and no call fails', async () => {
  const shop = await testShop()
  const made = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const id = made.archivos[0]?.subida ?? ''
  const [linea] = await shop.db.delete(archivos).where(eq(archivos.contenido_id, id)).returning()
  if (!linea) throw new Error('no line')
  const { id: _, ...again } = linea
  let dropping: Promise<void> | undefined
  await shop.db.transaction(async (tx) => {
    await lockContenidos(tx, [id])
    dropping = dropUnused(shop.deps, id)
    await sleep(200) // long enough for it to wait for the row
    await tx.insert(archivos).values(again)
  })
  await expect(dropping).resolves.toBeUndefined()
  await shop.deps.files.pathOf(id)
})
