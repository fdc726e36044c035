// Several orders in one sale: which of them codes and discounts apply to, and the customer of the sale.
import { expect, test } from 'vitest'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { confirmed, rowOf } from '../../testing/pedidos.ts'
import { conPuntos } from '../../testing/puntos.ts'
import { compra } from '../../testing/shop.ts'
import { aCounter, cash } from '../../testing/ventas.ts'

/** Centavos that came off an order, summed from its row. */
const rebajaOf = (pedido: Pedido) =>
  pedido.total_impresion + pedido.total_anillado + pedido.total_otros - pedido.importe_final

async function withTwo() {
  const counter = await aCounter()
  // $ 320 and $ 3.200
  const [small, large] = [await counter.draft(4), await counter.draft(40)]
  const lineas = [{ pedido_id: small }, { pedido_id: large }]
  const rows = () => Promise.all([rowOf(counter.shop, small), rowOf(counter.shop, large)])
  return { ...counter, small, large, lineas, rows }
}

test('a coupon applies to the order where it takes most off, wherever that stands', async () => {
  const { sell, post, code, lineas, rows } = await withTwo()
  const { codigo } = await code()
  const expected = { total: 3200, descuentos: [{ codigo, motivo: null, importe: 320 }] }
  for (const body of [
    { lineas, codigos: [codigo] },
    { lineas: lineas.toReversed(), codigos: [codigo] },
  ])
    expect((await post('ventas/cotizar', body)).json()).toMatchObject(expected)
  expect(await sell({ lineas, codigos: [codigo], pagos: cash(3200) })).toMatchObject(expected)
  expect((await rows()).map(rebajaOf)).toEqual([0, 320_00])
})

test('each order takes one coupon, the higher one where most is to pay; a third one is refused', async () => {
  const { sell, refused, code, lineas, rows } = await withTwo()
  const [low, high, more] = [await code(), await code({ porcentaje: 25 }), await code({ porcentaje: 5 })]
  expect(
    await refused({ lineas, codigos: [low.codigo, high.codigo, more.codigo], pagos: cash(1) }),
  ).toMatchObject({ status: 400, codigo: 'segundo_porcentaje' })
  const made = await sell({ lineas, codigos: [low.codigo, high.codigo], pagos: cash(2688) })
  expect(made).toMatchObject({ total: 2688, resto: 0 })
  expect((await rows()).map(rebajaOf)).toEqual([32_00, 800_00])
  expect(made.descuentos.map(({ codigo, importe }) => [codigo, importe])).toEqual([
    [low.codigo, 32],
    [high.codigo, 800],
  ])
})

test('sheets cover two-sided prints, in whichever order they are', async () => {
  const { sell, draft, code, shop } = await aCounter()
  const [plain, both] = [await draft(4, { doble_faz: false }), await draft(4)]
  const { codigo } = await code({ tipo: 'hojas', hojas: 2, porcentaje: null })
  const lineas = [{ pedido_id: plain }, { pedido_id: both }]
  expect(await sell({ lineas, codigos: [codigo], pagos: cash(400) })).toMatchObject({
    total: 400,
    descuentos: [{ codigo, importe: 320 }],
  })
  expect(rebajaOf(await rowOf(shop, both))).toBe(320_00)
})

test('a code that an order of the sale has already stays with it, whichever order is named first', async () => {
  const { shop, sell, code, draft } = await aCounter()
  const ana = await conPuntos(shop)
  const { codigo } = await code({ tipo: 'ruleta', porcentaje: 10, email: ana.email })
  const web = await draft(4)
  const bought = await shop.post(
    '/api/completar_compra',
    compra(web, { email: ana.email, codigosAplicados: [codigo] }),
  )
  expect(bought.json()).toMatchObject({ importe_final: 272 })
  const other = await draft(40)
  const lineas = [{ pedido_id: other }, { pedido_id: web }]
  expect(await sell({ lineas, codigos: [codigo], pagos: cash(3472) })).toMatchObject({
    total: 3472,
    resto: 0,
  })
  expect((await rowOf(shop, web)).importe_final).toBe(272_00)
})

