// A copy of the running database's folder, on which its log is replayed: a base backup in PostgreSQL's words.
// The package has no pg_basebackup, so this follows its documentation («Making a base backup using the low
// level API»).
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { extract, type Pack, pack } from 'tar-stream'
import { sync, unlessMissing } from '../../../base/runtime/durable.ts'
import type { LugarDeCopia } from '../../../base/services/copia/port.ts'
import { NotKept } from '../../../base/services/files/port.ts'
import { namedFiles, unsealed } from '../archivo/archivos.ts'
import { withClient } from '../archivo/connect.ts'
import { type ArchivoGuardado, FIN, LISTA, PARTE, RespaldoInvalido } from '../archivo/formato.ts'
import { sealRespaldo } from '../archivo/sello.ts'
import { addEntry } from '../archivo/tablas.ts'
import { BITACORA, folderOf, nombreDePartida, type Partida } from './nombres.ts'
import { gunzipped } from './tramo.ts'

export const CABEZA_PARTIDA = 'partida.json'
/** The prefix of the database's folder in the archive. */
const POSTGRES = 'postgres/'
/** Folders whose contents PostgreSQL makes anew; the log comes from the stretches. */
const EMPTIED = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots']
const ALSO_EMPTIED = ['pg_stat_tmp', 'pg_subtrans']
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|.*\.signal)$/
/** Folders in pg_wal without which PostgreSQL refuses to start. */
const NEEDED = ['pg_wal/archive_status', 'pg_wal/summaries']
/** Up to this size files are read at once: a stream for each of a thousand small files would take longer. */
const AT_ONCE_BYTES = 1024 ** 2
/** Copied last: it says how far the files were written. */
const CONTROL = 'global/pg_control'

type Que = { url: string; pgdata: string; carpeta: string; clave: Buffer; cadena: string }

/** Leaves it complete, durable and verified in `carpeta`, or nothing. @returns its name */
export async function keepPartida({ url, pgdata, carpeta, clave, cadena }: Que): Promise<string> {
  const folder = join(carpeta, folderOf(cadena))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeParts(join(carpeta, BITACORA))
  const part = join(folder, `${randomBytes(4).toString('hex')}${PARTE}`)
  return withClient(url, async (client) => {
    try {
      const tar = pack()
      const written = pipeline(
        tar,
        createGzip({ level: 1 }),
        sealRespaldo(clave),
        createWriteStream(part, { mode: 0o600, flush: true }),
      )
      written.catch(() => {}) // awaited below
      const range = await fill(tar, { client, pgdata, cadena }).catch(async (error) => {
        tar.destroy(error)
        await written // a full disk is the cause, the closed stream only its effect
        throw error
      })
      tar.finalize()
      await written
      const nombre = nombreDePartida({ cadena, ...range })
      await readPartida({ open: async () => (await open(part)).createReadStream() }, clave, {
        nombre,
        cadena,
        ...range,
      })
      await rename(part, join(carpeta, nombre))
      await sync(folder)
      return nombre
    } finally {
      await rm(part, { force: true })
    }
  })
}

/** A stretch is written in a moment, and only one copy is made at a time: an older part is a leftover. */
const OLD_PART_MS = 3600_000

/** Deletes files that a kill left half written, in ended chains too. */
async function removeParts(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(PARTE)) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(unlessMissing)
    const isOfCopy = /^[\da-f]{8}\.parte$/.test(entry.name)
    if (isOfCopy || (found && Date.now() - found.mtimeMs > OLD_PART_MS)) await rm(path, { force: true })
  }
}

async function fill(
  tar: Pack,
  { client, pgdata, cadena }: { client: pg.Client } & Pick<Que, 'pgdata' | 'cadena'>,
) {
  // The copy is valid only if the connection lives from start to stop
  const started = await client.query(
    `select (pg_backup_start('imprimitodo', true) - '0/0')::text as desde, current_setting('server_version_num')::int as version`,
  )
  const { desde, version } = started.rows[0]
  const archivos: ArchivoGuardado[] = (await namedFiles(client)).map(({ id, sha256 }) => ({
    id,
    sha256: sha256 ?? id,
  }))
  await addEntry(tar, CABEZA_PARTIDA, JSON.stringify({ formato: 1, cadena, desde, version }))
  await addEntry(tar, LISTA, JSON.stringify(archivos))
  await addFolder(tar, pgdata, '')
  await addFile(tar, pgdata, CONTROL)
  const { rows } = await client.query(
    `select (lsn - '0/0')::text as hasta, labelfile, (extract(epoch from clock_timestamp()) * 1000)::float8 as hora
     from pg_backup_stop(wait_for_archive => false)`,
  )
  const { hasta, labelfile } = rows[0]
  const hora = Math.ceil(rows[0].hora)
  await addEntry(tar, `${POSTGRES}backup_label`, labelfile)
  await addEntry(tar, FIN, JSON.stringify({ hasta, hora }))
  return { desde: BigInt(desde), hasta: BigInt(hasta), hora }
}

