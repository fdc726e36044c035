// Orders that wait for their payment, with a Mercado Pago on loopback.
import { randomBytes, randomInt } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { pedidos } from '../base/db/schema/pedidos.ts'
import type { Deps } from '../base/runtime/deps.ts'
import { createLogger } from '../base/runtime/logger.ts'
import { registerProviders } from '../base/services/payments/index.ts'
import { createMercadoPago } from '../base/services/payments/mercadopago/adapter.ts'
import type { Pedido } from '../compra/pedidos/service.ts'
import { confirmed, rowOf } from './pedidos.ts'
import { SECRET, startMercadoPago, TOKEN } from './peers/mercadopago.ts'
import { type Shop, testShop } from './shop.ts'

/** The price of the orders below, in pesos. */
export const IMPORTE = 95

/** A shop that charges through Mercado Pago, which notifies nothing unless `notify` is called. */
export async function mercadoPagoShop(change: Partial<Deps> = {}, around?: (deps: Deps) => Partial<Deps>) {
  const answers: number[] = []
  let shop: Shop
  const mercadopago = await startMercadoPago({
    async deliver(url, headers, payload) {
      const { statusCode } = await shop.app.inject({
        method: 'POST',
        url: `${url.pathname}${url.search}`,
        headers,
        payload,
      })
      answers.push(statusCode)
      return statusCode
    },
  })
  onTestFinished(() => mercadopago.close())
  const settings = { accessToken: TOKEN, webhookSecret: SECRET, apiUrl: mercadopago.url }
  const log = change.log ?? createLogger(process.env.LOG_LEVEL ?? 'silent')
  const patience = { attempt: 5_000, all: 10_000, pause: 1 }
  const payments = createMercadoPago(settings, { log, now: () => new Date(), patience })
  shop = await testShop({ payments: registerProviders([payments]), ...change }, {}, around)
  return { shop, mercadopago, answers }
}

/** A confirmed order with its payment link. */
export async function withLink(shop: Shop, change: object = {}): Promise<Pedido> {
  const { id } = await confirmed(shop, { change })
  await shop.post('/api/crear-preferencia', { pedido_id: id, total: IMPORTE })
  return rowOf(shop, id)
}

/** Another order like `pedido`, with a link of its own, without uploading anything. */
export async function another(shop: Shop, pedido: Pedido): Promise<Pedido> {
  const text = () => randomBytes(16).toString('base64url')
  const id = text()
  const own = { id, referencia: text(), carrito: null, codigo_retiro: text(), numero: randomInt(1e6, 1e9) }
  await shop.db.insert(pedidos).values({
    ...pedido,
    ...own,
    preferencia_id: null,
    preferencia_proveedor: null,
    init_point: null,
    preferencia_importe: null,
    preferencia_vence: null,
  })
  await shop.post('/api/crear-preferencia', { pedido_id: id, total: IMPORTE })
  return rowOf(shop, id)
}
