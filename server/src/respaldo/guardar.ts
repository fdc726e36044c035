// A consistent backup while the server runs: one snapshot of the database, then the files that it names. Files are
// never changed once kept, so reading them later is reading them then.
import { createReadStream, createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import { type FileStore, NotKept, StoreDown } from '../services/files/port.ts'
import {
  ARCHIVOS,
  CABEZA,
  type Cabeza,
  FIN,
  type Fin,
  PARTE,
  RespaldoInvalido,
  SECRETOS,
  TABLAS,
  TRABAJOS,
} from './formato.ts'
import { verificarRespaldo } from './verificar.ts'

export type Guardado = { archivos: number; faltan: string[]; bytes: number }

/** Leaves the whole file at `path`, read again and durable, or nothing. */
export async function guardarRespaldo(
  url: string,
  files: FileStore,
  dataDir: string,
  path: string,
  cuando = new Date(),
): Promise<Guardado> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  // Beside the backup: what a kill leaves of it is found there and cleaned, and customers' data are not in /tmp
  const part = `${path}${PARTE}`
  const folder = mkdtempSync(part)
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    const tar = pack()
    const written = pipeline(tar, createGzip({ level: 1 }), createWriteStream(part, { mode: 0o600 }))
    written.catch(() => {}) // told below
    const fin = await fill(tar, client, files, dataDir, folder).catch(async (error) => {
      tar.destroy(error)
      await written // a full disk is the cause, a closed stream only what came of it
      throw error
    })
    tar.finalize()
    await written
    await client.query('commit')
    await verificarRespaldo(part)
    await durable(part, path)
    const { size } = await stat(path)
    await client.query('insert into respaldos (cuando, archivos, bytes) values ($1, $2, $3)', [
      cuando,
      fin.archivos,
      size,
    ])
    return { ...fin, bytes: size }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(part, { force: true })
    await client.end()
  }
}

async function fill(
  tar: Pack,
  client: pg.Client,
  files: FileStore,
  dataDir: string,
  folder: string,
): Promise<Fin> {
  const cabeza = await describe(client)
  await add(tar, CABEZA, JSON.stringify(cabeza))
  for (const { nombre, columnas } of cabeza.tablas)
    await addTable(tar, client, folder, nombre, `select ${quoted(columnas)} from public.${quote(nombre)}`)
  const jobs = `select * from ${TRABAJOS} where state < 'completed'`
  if (await hasJobs(client)) await addTable(tar, client, folder, TRABAJOS, jobs)
  const secretos = join(dataDir, 'secretos')
  if (existsSync(secretos))
    for (const name of readdirSync(secretos))
      await add(tar, `${SECRETOS}${name}`, await readFile(join(secretos, name)))
  const fin = await addFiles(tar, client, files)
  await add(tar, FIN, JSON.stringify(fin))
  return fin
}

async function describe(client: pg.Client): Promise<Cabeza> {
  const migraciones = await client.query('select hash from drizzle.__drizzle_migrations order by id')
  const columns = await client.query(`
    select c.table_name as nombre, array_agg(c.column_name::text order by c.ordinal_position) as columnas
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    group by 1 order by 1`)
  const references = await client.query(`
    select distinct conrelid::regclass::text as de, confrelid::regclass::text as a
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`)
  const secuencias = await client.query(`
    select sequencename as nombre, last_value::text as valor from pg_sequences
    where schemaname = 'public' and last_value is not null`)
  const tablas = []
  for (const nombre of inOrder(
    columns.rows.map((row) => row.nombre),
    references.rows,
  )) {
    const { rows } = await client.query(`select count(*)::int as filas from public.${quote(nombre)}`)
    const found = columns.rows.find((row) => row.nombre === nombre)
    tablas.push({ nombre, columnas: found.columnas, filas: rows[0].filas })
  }
  return {
    formato: 1,
    creado: new Date().toISOString(),
    migraciones: migraciones.rows.map(({ hash }) => hash),
    ...{ tablas, secuencias: secuencias.rows },
  }
}

/** Each after those it refers to. */
function inOrder(names: string[], references: { de: string; a: string }[]): string[] {
  const done: string[] = []
  const left = new Set(names)
  while (left.size > 0) {
    const free = [...left].filter((name) => !references.some(({ de, a }) => de === name && left.has(a)))
    if (free.length === 0) throw new Error(`Tables that refer to each other: ${[...left].join(', ')}`)
    for (const name of free) left.delete(name)
    done.push(...free)
  }
  return done
}

async function hasJobs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass($1) is not null as known`, [TRABAJOS])
  return rows[0].known
}

/** A tar entry says its length first, and a COPY does not know it: by way of a temporary file. */
async function addTable(
  tar: Pack,
  client: pg.Client,
  folder: string,
  name: string,
  select: string,
): Promise<void> {
  const path = join(folder, 'tabla')
  await pipeline(client.query(copyTo(`copy (${select}) to stdout`)), createWriteStream(path, { mode: 0o600 }))
  await addFile(tar, `${TABLAS}${name}`, path)
}

/** What is gone by retention since then is named, not missed. */
async function addFiles(tar: Pack, client: pg.Client, files: FileStore): Promise<Fin> {
  const { rows } = await client.query(
    'select id from contenidos where borrado is null union all select id from imagenes order by 1',
  )
  const fin: Fin = { archivos: 0, faltan: [] }
  for (const { id } of rows) {
    const kept = await files.open(id).catch(unlessGone)
    if (!kept) {
      fin.faltan.push(id)
      continue
    }
    await pipeline(kept.stream, tar.entry({ name: `${ARCHIVOS}${id}`, size: kept.bytes })).catch(toldIfAway)
    fin.archivos++
  }
  return fin
}

/** A store that is away must not look like files that are gone: the backup would be empty. */
function unlessGone(error: unknown): null {
  return error instanceof NotKept ? null : toldIfAway(error)
}

export function toldIfAway(error: unknown): never {
  throw error instanceof StoreDown
    ? new RespaldoInvalido('El depósito de archivos (STORAGE_URL) no responde.')
    : error
}

function add(tar: Pack, name: string, content: string | Buffer): Promise<void> {
  return new Promise((done, fail) => {
    tar.entry({ name }, content, (error) => (error ? fail(error) : done()))
  })
}

async function addFile(tar: Pack, name: string, path: string): Promise<void> {
  const { size } = await stat(path)
  const entry = tar.entry({ name, size })
  await pipeline(createReadStream(path), entry)
}

async function durable(part: string, path: string): Promise<void> {
  const file = await open(part, 'r')
  await file.sync().finally(() => file.close())
  await rename(part, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quoted = (names: string[]): string => names.map(quote).join(', ')
