import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { confirm, pay, post, sendTo, upload } from '../../e2e/support/buy.ts'
import { rows } from '../../e2e/support/server.ts'
import { OWNER, type Shop, startShop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { newDevice } from '../../server/src/testing/peers/push.ts'
import { atMost, median, note, percentile, type Row } from '../support/rows.ts'

export const name = 'Notices on the customer’s device'
const SUBSCRIPTIONS = 10_000
const OF_ONE_ORDER = 10
const ROUNDS = 6
const PURCHASES = 40
const TOLD = 20
const LOOK_UPS = 200

/**
 * One shop: purchases in turns without any subscription and with 10,000 of other orders, which the tables then hold. A
 * purchase is its confirmation, its link, and its payment at the checkout. Notices go to a push service here.
 */
export async function run(): Promise<Row[]> {
  const shop = await startShop()
  const service = await startService()
  try {
    const bytes = await makePdf({ pages: 2 })
    const first = await buy(shop, bytes, 'primera@example.com')
    const times = { without: [] as number[], with: [] as number[] }
    for (let round = -1; round < ROUNDS; round++)
      for (const kind of ['without', 'with'] as const) {
        await forgetSubscriptions(shop)
        if (kind === 'with') await fillSubscriptions(shop, service.url, first.id)
        const some: number[] = []
        for (let index = 0; index < PURCHASES; index++)
          some.push((await buy(shop, bytes, `${kind}${round}-${index}@example.com`)).ms)
        if (round >= 0) times[kind].push(...some) // compiled code, warm pages
      }
    const told = await timesToDevice(shop, service, bytes)
    const { there, none } = await lookUps(shop)
    return [
      note('a purchase without subscriptions, half within', median(times.without), 'ms'),
      note('with 10,000, half within', median(times.with), 'ms'),
      note('99 of 100 within, without', percentile(times.without, 0.99), 'ms'),
      atMost(
        '99 of 100, with 10,000 against without',
        percentile(times.with, 0.99) / percentile(times.without, 0.99),
        1.1,
      ),
      note('from the step of the counter to the push service, median', median(told), 'ms'),
      atMost('slowest of 20', Math.max(...told), 2_000, 'ms'),
      note('a look-up of an order that is there, half within', median(there), 'ms'),
      atMost('against one that is not there, however it is turned', apart(median(there), median(none)), 1.1),
    ]
  } finally {
    await shop.remove()
    service.stop()
  }
}

const apart = (one: number, other: number): number => Math.max(one / other, other / one)

/** A push service that takes everything, and keeps when. */
async function startService() {
  const at = new Map<string, number>()
  const server = createServer((request, reply) => {
    at.set(request.url ?? '', performance.now())
    request.resume().on('end', () => reply.writeHead(201).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { at, url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

/** The file is there before the clock runs. */
async function buy(shop: Shop, bytes: Uint8Array, email: string): Promise<{ id: string; ms: number }> {
  const send = sendTo(shop.url)
  const { pedido_id: id } = await upload(send, { bytes })
  const started = performance.now()
  await pay(send, id, await confirm(send, id, {}, email))
  return { id, ms: performance.now() - started }
}

const forgetSubscriptions = (shop: Shop) => rows(shop, 'truncate suscripciones cascade')

/** Subscribes ten devices to each of 1,000 orders that are copies of `id`. */
async function fillSubscriptions(shop: Shop, url: string, id: string): Promise<void> {
  const { keys } = newDevice(url).body
  const columns = (
    await rows<{ column_name: string }>(
      shop,
      `select column_name from information_schema.columns where table_name = 'pedidos' and table_schema = 'public'`,
    )
  ).map(({ column_name }) => column_name)
  const own: Record<string, string> = {
    id: `'suscripto' || n`,
    referencia: `'suscripto' || n`,
    numero: '1000000 + n',
    codigo_retiro: `'S' || n`,
    carrito: 'null',
  }
  await rows(
    shop,
    `insert into pedidos (${columns}) select ${columns.map((column) => own[column] ?? column)}
     from pedidos, generate_series(1, $2::int) n where id = $1 on conflict do nothing`,
    [id, SUBSCRIPTIONS / OF_ONE_ORDER],
  )
  await rows(
    shop,
    `insert into suscripciones (pedido_id, endpoint, p256dh, auth)
     select 'suscripto' || 1 + n % ($1::int / $2::int), $3 || '/' || n, $4, $5 from generate_series(1, $1::int) n`,
    [SUBSCRIPTIONS, OF_ONE_ORDER, url, keys.p256dh, keys.auth],
  )
  await rows(shop, 'vacuum analyze suscripciones, pedidos')
}

/** Milliseconds from the answer of a step at the counter to the push service. */
async function timesToDevice(
  shop: Shop,
  service: Awaited<ReturnType<typeof startService>>,
  bytes: Uint8Array,
): Promise<number[]> {
  const send = sendTo(shop.url)
  const { access } = await post(send, '/api/mostrador/ingresar', OWNER)
  const headers = { authorization: `Bearer ${access}` }
  const { keys } = newDevice(service.url).body
  const times: number[] = []
  for (let index = 0; index < TOLD; index++) {
    const { pedido_id: id } = await upload(send, { bytes })
    await confirm(send, id, {}, `aviso${index}@example.com`)
    const path = `/aviso${index}`
    await rows(
      shop,
      `insert into suscripciones (pedido_id, endpoint, p256dh, auth) values ($1, $2, $3, $4)`,
      [id, `${service.url}${path}`, keys.p256dh, keys.auth],
    )
    await post(
      send,
      '/api/mostrador/ventas',
      { lineas: [{ pedido_id: id }], pagos: [{ medio: 'efectivo', importe: 1_000_000 }] },
      { headers },
    )
    const changed = performance.now()
    while (!service.at.has(path)) await new Promise((resolve) => setTimeout(resolve, 5))
    times.push((service.at.get(path) ?? 0) - changed)
  }
  return times
}

/**
 * Milliseconds of searches for an existing order and for an unknown one, in turns and each from another network
 * address.
 */
async function lookUps(shop: Shop): Promise<{ there: number[]; none: number[] }> {
  const [found] = await rows<{ numero: number; email: string }>(
    shop,
    `select numero, email from pedidos where email like 'with%' limit 1`,
  )
  const times = { there: [] as number[], none: [] as number[] }
  const send = sendTo(shop.url)
  for (let index = -20; index < LOOK_UPS / 2; index++)
    for (const kind of ['there', 'none'] as const) {
      const asked = kind === 'there' ? found : { numero: 987_654, email: 'nadie@example.com' }
      const started = performance.now()
      await post(send, '/api/pedidos/buscar', { ...asked })
      if (index >= 0) times[kind].push(performance.now() - started)
    }
  return times
}
