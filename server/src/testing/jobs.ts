// The queues for tests: started late, and pg-boss's table, to read what was queued and for judge/world.ts, which runs
// jobs itself.
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { onTestFinished } from 'vitest'
import type { Queryable } from '../base/db/open.ts'
import { createJobs, type JobData, type JobName, type Jobs } from '../base/runtime/jobs.ts'

/** The beginning of pg-boss's statement that queues a job. */
export const ENQUEUES = 'INSERT INTO pgboss.job'

export type QueuedJob<N extends JobName = JobName> = { id: string; name: N; data: JobData[N] }

/** All jobs of these queues, also finished ones, the oldest first. */
export async function jobsOf<N extends JobName>(db: Queryable, ...names: N[]): Promise<QueuedJob<N>[]> {
  const { rows } = await db.execute<QueuedJob<N>>(
    sql`select id, name, data from pgboss.job where name in ${names} order by created_on`,
  )
  return rows
}

/** Counts unfinished jobs of the queue. */
export async function countUndone(db: Queryable, name: JobName): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = ${name} and state < 'completed'`,
  )
  return rows[0]?.count ?? 0
}

/** When the last round counted the queues, by the database's clock; null before the first. */
export async function lastRound(db: Queryable): Promise<string | null> {
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(monitor_on)::text as last from pgboss.queue`,
  )
  return rows[0]?.last ?? null
}

/** Waiting jobs of these queues that are due at `now`, the earliest first. */
export async function dueJobs(db: Queryable, names: string[], now: Date): Promise<QueuedJob[]> {
  const { rows } = await db.execute<QueuedJob>(
    sql`select id, name, data from pgboss.job where state in ('created', 'retry') and name in ${names}
      and start_after <= ${now.toISOString()}::timestamptz order by start_after, id`,
  )
  return rows
}

/** When the next job of these queues is due, in ms since 1970; null without a waiting one. */
export async function nextDue(db: Queryable, names: string[]): Promise<number | null> {
  const { rows } = await db.execute<{ ms: number | null }>(
    sql`select (extract(epoch from min(start_after)) * 1000)::float8 as ms from pgboss.job
      where state in ('created', 'retry') and name in ${names}`,
  )
  return rows[0]?.ms ?? null
}

/** After the test ran it. */
export async function forgetJob(db: Queryable, id: string): Promise<void> {
  await db.execute(sql`delete from pgboss.job where id = ${id}`)
}

export async function delayJob(db: Queryable, id: string, until: Date): Promise<void> {
  await db.execute(
    sql`update pgboss.job set start_after = ${until.toISOString()}::timestamptz where id = ${id}`,
  )
}

/** pg-boss itself, until the test is over. */
export async function openQueues(url: string): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, schema: 'pgboss', supervise: false, schedule: false })
  onTestFinished(() => boss.stop({ graceful: false }))
  return boss.start()
}

/** Leaves the database as before the first start of the queues. */
export async function dropQueues(db: Queryable): Promise<void> {
  await db.execute(sql`drop schema if exists pgboss cascade`)
}

/**
 * The queues of a shop that no other process shares, started by the first job: many tests send none, and starting them
 * is half of what an empty shop computes.
 */
export function startLater(...own: Parameters<typeof createJobs>): Jobs {
  const jobs = createJobs(...own)
  let starting: Promise<void> | undefined
  return {
    ...jobs,
    send(...job) {
      starting ??= jobs.start()
      starting.catch(() => {}) // `send` tells why
      return jobs.send(...job)
    },
  }
}
