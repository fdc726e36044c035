import { confirm, upload } from '../../e2e/support/buy.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { startTrafico } from '../../e2e/support/trafico.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { openCounter } from '../support/counter.ts'
import { rssAtRest } from '../support/memory.ts'
import { atMost, note, type Row } from '../support/rows.ts'

export const name = 'Memory after a load'
const WARM_MS = 20_000
/** Ten minutes in `npm run soak`. */
const LOAD_MS = process.env.SOAK === '1' ? 600_000 : 60_000

export async function run(): Promise<Row[]> {
  const shop = await startShop({ env: { TRUST_PROXY: 'loopback' } })
  try {
    await load(shop, WARM_MS) // code that was never run before is no leak
    const before = await rssAtRest(shop.procesos[0].pid)
    const answers = await load(shop, LOAD_MS)
    const after = await rssAtRest(shop.procesos[0].pid)
    return [
      note(`answers in ${LOAD_MS / 1000} s: listing, page, prices, board, uploads, purchases`, answers),
      note('at rest before the load', before, 'MB'),
      note('at rest after it', after, 'MB'),
      atMost('at rest after the load, as a multiple of before', after / before, 1.1),
    ]
  } finally {
    await shop.remove()
  }
}

/** 20 visitors and a clerk for so long. @returns how many answers there were */
async function load(shop: Shop, ms: number): Promise<number> {
  const until = performance.now() + ms
  const counter = await openCounter(shop)
  const bytes = await makePdf({ pages: 10 })
  const trafico = startTrafico(shop.url)
  let answers = 0
  let orders = 0
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
      // A mailbox may have ten unpaid orders, and an address two hundred
      const send = trafico.sendAs(orders++)
      const { pedido_id } = await upload(send, { bytes })
      await confirm(send, pedido_id, {}, `${pedido_id.toLowerCase()}@example.com`)
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
