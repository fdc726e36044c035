import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { confirm, sendTo, upload } from '../../e2e/support/buy.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { startBare } from '../support/bare.ts'
import { openCounter } from '../support/counter.ts'
import { rssAtRest } from '../support/memory.ts'
import { atMost, note, type Row } from '../support/rows.ts'

export const name = 'Memory at rest, and of a thousand screens that listen'
const STREAMS = 1_000

/** On a shop that was opened before: its first day also draws pictures. */
export async function run(): Promise<Row[]> {
  const first = await startShop()
  await first.stop()
  const shop = await startShop({ dataDir: first.dataDir })
  const bare = await startBare()
  try {
    await fetch(`${bare.url}/304`)
    const [idle, bareIdle] = await Promise.all([rssAtRest(shop.procesos[0].pid), rssAtRest(bare.pid)])
    const streams = await perStream(shop)
    return [
      note('bare Fastify at rest', bareIdle, 'MB'),
      note('the server at rest; its PDF children ended, they take nothing', idle, 'MB'),
      atMost('the server at rest, as a multiple', idle / bareIdle, 1.5),
      atMost(`${STREAMS.toLocaleString('en')} open event streams, each`, streams.kb, 20, 'kB'),
      note('an order told to all of them, until the last one has it', streams.ms, 'ms'),
    ]
  } finally {
    await bare.stop()
    await shop.remove()
  }
}

async function perStream(shop: Shop): Promise<{ kb: number; ms: number }> {
  const counter = await openCounter(shop)
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const open = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const asked = get(`${shop.url}/api/mostrador/eventos`, { agent, headers: counter.headers })
        const [stream]: IncomingMessage[] = await once(asked, 'response')
        if (stream?.statusCode !== 200) throw new Error(`eventos ${stream?.statusCode}`)
        return stream
      }),
    )
  const close = (streams: IncomingMessage[]) => {
    for (const stream of streams) stream.destroy()
  }
  try {
    const some = await open(STREAMS / 10) // the code of it
    await told(shop, some)
    close(some)
    const before = await rssAtRest(shop.procesos[0].pid)
    const all = await open(STREAMS)
    const kb = ((await rssAtRest(shop.procesos[0].pid)) - before) * (1000 / STREAMS)
    const ms = await told(shop, all)
    close(all)
    return { kb, ms }
  } finally {
    counter.close()
    agent.destroy()
  }
}

/** Milliseconds from a customer's confirmation until every stream has it. */
async function told(shop: Shop, streams: IncomingMessage[]): Promise<number> {
  const { pedido_id } = await upload(sendTo(shop.url), { bytes: await makePdf({ pages: 2 }) })
  const heard = streams.map(
    (stream) =>
      new Promise<void>((done) => {
        stream.on('data', (chunk) => String(chunk).includes(pedido_id) && done())
      }),
  )
  const started = performance.now()
  await Promise.all([confirm(sendTo(shop.url), pedido_id), ...heard])
  return performance.now() - started
}
