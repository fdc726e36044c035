import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { confirm, pay, sendTo, upload } from '../../e2e/support/buy.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { createDiskStore } from '../../server/src/base/services/files/disk.ts'
import { unsealed } from '../../server/src/gestion/respaldo/archivo/archivos.ts'
import { enDisco } from '../../server/src/gestion/respaldo/archivo/read.ts'
import { makeReady, openBase } from '../../server/src/gestion/respaldo/restore/open-base.ts'
import { restoreRespaldo } from '../../server/src/gestion/respaldo/restore/restore.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { backUp, fillDataDir } from '../support/pasado-datos.ts'
import { atLeast, atMost, note, percentile, type Row } from '../support/rows.ts'

export const name = 'Backup of a large shop while it sells, and its restore'
const PEDIDOS = 100_000
const FILE_BYTES = 1024 ** 2
const MOST_FILES = 2_000
/** Files added between the first backup and the next one. */
const NEW_FILES = 20
const KEY = 'cd'.repeat(32)
/** A busy hour of both branches, and more. */
const PER_SECOND = 5
const ALONE_MS = 30_000
const TIMES = 1.5
const MB = 1024 ** 2

type Timed = { seconds: number; times: number[]; written: number }

export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-respaldo-'))
  const at = (it: string) => join(folder, it)
  const { bavail, bsize } = statfsSync(folder)
  // Each file is on the disk three times (stored, sealed, restored), and as much space again stays free
  const files = Math.min(MOST_FILES, Math.floor((bavail * bsize) / 6 / FILE_BYTES))
  let shop: Shop | undefined
  try {
    for (const name of ['base', 'noches']) mkdirSync(at(name))
    const dataDir = at('tienda')
    fillDataDir(dataDir, { pedidos: PEDIDOS, correos: 1_000 })
    await backUp(['backup', at('base/base.respaldo')], { DATA_DIR: dataDir, BACKUP_KEY: KEY })
    await addFiles(dataDir, files, 0)
    shop = await startShop({ dataDir, env: { BACKUP_DIR: 'off', BACKUP_KEY: KEY } })
    const bytes = await makePdf({ pages: 10 })
    await purchases(shop, bytes, sleep(15_000)) // code that runs for the first time
    const alone = await purchases(shop, bytes, sleep(ALONE_MS))
    const first = await night(shop, bytes, at('noches'), 1)
    await addFiles(dataDir, NEW_FILES, files)
    const next = await night(shop, bytes, at('noches'), 2)
    const after = await purchases(shop, bytes, sleep(ALONE_MS))
    await shop.stop()
    const p99 = percentile([...alone, ...after], 0.99)
    const base = await restored(at('base/base.respaldo'), at('vuelta-1'))
    const whole = await restored(at('noches/imprimitodo-2026-11-02-0400.respaldo'), at('vuelta-2'))
    const unsealing = await secondsToOpen(at('base/base.respaldo'))
    const megabytes = ((files + NEW_FILES) * FILE_BYTES) / MB
    return [
      note(
        `first backup of ${PEDIDOS.toLocaleString('en')} orders and ${files} MB of files`,
        first.seconds,
        's',
      ),
      note('the next one', next.seconds, 's'),
      note(`files that it wrote, of ${NEW_FILES} new ones and those of purchases meanwhile`, next.written),
      atMost(
        'files that it wrote again though they were there',
        Math.max(0, next.written - NEW_FILES - next.times.length - first.times.length),
        0,
      ),
      note('99 of 100 purchases without it, within', p99, 'ms'),
      note('99 of 100 purchases during the first one, within', percentile(first.times, 0.99), 'ms'),
      atMost('during the first one, as a multiple', percentile(first.times, 0.99) / p99, TIMES),
      atMost('during the next one, as a multiple', percentile(next.times, 0.99) / p99, TIMES),
      note('restore of the database alone', base, 's'),
      note('of that, opening the seal, twice', 2 * unsealing, 's'),
      atMost(
        'restore of the database, as a multiple of it without a seal',
        base / (base - 2 * unsealing),
        1.3,
      ),
      note('restore of all of it', whole, 's'),
      atLeast('restore of files', megabytes / (whole - base), 50, 'MB/s'),
    ]
  } finally {
    await shop?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Files of closed orders that are young enough to be kept: `count` from the `skip`th newest on, as if they had come just now. */
async function addFiles(dataDir: string, count: number, skip: number): Promise<void> {
  const base = await openBase(dataDir, undefined)
  const client = new pg.Client({ connectionString: base.url })
  await client.connect()
  const store = await createDiskStore(dataDir, 0)
  try {
    const { rows } = await client.query<{ id: string; contenido_id: string }>(
      `select p.id, a.contenido_id from pedidos p join archivos a on a.pedido_id = p.id
       where p.estado = 'entregado' and a.contenido_id like 'c%' order by p.numero desc limit $1 offset $2`,
      [count, skip],
    )
    for (const { id, contenido_id } of rows) {
      const received = await store.receive(Readable.from([randomBytes(FILE_BYTES)]), FILE_BYTES + 1)
      const sha256 = await received.sha256()
      await received.keep(contenido_id)
      await received.drop()
      await client.query(
        `update contenidos set borrado = null, sha256 = $2, bytes = $3, creado = now(), revisado = now() where id = $1`,
        [contenido_id, sha256, FILE_BYTES],
      )
      await client.query('update pedidos set cerrado = now(), archivos_borrados = null where id = $1', [id])
    }
  } finally {
    await client.end()
    await base.close()
  }
}

/** The night's backup, as the server makes it, while customers buy. */
async function night(shop: Shop, bytes: Uint8Array, carpeta: string, day: number): Promise<Timed> {
  const count = () =>
    readdirSync(carpeta, { recursive: true, encoding: 'utf8' }).filter((it) => /\/[\da-f]{40}$/.test(it))
      .length
  const before = count()
  const started = performance.now()
  let seconds = 0
  const path = join(carpeta, `imprimitodo-2026-11-0${day}-0400.respaldo`)
  const backup = backUp(['noche', path], { DATA_DIR: shop.dataDir, BACKUP_KEY: KEY }).then(() => {
    seconds = (performance.now() - started) / 1000
  })
  const times = await purchases(shop, bytes, backup)
  return { seconds, times, written: count() - before }
}

/** Ms of each purchase, from the upload to the payment, at an even pace until `over`. */
async function purchases(shop: Shop, bytes: Uint8Array, over: Promise<unknown>): Promise<number[]> {
  const send = sendTo(shop.url)
  const times: number[] = []
  const under: Promise<void>[] = []
  let isOver = false
  const ending = over.finally(() => {
    isOver = true
  })
  const buy = async () => {
    const started = performance.now()
    const { pedido_id } = await upload(send, { bytes })
    const importe = await confirm(send, pedido_id, {}, `${pedido_id.toLowerCase()}@example.com`)
    await pay(send, pedido_id, importe)
    times.push(performance.now() - started)
  }
  while (!isOver) {
    under.push(buy())
    await sleep(1000 / PER_SECOND)
  }
  await Promise.all(under)
  await ending
  return times
}

/** Seconds into an empty installation, once its database runs. */
async function restored(path: string, dataDir: string): Promise<number> {
  mkdirSync(dataDir)
  const base = await openBase(dataDir, undefined)
  try {
    await makeReady(base.url)
    const store = await createDiskStore(dataDir, 0)
    const started = performance.now()
    await restoreRespaldo({
      url: base.url,
      files: store,
      dataDir,
      guardado: enDisco(path, Buffer.from(KEY, 'hex')),
      alDia: null,
      shared: false,
    })
    return (performance.now() - started) / 1000
  } finally {
    await base.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Seconds to read the archive and open its seal, and nothing more. */
async function secondsToOpen(path: string): Promise<number> {
  const clave = Buffer.from(KEY, 'hex')
  const { lugar, nombre } = enDisco(path, clave)
  const started = performance.now()
  const plain = unsealed(await lugar.open(nombre), clave)
  plain.resume()
  await finished(plain)
  return (performance.now() - started) / 1000
}
