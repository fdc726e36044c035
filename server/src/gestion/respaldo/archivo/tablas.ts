// The database in a backup: its tables, and their rows within one snapshot.
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Pack } from 'tar-stream'
import { hasJobsTable, JOBS_TABLE, UNDONE_JOBS } from '../../../base/runtime/jobs-table.ts'
import { type Cabeza, TABLAS } from './formato.ts'
import { migracionesOf } from './version.ts'

const MB = 1024 ** 2
const PART_BYTES = 8 * MB
const LINE_END = 10

/** @param client within a transaction with one snapshot */
export async function describeDatabase(client: pg.Client): Promise<Cabeza> {
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
    const { rows } = await client.query(
      `select count(*)::int as filas from public.${quoteIdentifier(nombre)}`,
    )
    const found = columns.rows.find((row) => row.nombre === nombre)
    tablas.push({ nombre, columnas: found.columnas, filas: rows[0].filas })
  }
  return {
    formato: 2,
    creado: new Date().toISOString(),
    migraciones: await migracionesOf(client),
    tablas,
    secuencias: secuencias.rows,
  }
}

/** Each table after those it references. */
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

export async function addTables(tar: Pack, client: pg.Client, { tablas }: Cabeza): Promise<void> {
  for (const { nombre, columnas } of tablas)
    await addTable(tar, client, nombre, `select ${quoted(columnas)} from public.${quoteIdentifier(nombre)}`)
  if (await hasJobsTable(client)) await addTable(tar, client, JOBS_TABLE, UNDONE_JOBS)
}

/**
 * A tar entry begins with its length, which a COPY does not know: rows travel in parts that fit into memory,
 * so that no customer's data lies unsealed on a disk.
 */
async function addTable(tar: Pack, client: pg.Client, name: string, select: string): Promise<void> {
  let number = 0
  const addPart = (rows: Buffer) => addEntry(tar, `${TABLAS}${name}/${number++}`, rows)
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of client.query(copyTo(`copy (${select}) to stdout`)) as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    const all = Buffer.concat(waiting)
    const end = all.lastIndexOf(LINE_END) + 1
    if (end > 0) await addPart(all.subarray(0, end))
    waiting = [Buffer.from(all.subarray(end))]
    bytes = all.length - end
  }
  if (bytes > 0 || number === 0) await addPart(Buffer.concat(waiting))
}

export function addEntry(tar: Pack, name: string, content: string | Buffer): Promise<void> {
  return new Promise((done, fail) => {
    tar.entry({ name }, content, (error) => (error ? fail(error) : done()))
  })
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quoted = (names: string[]): string => names.map(quoteIdentifier).join(', ')
