// Parts of a price that are taken at the counter, given back, and taken again.
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { movimientos_caja } from '../../base/db/schema/caja.ts'
import { correos } from '../../base/db/schema/correos.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { IMPORTE, mercadoPagoShop, withLink } from '../../testing/pagos.ts'
import { rowOf } from '../../testing/pedidos.ts'
import { eventually } from '../../testing/shop.ts'
import { cash, chargeInCash } from '../../testing/ventas.ts'

const B = '/api/mostrador'
const byLink = (importe: number) => ({ medio: 'mercadopago', importe })

/** A confirmed order of 95 pesos, and the owner at the counter. */
async function world() {
  const { shop, mercadopago } = await mercadoPagoShop()
  const pedido = await withLink(shop)
  const { id } = pedido
  const headers = await enterAs(shop)
  const post = async (path: string, body: object) => {
    const answer = await shop.post(`${B}/${path}`, body, headers)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
  }
  const sell = async (pagado: object[]) =>
    (
      await post('ventas', { lineas: [{ pedido_id: id }], pagos: pagado, sucursal: 'Alberdi' })
    ).json<VentaAnswer>()
  const takeMore = (venta_id: number | null, pagado: object[]) =>
    post(`ventas/${venta_id}/pagos`, { pagos: pagado })
  const giveBack = (importe: number) => post(`pedidos/${id}/devolver`, { importe, motivo: 'Cobré de más' })
  const told = async (number: number) => {
    const pago = String(number)
    expect(await mercadopago.notify(pago)).toBe(200)
    await eventually(
      () => shop.db.select().from(pagos).where(eq(pagos.id, pago)),
      (known) => known.length === 1,
    )
    return pago
  }
  const payLink = async (change: object = {}) =>
    told(mercadopago.books.pay((await rowOf(shop, id)).preferencia_id ?? '', change).id)
  /** Any news of a payment has the order's payments judged again. */
  const refuseCard = () =>
    told(mercadopago.books.add({ external_reference: pedido.referencia, status: 'rejected' }).id)
  const shown = async () => (await shop.get(`${B}/pedidos/${id}`, headers)).json<PedidoMostrador>()
  const inTill = async () =>
    (await shop.db.select().from(movimientos_caja)).reduce((sum, { importe }) => sum + importe, 0)
  return { shop, mercadopago, id, headers, sell, takeMore, giveBack, payLink, refuseCard, shown, inTill }
}

test('a part that was taken, given back and taken again leaves the last payment with the shop', async () => {
  const { shop, mercadopago, id, sell, takeMore, giveBack, payLink, refuseCard, shown, inTill } =
    await world()
  const { venta_id } = await sell([...cash(60), byLink(35)])
  await giveBack(50)
  await takeMore(venta_id, [...cash(50), byLink(35)])
  const pago = await payLink()
  expect(await rowOf(shop, id)).toMatchObject({ estado: 'pagado', resta: 0 })
  // At later news of a payment too
  await refuseCard()
  expect(mercadopago.books.need(pago).status).toBe('approved')
  expect([...mercadopago.books.refunds]).toEqual([])
  expect(await inTill()).toBe(60_00)
  const { estado, historial } = await shown()
  expect(estado).toBe('pagado')
  expect(historial.flatMap(({ nota }) => nota ?? []).join()).not.toContain('ya estaba pagado')
  const asuntos = (await shop.db.select().from(correos)).map(({ asunto }) => asunto)
  expect(asuntos.filter((asunto) => asunto.startsWith('Te devolvemos'))).toEqual([])
})

test('money refunded before a seña is still owed after news of another payment', async () => {
  const { shop, id, sell, takeMore, giveBack, refuseCard } = await world()
  const { venta_id } = await sell([...cash(60), byLink(35)])
  await giveBack(50)
  await takeMore(venta_id, cash(20))
  expect(await rowOf(shop, id)).toMatchObject({ estado: 'pagado', resta: 65_00 })
  await refuseCard()
  expect((await rowOf(shop, id)).resta).toBe(65_00)
})

