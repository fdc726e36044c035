// The files of a backup: streamed through SHA-256, into the archive or sealed one by one beside it, where the
// next backup finds those that did not change.
import { createHash, createHmac } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Pack } from 'tar-stream'
import type { Queryable } from '../../../base/db/open.ts'
import { sync, unlessMissing } from '../../../base/runtime/durable.ts'
import { partOf } from '../../../base/runtime/part-name.ts'
import { sha256Of } from '../../../base/secrets/hash.ts'
import { type FileStore, NotKept, StoreDown } from '../../../base/services/files/port.ts'
import { ARCHIVOS, type Falta, type Fin, RespaldoInvalido } from './formato.ts'
import { enDisco, type RespaldoGuardado, readSello } from './read.ts'
import { sealRespaldo, unsealRespaldo } from './sello.ts'

/** The folder for the files of the archives in `folder`. */
export const carpetaDeArchivos = (folder: string): string => join(folder, 'archivos')

/** A file that the database names; `sha256` null: it arrived before hashes were kept. */
type Named = { id: string; sha256: string | null; tabla: 'contenidos' | 'imagenes' | 'videos' }

/** @param client within the snapshot. `since`: only files that came after it */
export async function namedFiles(client: pg.Client, since = new Date(0)): Promise<Named[]> {
  const { rows } = await client.query<Named>(
    `select id, sha256, 'contenidos' as tabla from contenidos where borrado is null and creado > $1
     union all select id, sha256, 'videos' from videos where creado > $1
     union all select id, null, 'imagenes' from imagenes where creado > $1 order by 1`,
    [since],
  )
  return rows
}

/**
 * A file's instant is the start of its transaction: one that is committed late gets an earlier instant than
 * others.
 */
export const LATE_MS = 2 * 3600_000

/**
 * The newest file's instant, ms since 1970 (0: none), and how many came since `LATE_MS` before `since` (ms). A file
 * from a clock that was fast is counted, and is the newest only when its instant has come.
 */
export async function newestFiles(db: Queryable, since: number): Promise<{ newest: number; count: number }> {
  const from = new Date(since - LATE_MS).toISOString()
  const { rows } = await db.execute<{ ms: number; count: number }>(
    sql`select coalesce(floor(extract(epoch from greatest(
        (select max(creado) from contenidos where borrado is null and creado <= now()),
        (select max(creado) from videos where creado <= now()),
        (select max(creado) from imagenes where creado <= now())
      )) * 1000), 0)::float8 as ms,
      ((select count(*) from contenidos where borrado is null and creado > ${from}::timestamptz)
        + (select count(*) from videos where creado > ${from}::timestamptz)
        + (select count(*) from imagenes where creado > ${from}::timestamptz))::int as count`,
  )
  return { newest: rows[0]?.ms ?? 0, count: rows[0]?.count ?? 0 }
}

/** A picture's id is the beginning of its hash. */
const isAsArrived = ({ id, sha256, tabla }: Named, found: string): boolean =>
  tabla === 'imagenes' ? found.startsWith(id) : sha256 === null || sha256 === found

/** Passes all bytes on, and hashes them. */
function hashing() {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, result: () => hash.digest('hex') }
}

/**
 * Adds the files to the archive itself. @param live a connection of its own, which sees later deletions by
 * retention
 */
export async function addFiles(
  tar: Pack,
  files: FileStore,
  { snapshot, live }: { snapshot: pg.Client; live: pg.Client },
): Promise<Fin> {
  const fin: Fin = { archivos: [], faltan: [], aparte: false }
  for (const named of await namedFiles(snapshot)) {
    const kept = await files.open(named.id).catch(unlessGone)
    if (!kept) {
      fin.faltan.push(...(await missing(live, named, 'no está')))
      continue
    }
    const { stream, result } = hashing()
    await pipeline(
      kept.stream,
      stream,
      tar.entry({ name: `${ARCHIVOS}${named.id}`, size: kept.bytes }),
    ).catch(toldIfAway)
    const sha256 = result()
    fin.archivos.push({ id: named.id, sha256 })
    if (isAsArrived(named, sha256)) await learn(live, named, sha256)
    else fin.faltan.push(...(await missing(live, named, 'cambió')))
  }
  return fin
}

/**
 * Each file in a sealed file of its own below `carpeta`, written once: an existing one is not copied again.
 * Its name tells nothing of the content.
 */
export async function storeFiles(
  carpeta: string,
  key: Buffer,
  files: FileStore,
  { snapshot, live, since }: { snapshot: pg.Client; live: pg.Client; since?: Date },
): Promise<Fin> {
  const fin: Fin = { archivos: [], faltan: [], aparte: true }
  for (const named of await namedFiles(snapshot, since)) {
    const path = pathOf(carpeta, key, named.id)
    const known = named.tabla === 'imagenes' ? named.id : named.sha256
    if (known && (await stat(path).catch(() => null))) {
      fin.archivos.push({ id: named.id, sha256: known })
      continue
    }
    const kept = await files.open(named.id).catch(unlessGone)
    if (!kept) {
      fin.faltan.push(...(await missing(live, named, 'no está')))
      continue
    }
    const sha256 = await storeOne(path, key, kept.stream, (found) => isAsArrived(named, found))
    if (isAsArrived(named, sha256)) {
      fin.archivos.push({ id: named.id, sha256 })
      await learn(live, named, sha256)
    } else fin.faltan.push(...(await missing(live, named, 'cambió')))
  }
  return fin
}

