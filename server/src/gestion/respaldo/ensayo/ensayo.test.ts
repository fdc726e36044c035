import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ensayos, respaldos } from '../../../base/db/schema/respaldo.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { CLAVE } from '../../../testing/respaldo.ts'
import { compra, eventually, type Shop, testShop } from '../../../testing/shop.ts'
import { makeRespaldo } from '../noche/make.ts'
import { tryOutInChild } from '../restore/in-child.ts'
import { insertEnsayo } from '../store.ts'
import { type EnsayoDeps, startEnsayo } from './ensayo.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const NAME = 'imprimitodo-2026-11-20-0400.respaldo'

function ensayo(shop: Shop, tryOut: EnsayoDeps['tryOut']) {
  const carpeta = join(shop.dataDir, 'respaldos')
  mkdirSync(carpeta, { recursive: true })
  const made = startEnsayo({
    db: shop.db,
    log: shop.deps.log,
    now: shop.deps.now,
    url: shop.url,
    carpeta,
    tryOut,
  })
  onTestFinished(() => made.stop())
  return { ...made, carpeta }
}
const rowsOf = ({ db }: Shop) => db.select().from(ensayos).orderBy(asc(ensayos.id))

test('once a week after the night’s backup, by one of many processes; after a failed test, a day later', async () => {
  const shop = await testShop()
  const falla: (string | null)[] = [null, 'El respaldo está dañado.', null]
  const days: number[] = []
  let day = 0
  const all = Array.from({ length: 3 }, () =>
    ensayo(shop, async () => {
      days.push(day)
      const done = { respaldo: shop.deps.now(), archivos: 1, segundos: 5, falla: falla.shift() ?? null }
      await insertEnsayo(shop.db, shop.deps.now(), done)
    }),
  )
  const look = () => Promise.all(all.map((one) => one.look()))
  await look()
  const backup = () => shop.db.insert(respaldos).values({ cuando: shop.deps.now(), archivos: 1, bytes: 5 })
  await backup()
  await look()
  expect(days).toEqual([]) // it lies in another machine's folder
  writeFileSync(join(all[0]?.carpeta ?? '', NAME), '')
  for (day = 1; day <= 12; day++) {
    shop.clock.offsetMs += DAY_MS
    await look() // it would be yesterday's backup, no longer at night
    await backup()
    await look()
    await look()
  }
  expect(days).toEqual([1, 8, 9])
})

test('one made while the clock ran ahead holds up none after it', async () => {
  const shop = await testShop()
  let tried = 0
  const done = () => ({ respaldo: shop.deps.now(), archivos: 1, segundos: 5, falla: null })
  const { look, carpeta } = ensayo(shop, async () => {
    tried++
    await insertEnsayo(shop.db, shop.deps.now(), done())
  })
  writeFileSync(join(carpeta, NAME), '')
  for (const offsetMs of [400 * DAY_MS, 0]) {
    shop.clock.offsetMs = offsetMs
    await shop.db.insert(respaldos).values({ cuando: shop.deps.now(), archivos: 1, bytes: 5 })
    await look()
    await look()
  }
  expect(tried).toBe(2)
})

test('by the server’s own child: all of it comes back, in a place that is deleted afterwards; a failure is told', async () => {
  const shop = await testShop()
  const env = { BACKUP_KEY: CLAVE.toString('hex'), DATABASE_URL: shop.url, DATA_DIR: shop.dataDir }
  for (const [name, value] of Object.entries({ ...env, DISK_RESERVE_MB: '0' })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { carpeta } = ensayo(shop, tryOutInChild)
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  await makeRespaldo(join(carpeta, NAME), {
    url: shop.url,
    files: shop.deps.files,
    dataDir: shop.dataDir,
    clave: CLAVE,
    aparte: true,
  })
  const { signal } = new AbortController()
  await tryOutInChild(carpeta, signal)
  expect(await rowsOf(shop)).toMatchObject([
    { falla: null, archivos: 1, segundos: expect.any(Number), respaldo: new Date('2026-11-20T07:00:00Z') },
  ])
  expect(existsSync(join(shop.dataDir, 'ensayo'))).toBe(false)

  // Stopped in the middle it leaves no PostgreSQL running, and the next one begins anew
  const kill = new AbortController()
  const ending = tryOutInChild(carpeta, kill.signal).catch((error) => error)
  const pidFile = join(shop.dataDir, 'ensayo/base/postgres/postmaster.pid')
  await eventually(
    async () => existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8').split('\n')[0]),
    (pid) => Number(pid) > 0,
  )
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  kill.abort()
  expect(await ending).toBeInstanceOf(Error)
  await eventually(
    async () => spawnSync('kill', ['-0', String(pid)]).status,
    (status) => status !== 0,
  )
  const stored = readdirSync(join(carpeta, 'archivos'), { recursive: true, withFileTypes: true }).find((it) =>
    it.isFile(),
  )
  const sealed = join(stored?.parentPath ?? '', stored?.name ?? '')
  writeFileSync(sealed, readFileSync(sealed).fill(0, 70, 90))
  await tryOutInChild(carpeta, signal)
  expect((await rowsOf(shop)).at(-1)?.falla).toBe('El respaldo está dañado o alguien lo cambió.')
  expect(existsSync(join(shop.dataDir, 'ensayo'))).toBe(false)

  // A backup of another key, from before a restore, is not tried
  const tried = await rowsOf(shop)
  vi.stubEnv('BACKUP_KEY', 'f'.repeat(64))
  await tryOutInChild(carpeta, signal)
  expect(await rowsOf(shop)).toEqual(tried)
  vi.stubEnv('BACKUP_KEY', CLAVE.toString('hex'))

  vi.stubEnv('DISK_RESERVE_MB', '100000000')
  await tryOutInChild(carpeta, signal)
  expect((await rowsOf(shop)).at(-1)).toMatchObject({
    segundos: null,
    falla: expect.stringMatching(/^No hay lugar para probarlo: hacen falta \d+ MB/),
  })
})
