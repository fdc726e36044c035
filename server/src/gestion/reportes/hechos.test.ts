// Days that are over stay as they were, whatever happens to their orders and payments later.
import type { CajaFila } from '@imprimitodo/shared/api/reportes'
import { addDias } from '@imprimitodo/shared/rules/base/fecha'
import { diasOf, type Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pagos } from '../../base/db/schema/pagos.ts'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import { recordPayment } from '../../dinero/pagos/service.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { confirmed, moveTo, rowOf } from '../../testing/pedidos.ts'
import { testShop } from '../../testing/shop.ts'
import { chargeInCash } from '../../testing/ventas.ts'
import { cajaOf } from './caja.ts'
import { countDias } from './count.ts'
import { ventasOf } from './ventas.ts'

/** The price of an order, in centavos. */
const PRICE = 95_00
const FIRST = '2027-03-01'

/** A shop at the noon of `FIRST`; `nextDay` goes on to the next one, with the totals of the days before kept. */
async function world() {
  const shop = await testShop()
  let dia = FIRST
  const noon = () => {
    shop.clock.offsetMs = Date.parse(`${dia}T12:00:00-03:00`) - Date.now()
  }
  noon()
  const nextDay = async () => {
    dia = addDias(dia, 1)
    noon()
    await countDias(shop.deps)
  }
  let told = 0
  /** Makes the provider tell the present state of a payment of the order. */
  const tell = async (
    pedido: { referencia: string },
    change: Partial<ProviderPayment> = {},
    made: number[] = [],
  ) => {
    const updated = new Date(shop.deps.now().getTime() + ++told)
    const payment: ProviderPayment = {
      id: `pago-${pedido.referencia}`,
      status: 'approved',
      reference: pedido.referencia,
      amount: PRICE,
      refunded: 0,
      currency: 'ARS',
      method: 'tarjeta',
      ticketUrl: null,
      created: shop.deps.now(),
      updated,
      ...change,
    }
    expect(await recordPayment(shop.deps, 'simulado', payment, made)).toBe(true)
    return payment.id
  }
  /** A clerk has asked for 5 pesos of that payment back. @returns the refund's id */
  const askAtCounter = async (pedido: { id: string; referencia: string }): Promise<number> => {
    const { rows } = await shop.db.execute<{ id: number }>(sql`
      insert into devoluciones (clave, pedido_id, pago_id, importe, motivo, quien, pedida)
      values ('a', ${pedido.id}, ${`pago-${pedido.referencia}`}, 500, 'x', 'Dueño', ${shop.deps.now()}) returning id::int`)
    return rows[0]?.id ?? 0
  }
  /** The rows of all days until now, which are the same as those of each day alone. */
  const byDay = async <Fila>(of: (rango: Rango) => Promise<Fila[]>): Promise<Fila[]> => {
    const rango = { desde: FIRST, hasta: dia }
    const filas = await of(rango)
    const alone = []
    for (const one of diasOf(rango)) alone.push(...(await of({ desde: one, hasta: one })))
    expect(alone).toEqual(filas)
    return filas
  }
  /** Each line of the till until now: how many days after the first, where, and what came in and went back. */
  const caja = async () =>
    (await byDay((rango) => cajaOf(shop.deps, rango, null))).map((fila: CajaFila) => [
      Number(fila.dia.slice(-2)) - 1,
      fila.sucursal,
      fila.canal,
      fila.medio,
      fila.cobrado,
      fila.devuelto,
    ])
  /** The sales of each day, and the refunds of sales. */
  const ventas = async () =>
    (await byDay((rango) => ventasOf(shop.deps, rango, 'dia'))).map(({ bruto, devuelto }) => [
      bruto,
      devuelto,
    ])
  /** The sales of each branch until now, and the refunds of sales. */
  const sucursales = async () =>
    (await ventasOf(shop.deps, { desde: FIRST, hasta: dia }, 'sucursal')).map(
      ({ clave, bruto, devuelto }) => [clave, bruto, devuelto],
    )
  return { shop, nextDay, tell, askAtCounter, caja, ventas, sucursales }
}

