// All SQL on pg-boss's own tables (scripts/internals.ts allows it in no other file). Its public functions read
// one queue each, outside our transactions; figures and backups need all queues in one transaction. Columns
// and states are those of pg-boss 12.35: compare them before an update.

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Queryable } from '../db/open.ts'

/** Backups use this name, too. The states in order: created, retry, active, completed, cancelled, failed. */
export const JOBS_TABLE = 'pgboss.job'
/** Selects the rows of a backup: mails to send, money to give back. */
export const UNDONE_JOBS = `select * from ${JOBS_TABLE} where state < 'completed'`

export type Atraso = { cola: string; estado: string; cantidad: number; atraso_s: number }

/**
 * Counts unfinished jobs by queue and state. `atraso_s`: seconds that the oldest one has waited; 0 while it is
 * planned for later. A failed one counts from its creation.
 */
export async function countWaitingJobs(tx: Queryable): Promise<Atraso[]> {
  const { rows } = await tx.execute<Atraso>(
    sql`select name as cola, state::text as estado, count(*)::int as cantidad,
          greatest(0, extract(epoch from now() - min(case when state = 'created' then start_after else created_on end)))::float8
            as atraso_s
        from pgboss.job where state < 'completed' group by 1, 2`,
  )
  return rows
}

/** False in a database where the queues were never started. */
export async function hasJobsTable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass($1) is not null as known`, [JOBS_TABLE])
  return rows[0].known
}

/**
 * Adds the rows of a backup, as COPY wrote them. Jobs that were active when the backup was made run again, as
 * after a kill. @param client within a transaction, after the queues were created
 */
export async function loadJobs(client: pg.ClientBase, entry: Readable): Promise<void> {
  await client.query(
    `create temporary table respaldo_job on commit drop as select * from ${JOBS_TABLE} with no data`,
  )
  await pipeline(entry, client.query(copyFrom('copy respaldo_job from stdin')))
  await client.query(`update respaldo_job set state = 'created' where state = 'active'`)
  await client.query(`insert into ${JOBS_TABLE} select j.* from respaldo_job j
    where exists (select from pgboss.queue q where q.name = j.name) on conflict do nothing`)
}

/** Delays every waiting job until at least `seconds` from now. */
export async function postponeJobs(client: pg.ClientBase, seconds: number): Promise<void> {
  await client.query(
    `update ${JOBS_TABLE} set start_after = greatest(start_after, now() + make_interval(secs => $1))
     where state in ('created', 'retry')`,
    [seconds],
  )
}
