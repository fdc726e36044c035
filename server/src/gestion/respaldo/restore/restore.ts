// Restores a backup into an empty installation: all of it, or nothing.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { JOBS_TABLE, loadJobs } from '../../../base/runtime/jobs-table.ts'
import { offerSecret } from '../../../base/secrets/secret.ts'
import { type FileStore, NotKept } from '../../../base/services/files/port.ts'
import { markLost, namedFiles, openStored, toldIfAway } from '../archivo/archivos.ts'
import { withClient } from '../archivo/connect.ts'
import { each } from '../archivo/each.ts'
import { copyRows, finishRows, leaveSumsAlone, loadTable } from '../archivo/filas.ts'
import {
  type ArchivoGuardado,
  type Cabeza,
  type Falta,
  OtraVersion,
  RespaldoInvalido,
} from '../archivo/formato.ts'
import { type RespaldoGuardado, readCabeza, readRespaldo } from '../archivo/read.ts'
import { describeDatabase, quoteIdentifier } from '../archivo/tablas.ts'
import { needSame, verifyRespaldo } from '../archivo/verify.ts'
import { versionOf } from '../archivo/version.ts'
import { withAlDia } from './anterior.ts'
import { SECRETOS_RESTAURADOS } from './carpetas.ts'
import { needNoServer, restoreAlone } from './one-restore.ts'
import { keepSecret, takeSecrets } from './secretos.ts'

const MAX_BYTES = 4 * 1024 ** 3

export type Restaurado = { tablas: number; filas: number; archivos: number; faltan: Falta[]; creado: string }

type Que = {
  /** A database that is migrated and empty, with its queues. */
  url: string
  files: FileStore
  dataDir: string
  guardado: RespaldoGuardado
  /** A folder where an earlier version's backup is brought up to date; null: such a backup is refused. */
  alDia: string | null
  /** Several machines share the database: its secrets are in it. */
  shared: boolean
}

/**
 * Works that were about to be printed are asked about: they may have come out after the backup. @throws
 * RespaldoInvalido
 */
export async function restoreRespaldo({
  url,
  files,
  dataDir,
  guardado,
  alDia,
  shared,
}: Que): Promise<Restaurado> {
  return withClient(url, async (client) => {
    const restore = async (base: pg.Client | null) => {
      const restored = await inOnePiece(client, { files, dataDir, shared }, async (toldFiles, secretos) => {
        await emptyTables(client, needEmpty)
        const secreto = (name: string, value: string) => void secretos.set(name, value)
        const result = await load(client, { guardado, base, files: toldFiles, secreto })
        await calm(client, new Date(result.creado))
        return result
      })
      takeSecrets(dataDir)
      return restored
    }
    await restoreAlone(client)
    await needEmpty(client)
    await needNoServer(client)
    const version = await versionOf(client, await readCabeza(guardado))
    if (version === 'anterior' && !alDia) throw new OtraVersion('El respaldo es de una versión anterior.')
    await verifyRespaldo(guardado, { todo: true }) // verified first: a damaged one writes nothing
    // Again: its listening connection may have been on its way back. Not within the transaction, which would see
    // a server that starts and refuses to for as long as the restore takes
    await needNoServer(client)
    return version === 'anterior' && alDia ? withAlDia(alDia, guardado, restore) : restore(null)
  })
}

/**
 * Rows, files and secrets in one transaction, or none of them. `work` gets a store that remembers which files
 * it kept, and collects the secrets; they wait in a folder of their own until the rows are committed.
 */
export async function inOnePiece<T>(
  client: pg.Client,
  { files, dataDir, shared }: Pick<Que, 'files' | 'dataDir' | 'shared'>,
  work: (files: FileStore, secretos: Map<string, string>) => Promise<T>,
): Promise<T> {
  const staged = join(dataDir, SECRETOS_RESTAURADOS)
  const kept: string[] = []
  const secretos = new Map<string, string>()
  let isCommitting = false
  try {
    rmSync(staged, { recursive: true, force: true })
    await client.query('begin')
    const result = await work(remembering(files, kept), secretos)
    for (const [name, value] of secretos) keepSecret(staged, name, value)
    // Before another machine makes secrets of its own: only these open the sealed columns of the database
    if (shared) for (const [name, value] of secretos) await offerSecret(drizzle({ client }), name, value)
    isCommitting = true
    await client.query('commit')
    return result
  } catch (error) {
    // The connection was lost during COMMIT: the shop may be there, with its files and secrets. The next
    // start finds out
    if (isCommitting && !(error instanceof pg.DatabaseError)) throw error
    await client.query('rollback').catch(() => {}) // the connection may have failed
    rmSync(staged, { recursive: true, force: true })
    for (const id of kept) await files.delete(id).catch(() => {}) // the store may be what failed; a sweep finds it
    throw error
  }
}

async function isKept(files: FileStore, id: string): Promise<boolean> {
  try {
    const { stream } = await files.open(id)
    stream.on('error', () => {}).destroy() // it may fail while it opens; the file exists all the same
    return true
  } catch (error) {
    if (error instanceof NotKept) return false
    throw error
  }
}

const remembering = (files: FileStore, kept: string[]): FileStore => ({
  ...files,
  async receive(source, maxBytes) {
    const received = await files.receive(source, maxBytes)
    const keep = async (id: string) => {
      // A file that existed before belongs to another shop of this store, or to the lost one
      if (!(await isKept(files, id))) kept.push(id)
      await received.keep(id)
    }
    return { ...received, keep }
  },
})

