import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { testFolder } from '../../testing/folder.ts'
import { makePdf } from '../../testing/pdf.ts'
import { testShop } from '../../testing/shop.ts'
import { ArchivoPerdido, createIntegridad, scrub } from './service.ts'

const DAY_MS = 86_400_000

async function shopWithTwo() {
  const shop = await testShop()
  await shop.quote([
    { nombre: 'a.pdf', bytes: await makePdf({ pages: 1 }) },
    { nombre: 'b.pdf', bytes: await makePdf({ pages: 2 }) },
  ])
  const rows = () => shop.db.select().from(contenidos).orderBy(contenidos.bytes)
  const [first, second] = await rows()
  if (!first || !second) throw new Error('Two were uploaded.')
  return { ...shop, rows, first, second }
}

async function spoil(path: string): Promise<void> {
  writeFileSync(path, readFileSync(path).fill(0, 50, 60))
}

test('bytes that changed or are gone are not printed, and are marked', async () => {
  const { deps, rows, first, second } = await shopWithTwo()
  const { soundPathOf } = createIntegridad(deps)
  const path = await soundPathOf(first)
  await spoil(path)
  await deps.files.delete(second.id)
  for (const one of [first, second]) await expect(soundPathOf(one)).rejects.toBeInstanceOf(ArchivoPerdido)
  expect((await rows()).map(({ danado }) => danado)).toEqual(['cambió', 'no está'])
})

test('a mark is taken back once the file is there again, as it arrived', async () => {
  const { db, deps, rows, first } = await shopWithTwo()
  const { soundPathOf } = createIntegridad(deps)
  const path = await soundPathOf(first)
  const away = join(testFolder('away'), 'a.pdf')
  copyFileSync(path, away)
  await deps.files.delete(first.id)
  await expect(soundPathOf(first)).rejects.toBeInstanceOf(ArchivoPerdido)
  await (await deps.files.adopt(away)).keep(first.id)
  const [marked] = await rows()
  expect(marked?.danado).toBe('no está')
  if (marked) expect(await soundPathOf(marked)).toBe(path)
  expect((await rows())[0]?.danado).toBeNull()
  await db.update(contenidos).set({ sha256: null, danado: 'no está' }).where(eq(contenidos.id, first.id))
  await soundPathOf({ ...first, sha256: null, danado: 'no está' })
  expect((await rows())[0]?.danado).toBe('no está') // nothing says that these are its bytes
})

test('once a month every file is read; a file stored before hashes existed gets one', async () => {
  const { deps, db, clock, rows, first } = await shopWithTwo()
  await db.update(contenidos).set({ sha256: null }).where(eq(contenidos.id, first.id))
  await scrub(deps)
  const read = await rows()
  expect(read.map(({ sha256, danado }) => [sha256, danado])).toEqual(
    [first, ...read.slice(1)].map(({ sha256 }) => [sha256, null]),
  )
  await spoil(await deps.files.pathOf(first.id))
  await scrub(deps)
  expect((await rows()).map(({ danado }) => danado)).toEqual([null, null]) // read a moment ago
  clock.offsetMs = 31 * DAY_MS
  await scrub(deps)
  expect((await rows()).map(({ danado }) => danado)).toEqual(['cambió', null])
})
