import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { startJobs } from '../core/jobs.ts'
import { createLogger } from '../core/logger.ts'
import { archivos, contenidos } from '../db/schema/archivos.ts'
import { impresiones, impresoras } from '../db/schema/impresion.ts'
import { pedidos } from '../db/schema/pedidos.ts'
import { respaldos } from '../db/schema/respaldo.ts'
import { subidas } from '../db/schema/subidas.ts'
import { sucursales } from '../db/schema/sucursales.ts'
import type { Bucket } from '../services/files/bucket.ts'
import { createDiskStore } from '../services/files/disk.ts'
import { createS3Store } from '../services/files/s3.ts'
import { testDatabase } from '../testing/database.ts'
import { makePdf } from '../testing/pdf.ts'
import { openTestBucket } from '../testing/s3/bucket.ts'
import { compra, otherProcess, testShop } from '../testing/shop.ts'
import { createSubida } from '../testing/subidas.ts'
import { guardarRespaldo } from './guardar.ts'
import { restaurarRespaldo } from './restaurar.ts'

async function emptyPlace(bucket?: Bucket) {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-vacia-'))
  const { url, db, pool, close } = await testDatabase()
  const jobs = await startJobs(pool, createLogger('silent'))
  await jobs.stop()
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  const files = bucket ? await createS3Store(bucket, folder, 0) : await createDiskStore(folder, 0)
  return { url, db, pool, folder, files }
}

it('brings back orders, files, secrets and what was still to be done; what was printing is asked about', async () => {
  const shop = await testShop()
  const bytes = await makePdf({ pages: 3 })
  const { pedido_id } = await shop.quote([{ nombre: 'tesis ñandú.pdf', bytes }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  const [branch] = await shop.db.select().from(sucursales)
  const [printer] = await shop.db
    .insert(impresoras)
    .values({ nombre: 'R', sucursal_id: branch?.id ?? 0, uri: 'ipp://x/' })
    .returning()
  await shop.db.insert(impresiones).values({
    ...{
      pedido_id,
      trabajo: 1,
      nombre: 'x',
      copias: 1,
      lados: 2,
      borde: 'largo',
      color: false,
      hojas: 2,
      paginas: 3,
    },
    ...{ impresora_id: printer?.id ?? 0, pedida: new Date(), pedida_por: 'Ana' },
  })
  await shop.deps.jobs.send(shop.db, 'expirar_preferencia', { preferencia_id: 'una' })
  const path = join(shop.dataDir, 'respaldo.tar.gz')
  const made = await guardarRespaldo(shop.url, shop.deps.files, shop.dataDir, path)
  expect(made).toMatchObject({ archivos: 1, faltan: [], bytes: statSync(path).size })
  expect(await shop.db.select().from(respaldos)).toHaveLength(1)

  const place = await emptyPlace()
  const done = await restaurarRespaldo(place.url, place.files, place.folder, path)
  expect(done.archivos).toBe(1)
  const before = await shop.db.select().from(pedidos)
  expect(await place.db.select().from(pedidos)).toEqual(before)
  expect(await place.db.select().from(archivos)).toEqual(await shop.db.select().from(archivos))
  const [content] = await place.db.select().from(contenidos)
  expect(statSync(await place.files.pathOf(content?.id ?? '')).size).toBe(bytes.length)
  expect(await place.db.select({ consultar: impresiones.consultar }).from(impresiones)).toEqual([
    { consultar: true },
  ])
  const { rows } = await place.pool.query("select data from pgboss.job where name = 'expirar_preferencia'")
  expect(rows).toEqual([{ data: { preferencia_id: 'una' } }])
  // No attempt to print is taken for one that was made after the backup
  const intento = await place.pool.query(
    "select nextval(pg_get_serial_sequence('intentos', 'id'))::int as id",
  )
  expect(intento.rows[0].id).toBeGreaterThan(1_000_000)
  // Numbers go on where they were
  const next = await place.pool.query("select nextval('pedido_numero')::int as numero")
  expect(next.rows[0].numero).toBe((before.find(({ id }) => id === pedido_id)?.numero ?? 0) + 1)
})

it('files that went while it was made are named, not missed', async () => {
  const shop = await testShop()
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 1 }) }])
  const [row] = await shop.db.select().from(archivos).where(eq(archivos.pedido_id, pedido_id))
  await shop.deps.files.delete(row?.contenido_id ?? '')
  const path = join(shop.dataDir, 'respaldo.tar.gz')
  const made = await guardarRespaldo(shop.url, shop.deps.files, shop.dataDir, path)
  expect(made).toMatchObject({ archivos: 0, faltan: [row?.contenido_id] })
})

