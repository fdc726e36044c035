// One restore at a time in a database, and nothing else that takes its files for ones that no row names.
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Queryable } from '../../base/db/open.ts'
import { RespaldoInvalido } from './formato.ts'

const LOCK = 7_272_746 // any number of its own, the same in every server
/** One that was killed a moment ago: PostgreSQL takes a little to notice. */
const WAIT_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'

/** Until the connection of `client` ends. @throws RespaldoInvalido while another one is at work, in whatever process */
export async function restoreAlone(client: pg.Client): Promise<void> {
  try {
    await client.query(`set lock_timeout = ${WAIT_MS}`)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query('reset lock_timeout')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    throw new RespaldoInvalido('Ya se está restaurando un respaldo acá: esperá a que termine.', {
      cause: error,
    })
  }
}

/** Files are kept long before the rows that name them are committed: until then no sweep may look for them. */
export async function isRestoreUnderWay(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(
    sql`select exists (select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
      where locktype = 'advisory' and classid = 0 and objid = ${LOCK} and objsubid = 1 and granted) as held`,
  )
  return rows[0]?.held ?? false
}
