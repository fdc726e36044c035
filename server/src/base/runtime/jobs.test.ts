import { onTestFinished, test } from 'vitest'
import { endConnections, openTestDatabase, testDatabase } from '../../testing/database.ts'
import { openGate } from '../../testing/gate.ts'
import { eventually } from '../../testing/shop.ts'
import { createJobs } from './jobs.ts'
import { createLogger } from './logger.ts'

test('a database that is away while the jobs begin is waited for, and connections that end stop no worker', async () => {
  const { url, db } = await testDatabase()
  const gate = await openGate(url)
  const { pool } = openTestDatabase(gate.url)
  const jobs = createJobs(pool, createLogger('silent'))
  const done: number[] = []
  jobs.work('correo', async ({ id }) => void done.push(id))
  await gate.close()
  const starting = jobs.start()
  onTestFinished(async () => {
    await jobs.stop()
    await gate.close()
  })
  await gate.reopen()
  await starting
  await endConnections(url)
  await db.transaction((tx) => jobs.send(tx, 'correo', { id: 1 }))
  await endConnections(url)
  await db.transaction((tx) => jobs.send(tx, 'correo', { id: 2 }))
  await eventually(
    async () => done.toSorted().join(),
    (ids) => ids === '1,2',
  )
})
