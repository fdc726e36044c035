import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { writeReport } from '../../bench/support/report.ts'
import { atMost, note } from '../../bench/support/rows.ts'
import { connectTo, endConnections, startGrande } from '../support/grande.ts'
import { expectTold } from '../support/libros.ts'
import { freePort } from '../support/shop.ts'
import { type Fallo, startTrafico, tellFailures } from '../support/trafico.ts'
import { nothingTold, runVisitors, visitorsOf } from '../support/visitantes.ts'

const isSoak = process.env.SOAK === '1'
const CROWD = { customers: 4, clerks: 3, buyers: 8, browsers: 15 }
const WHOLE_MS = 600_000
const CUTS_MS = Number(process.env.SOAK_MS ?? (isSoak ? WHOLE_MS : 30_000))
/** What two servers, a database, a store and all visitors carry together on two cores without being late. */
const PER_SECOND = isSoak ? 60 : 30
const CUT_EVERY_MS = isSoak ? 5_000 : 2_000
const WARM_MS = 5_000
/** Calls sent within this time of a database restart may meet it while it is down. */
const RESTART_MS = 5_000

/**
 * A part of an upload may be answered before its last byte came; its connection ends then, which the balancer
 * calls 502. Its browser goes on from what arrived.
 */
const isCutPart = (text: string) => /^\/api\/subidas\/\S+ 502$/.test(text)

/** Ended in the opposite order. */
const started: (() => unknown)[] = []
afterAll(async () => {
  for (const stop of started.reverse()) await stop()
}, 120_000)

test(
  'a database that ends all connections again and again, and is restarted, ends no process and loses nothing',
  async () => {
    const shop = await startGrande(mkdtempSync(join(tmpdir(), 'imprimitodo-cortes-')), {
      port: await freePort(),
    })
    started.push(shop.remove)
    const db = await connectTo(shop.databaseUrl)
    const told = nothingTold()
    const visitors = await visitorsOf(told, shop, db, CROWD)
    await db.end()
    const trafico = startTrafico(shop.url)
    await runVisitors(trafico, visitors, 0, WARM_MS)

    const cutting = cutAgain(shop.databaseUrl, CUTS_MS)
    await runVisitors(trafico, visitors, PER_SECOND, CUTS_MS)
    const cuts = await cutting
    const first = trafico.count()
    const restarts: number[] = []
    const restarting = (async () => {
      for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
        await sleep(RESTART_MS)
        restarts.push(performance.now())
        process.kill(shop.databasePid(), signal) // fast, immediate, and none of PostgreSQL's own ways
      }
    })()
    await runVisitors(trafico, visitors, PER_SECOND, 4 * RESTART_MS)
    await restarting
    const second = trafico.count()

    const share = (first.failures.length / first.calls) * 100
    tellFailures(`${cuts} cuts: ${first.calls} calls, ${share.toFixed(2)} % failed`, first.failures)
    tellFailures(`${restarts.length} restarts: ${second.calls} calls`, second.failures)
    const isAway = ({ at }: Fallo) =>
      restarts.some((since) => at > since - RESTART_MS && at < since + RESTART_MS)
    const failures = [...first.failures, ...second.failures]
    expect(failures.filter(({ text }) => !text.endsWith(' 503') && !isCutPart(text))).toEqual([])
    expect(second.failures.filter((failure) => !isAway(failure))).toEqual([])
    for (const { pid, printed } of shop.procesos) {
      expect(() => process.kill(pid, 0), printed()).not.toThrow()
      expect(printed()).not.toMatch(/Unhandled|uncaught|unhandled/)
    }
    const books = await connectTo(shop.databaseUrl)
    await expectTold(books, told, shop)
    await books.end()
    expect(cuts).toBeGreaterThan(5)
    expect(told.pedidos.size).toBeGreaterThan(5)
    expect(told.codigos.size).toBeGreaterThan(0)
    if (CUTS_MS < WHOLE_MS) return
    writeReport([
      {
        file: 'e2e/soak/cortes.soak.test.ts',
        name: 'Two processes whose database ends all connections every five seconds, and is restarted three times',
        rows: [
          note('calls while connections were ended', first.calls),
          note('times that all of them were ended', cuts),
          atMost('calls that failed, all with 503', share, 0.5, '%'),
          note('failed around three restarts (fast, immediate, killed)', second.failures.length),
          note(
            'orders, sales and codes that were acknowledged',
            told.pedidos.size + told.ventas.size + told.codigos.size,
          ),
          atMost('of them lost or doubled', 0, 0), // or the test has ended above
          atMost('processes that ended', 0, 0),
        ],
      },
    ])
    expect(share).toBeLessThan(0.5)
  },
  CUTS_MS + 300_000,
)

/** Ends all connections now and then during this time. @returns how often */
async function cutAgain(url: string, ms: number): Promise<number> {
  const until = performance.now() + ms
  let times = 0
  for (await sleep(CUT_EVERY_MS); performance.now() < until; await sleep(CUT_EVERY_MS)) {
    await endConnections(url)
    times++
  }
  return times
}