it('one that is cut, is something else, or meets data is refused and leaves nothing', async () => {
  const shop = await testShop()
  await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  const path = join(shop.dataDir, 'respaldo.tar.gz')
  await guardarRespaldo(shop.url, shop.deps.files, shop.dataDir, path)
  await expect(restaurarRespaldo(shop.url, shop.deps.files, shop.dataDir, path)).rejects.toThrow(
    'ya tiene datos',
  )
  const place = await emptyPlace()
  for (const cut of [0.3, 0.7, 0.97]) {
    const part = join(shop.dataDir, 'cortado.tar.gz')
    writeFileSync(part, readFileSync(path))
    truncateSync(part, Math.floor(statSync(path).size * cut))
    await expect(restaurarRespaldo(place.url, place.files, place.folder, part)).rejects.toThrow(
      /dañado|cortado/,
    )
  }
  const other = join(shop.dataDir, 'otro.gz')
  writeFileSync(other, 'hola')
  await expect(restaurarRespaldo(place.url, place.files, place.folder, other)).rejects.toThrow('dañado')
  expect(await place.db.select().from(pedidos)).toEqual([])
  expect((await restaurarRespaldo(place.url, place.files, place.folder, path)).archivos).toBe(1)
})

it('one that cannot be written leaves no half of itself', async () => {
  const shop = await testShop()
  const path = join(shop.dataDir, 'no-existe', 'respaldo.tar.gz')
  await expect(guardarRespaldo(shop.url, shop.deps.files, shop.dataDir, path)).rejects.toThrow()
  expect([existsSync(path), existsSync(`${path}.parte`)]).toEqual([false, false])
})

it('goes from the disk to a bucket and back; an unfinished upload starts anew', async () => {
  const shop = await testShop()
  const bytes = await makePdf({ pages: 3 })
  await shop.quote([{ nombre: 'a.pdf', bytes }])
  const path = join(shop.dataDir, 'respaldo.tar.gz')
  await guardarRespaldo(shop.url, shop.deps.files, shop.dataDir, path)

  const { s3, bucket } = await openTestBucket()
  const shared = await emptyPlace(bucket)
  await restaurarRespaldo(shared.url, shared.files, shared.folder, path)
  const [content] = await shared.db.select().from(contenidos)
  const id = content?.id ?? ''
  expect([...s3.objects.kept.keys()]).toEqual([`archivos/${id}`])
  rmSync(await shared.files.pathOf(id)) // as on another machine, which has no copy

  const process = await otherProcess(shared.url, { files: shared.files })
  await createSubida(process, 1_000)
  const again = join(shop.dataDir, 'otro.tar.gz')
  expect(await guardarRespaldo(shared.url, shared.files, shared.folder, again)).toMatchObject({ archivos: 1 })
  const copies = readdirSync(join(shared.folder, 'archivos'), { recursive: true, withFileTypes: true })
  expect(copies.filter((entry) => entry.isFile())).toEqual([]) // straight through, however much it is
  const place = await emptyPlace()
  await restaurarRespaldo(place.url, place.files, place.folder, again)
  expect(readFileSync(await place.files.pathOf(id)).equals(bytes)).toBe(true)
  expect(await place.db.select().from(subidas)).toEqual([])
})

it('a bucket that is away is a failure, not a backup without files', async () => {
  const { s3, bucket } = await openTestBucket()
  const { folder, files } = await emptyPlace(bucket)
  const shop = await testShop({ files })
  await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const [content] = await shop.db.select().from(contenidos)
  rmSync(await files.pathOf(content?.id ?? ''))
  await s3.away()
  const path = join(folder, 'respaldo.tar.gz')
  await expect(guardarRespaldo(shop.url, files, shop.dataDir, path)).rejects.toThrow('no responde')
  expect(existsSync(path)).toBe(false)
})
