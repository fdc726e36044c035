// `npm run soak -- averias`: breaks parts of a shop while it sells; figures in docs/benchmarks.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPrinter, type TestPrinter } from '../../agent/src/testing/printer.ts'
import { writeReport } from '../../bench/support/report.ts'
import { atMost, note, percentile, type Row } from '../../bench/support/rows.ts'
import { addAgent, addPrinter, createAgent } from '../support/agent.ts'
import { startAlmacen } from '../support/almacen.ts'
import { connectTo, endConnections, type Grande, startGrande } from '../support/grande.ts'
import { expectTold } from '../support/libros.ts'
import { type Linea, startLinea } from '../support/linea.ts'
import { freePort } from '../support/shop.ts'
import { type Fallo, startTrafico, type Trafico, tellFailures } from '../support/trafico.ts'
import { nothingTold, runVisitors, type Visitor, visitorsOf } from '../support/visitantes.ts'

const CROWD = { customers: 3, clerks: 2, buyers: 6, browsers: 10 }
const PER_SECOND = 40
/** The phases of each fault: working, broken, repaired. */
const WELL_MS = 15_000
const BROKEN_MS = Number(process.env.SOAK_MS ?? 20_000)
const MENDED_MS = 25_000
/** Calls under way at the fault may fail, and so may calls begun within this time after the repair. */
const SETTLED_MS = 10_000
const DISK_MB = 512
const MB = 1024 ** 2
/** Gives a process another clock than the machine's. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** Ended in the opposite order. */
const started: (() => unknown)[] = []
const told = nothingTold()
const rows: Row[] = []
let shop: Grande
let almacen: Linea
let sucursal: Linea
let printer: TestPrinter
let trafico: Trafico
let visitors: Visitor[]
/** The folder of the first process, on a disk of its own that can be filled; null where this user may not mount one. */
let disk: string | null

/** A disk of `DISK_MB` at `folder`. False where this user may not mount one. */
function mountDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder])
  return status === 0
}

/** Sells while `breakIt` and then `mend` are done, and records what visitors met. */
async function rehearse(what: string, breakIt: () => unknown, mend: () => unknown): Promise<Fallo[]> {
  let [brokenAt, mendedAt] = [0, 0]
  const breaking = (async () => {
    await sleep(WELL_MS)
    brokenAt = performance.now()
    await breakIt()
    await sleep(BROKEN_MS)
    await mend()
    mendedAt = performance.now()
  })()
  await runVisitors(trafico, visitors, PER_SECOND, WELL_MS + BROKEN_MS + MENDED_MS)
  await breaking
  const { calls, reads, failures } = trafico.count()
  const p99 = (from: number, to: number) =>
    percentile(
      reads.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms),
      0.99,
    )
  const late = failures.filter(({ at }) => at < brokenAt - SETTLED_MS || at > mendedAt + SETTLED_MS)
  const last = failures.at(-1)
  rows.push(
    note(`**${what}**: calls`, calls),
    note('failed while it lasted, each told with 502, 503 or 507', failures.length - late.length),
    note(
      'the last one after it was mended',
      last && last.at > mendedAt ? (last.at - mendedAt) / 1000 : 0,
      's',
    ),
    atMost('failed before it and once it was over', late.length, 0),
    note('99 of 100 reads before, within', p99(0, brokenAt), 'ms'),
    note('99 of 100 reads while it lasted, within', p99(brokenAt, mendedAt), 'ms'),
    note('99 of 100 reads afterwards, within', p99(mendedAt + SETTLED_MS, Number.POSITIVE_INFINITY), 'ms'),
  )
  tellFailures(`${what}: ${calls} calls, ${failures.length} failed`, failures)
  for (const { pid, printed } of shop.procesos) {
    expect(() => process.kill(pid, 0), printed()).not.toThrow()
    expect(printed()).not.toMatch(/Unhandled|uncaught|unhandled/)
  }
  const books = await connectTo(shop.databaseUrl)
  await expectTold(books, told, shop)
  await books.end()
  return late
}