async function addFolder(tar: Pack, pgdata: string, folder: string): Promise<void> {
  const isEmptied = [...EMPTIED, ...ALSO_EMPTIED].includes(folder)
  if (folder) await addDirectory(tar, folder)
  if (folder === 'pg_wal') for (const name of NEEDED) await addDirectory(tar, name)
  if (isEmptied) return
  for (const entry of (await readdir(join(pgdata, folder), { withFileTypes: true }).catch(unlessMissing)) ??
    []) {
    const name = join(folder, entry.name)
    if (LEFT_OUT.test(entry.name) || name === CONTROL) continue
    if (entry.isDirectory()) await addFolder(tar, pgdata, name)
    else if (entry.isFile()) await addFile(tar, pgdata, name)
    else throw new Error(`${name} is neither a file nor a folder: a tablespace is not backed up.`)
  }
}

const addDirectory = (tar: Pack, name: string): Promise<void> =>
  new Promise((done, fail) => {
    tar.entry({ name: POSTGRES + name, type: 'directory' }, (error) => (error ? fail(error) : done()))
  })

/**
 * With its length at this moment: later writes are in the log. A file that gets shorter is filled up with
 * zeros, which replaying the log cuts off again.
 */
async function addFile(tar: Pack, pgdata: string, name: string): Promise<void> {
  const handle = await open(join(pgdata, name), 'r').catch(unlessMissing)
  if (!handle) return
  const { size } = await handle.stat()
  if (size <= AT_ONCE_BYTES) {
    const bytes = Buffer.alloc(size)
    await handle.read(bytes, 0, size, 0).finally(() => handle.close())
    return addEntry(tar, POSTGRES + name, bytes)
  }
  const entry = tar.entry({ name: POSTGRES + name, size })
  await pipeline(Readable.from(exactly(handle.createReadStream(), size)), entry)
}

async function* exactly(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let left = size
  for await (const chunk of source) {
    if (left === 0) return
    const part = chunk.subarray(0, left)
    left -= part.length
    if (part.length > 0) yield part
  }
  for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536))
}

export type LectorPartida = {
  folder(name: string): Promise<void>
  file(name: string, bytes: Readable): Promise<void>
}

/**
 * From its first byte to its last; without `lector` only to verify it.
 * @throws RespaldoInvalido if it is missing, damaged, cut, or another one under this name
 */
export async function readPartida(
  lugar: Pick<LugarDeCopia, 'open'>,
  clave: Buffer,
  { nombre, cadena, desde, hasta, hora }: Partida,
  lector?: LectorPartida,
): Promise<void> {
  const sealed = await lugar.open(nombre).catch((error) => {
    throw error instanceof NotKept ? new RespaldoInvalido('falta.') : error
  })
  const tar = extract()
  const reading = pipeline(gunzipped(unsealed(sealed, clave)), tar)
  reading.catch((error) => tar.destroy(error))
  const said: Record<string, Record<string, unknown>> = {}
  for await (const entry of tar) {
    const { name, type } = entry.header
    const bytes = entry as unknown as Readable // streamx, as its types have it
    if (name === CABEZA_PARTIDA || name === FIN) said[name] = JSON.parse(await text(bytes))
    else if (!name.startsWith(POSTGRES) || !lector) entry.resume()
    else if (type === 'directory') {
      await lector.folder(name.slice(POSTGRES.length))
      entry.resume()
    } else await lector.file(name.slice(POSTGRES.length), bytes)
  }
  await reading
  const [head, end] = [said[CABEZA_PARTIDA], said[FIN]]
  if (!head || !end) throw new RespaldoInvalido('está cortada.')
  const isSame = head.cadena === cadena && head.desde === String(desde) && end.hasta === String(hasta)
  if (!isSame || end.hora !== hora) throw new RespaldoInvalido('no es la que dice su nombre.')
}

/** Bytes of the database's folder, without its log. */
export async function bytesDe(pgdata: string, folder = ''): Promise<number> {
  let sum = 0
  if ([...EMPTIED, ...ALSO_EMPTIED].includes(folder)) return 0
  for (const entry of (await readdir(join(pgdata, folder), { withFileTypes: true }).catch(unlessMissing)) ??
    []) {
    const name = join(folder, entry.name)
    if (entry.isDirectory()) sum += await bytesDe(pgdata, name)
    else sum += (await stat(join(pgdata, name)).catch(unlessMissing))?.size ?? 0
  }
  return sum
}