/**
 * At `path` if its hash `isRight`. Written under a temporary name of its own, since the night's backup and
 * the sealing of new files may write the same file at once. @returns the hash of the plain bytes
 */
async function storeOne(
  path: string,
  key: Buffer,
  source: Readable,
  isRight: (sha256: string) => boolean,
): Promise<string> {
  const part = partOf(path)
  try {
    const sha256 = await writePart(part, key, source)
    if (isRight(sha256)) await rename(part, path)
    return sha256
  } finally {
    await rm(part, { force: true })
  }
}

/** Sealed, durable and verified. @returns the hash of the plain bytes */
async function writePart(part: string, key: Buffer, source: Readable): Promise<string> {
  await mkdir(dirname(part), { recursive: true, mode: 0o700 })
  const { stream, result } = hashing()
  await pipeline(source, stream, sealRespaldo(key), createWriteStream(part, { mode: 0o600 })).catch(
    toldIfAway,
  )
  const found = result()
  await sync(part)
  // Read again: the bytes on the disk are those that will be restored
  if ((await sha256Of(unsealed(createReadStream(part), key))) !== found)
    throw new RespaldoInvalido('Lo que se escribió en el disco de los respaldos no es lo que se leyó.')
  return found
}

/**
 * A file that `storeFiles` stored, unsealed. The stream fails with RespaldoInvalido if it is missing, changed
 * or cut.
 */
export async function openStored({ lugar, clave }: RespaldoGuardado, id: string): Promise<Readable> {
  const sealed = await lugar.open(nombreDeArchivo(clave, id)).catch((error) => {
    throw error instanceof NotKept
      ? new RespaldoInvalido('Falta un archivo en la carpeta de los respaldos.')
      : error
  })
  return unsealed(sealed, clave)
}

export function unsealed(sealed: Readable, key: Buffer): Readable {
  const out = new PassThrough()
  out.on('error', () => {}) // it may come before a reader listens; the reader's pipeline fails all the same
  pipeline(sealed, unsealRespaldo(key), out).catch((error) => out.destroy(error))
  return out
}

type Quedan = {
  /** Ids of files. */
  needed: Set<string>
  /** Seals of other keys, whose files stay. */
  otherKeys: Set<string>
  /** Ms since 1970: files that were stored since stay as well. */
  young: number
}

/** Deletes files that no kept backup needs. */
export async function sweepStored(carpeta: string, key: Buffer, quedan: Quedan): Promise<void> {
  const names = new Set([...quedan.needed].map((id) => nameOf(key, id)))
  for (const folder of await readdir(carpeta).catch(() => []))
    for (const name of await readdir(join(carpeta, folder))) {
      const path = join(carpeta, folder, name)
      if (names.has(name)) continue
      const found = await stat(path).catch(unlessMissing) // a part may have been renamed meanwhile
      if (!found || found.mtimeMs >= quedan.young) continue
      if (!(await isOfOthers(path, key, quedan))) await rm(path, { force: true })
    }
}

async function isOfOthers(path: string, key: Buffer, { otherKeys }: Quedan): Promise<boolean> {
  if (otherKeys.size === 0) return false
  const sello = await readSello(enDisco(path, key))
  return sello !== null && otherKeys.has(sello)
}

const nameOf = (key: Buffer, id: string): string =>
  createHmac('sha256', key).update(id).digest('hex').slice(0, 40)

/** Beside the archive: `archivos/XX/NAME`. Without the key the name tells nothing of the file. */
export function nombreDeArchivo(key: Buffer, id: string): string {
  const name = nameOf(key, id)
  return `${ARCHIVOS}${name.slice(0, 2)}/${name}`
}

export const isNombreDeArchivo = (name: string): boolean => /^archivos\/[\da-f]{2}\/[\da-f]{40}$/.test(name)

const pathOf = (carpeta: string, key: Buffer, id: string): string =>
  join(dirname(carpeta), nombreDeArchivo(key, id))

/** Undefined if retention or its customer deleted it since the snapshot. */
async function missing(live: pg.Client, { id, tabla }: Named, por: Falta['por']): Promise<Falta[]> {
  const stays = tabla === 'contenidos' ? 'and borrado is null' : ''
  const { rows } = await live.query(
    `select exists (select from ${tabla} where id = $1 ${stays}) as named,
       array(select p.numero from archivos a join pedidos p on p.id = a.pedido_id
         where a.contenido_id = $1 and p.numero is not null order by 1) as pedidos`,
    [id],
  )
  return rows[0].named ? [{ id, por, pedidos: rows[0].pedidos }] : []
}

/** So that its customer is asked for it. @returns the file with its orders; nothing if no order needs it */
export async function markLost(client: pg.Client, named: Named): Promise<Falta[]> {
  if (named.tabla === 'contenidos')
    await client.query(`update contenidos set danado = 'no está', revisado = now() where id = $1`, [named.id])
  return missing(client, named, 'no está')
}

async function learn(live: pg.Client, { id, sha256, tabla }: Named, found: string): Promise<void> {
  if (sha256 === null && tabla === 'contenidos')
    await live.query('update contenidos set sha256 = $2 where id = $1 and sha256 is null', [id, found])
}

/** A store that is down must not look like missing files: the backup would be empty. */
function unlessGone(error: unknown): null {
  return error instanceof NotKept ? null : toldIfAway(error)
}

export function toldIfAway(error: unknown): never {
  throw error instanceof StoreDown
    ? new RespaldoInvalido('El depósito de archivos (STORAGE_URL) no responde.')
    : error
}
