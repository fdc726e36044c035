import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type Shop, startShop } from '../../e2e/support/shop.ts'
import { startEmbedded } from '../../server/src/base/db/embedded.ts'
import { startBare } from '../support/bare.ts'
import { atMost, median, note, type Row } from '../support/rows.ts'

export const name = 'Cold start: from the command to the first listing, on a shop that exists'
const ROUNDS = 7

/**
 * Peers, in turns with it: a bare Fastify from its command to its first answer, and the same database started alone.
 */
export async function run(): Promise<Row[]> {
  const first = await startShop()
  const { dataDir } = first
  try {
    await first.stop()
    const times = { ours: [] as number[], bare: [] as number[], database: [] as number[] }
    for (let round = -1; round < ROUNDS; round++) {
      const found = { ours: await ours(dataDir), bare: await bare(), database: await database(dataDir) }
      if (round < 0) continue // the first start compiles code that later starts read from the cache
      times.ours.push(found.ours)
      times.bare.push(found.bare)
      times.database.push(found.database)
    }
    const [own, bareMs, databaseMs] = [median(times.ours), median(times.bare), median(times.database)]
    return [
      note('to the first listing', own, 'ms'),
      note('bare Fastify, to its first answer', bareMs, 'ms'),
      note('the database alone, until it is ready', databaseMs, 'ms'),
      atMost(
        'what is left without the database, as a multiple of the bare one',
        (own - databaseMs) / bareMs,
        2.5,
      ),
    ]
  } finally {
    await first.remove()
  }
}

async function ours(dataDir: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const starting = startShop({ dataDir, port })
  const ms = await answered(`http://127.0.0.1:${port}/api/v1/productos/`, started, starting)
  await (await starting).stop()
  return ms
}

/** @throws if it ended first */
async function answered(url: string, since: number, starting: Promise<Shop>): Promise<number> {
  let failed: unknown
  starting.catch((error) => {
    failed = error
  })
  for (;;) {
    const answer = await fetch(url).catch(() => null) // not listening yet
    if (answer?.ok) {
      await answer.arrayBuffer()
      return performance.now() - since
    }
    if (failed) throw failed
    await sleep(10)
  }
}

async function bare(): Promise<number> {
  const started = performance.now()
  const server = await startBare()
  await (await fetch(`${server.url}/304`)).arrayBuffer()
  const ms = performance.now() - started
  await server.stop()
  return ms
}

async function database(dataDir: string): Promise<number> {
  const started = performance.now()
  const embedded = await startEmbedded(dataDir)
  const ms = performance.now() - started
  await embedded.stop()
  return ms
}
