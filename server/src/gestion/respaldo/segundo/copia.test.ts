import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asc } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { copiasRespaldo, respaldos } from '../../../base/db/schema/respaldo.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { startS3 } from '../../../testing/peers/s3/server.ts'
import { CLAVE, emptyPlace } from '../../../testing/respaldo.ts'
import { compra, type Shop, testShop } from '../../../testing/shop.ts'
import { makeRespaldo } from '../noche/make.ts'
import { copyInChild } from '../restore/in-child.ts'
import { insertCopia } from '../store.ts'
import { type CopiaDeps, startCopia } from './copia.ts'

const HOUR_MS = 3600_000
const NAME = 'imprimitodo-2026-11-20-0400.respaldo'

function copias(shop: Shop, copy: CopiaDeps['copy'], desde: Date | null = null) {
  const carpeta = join(shop.dataDir, 'respaldos')
  mkdirSync(carpeta, { recursive: true })
  const made = startCopia({
    db: shop.db,
    log: shop.deps.log,
    now: shop.deps.now,
    url: shop.url,
    carpeta,
    copy,
    lugar: async () => ({ desde }),
  })
  onTestFinished(() => made.stop())
  return { ...made, carpeta }
}
const rowsOf = ({ db }: Shop) => db.select().from(copiasRespaldo).orderBy(asc(copiasRespaldo.id))

test('after each good backup once, of many processes by one; what fails is told and tried again after an hour', async () => {
  const shop = await testShop()
  const calls: string[] = []
  const work: CopiaDeps['copy'] = async (folder) => {
    calls.push(folder)
    if (calls.length === 1) throw new Error('No hay lugar en /mnt/otro.')
    await insertCopia(shop.db, shop.deps.now(), { respaldo: new Date(), archivos: 1, bytes: 5, aviso: null })
  }
  const all = Array.from({ length: 5 }, () => copias(shop, work))
  const look = () => Promise.all(all.map((one) => one.look()))
  await look()
  const good = () => shop.db.insert(respaldos).values({ cuando: shop.deps.now(), archivos: 1, bytes: 5 })
  await good()
  await look()
  expect(calls).toEqual([]) // it lies in another machine's folder, or was made by hand
  writeFileSync(join(all[0]?.carpeta ?? '', NAME), '')
  await look()
  await look()
  expect(await rowsOf(shop)).toMatchObject([{ falla: 'No hay lugar en /mnt/otro.', respaldo: null }])
  shop.clock.offsetMs += HOUR_MS
  await look()
  await look()
  expect(calls).toHaveLength(2)
  shop.clock.offsetMs += HOUR_MS
  await good()
  await look()
  expect([calls.length, (await rowsOf(shop)).map(({ falla }) => falla === null)]).toEqual([
    3,
    [false, true, true],
  ])
})

test('a place that was tried while the clock ran ahead gets each backup once, not one a minute', async () => {
  const shop = await testShop()
  let calls = 0
  const work: CopiaDeps['copy'] = async () => {
    calls++
    await insertCopia(shop.db, shop.deps.now(), { respaldo: new Date(), archivos: 1, bytes: 5, aviso: null })
  }
  const { look, carpeta } = copias(shop, work, new Date(+shop.deps.now() + 24 * HOUR_MS))
  writeFileSync(join(carpeta, NAME), '')
  await shop.db.insert(respaldos).values({ cuando: shop.deps.now(), archivos: 1, bytes: 5 })
  await look()
  await look()
  expect(calls).toBe(1)
})

test('one made, or failed, while the clock ran ahead holds up none after it', async () => {
  const shop = await testShop()
  const outcomes: boolean[] = []
  const { look, carpeta } = copias(shop, async () => {
    outcomes.push(outcomes.length !== 1)
    if (!outcomes.at(-1)) throw new Error('No hay lugar en /mnt/otro.')
    const respaldo = shop.deps.now()
    await insertCopia(shop.db, shop.deps.now(), { respaldo, archivos: 1, bytes: 5, aviso: null })
  })
  writeFileSync(join(carpeta, NAME), '')
  for (const offsetMs of [400 * 24 * HOUR_MS, 401 * 24 * HOUR_MS, 0]) {
    shop.clock.offsetMs = offsetMs
    await shop.db.insert(respaldos).values({ cuando: shop.deps.now(), archivos: 1, bytes: 5 })
    await look()
    await look()
  }
  expect(outcomes).toEqual([true, false, true])
})

test('by the server’s own child into a bucket, whose address and key alone bring the shop back', async () => {
  const shop = await testShop()
  const s3 = await startS3()
  onTestFinished(s3.stop)
  const address = s3.url.replace('?', '/tienda?')
  const env = { BACKUP_COPY: address, BACKUP_KEY: CLAVE.toString('hex'), DATABASE_URL: shop.url }
  for (const [name, value] of Object.entries({ ...env, DATA_DIR: shop.dataDir })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { carpeta, look } = copias(shop, copyInChild)
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  await makeRespaldo(join(carpeta, NAME), {
    url: shop.url,
    files: shop.deps.files,
    dataDir: shop.dataDir,
    clave: CLAVE,
    aparte: true,
  })
  s3.state.fault = () => 'refuse'
  await look()
  expect((await rowsOf(shop)).map(({ falla }) => falla)).toEqual([
    expect.stringMatching(/^s3:\/\/127\.0\.0\.1:\d+\/copias\/tienda no contesta, o no como debe\.$/),
  ])
  s3.state.fault = () => undefined
  shop.clock.offsetMs += HOUR_MS
  await look()
  expect((await rowsOf(shop)).at(-1)).toMatchObject({
    falla: null,
    archivos: 2,
    respaldo: new Date('2026-11-20T07:00:00Z'),
  })
  expect([...s3.objects.kept.keys()]).toContain(`tienda/${NAME}`)

  const place = await emptyPlace()
  const restore = (key: string) => restored(address, { ...place, key })
  expect(await restore('00'.repeat(32))).toMatchObject({ code: 1, said: expect.stringContaining('no abre') })
  expect(await restore(CLAVE.toString('hex'))).toMatchObject({ code: 0 })
  expect(await place.db.select().from(pedidos)).toEqual(await shop.db.select().from(pedidos))
})

/** `npm run restore` on a machine of its own. */
function restored(address: string, { url, folder, key }: { url: string; folder: string; key: string }) {
  const command = fileURLToPath(new URL('../../../backup-command.ts', import.meta.url))
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder, BACKUP_KEY: key }
  const child = spawn(process.execPath, [...process.execArgv, command, 'restore', address], { env })
  let said = ''
  for (const out of [child.stdout, child.stderr]) out.on('data', (text) => (said += text))
  return new Promise<{ code: number | null; said: string }>((done) =>
    child.once('close', (code) => done({ code, said })),
  )
}
