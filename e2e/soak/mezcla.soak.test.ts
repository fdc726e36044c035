import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { writeReport } from '../../bench/support/report.ts'
import { atLeast, atMost, note, percentile } from '../../bench/support/rows.ts'
import { type Grande, startGrande } from '../support/grande.ts'
import { expectTold } from '../support/libros.ts'
import { freePort } from '../support/shop.ts'
import { type Lectura, startTrafico, type Trafico } from '../support/trafico.ts'
import { nothingTold, runVisitors, type Visitor, visitorsOf } from '../support/visitantes.ts'

const isSoak = process.env.SOAK === '1'
/** 100 in all. */
const CROWD = { customers: 10, clerks: 5, buyers: 20, browsers: 65 }
/** Code that runs for the first time is slow: not a second of it counts. */
const WARM_MS = 15_000
const STEP_MS = 8_000
const HALF_MS = 20_000
/** A restarted process has loaded what it needs by then. */
const AFTER_MS = 3_000
const WHOLE_MS = 600_000
const MIXED_MS = Number(process.env.SOAK_MS ?? WHOLE_MS)

type Window = [from: number, until: number]

/** Ended in the opposite order. */
const started: (() => unknown)[] = []
afterAll(async () => {
  for (const stop of started.reverse()) await stop()
}, 120_000)

test.runIf(isSoak)(
  '100 visitors on two processes that are killed at random: nothing acknowledged is lost or doubled',
  async () => {
    const shop = await startGrande(mkdtempSync(join(tmpdir(), 'imprimitodo-mezcla-')), {
      port: await freePort(),
      env: { SHOP_BUILT: '1' }, // what `npm start` runs
    })
    started.push(shop.remove)
    const db = new pg.Client({ connectionString: shop.databaseUrl })
    await db.connect()
    started.push(() => db.end())
    const told = nothingTold()
    const visitors = await visitorsOf(told, shop, db, CROWD)

    const alone = startTrafico(shop.procesos[0].url)
    await runVisitors(alone, visitors, 0, WARM_MS)
    const most = await mostOf(alone, visitors)
    await runVisitors(alone, visitors, most / 2, HALF_MS)
    tell(`one process alone: ${most.toFixed(0)} calls a second at most; at half of that`, alone)

    // Then both processes together, at the same half
    const trafico = startTrafico(shop.url)
    await runVisitors(trafico, visitors, 0, WARM_MS)
    const kills = killing(shop, MIXED_MS)
    await runVisitors(trafico, visitors, most / 2, MIXED_MS)
    const windows = await kills
    const killed = windows.length
    const half = (most / 2) * (MIXED_MS / 1000)
    const { calls, reads, failures, p99 } = tell(
      `two processes at that half, ${killed} kills`,
      trafico,
      windows,
    )
    const enPartes = [...told.pedidos.values()].filter((pedido) => pedido.enPartes).length
    console.log(
      `Acknowledged: ${told.pedidos.size} orders (${enPartes} in parts), ${told.ventas.size} sales, ` +
        `${told.codigos.size} codes made, ${told.usados.size} codes used at the counter`,
    )
    await expectTold(db, told, shop)
    const share = failures.length / calls
    if (MIXED_MS >= WHOLE_MS)
      writeReport([
        {
          file: 'e2e/soak/mezcla.soak.test.ts',
          name: 'Two processes, 100 visitors, either process killed now and then: ten minutes',
          rows: [
            note('calls a second that one process carries at most', most),
            atLeast('calls in ten minutes to both, as a share of half of that', calls / half, 0.8),
            note('kills', killed),
            note(
              'orders, sales and codes that were acknowledged',
              told.pedidos.size + told.ventas.size + told.codigos.size,
            ),
            atMost('of them lost or doubled', 0, 0), // or the test has ended above
            atMost('calls that failed', share * 100, 0.5, '%'),
            note('half of the reads within', atShare(reads, 0.5), 'ms'),
            atMost('99 of 100 reads within', p99, 300, 'ms'),
          ],
        },
      ])
    expect(killed).toBeGreaterThanOrEqual(Math.floor(MIXED_MS / 60_000))
    expect(calls / half).toBeGreaterThan(0.8)
    expect(share).toBeLessThan(0.005)
    expect(p99).toBeLessThan(300)
  },
  MIXED_MS + 900_000,
)

/** Prints it, and each way in which a call failed. `windows`: while a process was down or had just come back. */
function tell(what: string, trafico: Trafico, windows: Window[] = []) {
  const { calls, reads, failures } = trafico.count()
  const share = ((failures.length / calls) * 100).toFixed(3)
  console.log(`${what}: ${calls} calls, ${failures.length} failed (${share} %), reads ${figuresOf(reads)}`)
  const isWithin = ({ at }: Lectura) => windows.some(([from, until]) => at >= from && at < until)
  if (windows.length)
    console.log(
      `  within ${AFTER_MS / 1000} s of a restart or before it: ${figuresOf(reads.filter(isWithin))}\n` +
        `  else: ${figuresOf(reads.filter((read) => !isWithin(read)))}`,
    )
  const kinds = Map.groupBy(failures, ({ text }) =>
    text.replace(/[\w-]{20,}|[\w]{4}-[\w]{4}-[\w]{4}|\d{2,}(?=\/)/g, '…'),
  )
  for (const [kind, all] of kinds) console.log(`  ${all.length} x ${kind}`)
  return { calls, reads, failures, p99: atShare(reads, 0.99) }
}

const figuresOf = (reads: Lectura[]): string =>
  [
    `p50 ${atShare(reads, 0.5).toFixed(0)} ms`,
    `p99 ${atShare(reads, 0.99).toFixed(0)} ms`,
    `worst ${atShare(reads, 1).toFixed(0)} ms of ${reads.length}`,
  ].join(', ')

/** The longest duration within that share of the reads. */
const atShare = (reads: Lectura[], share: number): number =>
  percentile(
    reads.map(({ ms }) => ms),
    share,
  )

/**
 * The most calls of this mixture that the server answers in a second: the rate goes up until a tenth of it stays
 * unanswered. If visitors never waited, those with light calls would make most calls and change the mixture.
 */
async function mostOf(trafico: Trafico, visitors: Visitor[]): Promise<number> {
  let most = 0
  for (let rate = 60; ; rate *= 1.3) {
    await runVisitors(trafico, visitors, rate, STEP_MS)
    const answered = trafico.count().calls / (STEP_MS / 1000)
    most = Math.max(most, answered)
    if (answered < 0.9 * rate) return most
  }
}

/**
 * SIGKILL of either, now and then; it is started again a moment later. @returns the times when one was down
 * or had just come back
 */
async function killing(shop: Grande, ms: number): Promise<Window[]> {
  const until = performance.now() + ms - 20_000
  const windows: Window[] = []
  for (await sleep(5_000); performance.now() < until; await sleep(randomInt(5_000, 20_000))) {
    const index = randomInt(2) === 0 ? 0 : 1
    const killed = performance.now()
    await shop.procesos[index].kill9()
    await sleep(randomInt(500, 3_000))
    await shop.restart(index)
    windows.push([killed, performance.now() + AFTER_MS])
  }
  return windows
}
