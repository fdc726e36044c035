import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { confirm, sendTo, upload } from '../../e2e/support/buy.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { startBare } from '../support/bare.ts'
import { openCounter } from '../support/counter.ts'
import { rssAtRest } from '../support/memory.ts'
import { atMost, note, type Row } from '../support/rows.ts'

export const name = 'Memory: at rest, a thousand screens that listen, and after a load'
const STREAMS = 1_000
const WARM_MS = 20_000
const LOAD_MS = process.env.SOAK === '1' ? 600_000 : 60_000

/** On a shop that was opened before: its first day also draws pictures. */
export async function run(): Promise<Row[]> {
  const first = await startShop()
  await first.stop()
  const shop = await startShop({ dataDir: first.dataDir })
  const bare = await startBare()
  try {
    await fetch(`${bare.url}/304`)
    const [idle, bareIdle] = await Promise.all([rssAtRest(shop.pid), rssAtRest(bare.pid)])
    const streams = await perStream(shop)
    await load(shop, WARM_MS) // code that was never run before is no leak
    const before = await rssAtRest(shop.pid)
    const answers = await load(shop, LOAD_MS)
    const after = await rssAtRest(shop.pid)
    return [
      note('bare Fastify at rest', bareIdle, 'MB'),
      note('the server at rest; its PDF children ended, they take nothing', idle, 'MB'),
      atMost('the server at rest, as a multiple', idle / bareIdle, 1.5),
      atMost(`${STREAMS.toLocaleString('en')} open event streams, each`, streams.kb, 20, 'kB'),
      note('an order told to all of them, until the last one has it', streams.ms, 'ms'),
      note(`answers in ${LOAD_MS / 1000} s of load: listing, product, board, upload, purchase`, answers),
      note('at rest before the load', before, 'MB'),
      note('at rest after it', after, 'MB'),
      atMost('at rest after the load, as a multiple of before', after / before, 1.1),
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
    const before = await rssAtRest(shop.pid)
    const all = await open(STREAMS)
    const kb = ((await rssAtRest(shop.pid)) - before) * (1000 / STREAMS)
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

/** 20 visitors and a clerk for so long. @returns how many answers there were */
async function load(shop: Shop, ms: number): Promise<number> {
  const until = performance.now() + ms
  const counter = await openCounter(shop)
  const bytes = await makePdf({ pages: 10 })
  let answers = 0
  const read = async (path: string) => {
    const answer = await fetch(`${shop.url}${path}`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} ${answer.status}`)
    answers++
  }
  const visitor = async (number: number) => {
    while (performance.now() < until) {
      await read('/api/v1/productos/')
      await read('/')
      await read('/api/precios')
      if (number % 5) continue
      const { pedido_id } = await upload(sendTo(shop.url), { bytes })
      await confirm(sendTo(shop.url), pedido_id)
      await read(`/api/pedidos/${pedido_id}`)
      answers += 2
    }
  }
  const clerk = async () => {
    for (; performance.now() < until; answers++) await counter.get('/api/mostrador/pedidos?estado=confirmado')
  }
  await Promise.all([clerk(), ...Array.from({ length: 20 }, (_, number) => visitor(number))])
  counter.close()
  return answers
}
