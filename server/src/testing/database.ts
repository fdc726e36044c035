import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDb, openPool } from '../db/open.ts'
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
  prepared.catch(() => {}) // whoever takes it is told; after the last test nobody does
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
export function openTestDatabase(url: string): TestDatabase {
  const pool = openPool(url, 10, 1_000)
  return { url, db: drizzle({ client: pool }), pool, close: () => pool.end() }
}