test('money that came in for an order that was never paid, and went back, is in the till both times, and no returned sale', async () => {
  const { shop, nextDay, tell, caja, ventas } = await world()
  const [late, short] = [await confirmed(shop), await confirmed(shop)]
  await moveTo(shop, late.id, 'cancelado')
  await tell(late)
  await tell(short, { amount: 60_00 })
  const first = [[0, 'Alberdi', 'web', 'Tarjeta', 155, 0]]
  expect(await caja()).toEqual(first)
  await nextDay()
  await tell(late, { status: 'refunded', refunded: PRICE })
  await tell(short, { amount: 60_00, refunded: 50_00 })
  const second = [...first, [1, 'Alberdi', 'web', 'Tarjeta', 0, 145]]
  expect(await caja()).toEqual(second)
  expect(await ventas()).toEqual([
    [0, 0],
    [0, 0],
  ])
  // The part that stayed pays the order together with the rest; money that went back before is no returned sale
  await nextDay()
  await tell(short, { id: 'rest', amount: 85_00 })
  expect((await rowOf(shop, short.id)).estado).toBe('pagado')
  await nextDay()
  await tell(short, { id: 'rest', amount: 85_00, refunded: 5_00 })
  expect(await caja()).toEqual([
    ...second,
    [2, 'Alberdi', 'web', 'Tarjeta', 85, 0],
    [3, 'Alberdi', 'web', 'Tarjeta', 0, 5],
  ])
  expect(await ventas()).toEqual([
    [0, 0],
    [0, 0],
    [95, 0],
    [0, 5],
  ])
})

test('a refund of the counter stays on its day where the provider knows it only later', async () => {
  const { shop, nextDay, tell, askAtCounter, caja } = await world()
  const pedido = await confirmed(shop)
  await tell(pedido)
  await nextDay()
  const devolucion = await askAtCounter(pedido)
  await tell(pedido, {}, [devolucion])
  await nextDay()
  await tell(pedido, { refunded: 5_00 })
  expect(await caja()).toEqual([
    [0, 'Alberdi', 'web', 'Tarjeta', 95, 0],
    [1, 'Alberdi', 'web', 'Tarjeta', 0, 5],
  ])
})

test('money that went back in the provider’s panel, or was taken by a bank, stays on its day, whatever is told later', async () => {
  const { shop, nextDay, tell, askAtCounter, caja, ventas } = await world()
  const pedido = await confirmed(shop)
  await tell(pedido)
  await tell(pedido, { refunded: 10_00 })
  await nextDay()
  const devolucion = await askAtCounter(pedido)
  await tell(pedido, { refunded: 15_00 }, [devolucion])
  await nextDay()
  await tell(pedido, { status: 'in_mediation', refunded: 15_00 })
  await tell(pedido, { status: 'charged_back', refunded: 15_00 })
  await nextDay()
  await tell(pedido, { refunded: 15_00 })
  await nextDay()
  await tell(pedido, { refunded: 20_00 })
  const web = (day: number, cobrado: number, devuelto: number) => [
    day,
    'Alberdi',
    'web',
    'Tarjeta',
    cobrado,
    devuelto,
  ]
  // The bank took 80 and gave them again
  expect(await caja()).toEqual([web(0, 95, 10), web(1, 0, 5), web(2, 0, 80), web(3, 0, -80), web(4, 0, 5)])
  expect(await ventas()).toEqual([
    [95, 10],
    [0, 5],
    [0, 80],
    [0, -80],
    [0, 5],
  ])
})

test('money that went back before a later payment of the order, or before reintegros were kept, stays on its day', async () => {
  const { shop, nextDay, tell, caja, ventas } = await world()
  const pedido = await confirmed(shop)
  const id = await tell(pedido)
  // Written as the previous version does, without a reintegro
  await shop.db.update(pagos).set({ devuelto: 10_00, actualizado: shop.deps.now() }).where(eq(pagos.id, id))
  await nextDay()
  await tell(pedido, { refunded: 30_00 })
  await nextDay()
  await tell(pedido, { id: 'twice' })
  await nextDay()
  await tell(pedido, { id: 'twice', status: 'refunded', refunded: PRICE })
  const web = (day: number, cobrado: number, devuelto: number) => [
    day,
    'Alberdi',
    'web',
    'Tarjeta',
    cobrado,
    devuelto,
  ]
  expect(await caja()).toEqual([web(0, 95, 10), web(1, 0, 20), web(2, 95, 0), web(3, 0, 95)])
  expect(await ventas()).toEqual([
    [95, 10],
    [0, 20],
    [0, 0],
    [0, 0],
  ])
})

