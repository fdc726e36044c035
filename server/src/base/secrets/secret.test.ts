import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { installationSecret, shareSecrets } from './secret.ts'

function machine(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-secretos-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

test('machines that start at once on one database end up with the same secrets, and keep them', async () => {
  const { db } = await testDatabase()
  const machines = [machine(), machine(), machine()]
  const before = installationSecret(machines[0] ?? '', 'cap')
  await shareSecrets(db, machines[0] ?? '')
  await Promise.all(machines.map((dataDir) => shareSecrets(db, dataDir)))
  expect(machines.map((dataDir) => installationSecret(dataDir, 'cap'))).toEqual([before, before, before])
  const refresh = machines.map((dataDir) => installationSecret(dataDir, 'refresh'))
  expect([new Set(refresh).size, refresh[0] === before]).toEqual([1, false])
})
