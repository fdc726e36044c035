// One restore at a time in a database, and meanwhile no sweep, which would delete its files. A server that
// starts looks for a restore after it has begun to listen, and a restore by command looks for servers after
// it has its lock: of two at once at least one sees the other.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { KEEPALIVE, type Queryable } from '../../../base/db/open.ts'
import { LISTENER } from '../../../base/runtime/events.ts'
import { withClient } from '../archivo/connect.ts'
import { RespaldoInvalido } from '../archivo/formato.ts'

const LOCK = 7_272_746 // any number of its own, the same in every server
/** After a kill PostgreSQL takes a little to notice. */
const WAIT_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Locked until the connection of `client` ends. @throws RespaldoInvalido while another restore runs, in any
 * process
 */
export async function restoreAlone(client: pg.Client): Promise<void> {
  try {
    await client.query([...KEEPALIVE, `set lock_timeout = ${WAIT_MS}`].join('; '))
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query('reset lock_timeout')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    throw new RespaldoInvalido('Ya se está restaurando un respaldo acá: esperá a que termine.', {
      cause: error,
    })
  }
}

/** A restore stores files long before the rows that name them are committed: until then no sweep may run. */
export async function isRestoreUnderWay(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(
    sql`select exists (select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
      where locktype = 'advisory' and classid = 0 and objid = ${LOCK} and objsubid = 1 and granted) as held`,
  )
  return rows[0]?.held ?? false
}

/**
 * A starting server would delete the staged secrets of a running restore. @throws while one runs, in any
 * process
 */
export async function needNoRestore(db: Queryable): Promise<void> {
  if (await lasts(() => isRestoreUnderWay(db)))
    throw new Error(
      'Se está restaurando un respaldo en esta base de datos: esperá a que termine y arrancá el servidor de nuevo.',
    )
}

/**
 * For a restore by command: a running server keeps its old secrets. @throws RespaldoInvalido if one runs, on
 * any machine
 */
export async function needNoServer(client: pg.Client): Promise<void> {
  const runs = async () => {
    const { rows } = await client.query(
      'select exists (select from pg_stat_activity where datname = current_database() and application_name = $1) as runs',
      [LISTENER],
    )
    return rows[0].runs
  }
  // A server that refuses to start because of this restore listens for WAIT_MS, too
  if (await lasts(runs, 2 * WAIT_MS))
    throw new RespaldoInvalido(
      'El servidor está andando sobre esta base de datos: paralo, en todas las máquinas, restaurá, y arrancalo de nuevo.',
    )
}

/** The same on a connection of its own. */
export const needNoServerAt = (url: string): Promise<void> => withClient(url, needNoServer)

/** Whether it is still so after PostgreSQL must have noticed a killed process. */
async function lasts(isSo: () => Promise<boolean>, ms = WAIT_MS): Promise<boolean> {
  for (const until = performance.now() + ms; await isSo(); await sleep(100))
    if (performance.now() > until) return true
  return false
}
