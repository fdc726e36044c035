import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { pagos } from '../../base/db/schema/pagos.ts'
import { simulado_comprobantes } from '../../base/db/schema/services.ts'
import { FiscalDown } from '../../base/services/fiscal/port.ts'
import { lockPedido, undoPaso } from '../../compra/pedidos/service.ts'
import { correosTo } from '../../testing/cuenta.ts'
import { estado, makeFactura, openShop, order, rowsOf, settleOpen } from '../../testing/facturas.ts'
import { moveTo } from '../../testing/pedidos.ts'
import type { Shop } from '../../testing/shop.ts'
import { settlePedido } from '../pagos/service.ts'

describe('money that goes back', () => {
  const pay = (shop: Shop, pedido_id: string, id: string) =>
    shop.db.insert(pagos).values({
      id,
      proveedor: 'simulado',
      pedido_id,
      estado: 'approved',
      importe: 304_00,
      moneda: 'ARS',
      creado: new Date(),
      actualizado: new Date(),
    })
  const giveBack = (shop: Shop, id: string, pagoId: string, devuelto: number) =>
    shop.db.transaction(async (tx) => {
      const change = devuelto === 304_00 ? { devuelto, estado: 'refunded' as const } : { devuelto }
      await tx.update(pagos).set(change).where(eq(pagos.id, pagoId))
      const pedido = await lockPedido(tx, id)
      if (pedido) await settlePedido(tx, shop.deps, pedido)
    })
  const issued = async (shop: Shop, id: string, many: number) => {
    await settleOpen(shop)
    await settleOpen(shop) // an invoice may bring its credit note along
    const rows = (await rowsOf(shop, id)).filter(({ estado }) => estado === 'emitida')
    expect(rows).toHaveLength(many)
    return rows
  }

  test('part by part: a credit note for each part, also if told twice, and the invoice stays', async () => {
    const { shop } = await openShop()
    const { id, email } = await order(shop)
    await pay(shop, id, 'p1')
    const { url_pdf } = (await makeFactura(shop, id)).json()
    await giveBack(shop, id, 'p1', 100_00)
    await giveBack(shop, id, 'p1', 100_00)
    await issued(shop, id, 2)
    await giveBack(shop, id, 'p1', 304_00)
    const rows = await issued(shop, id, 3)
    const notas = rows.filter(({ clase }) => clase === 'nota_credito')
    expect(notas.map(({ importe }) => importe).toSorted()).toEqual([100_00, 204_00])
    expect(notas.map(({ tipo, numero }) => [tipo, numero]).toSorted()).toEqual([
      [13, 1],
      [13, 2],
    ])
    expect((await correosTo(shop, email)).map(({ asunto }) => asunto.replace(/\d+/, 'N')).toSorted()).toEqual(
      ['Tu factura del pedido N', 'Tu nota de crédito del pedido N', 'Tu nota de crédito del pedido N'],
    )
    // Refunded in full, the order still has its invoice
    expect(await estado(shop, id)).toMatchObject({ facturado: true, url_pdf })
  })

  test('all of it: the delivery on its invoice too, where it was undone, and not where it was made', async () => {
    const { shop } = await openShop()
    const delivered = async (pago: string) => {
      const made = await order(shop, { modo_entrega: 'delivery', costo_delivery: 2000_00 })
      await pay(shop, made.id, pago)
      await moveTo(shop, made.id, 'en_produccion', 'listo', 'entregado')
      expect((await makeFactura(shop, made.id)).statusCode).toBe(200)
      return made
    }
    const [undone, made] = [await delivered('p6'), await delivered('p7')]
    const by = { id: 0, nombre: 'Dueño', mayLate: true }
    await shop.db.transaction(async (tx) => {
      const pedido = await lockPedido(tx, undone.id)
      if (pedido) await undoPaso(tx, shop.deps, pedido, { by, motivo: 'no estaba' })
    })
    // It may still be brought, and be paid at the door then
    await giveBack(shop, undone.id, 'p6', 100_00)
    expect((await issued(shop, undone.id, 2)).map(({ importe }) => importe)).toEqual([2304_00, 100_00])
    await giveBack(shop, undone.id, 'p6', 304_00)
    await giveBack(shop, undone.id, 'p6', 304_00)
    expect((await issued(shop, undone.id, 3))[2]).toMatchObject({
      importe: 2204_00,
      lineas: [
        { concepto: expect.stringMatching(/^Devolución del pedido/), centavos: 204_00 },
        { concepto: 'Envío a domicilio', centavos: 2000_00 },
      ],
    })
    const [, , last] = (await correosTo(shop, undone.email)).toSorted((a, b) => a.id - b.id)
    expect(last?.texto).toContain(' y por el envío que no se hizo emitimos una nota de crédito.')
    await giveBack(shop, made.id, 'p7', 304_00)
    expect((await issued(shop, made.id, 2)).map(({ importe }) => importe)).toEqual([2304_00, 304_00])
  })

  test('before it is invoiced: the rest is invoiced, or no voucher is made if nothing is left', async () => {
    const { shop } = await openShop()
    const [part, all] = [await order(shop), await order(shop)]
    await pay(shop, part.id, 'p2')
    await giveBack(shop, part.id, 'p2', 4_00)
    expect((await makeFactura(shop, part.id)).statusCode).toBe(200)
    expect(await rowsOf(shop, part.id)).toMatchObject([
      {
        importe: 300_00,
        lineas: [
          { concepto: 'Impresión en blanco y negro, doble faz: 2 hojas', centavos: 320_00 },
          { concepto: 'Descuentos', centavos: -16_00 },
          { concepto: 'Devolución', centavos: -4_00 },
        ],
      },
    ])
    await pay(shop, all.id, 'p3')
    await giveBack(shop, all.id, 'p3', 304_00)
    expect((await makeFactura(shop, all.id)).statusCode).toBe(404)
  })

  test('while ARCA is down: counted when its answer is there', async () => {
    const { shop, mood } = await openShop()
    const { id } = await order(shop)
    await pay(shop, id, 'p4')
    mood.lost()
    expect((await makeFactura(shop, id)).statusCode).toBe(502)
    await giveBack(shop, id, 'p4', 304_00)
    mood.back()
    const rows = await issued(shop, id, 2)
    expect(rows.map(({ clase, importe }) => [clase, importe]).toSorted()).toEqual([
      ['factura', 304_00],
      ['nota_credito', 304_00],
    ])
  })

  test('with an invoice requested but not numbered yet: there is nothing to issue', async () => {
    const { shop } = await openShop()
    const { id } = await order(shop)
    await pay(shop, id, 'p5')
    const last = shop.deps.fiscal.last
    shop.deps.fiscal.last = () => Promise.reject(new FiscalDown('ARCA no responde.'))
    expect((await makeFactura(shop, id)).statusCode).toBe(502)
    await giveBack(shop, id, 'p5', 304_00)
    shop.deps.fiscal.last = last
    await settleOpen(shop)
    expect(await rowsOf(shop, id)).toMatchObject([{ estado: 'descartada' }])
    expect(await shop.db.$count(simulado_comprobantes)).toBe(0)
  })
})
