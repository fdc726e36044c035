import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded.ts'
import { openDb } from '../db/open.ts'
import { TEMPLATE, urlOfDatabase } from './database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the test run's PostgreSQL. */
    postgres: string
  }
}

/** One PostgreSQL for the whole test run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-test-'))
  const postgres = await startEmbedded(dataDir, { fsync: false })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  // Closed before it is copied: CREATE DATABASE refuses a template somebody is connected to
  await (await openDb(urlOfDatabase(postgres.url, TEMPLATE))).close()
  await admin.query(`alter database ${TEMPLATE} is_template true`)
  await admin.end()
  project.provide('postgres', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
