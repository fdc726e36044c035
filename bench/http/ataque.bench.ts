import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pay, post, type Send, upload } from '../../e2e/support/buy.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { startTrafico } from '../../e2e/support/trafico.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { rssAtRest } from '../support/memory.ts'
import { atMost, median, note, percentile, type Row } from '../support/rows.ts'

export const name = 'A hundred attackers’ sockets beside twenty customers'

const CUSTOMERS = 20
/** The calls of all customers together: people read between two taps. */
const CALLS_PER_S = 20
const ROUNDS = 3
const WARM_S = 20
/** The rounds that count are of three minutes: `BENCH_S` shortens them for a look. */
const ROUND_S = Number(process.env.BENCH_S ?? 180)
const ATTACKERS = fileURLToPath(new URL('../support/attackers.ts', import.meta.url))

export async function run(): Promise<Row[]> {
  const shop = await startShop({ env: { TRUST_PROXY: 'loopback' } })
  try {
    await customers(shop, WARM_S) // code that runs for the first time is slow
    const alone = await customers(shop, Math.min(60, ROUND_S))
    const rounds: { orders: number; failed: number; p99: number; rest: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [bought, begun] = await Promise.all([customers(shop, ROUND_S), attackers(shop, ROUND_S)])
      console.log(`  round ${round + 1}: ${JSON.stringify(begun)}`)
      rounds.push({ ...bought, rest: await rssAtRest(shop.procesos[0].pid) })
    }
    const p99 = median(rounds.map((round) => round.p99))
    const rests = rounds.map(({ rest }) => rest)
    const sum = (of: 'orders' | 'failed') => rounds.reduce((all, round) => all + round[of], 0)
    return [
      note('orders that the customers finished under attack', sum('orders')),
      atMost('orders that could not be finished', sum('failed'), 0),
      note('99 of 100 reads without attackers within', alone.p99, 'ms'),
      atMost(
        '99 of 100 reads under attack within (median of rounds)',
        p99,
        Math.max(300, 3 * alone.p99),
        'ms',
      ),
      note('resident memory after the first round', rests[0] ?? 0, 'MB'),
      atMost('after the third, as a multiple', (rests.at(-1) ?? 0) / (rests[0] ?? 1), 1.1),
    ]
  } finally {
    await shop.remove()
  }
}

async function attackers(shop: Shop, seconds: number): Promise<Record<string, number>> {
  const { port } = new URL(shop.url)
  const child = spawn(process.execPath, [ATTACKERS, port, String(seconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(said)
}

/** Each orders again and again, from an address of its own. An order that was begun in time is finished. */
async function customers(shop: Shop, seconds: number) {
  const trafico = startTrafico(shop.url)
  const bytes = await makePdf({ pages: 12 })
  trafico.pace(CALLS_PER_S, seconds * 1000)
  const until = performance.now() + seconds * 1000
  let orders = 0
  let failed = 0
  const customer = async (number: number) => {
    const send = trafico.sendAs(number)
    while (performance.now() < until) {
      try {
        await order(send, bytes, `cliente${number}@example.com`)
        orders++
      } catch (error) {
        console.error(`  ${error}`)
        failed++
        await sleep(500)
      }
    }
  }
  await Promise.all(Array.from({ length: CUSTOMERS }, (_, number) => customer(number)))
  const { reads } = trafico.count()
  return {
    orders,
    failed,
    p99: percentile(
      reads.map(({ ms }) => ms),
      0.99,
    ),
  }
}

async function order(send: Send, bytes: Uint8Array, email: string): Promise<void> {
  for (const path of ['/', '/api/v1/productos/', '/api/precios']) await read(send, path)
  const { pedido_id } = await upload(send, { bytes })
  await read(send, `/api/pedidos/${pedido_id}`)
  const contact = { email, celular: '3865412233', sucursal: 'Alberdi', modo_entrega: 'retiro' }
  const { importe_final } = await post(send, '/api/completar_compra', { pedido_id, ...contact })
  await pay(send, pedido_id, Number(importe_final))
  await read(send, `/api/pedidos/${pedido_id}`)
}

async function read(send: Send, path: string): Promise<void> {
  const answer = await send(path, {})
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} ${answer.status}`)
}
