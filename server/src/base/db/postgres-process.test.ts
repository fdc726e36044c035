import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepRunning } from './postgres-process.ts'

/**
 * Starts a stand-in for PostgreSQL that says so in its pid file: each state for so many seconds, the last one
 * until it is ended.
 */
function run(states: [state: string, seconds: number][]) {
  const root = mkdtempSync(join(tmpdir(), 'imprimitodo-postgres-'))
  const postgres = join(root, 'postgres')
  const say = states.map(
    ([state, seconds]) =>
      `printf '%s\\n\\n\\n\\n\\n\\n\\n${state}  \\n' $$ > "${root}/postmaster.pid"; sleep ${seconds}`,
  )
  writeFileSync(postgres, `#!/bin/sh\ntrap 'exit 0' INT\n${say.join('\n')}\nwhile :; do sleep 0.1; done\n`)
  chmodSync(postgres, 0o700)
  const told: string[] = []
  const kept = keepRunning(
    {
      postgres,
      root,
      pgdata: root,
      sockets: join(root, 'sockets'),
      runAs: { uid: undefined, command: (file, args) => ({ file, args, as: {} }) },
      fsync: false,
      settings: {},
      patienceMs: 300,
    },
    (text) => told.push(text),
  )
  onTestFinished(async () => {
    await kept.stop()
    rmSync(root, { recursive: true })
  })
  return { kept, told, pidFile: () => readFileSync(join(root, 'postmaster.pid'), 'utf8') }
}

test.each(['starting', 'standby'])(
  'a PostgreSQL that replays its log (%s) is waited for, however long it takes, and that is said',
  async (state) => {
    const { kept, told, pidFile } = run([
      [state, 2],
      ['ready', 0],
    ])
    await kept.ready
    expect(pidFile()).toContain('ready')
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told)).toEqual(new Set([expect.stringContaining('está leyendo su bitácora')]))
  },
)

test('a PostgreSQL that does not even begin is given up', async () => {
  const { kept, told } = run([['', 0]])
  await expect(kept.ready).rejects.toThrow('PostgreSQL no estuvo listo en 0.3 s')
  expect(told).toEqual([])
})