test('a code of the wheel applies to an order of the mailbox that won it', async () => {
  const { shop, sell, code } = await aCounter()
  const [ana, luz] = [await conPuntos(shop), await conPuntos(shop)]
  const hers = await confirmed(shop, { change: { email: luz.email } })
  const own = await confirmed(shop, { change: { email: ana.email } })
  const { codigo } = await code({ tipo: 'ruleta', porcentaje: 20, email: ana.email })
  const lineas = [{ pedido_id: hers.id }, { pedido_id: own.id }]
  const made = await sell({ lineas, codigos: [codigo], pagos: cash(170) })
  const [after, left] = [await rowOf(shop, own.id), await rowOf(shop, hers.id)]
  expect([after.importe_final, left.importe_final]).toEqual([75_00, hers.importe_final])
  expect(made.total).toBe(170)
})

test('an amount by hand comes off the orders one after the other, a percent off each; the ticket shows the sum', async () => {
  const { sell, refused, lineas, rows, draft, shop } = await withTwo()
  expect(await refused({ lineas, descuento: { importe: 3521, motivo: 'x' }, pagos: cash(1) })).toMatchObject({
    status: 400,
    codigo: 'datos',
    body: { descuento: ['El descuento es más que el total.'] },
  })
  const amount = await sell({ lineas, descuento: { importe: 1000, motivo: 'vecina' }, pagos: cash(2520) })
  expect(amount.descuentos).toEqual([{ codigo: null, motivo: 'vecina', importe: 1000 }])
  expect((await rows()).map(({ descuento_mano }) => descuento_mano)).toEqual([320_00, 680_00])

  const ids = [await draft(4), await draft(40)]
  const made = await sell({
    lineas: [...ids.map((pedido_id) => ({ pedido_id })), { texto: 'Tapa', importe: 77 }],
    descuento: { porcentaje: 12.5, motivo: 'vecina' },
    pagos: cash(3147),
  })
  const after = await Promise.all(ids.map((id) => rowOf(shop, id)))
  expect(made).toMatchObject({ total: 3147, descuentos: [{ codigo: null, motivo: 'vecina', importe: 450 }] })
  expect(after.reduce((sum, one) => sum + rebajaOf(one), 0)).toBe(450_00)
  expect(after.map(({ motivo_descuento }) => motivo_descuento)).toEqual(['vecina', 'vecina'])
})

test('an order that is paid in part already keeps its price: code and discount come off the others', async () => {
  const { shop, sell, code, draft } = await aCounter()
  const first = await draft(4)
  await sell({ lineas: [{ pedido_id: first }], pagos: cash(100) })
  const second = await draft(40)
  const { codigo } = await code()
  const made = await sell({
    lineas: [{ pedido_id: first }, { pedido_id: second }],
    codigos: [codigo],
    descuento: { importe: 80, motivo: 'vecina' },
    pagos: cash(3020),
  })
  expect(made).toMatchObject({ resto: 0, total: 3120 })
  expect((await rowOf(shop, first)).importe_final).toBe(320_00)
  expect(rebajaOf(await rowOf(shop, second))).toBe(400_00)
})

test('an order keeps its customer at the counter: an order of another customer is refused, and points go to the customer who ordered', async () => {
  const { shop, sell, refused, draft } = await aCounter()
  const [ana, luz] = [await conPuntos(shop), await conPuntos(shop)]
  const web = await confirmed(shop, { change: { email: ana.email } })
  const lineas = [{ pedido_id: web.id }]
  for (const cliente of [{ email: luz.email }, { email: 'nadie@example.com' }])
    expect(await refused({ lineas, cliente, pagos: cash(95) })).toMatchObject({
      status: 400,
      codigo: 'datos',
      body: {
        cliente: [`El pedido ${web.numero} es de otro cliente: cobralo aparte, sin poner de quién es.`],
      },
    })
  expect(await refused({ lineas, cliente: { email: luz.email } }, 'ventas/cotizar')).toMatchObject({
    status: 400,
    codigo: 'datos',
  })
  expect((await rowOf(shop, web.id)).estado).toBe('confirmado')
  const made = await sell({ lineas, cliente: { email: ana.email.toUpperCase() }, pagos: cash(95) })
  expect(made).toMatchObject({ puntos: 95, cliente: { puntos: 95 } })

  // An order that the counter made without an e-mail becomes the account's that the sale names
  const { celular } = { celular: '3865416777' }
  const mili = await newCliente(shop, { celular })
  const pedido_id = await draft()
  await sell({ lineas: [{ pedido_id }], nombre: 'Mili', pagos: cash(20) })
  const rest = await sell({ lineas: [{ pedido_id }], cliente: { celular }, pagos: cash(300) })
  expect(rest).toMatchObject({ resto: 0, puntos: 320, cliente: { puntos: 320 } })
  expect((await rowOf(shop, pedido_id)).email).toBe(mili.email)
})