/**
 * From here on writers wait; readers go on. `look` checks again what came in while the backup was read. Then
 * all rows are deleted that a start makes, or that visitors left in a shop without an owner. @param client
 * within a transaction
 */
export async function emptyTables(
  client: pg.Client,
  look: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { tablas } = await describeDatabase(client)
  const names = tablas.map(({ nombre }) => `public.${quoteIdentifier(nombre)}`)
  await client.query(`lock table ${names.join(', ')} in share row exclusive mode`)
  await look(client)
  await leaveSumsAlone(client)
  for (const name of names.toReversed()) await client.query(`delete from ${name}`)
}

/** Order numbers that are passed over for each hour begun since the backup: more than are given in an hour. */
const NUMBERS_AN_HOUR = 250

/**
 * Stops what must not simply go on after a restore. `respaldo`: the moment that it brings back. @param client
 * within a transaction
 */
export async function calm(client: pg.Client, respaldo: Date): Promise<void> {
  await client.query(`update impresiones set consultar = true where estado = 'en_cola'`)
  await client.query(`update impresiones set estado = 'verificar',
    mensaje = 'Se restauró un respaldo: fijate si ya salió.' where estado = 'imprimiendo'`)
  await client.query(`update intentos set fase = 'verificar'
    where fase not in ('completo', 'abortado', 'cancelado', 'verificar')`)
  // Agents and printers know the numbers that were used since the backup: no new attempt may get one of them
  for (const numbers of [`pg_get_serial_sequence('intentos', 'id')`, `'intento_cerca'`])
    await client.query(`select setval(${numbers}, nextval(${numbers}) + 1000000)`)
  // Customers have mails with the numbers of orders that are gone
  await client.query(
    `select setval('pedido_numero', nextval('pedido_numero')
      + $2 * greatest(1, ceil(extract(epoch from now() - $1::timestamptz) / 3600))::bigint)`,
    [respaldo, NUMBERS_AN_HOUR],
  )
  await client.query('insert into restauraciones (respaldo) values ($1)', [respaldo])
  await client.query('delete from subidas') // their parts are no files yet, and in no backup
}

/** @throws RespaldoInvalido if there is anything to lose */
export async function needEmpty(client: pg.Client): Promise<void> {
  for (const table of ['pedidos', 'clientes', 'operadores'])
    if (await hasRows(client, table))
      throw new RespaldoInvalido(
        'Esta instalación ya tiene datos, y un respaldo se restaura en una vacía. Mové a otro lado la carpeta de DATA_DIR, o usá otra base en DATABASE_URL, y repetilo.',
      )
}

export async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query(`select exists (select from ${quoteIdentifier(table)}) as used`)
  return rows[0].used
}

type Carga = {
  guardado: RespaldoGuardado
  /** For an earlier version's backup: a database with its rows, brought up to date. */
  base: pg.Client | null
  files: FileStore
  /** Called for each secret of the archive. */
  secreto(name: string, value: string): void
}

/** `client`: within a transaction, whose tables are empty. */
export async function load(
  client: pg.Client,
  { guardado, base, files, secreto }: Carga,
): Promise<Restaurado> {
  const alDia = base && (await describeDatabase(base))
  if (base && alDia) await copyRows(base, client, alDia.tablas)
  let tablas: Cabeza['tablas'] = []
  const { cabeza, fin } = await readRespaldo(guardado, {
    async cabeza(cabeza) {
      if (!alDia) await versionOf(client, cabeza)
      tablas = cabeza.tablas
    },
    async tabla(name, rows) {
      if (name === JOBS_TABLE) await loadJobs(client, rows)
      else if (alDia) rows.resume()
      else await loadTable(client, tablas, name, rows)
    },
    secreto,
    archivo: (id, bytes) => keep(files, id, Readable.from(bytes)),
  })
  if (fin.aparte)
    await each(fin.archivos, async (archivo) =>
      keep(files, archivo.id, await openStored(guardado, archivo.id), archivo),
    )
  const loaded = alDia ?? cabeza
  await finishRows(client, loaded)
  const filas = loaded.tablas.reduce((sum, tabla) => sum + tabla.filas, 0)
  return {
    tablas: loaded.tablas.length,
    filas,
    archivos: fin.archivos.length,
    faltan: fin.faltan,
    creado: cabeza.creado,
  }
}

/** `archivo`: given if it was read from a place where it may have changed; then its hash is checked. */
async function keep(files: FileStore, id: string, bytes: Readable, archivo?: ArchivoGuardado): Promise<void> {
  const received = await files.receive(bytes, MAX_BYTES)
  try {
    if (archivo) needSame(archivo, await received.sha256())
    await received.keep(id).catch(toldIfAway)
  } finally {
    await received.drop()
  }
}

/**
 * All files that the database names, from beside the backups. Files that are missing or changed are noted and
 * reported.
 */
export async function restoreFiles(
  client: pg.Client,
  files: FileStore,
  de: Pick<RespaldoGuardado, 'lugar' | 'clave'>,
): Promise<{ archivos: number; faltan: Falta[] }> {
  const all = await namedFiles(client)
  const lost: typeof all = []
  await each(all, async (named) => {
    const sha256 = named.tabla === 'imagenes' ? named.id : (named.sha256 ?? '')
    try {
      await keep(files, named.id, await openStored({ ...de, nombre: '' }, named.id), { id: named.id, sha256 })
    } catch (error) {
      if (!(error instanceof RespaldoInvalido)) throw error
      lost.push(named)
    }
  })
  const faltan: Falta[] = []
  for (const named of lost) faltan.push(...(await markLost(client, named)))
  return { archivos: all.length - lost.length, faltan }
}
