import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDb, openPool } from '../base/db/open.ts'
import { openDatabase } from '../base/db/repeat.ts'
import type { Counters } from '../base/runtime/counters.ts'
import { SHOP_TEMPLATE, TEMPLATE, urlOfDatabase } from './database-url.ts'

export type TestDatabase = Pick<OpenDb, 'db' | 'pool' | 'close'> & { url: string }

/**
 * An empty, migrated database of the caller's own. `close()` may be left out: idle connections end by themselves.
 * It is never dropped (that takes longer than making it); its server goes after the run.
 */
export async function testDatabase(): Promise<TestDatabase> {
  return openTestDatabase(await copyOf(TEMPLATE))
}

let prepared: Promise<string> | undefined

/** With its seed and its queues. The next one is copied while this one is used. */
export async function shopDatabase(): Promise<TestDatabase> {
  const url = await (prepared ?? copyOf(SHOP_TEMPLATE))
  prepared = copyOf(SHOP_TEMPLATE)
  prepared.catch(() => {}) // the caller that takes it is told; after the last test there is none
  return openTestDatabase(url)
}

async function copyOf(template: string): Promise<string> {
  const server = inject('postgres')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`).finally(() => admin.end())
  return urlOfDatabase(server, name)
}

/** A pool of one process on a database that is there. */
export function openTestDatabase(url: string, counters?: Counters): TestDatabase {
  const pool = openPool(url, 10, 1_000)
  return { url, db: openDatabase(pool, counters), pool, close: () => pool.end() }
}

/** Every connection to the database at `url`, as an administrator or a failover ends them. */
export async function endConnections(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await admin.end()
  await sleep(100) // until those who had them are told
}
