import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded } from './embedded.ts'

const PROGRAM = fileURLToPath(new URL('../../testing/embedded-process.ts', import.meta.url))
const FAST = { fsync: false }
const isRoot = process.getuid?.() === 0

let template: string
let dataDir: string
let children: ChildProcess[]

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'imprimitodo-embedded-'))
  await (await startEmbedded(template, FAST)).stop()
})
afterAll(() => rmSync(template, { recursive: true }))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-embedded-'))
  children = []
})

afterEach(async () => {
  for (const child of children.filter((one) => one.exitCode === null && one.signalCode === null)) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

/** Gives dataDir a database as an earlier run left it: copying is quicker than initdb. */
function useExisting(): void {
  spawnSync('cp', ['-a', join(template, 'postgres'), dataDir])
}

/** A start in a process of its own. @returns its output when ready, or its message when it ended instead */
async function startProcess({ uid, folder = dataDir }: { uid?: number; folder?: string } = {}) {
  const child = spawn(process.execPath, [PROGRAM, folder], { uid, gid: uid, cwd: '/' })
  children.push(child)
  let errors = ''
  child.stderr.on('data', (bytes) => {
    errors += bytes
  })
  const exit = once(child, 'exit')
  const printed = await Promise.race([once(child.stdout, 'data'), exit.then(() => undefined)])
  if (!printed) throw new Error(errors)
  const { url, pid }: { url: string; pid: number } = JSON.parse(String(printed[0]))
  return { child, url, pid }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the server may be killed meanwhile
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A zombie, which only waits for its parent, has no program any more. */
const isAlive = (pid: number) => existsSync(`/proc/${pid}/exe`)

describe('life', () => {
  it('starts in a new folder, keeps its data, leaves no process running, and recovers from a sudden end', async () => {
    const folder = join(dataDir, 'nueva/data')
    const first = await startEmbedded(folder, FAST)
    await query(first.url, 'create table t as select 1 as n')
    const sockets = decodeURIComponent(/host=([^&]+)/.exec(first.url)?.[1] ?? '')
    expect(statSync(sockets).mode & 0o777).toBe(0o700)
    await first.stop()
    await first.stop()
    expect([isAlive(first.pid()), existsSync(sockets)]).toEqual([false, false])
    const told: string[] = []
    const second = await startEmbedded(folder, { ...FAST, tell: (text) => told.push(text) })
    for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const) {
      expect(await query(second.url, 'select n from t')).toEqual([{ n: 1 }])
      const before = second.pid()
      process.kill(before, signal)
      await expect.poll(() => told.splice(0)).toEqual([expect.stringContaining('se cerró sola')])
      await expect.poll(() => told.splice(0)).toEqual(['La base de datos volvió.'])
      expect([isAlive(before), second.pid() === before]).toEqual([false, false])
    }
    process.kill(second.pid(), 'SIGKILL')
    await second.stop() // while it is starting again
    expect([isAlive(second.pid()), told.includes('La base de datos volvió.')]).toEqual([false, false])
    await (await startEmbedded(folder, FAST)).stop()
  })

  it('is UTF-8, in UTC, sorts Spanish, is durable unless told otherwise, and logs no values', async () => {
    const { url, stop } = await startEmbedded(dataDir)
    const show = (name: string) => query(url, `select current_setting('${name}') as value`)
    expect(await show('server_encoding')).toEqual([{ value: 'UTF8' }])
    expect(await show('TimeZone')).toEqual([{ value: 'UTC' }])
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'])
      expect([name, await show(name)]).toEqual([name, [{ value: 'on' }]])
    const sorted = await query(
      url,
      `select string_agg(x, '' order by x collate "es-x-icu") as x from unnest('{z,ñ,o,n,á,b}'::text[]) x`,
    )
    expect(sorted).toEqual([{ x: 'ábnñoz' }])
    await query(url, 'create table t (email text unique)')
    await query(url, "insert into t values ('ana@example.com')")
    await expect(query(url, "insert into t values ('ana@example.com')")).rejects.toThrow(/duplicate/)
    await stop()
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('ana@')
  })
})

describe('one owner', () => {
  it('refuses a second start on the folder, whatever its spelling, and the first goes on', async () => {
    useExisting()
    const first = await startEmbedded(dataDir, FAST)
    await expect(startProcess({ folder: `${dataDir}/../${basename(dataDir)}` })).rejects.toThrow(
      /Ya hay otro servidor de ImprimiTodo funcionando sobre/,
    )
    expect(await query(first.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await first.stop()
    await (await startEmbedded(dataDir, FAST)).stop()
  })

  it('several folders run side by side', async () => {
    const started = await Promise.all(['a', 'b', 'c'].map((name) => startEmbedded(join(dataDir, name), FAST)))
    const answers = await Promise.all(started.map(({ url }) => query(url, 'select 1 as n')))
    expect(answers).toHaveLength(3)
    await Promise.all(started.map(({ stop }) => stop()))
  })
})

describe('after a kill', () => {
  it('a server that fails takes PostgreSQL with it', async () => {
    useExisting()
    const { child, pid } = await startProcess()
    child.kill('SIGUSR2')
    await once(child, 'exit')
    for (let i = 0; i < 200 && isAlive(pid); i++) await sleep(20)
    expect([child.exitCode, isAlive(pid)]).toEqual([1, false])
    await (await startEmbedded(dataDir, FAST)).stop()
  })

  it('ends the orphan and keeps every acknowledged row, even while the orphan is busy', async () => {
    useExisting()
    const { child, url, pid } = await startProcess()
    await query(url, 'create table t as select 7 as n')
    const busy = query(url, 'select pg_sleep(60)').catch(() => 'cut')
    child.kill('SIGKILL')
    expect(isAlive(pid)).toBe(true)
    const next = await startEmbedded(dataDir, FAST)
    expect([await busy, isAlive(pid)]).toEqual(['cut', false])
    expect(await query(next.url, 'select n from t')).toEqual([{ n: 7 }])
    await next.stop()
  })

  it('does not trust a recycled process number', async () => {
    useExisting()
    const stranger = spawn('sleep', ['60'])
    writeFileSync(
      join(dataDir, 'postgres/postmaster.pid'),
      `${stranger.pid}\n${dataDir}/postgres\n0\n5432\n/nada\n`,
    )
    const { stop } = await startEmbedded(dataDir, FAST)
    expect(stranger.exitCode).toBeNull()
    stranger.kill()
    await stop()
  })

  it.each([60, 250])('a first start that was killed after %i ms of initdb begins again', async (ms) => {
    const child = spawn(process.execPath, [PROGRAM, dataDir], { stdio: 'ignore' })
    children.push(child)
    while (!readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))) await sleep(5)
    await sleep(ms)
    child.kill('SIGKILL')
    const { url, stop } = await startEmbedded(dataDir, FAST)
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
    await stop()
  })
})

describe.runIf(isRoot)('users', () => {
  it('an ordinary user runs it as itself', async () => {
    chownSync(dataDir, 65534, 65534)
    const { pid } = await startProcess({ uid: 65534 })
    expect([statSync(`/proc/${pid}`).uid, statSync(join(dataDir, 'postgres')).uid]).toEqual([65534, 65534])
  })

  it('root runs it as the user nobody, also in a folder that this user cannot enter', async () => {
    chmodSync(dataDir, 0o700)
    const { pid, url, stop } = await startEmbedded(join(dataDir, 'data'), FAST)
    expect(statSync(`/proc/${pid()}`).uid).toBe(65534)
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
    await stop()
  })
})

it.skipIf(isRoot)('a folder of another user is refused with a clear message', async () => {
  chmodSync(dataDir, 0o500)
  await expect(startEmbedded(dataDir, FAST)).rejects.toThrow(/No se puede escribir/)
  chmodSync(dataDir, 0o700)
})
