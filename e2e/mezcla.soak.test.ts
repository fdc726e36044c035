import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { makePdf } from '../server/src/testing/pdf.ts'
import { startS3 } from '../server/src/testing/s3/server.ts'
import { startBalancer } from './support/balancer.ts'
import { post, sendTo } from './support/buy.ts'
import { makeCustomer } from './support/cuenta.ts'
import { expectTold } from './support/libros.ts'
import { freePort, type Shop, startShop } from './support/shop.ts'
import { startTrafico, type Trafico } from './support/trafico.ts'
import { browse, buy, type Cuenta, redeem, type Told, type Visitor, work } from './support/visitantes.ts'

const isSoak = process.env.SOAK === '1'
const VISITORS = 100
const FULL_MS = 15_000
const MIXED_MS = Number(process.env.SOAK_MS ?? 600_000)
const CUSTOMERS = 10

/** Ended in the opposite order. */
const started: (() => unknown)[] = []
afterAll(async () => {
  for (const stop of started.reverse()) await stop()
}, 120_000)

test.runIf(isSoak)(
  '100 visitors on two processes that are killed at random: nothing acknowledged is lost or doubled',
  async () => {
    const { databaseUrl, shops, restart } = await startTwo()
    const db = new pg.Client({ connectionString: databaseUrl })
    await db.connect()
    started.push(() => db.end())
    const told: Told = { pedidos: new Map(), ventas: new Map(), codigos: new Set() }
    const visitors = await visitorsOf(told, shops[0], db)

    // What one process carries at most, then both at half of that
    const alone = startTrafico(shops[0].url)
    await everybody(alone, visitors, FULL_MS / 3)
    alone.pace(0)
    await everybody(alone, visitors, FULL_MS)
    const most = alone.count().calls / (FULL_MS / 1000)
    const balancer = await startBalancer(shops.map(({ url }) => Number(new URL(url).port)))
    started.push(balancer.stop)
    const trafico = startTrafico(balancer.url)
    trafico.pace(most / 2)
    const kills = killing(shops, restart, MIXED_MS)
    await everybody(trafico, visitors, MIXED_MS)
    const killed = await kills

    const { calls, reads, failures } = trafico.count()
    const p99 = reads[Math.floor(reads.length * 0.99)] ?? 0
    console.log(
      `${killed} kills, ${calls} calls at ${Math.round(most / 2)} a second (one process alone: ${Math.round(most)}), ` +
        `${failures.length} failed (${((failures.length / calls) * 100).toFixed(3)} %), reads p99 ${p99.toFixed(0)} ms; ` +
        `acknowledged: ${told.pedidos.size} orders, ${told.ventas.size} sales, ${told.codigos.size} codes`,
    )
    if (failures.length)
      console.log([...new Set(failures.map((text) => text.replace(/[\w-]{20,}/g, '…')))].join('\n'))
    await expectTold(db, told, shops[0])
    expect(failures.length / calls).toBeLessThan(0.005)
    expect(p99).toBeLessThan(300)
  },
  MIXED_MS + 900_000,
)

/** Two servers on one database and one store, neither of which is theirs. */
async function startTwo() {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-mezcla-'))
  started.push(() => rmSync(folder, { recursive: true, force: true }))
  const database = await startEmbedded(folder)
  started.push(database.stop)
  const s3 = process.env.STORAGE_URL ? undefined : await startS3()
  if (s3) started.push(s3.stop)
  const env = {
    DATABASE_URL: database.url,
    STORAGE_URL: process.env.STORAGE_URL ?? s3?.url ?? '',
    TRUST_PROXY: '127.0.0.1',
  }
  const ports = [await freePort(), await freePort()]
  const start = (index: number) => {
    const dataDir = join(folder, `proceso-${index}`)
    return startShop({ port: ports[index] ?? 0, dataDir, env })
  }
  const shops: [Shop, Shop] = [await start(0), await start(1)]
  started.push(() => Promise.all(shops.map((shop) => shop.stop())))
  const restart = async (index: 0 | 1) => {
    shops[index] = await start(index)
  }
  return { databaseUrl: database.url, shops, restart }
}

async function visitorsOf(told: Told, shop: Shop, db: pg.Client): Promise<Visitor[]> {
  const cuentas: Cuenta[] = []
  for (let index = 0; index < CUSTOMERS; index++) {
    const { email, password } = await makeCustomer(shop)
    const { access } = await post(sendTo(shop.url), '/api/auth/login/', { email, password })
    const { rows } = await db.query<{ id: number }>('select id from clientes where email = $1', [email])
    cuentas.push({ id: rows[0]?.id ?? 0, email, access: String(access) })
  }
  const { rows: premios } = await db.query<{ id: number }>(
    'select id from premios where es_codigo_canje and puntos_requeridos = 20000',
  )
  const bytes = await makePdf({ pages: 12 })
  return [
    ...cuentas.map((cuenta) => redeem(told, cuenta, premios[0]?.id ?? 0)),
    ...Array.from({ length: 5 }, () => work(told)),
    ...Array.from({ length: 20 }, () => buy(told, bytes)),
    ...Array.from({ length: VISITORS - CUSTOMERS - 25 }, () => browse),
  ]
}

/** Each does its own over and over for so long. A call that failed is counted; the visitor starts again. */
async function everybody(trafico: Trafico, visitors: Visitor[], ms: number): Promise<void> {
  const until = performance.now() + ms
  await Promise.all(
    visitors.map(async (visit, index) => {
      const send = trafico.sendAs(index)
      while (performance.now() < until) await visit(send).catch(() => sleep(50))
    }),
  )
}

/** SIGKILL of either, now and then; it is started again a moment later. @returns how often */
async function killing(shops: [Shop, Shop], restart: (index: 0 | 1) => Promise<void>, ms: number) {
  const until = performance.now() + ms - 20_000
  let kills = 0
  for (await sleep(5_000); performance.now() < until; await sleep(randomInt(5_000, 20_000))) {
    const index = randomInt(2) as 0 | 1
    await shops[index].kill9()
    kills++
    await sleep(randomInt(500, 3_000))
    await restart(index)
  }
  return kills
}
