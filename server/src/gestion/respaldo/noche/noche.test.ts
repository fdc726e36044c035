import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, isNull } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { archivos, contenidos } from '../../../base/db/schema/archivos.ts'
import { respaldos } from '../../../base/db/schema/respaldo.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { compra, eventually, type Shop, testShop } from '../../../testing/shop.ts'
import { faltasWords, RespaldoInvalido } from '../archivo/formato.ts'
import { enDisco } from '../archivo/read.ts'
import { nombreOfCopia } from '../archivo/retencion.ts'
import { verifyRespaldo } from '../archivo/verify.ts'
import { whyOf } from '../archivo/why.ts'
import { makeInChild, sweepInChild } from '../restore/in-child.ts'
import { lastTurn } from '../vigia.ts'
import { makeRespaldo } from './make.ts'
import { type NocheDeps, startNoche } from './noche.ts'
import { sweepArchivos } from './sweep.ts'

const HOUR_MS = 3600_000
const CLAVE = Buffer.alloc(32, 7)

/** The nightly backup in one process; the work is done here unless `change` says otherwise. */
function noche(shop: Shop, change: Partial<NocheDeps> = {}) {
  const carpeta = join(shop.dataDir, 'respaldos')
  const made = startNoche({
    db: shop.db,
    log: shop.deps.log,
    now: shop.deps.now,
    url: shop.url,
    carpeta,
    hora: 4,
    guardar: { diarios: 2, semanales: 1 },
    diskReserveBytes: 0,
    make: async (path) => {
      const { faltan } = await makeRespaldo(path, {
        url: shop.url,
        files: shop.deps.files,
        dataDir: shop.dataDir,
        clave: CLAVE,
        aparte: true,
        cuando: shop.deps.now(),
      })
      if (faltan.length > 0) throw new RespaldoInvalido(`El respaldo está incompleto. ${faltasWords(faltan)}`)
    },
    sweep: (folder) => sweepArchivos(folder, CLAVE, false),
    ...change,
  })
  onTestFinished(() => made.stop())
  return { ...made, carpeta }
}
/** The archives, whose files lie in a folder beside them. */
const archives = (carpeta: string) => readdirSync(carpeta).filter((name) => name !== 'archivos')
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
    names.push(archives(carpeta).toSorted().at(-1) ?? '')
    shop.clock.offsetMs += 24 * HOUR_MS
  }
  expect(new Set(names).size).toBe(4)
  expect(await rowsOf(shop)).toHaveLength(4)
  expect(names.slice(-2)).toEqual(archives(carpeta).toSorted().slice(-2))
  expect(archives(carpeta).length).toBeLessThanOrEqual(3)
  for (const name of archives(carpeta))
    await verifyRespaldo(enDisco(join(carpeta, name), CLAVE), { todo: true })
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

test('one made while the clock ran ahead, or one that failed then, holds up none of the nights after', async () => {
  const shop = await testShop()
  const { look } = noche(shop)
  const spoilt = noche(shop, { diskReserveBytes: Number.MAX_SAFE_INTEGER })
  const outcomes = async () => (await rowsOf(shop)).map(({ falla }) => falla === null)
  shop.clock.offsetMs = 400 * 24 * HOUR_MS
  await look()
  shop.clock.offsetMs += 24 * HOUR_MS
  await spoilt.look()
  expect(await outcomes()).toEqual([true, false])
  shop.clock.offsetMs = 0
  await look()
  await look()
  expect(await outcomes()).toEqual([true, false, true])
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

test('archives of another key stay with their files until they are old; those of our key are cleared up meanwhile', async () => {
  const shop = await testShop()
  const { look, carpeta } = noche(shop, { guardar: { diarios: 2, semanales: 0 } })
  const quote = (pages: number) =>
    makePdf({ pages }).then((bytes) => shop.quote([{ nombre: 'a.pdf', bytes }]))
  const forget = async () => {
    await shop.db.delete(archivos)
    await shop.db.delete(contenidos)
    shop.clock.offsetMs += 24 * HOUR_MS
  }
  const stored = () => {
    const found = readdirSync(join(carpeta, 'archivos'), { recursive: true, withFileTypes: true })
    const files = found.filter((entry) => entry.isFile())
    for (const { parentPath, name } of files) utimesSync(join(parentPath, name), 1, 1) // old enough to go
    return files.map(({ name }) => name)
  }
  await quote(1)
  await look()
  const [propio = ''] = stored()
  await forget()
  await quote(2)
  // The installation's own key, until a restore brings another one
  await makeRespaldo(join(carpeta, nombreOfCopia(shop.deps.now())), {
    url: shop.url,
    files: shop.deps.files,
    dataDir: shop.dataDir,
    clave: Buffer.alloc(32, 8),
    aparte: true,
    cuando: shop.deps.now(),
  })
  const [ajeno = ''] = stored().filter((name) => name !== propio)
  expect([propio, ajeno]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
  await forget()
  await look() // our first one is now too old
  expect(stored()).toEqual([ajeno])
  await forget()
  await look()
  expect(stored()).toEqual([])
  expect((await rowsOf(shop)).every(({ falla }) => falla === null)).toBe(true)
})

test('killed in the middle it leaves nothing that looks good, and the next one cleans up', async () => {
  const shop = await testShop()
  vi.stubEnv('DATABASE_URL', shop.url)
  vi.stubEnv('DATA_DIR', shop.dataDir)
  onTestFinished(() => void vi.unstubAllEnvs())
  await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  const carpeta = join(shop.dataDir, 'respaldos')
  mkdirSync(carpeta)
  const path = join(carpeta, 'imprimitodo-2026-11-20-0400.respaldo')
  const kill = new AbortController()
  const ending = makeInChild(path, kill.signal).catch((error) => error)
  await eventually(
    async () => readdirSync(carpeta),
    (names) => names.some((name) => name.includes('.parte')),
  )
  kill.abort()
  expect(await ending).toBeInstanceOf(Error)
  expect(existsSync(path)).toBe(false)
  writeFileSync(`${path}.parte`, 'a half') // left by a later kill
  await noche(shop, { make: makeInChild, sweep: sweepInChild }).look()
  expect(archives(carpeta)).toEqual([expect.stringMatching(/^imprimitodo-[\d-]+\.respaldo$/)])
  const good = await shop.db.select().from(respaldos).where(isNull(respaldos.falla))
  expect(good).toMatchObject([{ archivos: 1 }])
})

test('a night that misses a file keeps the other files, tells why, and pushes no good backup out', async () => {
  const shop = await testShop()
  const { look, carpeta } = noche(shop, { guardar: { diarios: 1, semanales: 0 } })
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  await look()
  const [good = ''] = archives(carpeta)
  const [content] = await shop.db.select().from(contenidos)
  await shop.deps.files.delete(content?.id ?? '')
  rmSync(join(carpeta, 'archivos'), { recursive: true })
  for (let night = 0; night < 4; night++) {
    shop.clock.offsetMs += 24 * HOUR_MS
    await look()
  }
  const left = archives(carpeta)
  expect(left).toContain(good)
  expect(left.filter((name) => name.endsWith('.incompleto'))).toHaveLength(2)
  expect((await rowsOf(shop)).at(-1)?.falla).toMatch(
    /^El respaldo está incompleto\. Un archivo que la base nombra no está o cambió \(pedido \d+\)\.$/,
  )
})