test('the counter’s money and refunds stay with their drawer’s branch and means when the order moves to another branch', async () => {
  const { shop, nextDay, caja, ventas } = await world()
  const { id } = await confirmed(shop)
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const answer = await shop.post(`/api/mostrador/${path}`, body, headers)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  }
  const here = await newOperador(shop, 1)
  await post('turnos', { sucursal: 'Alberdi', fondo: 0 }, here.headers)
  const pagado = [{ medio: 'posnet', importe: 95, referencia: '1' }]
  const charged = await chargeInCash(shop, id, here.headers, { pagos: pagado })
  const giveBack = (importe: number, headers: Record<string, string>) =>
    post(
      `ventas/${charged.json().venta_id}/devolver`,
      { importe, motivo: 'Salió mal', medio: 'efectivo' },
      headers,
    )
  await giveBack(10, here.headers)
  await nextDay()
  await post(`pedidos/${id}/sucursal`, { sucursal: 'Aguilares' }, await enterAs(shop))
  const there = await newOperador(shop, 2)
  await post('turnos', { sucursal: 'Aguilares', fondo: 0 }, there.headers)
  await giveBack(5, there.headers)
  expect(await caja()).toEqual([
    [0, 'Alberdi', 'mostrador', 'Efectivo', 0, 10],
    [0, 'Alberdi', 'mostrador', 'Posnet', 95, 0],
    [1, 'Aguilares', 'mostrador', 'Efectivo', 0, 5],
  ])
  expect(await ventas()).toEqual([
    [95, 10],
    [0, 5],
  ])
})

test('an order that moves to another branch leaves its sale, online payments and earlier refunds in the branch before', async () => {
  const { shop, nextDay, tell, caja, ventas, sucursales } = await world()
  const pedido = await confirmed(shop)
  const move = async (sucursal: string) => {
    // A payment and a step of the same millisecond have no order
    shop.clock.offsetMs += 1000
    const path = `/api/mostrador/pedidos/${pedido.id}/sucursal`
    expect((await shop.post(path, { sucursal }, await enterAs(shop))).json()).toMatchObject({ sucursal })
  }
  await tell(pedido)
  await move('Aguilares')
  await nextDay()
  await tell(pedido, { refunded: 10_00 })
  await move('Alberdi')
  await nextDay()
  await move('Aguilares')
  await move('Alberdi')
  await tell(pedido, { refunded: 15_00 })
  const filas = [
    [0, 'Alberdi', 'web', 'Tarjeta', 95, 0],
    [1, 'Aguilares', 'web', 'Tarjeta', 0, 10],
    [2, 'Alberdi', 'web', 'Tarjeta', 0, 5],
  ]
  expect(await caja()).toEqual(filas)
  expect(await sucursales()).toEqual([
    ['Alberdi', 95, 5],
    ['Aguilares', 0, 10],
  ])
  expect(await ventas()).toEqual([
    [95, 0],
    [0, 10],
    [0, 5],
  ])
})

test('a delivery that was collected at the door stays on its day, once all of its order goes back', async () => {
  const { shop, nextDay, tell, caja, ventas } = await world()
  const pedido = await confirmed(shop)
  await shop.db.execute(
    sql`update pedidos set modo_entrega = 'delivery', costo_delivery = 200000 where id = ${pedido.id}`,
  )
  await tell(pedido)
  await moveTo(shop, pedido.id, 'en_produccion', 'listo', 'entregado')
  const first = [
    [0, 'Alberdi', 'web', 'Tarjeta', 95, 0],
    [0, 'Alberdi', 'envio', 'Al recibir', 2000, 0],
  ]
  expect(await caja()).toEqual(first)
  await nextDay()
  await tell(pedido, { status: 'refunded', refunded: PRICE })
  expect((await rowOf(shop, pedido.id)).estado).toBe('reembolsado')
  expect(await caja()).toEqual([...first, [1, 'Alberdi', 'web', 'Tarjeta', 0, 95]])
  expect(await ventas()).toEqual([
    [2095, 0],
    [0, 95],
  ])
})
