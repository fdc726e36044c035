import { once } from 'node:events'
import { get } from 'node:http'
import { confirm, sendTo, upload } from '../../e2e/support/buy.ts'
import type { Shop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import type { Counter } from './counter.ts'

const ORDERS = 20

/** Milliseconds from the moment a customer confirms until the counter was told, and has the column with the order. */
export async function timesToScreen(shop: Shop, counter: Counter): Promise<number[]> {
  const [stream] = await once(
    get(`${shop.url}/api/mostrador/eventos`, { headers: counter.headers }),
    'response',
  )
  const waiting = new Map<string, () => void>()
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-10_000)
    for (const [id, told] of waiting) if (text.includes(`${id}","numero`)) told()
  })
  const times: number[] = []
  const bytes = await makePdf({ pages: 3 })
  try {
    for (let order = 0; order < ORDERS; order++) {
      const { pedido_id } = await upload(sendTo(shop.url), { bytes })
      const told = new Promise<void>((done) => waiting.set(pedido_id, done))
      const started = performance.now()
      const email = `ana${order}@example.com` // an address has at most ten unpaid orders
      await Promise.all([confirm(sendTo(shop.url), pedido_id, undefined, email), told])
      waiting.delete(pedido_id)
      const column = await counter.get('/api/mostrador/pedidos?estado=confirmado')
      if (!column.text.includes(pedido_id)) throw new Error('It was told, and is not there.')
      times.push(performance.now() - started)
    }
  } finally {
    stream.destroy()
  }
  return times
}