test('money refunded in the provider’s panel before a seña is still owed after news of another payment', async () => {
  const { shop, mercadopago, id, sell, payLink, refuseCard } = await world()
  const pago = await payLink({ transaction_amount: 60 })
  mercadopago.books.refund(pago, { amount: 50 }, 'en-el-panel')
  expect(await mercadopago.notify(pago)).toBe(200)
  await eventually(
    () => shop.db.select().from(pagos).where(eq(pagos.id, pago)),
    ([known]) => known?.devuelto === 50_00,
  )
  await sell(cash(20))
  expect(await rowOf(shop, id)).toMatchObject({ estado: 'pagado', resta: 65_00 })
  await refuseCard()
  expect((await rowOf(shop, id)).resta).toBe(65_00)
})

test('money whose refund is in process pays no order: it is owed again, and is the order’s if the refund is refused', async () => {
  const { shop, mercadopago, id, headers, sell, payLink } = await world()
  const pago = await payLink({ transaction_amount: 60 })
  mercadopago.books.isSlow = true
  const part = { importe: 30, motivo: 'Salió menos' }
  expect((await shop.post(`${B}/pedidos/${id}/devolver`, part, headers)).statusCode).toBe(502)
  const { resto } = await sell([...cash(35), byLink(30)])
  expect(resto).toBe(30)
  expect(await mercadopago.notify(pago)).toBe(200)
  expect((await rowOf(shop, id)).estado).toBe('confirmado')
  mercadopago.books.decideRefunds(pago, 'rejected')
  expect(await mercadopago.notify(pago)).toBe(200)
  await eventually(
    async () => (await rowOf(shop, id)).estado,
    (estado) => estado === 'pagado',
  )
})

test('of a refund that the provider has in process the rest is handed over, and the clerk is told so', async () => {
  const { shop, mercadopago, id, headers, sell, payLink, inTill } = await world()
  await sell([...cash(60), byLink(35)])
  await payLink()
  mercadopago.books.isSlow = true
  const answer = await shop.post(`${B}/pedidos/${id}/devolver`, { motivo: 'Se cobró de más' }, headers)
  expect(answer).toMatchObject({ statusCode: 502, headers: { 'x-codigo': 'devolucion_anotada' } })
  expect(answer.json().detail).toBe(
    'Mercado Pago todavía está procesando la devolución. Quedó anotada y se termina sola: no la repitas. $ 60,00 se devuelven en el local: entregalos.',
  )
  expect(await inTill()).toBe(0)
})

test('money goes back in cash once, also where the clock was ahead when it was taken', async () => {
  const { shop, id, headers, giveBack, shown, inTill } = await world()
  shop.clock.offsetMs += 3600_000
  expect((await chargeInCash(shop, id, headers)).statusCode).toBe(200)
  shop.clock.offsetMs -= 3600_000
  await giveBack(30)
  await giveBack(IMPORTE - 30)
  expect(await shown()).toMatchObject({ estado: 'reembolsado', pagos: [{ devuelto: IMPORTE }] })
  expect(await inTill()).toBe(0)
  const again = await shop.post(`${B}/pedidos/${id}/devolver`, { motivo: 'Otra vez' }, headers)
  expect(again.statusCode).toBe(409)
  expect(await inTill()).toBe(0)
})

test('once all that was taken of an order went back, the link for its rest takes nothing more', async () => {
  const { shop, mercadopago, id, sell, takeMore, giveBack } = await world()
  const { venta_id } = await sell(cash(40))
  await takeMore(venta_id, [byLink(55)])
  const { preferencia_id } = await rowOf(shop, id)
  const endOf = () =>
    Date.parse(String(mercadopago.books.needPreference(preferencia_id ?? '').expiration_date_to))
  expect(endOf()).toBeGreaterThan(Date.now())
  await giveBack(40)
  expect((await rowOf(shop, id)).estado).toBe('reembolsado')
  await eventually(
    async () => endOf(),
    (end) => end <= Date.now(),
  )
})
