import type { FacturaFila } from '@imprimitodo/shared/api/facturas'
import { expect, test } from 'vitest'
import { facturas } from '../../base/db/schema/facturas.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { DATOS, makeFactura, openShop, order, rowsOf, settleOpen, staff } from '../../testing/facturas.ts'

test('a voucher for every sale, where the owner wants it: at hand-over, to an unnamed consumer, with the delivery', async () => {
  const { shop } = await openShop()
  const counter = await staff(shop)
  const delivery = { modo_entrega: 'delivery' as const, costo_delivery: 2000_00 }
  const sent = await order(shop, { estado: 'entregado', ...delivery })
  const ready = await order(shop, { estado: 'listo' })
  const large = await order(shop, {
    estado: 'entregado',
    importe_final: 10_000_000_00,
    final_impresion: 10_000_000_00,
    final_anillado: 0,
  })
  const old = await order(shop, { estado: 'entregado', cerrado: new Date(Date.now() - 25 * 3600_000) })
  const own = await order(shop, { estado: 'entregado' })
  expect((await makeFactura(shop, own.id)).statusCode).toBe(200)
  await shop.app.housekeeping()
  expect(await shop.db.$count(facturas)).toBe(1)
  const all = (rows: FacturaFila[]) => rows.map(({ pedido_id }) => pedido_id).toSorted()
  expect(all(await counter.list('sin_comprobante'))).toEqual(
    [sent, ready, large, old].map(({ id }) => id).toSorted(),
  )

  expect((await counter.put({ facturar_siempre: true })).statusCode).toBe(200)
  await Promise.all([shop.app.housekeeping(), shop.app.housekeeping()])
  await settleOpen(shop)
  const [row] = await rowsOf(shop, sent.id)
  expect(row).toMatchObject({
    importe: 2304_00,
    cliente: { cuit: null, nombre: 'A CONSUMIDOR FINAL' },
    lineas: expect.arrayContaining([{ concepto: 'Envío a domicilio', centavos: 2000_00 }]),
  })
  expect(all(await counter.list('sin_comprobante'))).toEqual(
    [ready, large, old].map(({ id }) => id).toSorted(),
  )
  expect(await counter.list('emitidas')).toMatchObject([
    { comprobante: 'Factura C 00001-00000002', nombre: 'A CONSUMIDOR FINAL', importe: 2304 },
    { comprobante: 'Factura C 00001-00000001', cuit: DATOS.cuit, importe: 304 },
  ])

  // By hand
  expect((await counter.post(`pedidos/${old.id}/facturar`)).json()).toMatchObject({ clase: 'factura' })
  expect((await counter.post(`pedidos/${large.id}/facturar`)).statusCode).toBe(409)
  expect((await counter.post('pedidos/no-existe/facturar')).statusCode).toBe(404)
  expect((await counter.post(`facturas/${row?.id}/reintentar`)).statusCode).toBe(409)
  expect((await shop.get('/api/mostrador/facturas')).statusCode).toBe(401)
})

test('a sale without voucher, and a voucher that waits, show the amount that is issued then', async () => {
  const { shop, mood } = await openShop()
  const counter = await staff(shop)
  const part = await order(shop)
  const sent = await order(shop, { estado: 'entregado', modo_entrega: 'delivery', costo_delivery: 2000_00 })
  await shop.db.insert(pagos).values({
    id: 'mitad',
    proveedor: 'simulado',
    pedido_id: part.id,
    estado: 'approved',
    importe: 304_00,
    devuelto: 152_00,
    moneda: 'ARS',
    creado: new Date(),
    actualizado: new Date(),
  })
  const expected = { [part.id]: 152, [sent.id]: 2304 }
  const amounts = async (cuales: string) =>
    Object.fromEntries((await counter.list(cuales)).map(({ pedido_id, importe }) => [pedido_id, importe]))
  expect(await amounts('sin_comprobante')).toEqual(expected)
  mood.down()
  for (const { id } of [part, sent])
    expect((await counter.post(`pedidos/${id}/facturar`)).json()).toMatchObject({
      estado: 'pendiente',
      importe: expected[id],
    })
  expect(await amounts('abiertas')).toEqual(expected)
  mood.back()
  await settleOpen(shop)
  expect(await amounts('emitidas')).toEqual(expected)
})

test('branches have points of sale, and a responsable inscripto letters, as the owner says', async () => {
  const { shop } = await openShop()
  const counter = await staff(shop)
  const facturacion = {
    puntos_venta: { Alberdi: 7 },
    ingresos_brutos: 'No contribuyente',
    inicio_actividades: '2020-01-31',
  }
  expect((await counter.put({ facturacion })).json()).toMatchObject({ facturacion })
  for (const wrong of [
    { puntos_venta: { Alberdi: 0 } },
    { inicio_actividades: 'ayer' },
    { ingresos_brutos: ' ' },
  ])
    expect((await counter.put({ facturacion: { ...facturacion, ...wrong } })).statusCode).toBe(400)
  const vendedor = (await counter.put({})).json().vendedor
  const named = { ...vendedor, razon_social: 'Papeles del Sur', cuit: '30500010912' }
  expect((await counter.put({ vendedor: named })).json().vendedor).toEqual(named)
  expect((await readAjustes(shop.db)).vidriera).toMatchObject({
    vendedor: named,
    kit_banderas: 'kit-banderas',
  })
  for (const wrong of [{ cuit: '1' }, { domicilio: ' ' }, { data_fiscal_url: 'javascript:alert(1)' }])
    expect((await counter.put({ vendedor: { ...vendedor, ...wrong } })).statusCode).toBe(400)
  shop.deps.fiscal.emisor = { cuit: '30500010912', condicion: 'RI' }
  const letters = [
    ['RI', 1],
    ['MT', 1],
    ['CF', 6],
  ] as const
  for (const [condicion_iva, tipo] of letters) {
    const { id } = await order(shop)
    expect((await makeFactura(shop, id, { condicion_iva })).statusCode).toBe(200)
    expect((await rowsOf(shop, id))[0]).toMatchObject({ punto_venta: 7, tipo, cuit: '30500010912' })
  }
})

test('the owner may check the connection to ARCA', async () => {
  const { shop } = await openShop()
  const counter = await staff(shop)
  expect((await counter.post('proveedores/arca/probar')).json()).toMatchObject({ anda: true })
})