// Twenty minutes: `npm test` breaks connections and processes in `cortes` and `kill9`
describe.runIf(process.env.SOAK === '1')('a shop that sells while something breaks', () => {
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-averias-'))
    started.push(() => rmSync(folder, { recursive: true, force: true }))
    const store = await startAlmacen(join(folder, 'bucket'))
    started.push(store.stop)
    const url = new URL(store.url)
    almacen = await startLinea(Number(url.port))
    started.push(almacen.stop)
    url.port = String(almacen.port)
    const first = join(folder, 'tienda', 'proceso-1')
    disk = mountDisk(first) ? first : null
    shop = await startGrande(join(folder, 'tienda'), {
      port: await freePort(),
      env: { STORAGE_URL: String(url), DISK_RESERVE_MB: '16' },
    })
    started.push(shop.remove)
    started.push(async () => {
      await shop.stop() // a process that runs there keeps the disk busy
      if (disk) spawnSync('umount', [disk])
    })
    sucursal = await startLinea(Number(new URL(shop.url).port))
    started.push(sucursal.stop)
    printer = await startPrinter()
    started.push(printer.close)
    const agent = createAgent({ url: `http://localhost:${sucursal.port}` }, await addAgent(shop, 'Alberdi'))
    await addPrinter(shop, { nombre: 'Ricoh', sucursal: 'Alberdi', uri: printer.uri, automatica: true })
    agent.start()
    started.push(agent.remove)
    const db = await connectTo(shop.databaseUrl)
    visitors = await visitorsOf(told, shop, db, CROWD)
    await db.end()
    trafico = startTrafico(shop.url)
    await runVisitors(trafico, visitors, 0, WELL_MS)
  }, 180_000)

  afterAll(async () => {
    for (const stop of started.reverse()) await stop()
    if (BROKEN_MS < 20_000) return
    writeReport([
      {
        file: 'e2e/soak/averias.soak.test.ts',
        name: 'A shop of two processes that sells while something breaks',
        rows,
      },
    ])
  }, 120_000)

  test.each([
    ['PostgreSQL ends all connections', null],
    ['PostgreSQL is restarted', 'SIGINT'],
    ['PostgreSQL dies and comes back, as after a failover', 'SIGQUIT'],
  ] as const)('%s', async (what, signal) => {
    const late = await rehearse(
      what,
      async () => {
        if (signal) return void process.kill(shop.databasePid(), signal)
        await endConnections(shop.databaseUrl)
      },
      () => {},
    )
    expect(late).toEqual([])
  })

  test.each([
    ['the store is away', 'away'],
    ['the store is slow (0.3 s for each piece)', { slowMs: 300 }],
  ] as const)('%s', async (what, estado) => {
    expect(
      await rehearse(
        what,
        () => almacen.set(estado),
        () => almacen.set('fine'),
      ),
    ).toEqual([])
  })

  test('a process is suspended and continues', async () => {
    const { pid } = shop.procesos[0]
    const stop = () => process.kill(pid, 'SIGSTOP')
    expect(
      await rehearse('a process is stopped and goes on', stop, () => process.kill(pid, 'SIGCONT')),
    ).toEqual([])
  })

  test('the clock of one process is an hour fast', async ({ skip }) => {
    if (!existsSync(FAKETIME)) return skip('needs libfaketime (Debian: faketime)')
    const again = async (change?: Record<string, string>) => {
      await shop.procesos[1].stop()
      await shop.restart(1, change)
    }
    const fast = () => again({ LD_PRELOAD: FAKETIME, FAKETIME: '+1h', FAKETIME_DONT_FAKE_MONOTONIC: '1' })
    expect(await rehearse('the clock of one process is an hour fast', fast, again)).toEqual([])
  })

  test('the disk of one process is full', async ({ skip }) => {
    if (!disk) return skip('no right to mount a disk')
    const filler = join(disk, 'lleno')
    const fill = () => {
      const { bavail, bsize } = statfsSync(disk ?? '')
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - MB)))
    }
    const late = await rehearse('the disk of one process is full', fill, () => rmSync(filler))
    expect(late).toEqual([])
  })

  test('a branch is without signal: its printer continues afterwards, and prints nothing twice', async () => {
    const late = await rehearse(
      'a branch is without signal',
      () => sucursal.set('away'),
      () => sucursal.set('fine'),
    )
    expect(late).toEqual([])
    // More is sold than one printer prints: it continues with its queue
    const before = printer.paper.length
    await expect.poll(() => printer.paper.length, { timeout: 120_000 }).toBeGreaterThan(before + 10)
    const twice = Map.groupBy(printer.paper, ({ name, sha256 }) => `${name} ${sha256}`)
    expect([...twice].filter(([, all]) => all.length > 1)).toEqual([])
  })
})
