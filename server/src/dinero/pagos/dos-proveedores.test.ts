// A shop that changes its payment provider: each payment and link stays with the provider that made it.
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { avisos_pago, pagos } from '../../base/db/schema/pagos.ts'
import { createLogger } from '../../base/runtime/logger.ts'
import { registerProviders } from '../../base/services/payments/index.ts'
import { createMercadoPago } from '../../base/services/payments/mercadopago/adapter.ts'
import type { PaymentProvider, Payments } from '../../base/services/payments/port.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { another, IMPORTE, withLink } from '../../testing/pagos.ts'
import { rowOf } from '../../testing/pedidos.ts'
import { type MercadoPago, SECRET, startMercadoPago, TOKEN } from '../../testing/peers/mercadopago.ts'
import { eventually, type Shop, testShop } from '../../testing/shop.ts'
import { reconcile } from './reconcile.ts'

/** A shop with two providers, each with its own account and address. At first `uno` makes the links. */
async function twoProviders() {
  let shop: Shop
  const start = async (kind: string): Promise<{ books: MercadoPago; provider: PaymentProvider }> => {
    const books = await startMercadoPago({
      deliver: async ({ pathname, search }, headers, payload) =>
        (await shop.app.inject({ method: 'POST', url: `${pathname}${search}`, headers, payload })).statusCode,
    })
    onTestFinished(() => books.close())
    const settings = { accessToken: TOKEN, webhookSecret: `${SECRET}-${kind}`, apiUrl: books.url }
    const made = createMercadoPago(settings, { log: createLogger('silent'), now: () => new Date() })
    const notifications = { ...made.notifications, path: `/api/pagos/${kind}` }
    return { books, provider: { ...made, kind, title: `Proveedor ${kind}`, notifications } }
  }
  const [uno, dos] = [await start('uno'), await start('dos')]
  const payments: Payments = registerProviders([uno.provider, dos.provider])
  shop = await testShop({ payments })
  const change = () => {
    payments.current = dos.provider
  }
  const isPaid = (id: string) =>
    eventually(
      async () => (await rowOf(shop, id)).estado,
      (estado) => estado === 'pagado',
    )
  const proveedoresOf = async (id: string) =>
    (await shop.db.select().from(pagos).where(eq(pagos.pedido_id, id))).map(({ proveedor }) => proveedor)
  return { shop, uno, dos, change, isPaid, proveedoresOf }
}

test('links come from the new provider; payments of the old one are notified, read and refunded there', async () => {
  const { shop, uno, dos, change, isPaid, proveedoresOf } = await twoProviders()
  const old = await withLink(shop)
  change()
  const fresh = await another(shop, old)
  expect([old.preferencia_proveedor, fresh.preferencia_proveedor]).toEqual(['uno', 'dos'])

  const pagoDe = (books: MercadoPago['books'], { preferencia_id }: typeof old) =>
    String(books.pay(preferencia_id ?? '').id)
  const [oldPago, freshPago] = [pagoDe(uno.books.books, old), pagoDe(dos.books.books, fresh)]
  // A notification signed by one provider is refused at the other's address
  const signedByOther = { secret: `${SECRET}-dos` }
  expect(await uno.books.notify(oldPago, signedByOther)).toBe(401)
  expect(await uno.books.notify(oldPago, { secret: `${SECRET}-uno` })).toBe(200)
  expect(await dos.books.notify(freshPago, signedByOther)).toBe(200)
  await Promise.all([isPaid(old.id), isPaid(fresh.id)])
  expect([await proveedoresOf(old.id), await proveedoresOf(fresh.id)]).toEqual([['uno'], ['dos']])
  const avisos = await shop.db.select().from(avisos_pago)
  expect(new Map(avisos.map(({ pago_id, proveedor }) => [pago_id, proveedor]))).toEqual(
    new Map([
      [oldPago, 'uno'],
      [freshPago, 'dos'],
    ]),
  )

  const owner = await enterAs(shop)
  const back = await shop.post(
    `/api/mostrador/pedidos/${old.id}/devolver`,
    { motivo: 'Se arrepintió' },
    owner,
  )
  expect(back.json()).toMatchObject({ estado: 'reembolsado' })
  expect(uno.books.books.need(oldPago)).toMatchObject({ status: 'refunded' })
  expect(dos.books.books.need(freshPago)).toMatchObject({ status: 'approved' })
  const [step] = back
    .json<{ historial: { estado: string; quien: string }[] }>()
    .historial.filter(({ estado }) => estado === 'pagado')
  expect(step?.quien).toBe('Proveedor uno')
})

test('an open link of the old provider is replaced when the customer asks again, and ends there', async () => {
  const { shop, uno, dos, change } = await twoProviders()
  const pedido = await withLink(shop)
  change()
  const answer = await shop.post('/api/crear-preferencia', { pedido_id: pedido.id, total: IMPORTE })
  expect(answer.json<{ init_point: string }>().init_point).toContain(dos.books.url)
  const { preferencia_id, preferencia_proveedor } = await rowOf(shop, pedido.id)
  expect(preferencia_proveedor).toBe('dos')
  expect(dos.books.books.preferences.has(preferencia_id ?? '')).toBe(true)
  const ended = () => uno.books.books.needPreference(pedido.preferencia_id ?? '').expiration_date_to
  await eventually(async () => new Date(String(ended())) <= new Date(), Boolean)
})

test('a payment on the old link whose notification was lost is found there', async () => {
  const { shop, uno, change, isPaid } = await twoProviders()
  const pedido = await withLink(shop)
  uno.books.books.pay(pedido.preferencia_id ?? '')
  change()
  await shop.post('/api/crear-preferencia', { pedido_id: pedido.id, total: IMPORTE })
  shop.clock.offsetMs = 5 * 60_000
  await reconcile(shop.deps)
  await isPaid(pedido.id)
})

test('while one provider is down, payments at the other are still found', async () => {
  const { shop, uno, dos, change, isPaid } = await twoProviders()
  const first = await withLink(shop)
  change()
  const pedido = await another(shop, first)
  dos.books.books.pay(pedido.preferencia_id ?? '')
  uno.books.chance.mood = () => 503
  shop.clock.offsetMs = 5 * 60_000
  await reconcile(shop.deps)
  await isPaid(pedido.id)
})

test('a refund whose provider is no longer configured says so, waits, and happens once it is configured again', async () => {
  const { shop, uno, dos, isPaid } = await twoProviders()
  const pedido = await withLink(shop)
  const pago = String(uno.books.books.pay(pedido.preferencia_id ?? '').id)
  await uno.books.notify(pago, { secret: `${SECRET}-uno` })
  await isPaid(pedido.id)
  const owner = await enterAs(shop)
  const both = { ...shop.deps.payments }
  Object.assign(shop.deps.payments, registerProviders([dos.provider]))
  const click = { ...owner, 'idempotency-key': 'una-vez' }
  const path = `/api/mostrador/pedidos/${pedido.id}/devolver`
  const away = await shop.post(path, { motivo: 'Se arrepintió' }, click)
  expect(away.statusCode).toBe(502)
  expect(away.json().detail).toContain('La devolución quedó anotada')
  Object.assign(shop.deps.payments, both)
  expect((await shop.post(path, { motivo: 'Se arrepintió' }, click)).json().estado).toBe('reembolsado')
  expect(uno.books.books.refunds.size).toBe(1)
})
