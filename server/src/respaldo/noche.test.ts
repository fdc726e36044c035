import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, isNull } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { respaldos } from '../db/schema/respaldo.ts'
import { makePdf } from '../testing/pdf.ts'
import { eventually, type Shop, testShop } from '../testing/shop.ts'
import { guardarRespaldo } from './guardar.ts'
import { guardarEnHijo } from './hijo.ts'
import { lastTurn, type NocheDeps, startNoche, whyOf } from './noche.ts'
import { verificarRespaldo } from './verificar.ts'

const HOUR_MS = 3600_000

/** Each its own, as of one process; the work is done here unless `change` says otherwise. */
function noche(shop: Shop, change: Partial<NocheDeps> = {}) {
  const carpeta = join(shop.dataDir, 'respaldos')
  const made = startNoche({
    ...{ db: shop.db, log: shop.deps.log, now: shop.deps.now, url: shop.url, carpeta, hora: 4 },
    ...{ guardar: { diarios: 2, semanales: 1 }, diskReserveBytes: 0 },
    respaldar: async (path) =>
      void (await guardarRespaldo(shop.url, shop.deps.files, shop.dataDir, path, shop.deps.now())),
    ...change,
  })
  onTestFinished(() => made.stop())
  return { ...made, carpeta }
}
const rowsOf = ({ db }: Shop) => db.select().from(respaldos).orderBy(asc(respaldos.id))

test('its hour strikes once a day in the shop, whatever day it is elsewhere', () => {
  const at = (instant: string, hora: number) => lastTurn(new Date(instant), hora).toISOString()
  expect(at('2026-11-21T07:00:00Z', 4)).toBe('2026-11-21T07:00:00.000Z')
  expect(at('2026-11-21T06:59:59Z', 4)).toBe('2026-11-20T07:00:00.000Z')
  expect(at('2026-11-22T01:00:00Z', 23)).toBe('2026-11-21T02:00:00.000Z')
})

test('one a night, and those that are too old go', async () => {
  const shop = await testShop()
  const { look, carpeta } = noche(shop)
  const names: string[] = []
  for (let night = 0; night < 4; night++) {
    await look()
    await look()
    names.push(readdirSync(carpeta).toSorted().at(-1) ?? '')
    shop.clock.offsetMs += 24 * HOUR_MS
  }
  expect(new Set(names).size).toBe(4)
  expect(await rowsOf(shop)).toHaveLength(4)
  expect(names.slice(-2)).toEqual(readdirSync(carpeta).toSorted().slice(-2))
  expect(readdirSync(carpeta).length).toBeLessThanOrEqual(3)
  for (const name of readdirSync(carpeta)) await verificarRespaldo(join(carpeta, name))
})

test('of 10 processes that look at once, one makes it', async () => {
  const shop = await testShop()
  await Promise.all(Array.from({ length: 10 }, () => noche(shop).look()))
  expect(await rowsOf(shop)).toHaveLength(1)
})

test('what fails says why, leaves nothing behind, and is tried again after an hour', async () => {
  const shop = await testShop()
  const file = join(shop.dataDir, 'no-es-carpeta')
  writeFileSync(file, '')
  const { look } = noche(shop, { carpeta: join(file, 'respaldos') })
  await look()
  await look()
  expect(await rowsOf(shop)).toMatchObject([{ falla: 'La carpeta de los respaldos no es una carpeta.' }])
  shop.clock.offsetMs += HOUR_MS
  await look()
  expect(await rowsOf(shop)).toHaveLength(2)
})

test('it does not fill the disk: without room it says what is missing, before writing a byte', async () => {
  const shop = await testShop()
  const { look, carpeta } = noche(shop, { diskReserveBytes: Number.MAX_SAFE_INTEGER })
  await look()
  expect((await rowsOf(shop))[0]?.falla).toMatch(/^No hay lugar en .*: hacen falta \d+ MB y quedan 0 MB/)
  expect(readdirSync(carpeta)).toEqual([])
  expect(whyOf(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(
    'No hay lugar en el disco de los respaldos.',
  )
})

test('killed in the middle it leaves nothing that looks good, and the next one cleans up', async () => {
  const shop = await testShop()
  vi.stubEnv('DATABASE_URL', shop.url)
  vi.stubEnv('DATA_DIR', shop.dataDir)
  onTestFinished(() => void vi.unstubAllEnvs())
  await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  const carpeta = join(shop.dataDir, 'respaldos')
  mkdirSync(carpeta)
  const path = join(carpeta, 'imprimitodo-2026-11-20-0400.tar.gz')
  const kill = new AbortController()
  const ending = guardarEnHijo(path, kill.signal).catch((error) => error)
  await eventually(
    async () => readdirSync(carpeta),
    (names) => names.some((name) => name.includes('.parte')),
  )
  kill.abort()
  expect(await ending).toBeInstanceOf(Error)
  expect(existsSync(path)).toBe(false)
  writeFileSync(`${path}.parte`, 'a half') // of a kill that came later
  await noche(shop, { respaldar: guardarEnHijo }).look()
  expect(readdirSync(carpeta)).toEqual([expect.stringMatching(/^imprimitodo-[\d-]+\.tar\.gz$/)])
  const good = await shop.db.select().from(respaldos).where(isNull(respaldos.falla))
  expect(good).toMatchObject([{ archivos: 1 }])
})
