// The version of the program that made a backup, by the migrations of its database.
import type pg from 'pg'
import { type Cabeza, OtraVersion } from './formato.ts'

/**
 * `client`: of a database with all migrations of this program. 'anterior': its migrations are the first ones of ours.
 * @throws OtraVersion: a newer one, or none of ours
 */
export async function versionOf(
  client: pg.Client,
  { formato, migraciones }: Cabeza,
): Promise<'esta' | 'anterior'> {
  const own = await migracionesOf(client)
  const isOfOurs = formato === 2 && migraciones.length > 0
  const common = migraciones.findIndex((hash, index) => hash !== own[index])
  if (isOfOurs && common === -1) return migraciones.length < own.length ? 'anterior' : 'esta'
  if (isOfOurs && common === own.length)
    throw new OtraVersion(
      'El respaldo es de una versión más nueva de ImprimiTodo: actualizá esta instalación y restauralo de nuevo.',
    )
  throw new OtraVersion(
    'El respaldo es de otra versión de ImprimiTodo: restauralo con esa versión y después actualizá.',
  )
}

/** Hashes of the migrations that a database has, in order. */
export async function migracionesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  )
  return rows.map(({ hash }) => hash)
}
