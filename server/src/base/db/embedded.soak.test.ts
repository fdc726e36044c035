import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rounds } from '../../testing/rounds.ts'

const PROGRAM = fileURLToPath(new URL('../../testing/embedded-process.ts', import.meta.url))

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-soak-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function start() {
  const child = spawn(process.execPath, [PROGRAM, dataDir, 'durable'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { url, pid }: { url: string; pid: number } = JSON.parse(String(line))
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // we kill its server
  await client.connect()
  return { child, pid, client }
}

it('no acknowledged row is ever lost, whatever is killed and whenever', async () => {
  const acknowledged: number[] = []
  let next = 1
  for (let round = 0; round < rounds(3, 60); round++) {
    const { child, pid, client } = await start()
    await client.query('create table if not exists t (n int primary key)')
    const kept = await client.query<{ n: number }>('select n from t')
    const present = new Set(kept.rows.map((row) => row.n))
    expect(acknowledged.filter((n) => !present.has(n))).toEqual([])
    const killed = sleep(30 + Math.random() * 300).then(() => {
      child.kill('SIGKILL')
      if (round % 2) process.kill(pid, 'SIGKILL') // PostgreSQL's head too: its other processes stay
    })
    try {
      for (;;) {
        await client.query('insert into t values ($1)', [next])
        acknowledged.push(next++)
        if (child.signalCode) break // an orphaned PostgreSQL would answer for ever
      }
    } catch {
      next++ // cut: this one may be there or not
    }
    await killed
    await client.end().catch(() => {})
  }
  const last = await start()
  expect((await last.client.query('select from t')).rowCount).toBeGreaterThanOrEqual(acknowledged.length)
  expect(acknowledged.length).toBeGreaterThan(50)
  await last.client.end()
  last.child.kill('SIGTERM')
  await once(last.child, 'exit')
})
