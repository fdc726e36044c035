import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../base/db/embedded.ts'
import { openDb } from '../base/db/open.ts'
import { startJobs } from '../base/runtime/jobs.ts'
import { createLogger } from '../base/runtime/logger.ts'
import { installationSecret, SECRETS } from '../base/secrets/secret.ts'
import { seed } from '../seed.ts'
import { SHOP_TEMPLATE, TEMPLATE, urlOfDatabase } from './database-url.ts'
import { sweepTestFolders, testFolder } from './folder.ts'
import { OWNER } from './owner.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the test run's PostgreSQL. */
    postgres: string
    /** A folder with an installation's secrets, which every test shop copies. */
    secretos: string
  }
}

/** Starts one PostgreSQL for the whole test run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepTestFolders()
  const dataDir = testFolder('test')
  // Each of the workers has some shops at once, of ten connections at most each
  const settings = { max_wal_size: '128MB', max_connections: '300' }
  const postgres = await startEmbedded(dataDir, { fsync: false, settings })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  // Closed before it is copied: CREATE DATABASE refuses a template that has connections
  await (await openDb(urlOfDatabase(postgres.url, TEMPLATE))).close()
  await admin.query(`create database ${SHOP_TEMPLATE} template ${TEMPLATE}`)
  await furnish(urlOfDatabase(postgres.url, SHOP_TEMPLATE))
  await admin.end()
  const secretos = join(dataDir, 'secretos')
  for (const name of SECRETS) installationSecret(dataDir, name)
  project.provide('postgres', postgres.url)
  project.provide('secretos', secretos)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function furnish(url: string): Promise<void> {
  const { db, pool, close } = await openDb(url)
  await seed(db, { ...OWNER, muestra: true })
  const jobs = await startJobs(pool, createLogger('warn'))
  await jobs.stop()
  await close()
}
