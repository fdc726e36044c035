import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { confirm, sendTo, upload } from '../../e2e/support/buy.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { startBare, startBareStreams } from '../support/bare.ts'
import { openCounter } from '../support/counter.ts'
import { heapInUseMb, rssAtRest } from '../support/memory.ts'
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
    const bareStreams = await startBareStreams()
    const floor = await grown(bareStreams, {}).finally(bareStreams.stop)
    return [
      note('bare Fastify at rest', bareIdle, 'MB'),
      note('the server at rest; its PDF children ended, they take nothing', idle, 'MB'),
      atMost('the server at rest, as a multiple', idle / bareIdle, 2.2),
      note('an open response of a bare node:http, each', floor, 'kB'),
      note(
        `${STREAMS.toLocaleString('en')} open event streams, each, with the garbage of opening them`,
        streams.kb,
        'kB',
      ),
      atMost('what each of them uses', streams.usedKb, 20, 'kB'),
      note('an order told to all of them, until the last one has it', streams.ms, 'ms'),
    ]
  } finally {
    await bare.stop()
    await shop.remove()
  }
}

async function perStream(shop: Shop): Promise<{ kb: number; usedKb: number; ms: number }> {
  const { pid } = shop.procesos[0]
  const counter = await openCounter(shop)
  let ms = 0
  let inUse = 0
  try {
    const kb = await grown({ url: `${shop.url}/api/mostrador/eventos`, pid }, counter.headers, {
      warmUp: async (some) => void (await told(shop, some)),
      andThen: async (all) => {
        ms = await told(shop, all)
        inUse = await heapInUseMb(pid)
      },
    })
    await sleep(2_000) // the server sees that they are closed
    return { kb, usedKb: (inUse - (await heapInUseMb(pid))) * (1000 / STREAMS), ms }
  } finally {
    counter.close()
  }
}

type Step = (streams: IncomingMessage[]) => Promise<void>

/** Resident kB of another process for each stream it has open. */
async function grown(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  { warmUp, andThen }: { warmUp?: Step; andThen?: Step } = {},
): Promise<number> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const open = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const [stream]: IncomingMessage[] = await once(get(url, { agent, headers }), 'response')
        if (stream?.statusCode !== 200) throw new Error(`${url} ${stream?.statusCode}`)
        return stream
      }),
    )
  const close = (streams: IncomingMessage[]) => {
    for (const stream of streams) stream.destroy()
  }
  try {
    const some = await open(STREAMS / 10) // loads its code
    await warmUp?.(some)
    close(some)
    const before = await rssAtRest(pid)
    const all = await open(STREAMS)
    const kb = ((await rssAtRest(pid)) - before) * (1000 / STREAMS)
    await andThen?.(all)
    close(all)
    return kb
  } finally {
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
