import { expect, test } from 'vitest'
import { simulado_comprobantes } from '../../base/db/schema/services.ts'
import { type Comprobante, FiscalDown } from '../../base/services/fiscal/port.ts'
import { lockPedido } from '../../compra/pedidos/service.ts'
import { correosTo } from '../../testing/cuenta.ts'
import { endConnections } from '../../testing/database.ts'
import {
  DATOS,
  estado,
  makeFactura,
  openShop,
  order,
  rowsOf,
  settleOpen,
  staff,
} from '../../testing/facturas.ts'
import { eventually } from '../../testing/shop.ts'
import { createEmisor } from './issue.ts'
import { creditForDevolucion } from './nota.ts'
import { recordFactura } from './request.ts'

test('ARCA down: told, queued, and issued by itself when it is back; repeating adds nothing', {
  timeout: 90_000,
}, async () => {
  const { shop, mood } = await openShop()
  const { id, email } = await order(shop)
  mood.down()
  for (const _ of [1, 2]) {
    const answer = await makeFactura(shop, id)
    expect(answer.statusCode).toBe(502)
    expect(answer.json().error).toMatch(/quedó en cola/)
    expect(await estado(shop, id)).toMatchObject({ facturado: false, en_proceso: true })
  }
  expect(await rowsOf(shop, id)).toHaveLength(1)
  mood.back()
  await eventually(
    () => estado(shop, id),
    ({ facturado }) => facturado,
    60_000,
  )
  expect(await correosTo(shop, email)).toHaveLength(1)
})

test.each(['down', 'lost'] as const)(
  'the answer %s: what ARCA has is taken, what it has not is asked again',
  async (what) => {
    const { shop, mood } = await openShop()
    const { id } = await order(shop)
    const next = await order(shop)
    mood[what]()
    expect((await makeFactura(shop, id)).statusCode).toBe(502)
    const [waiting] = await rowsOf(shop, id)
    expect(waiting).toMatchObject({ estado: 'pidiendo', numero: 1, observaciones: ['ARCA no responde.'] })
    mood.back()
    // Issuing another order's invoice settles this one first, since this one has the number before it
    expect((await makeFactura(shop, next.id)).statusCode).toBe(200)
    expect((await rowsOf(shop, id))[0]).toMatchObject({ estado: 'emitida', numero: 1 })
    expect((await rowsOf(shop, next.id))[0]).toMatchObject({ estado: 'emitida', numero: 2 })
    expect((await makeFactura(shop, id)).statusCode).toBe(200)
    expect(await shop.db.$count(simulado_comprobantes)).toBe(2)
  },
)

test('database connections that break while a voucher is requested leave exactly one voucher', async () => {
  const { shop } = await openShop()
  const { id, email } = await order(shop)
  const { fiscal } = shop.deps
  const issue: typeof fiscal.issue = async (comprobante) => {
    await endConnections(shop.url)
    const made = await fiscal.issue(comprobante)
    await endConnections(shop.url)
    return made
  }
  const emisor = createEmisor({ ...shop.deps, fiscal: { ...fiscal, issue } })
  const asked = await recordFactura(shop.deps, id, { ...DATOS, condicion_iva: 'CF' })
  expect(await emisor.issue(asked?.id ?? '')).toMatchObject({ estado: 'emitida', numero: 1 })
  expect(await shop.db.$count(simulado_comprobantes)).toBe(1)
  expect(await correosTo(shop, email)).toHaveLength(1)
})

test('a number that another program of the shop took meanwhile stays its own; ours gets the next one', async () => {
  const { shop, mood } = await openShop()
  const { id } = await order(shop)
  mood.down()
  expect((await makeFactura(shop, id)).statusCode).toBe(502)
  const [asked] = await rowsOf(shop, id)
  // It has the same amount and customer: only its day differs
  await shop.db.insert(simulado_comprobantes).values({
    cuit: asked?.cuit ?? '',
    punto_venta: 1,
    tipo: 11,
    numero: 1,
    fecha: '2020-01-01',
    importe: 304_00,
    doc_tipo: 80,
    doc_nro: DATOS.cuit,
    cae: '76000000000000',
    cae_vence: '2020-01-11',
  })
  mood.back()
  expect((await makeFactura(shop, id)).statusCode).toBe(200)
  const [issued] = await rowsOf(shop, id)
  expect(issued).toMatchObject({ estado: 'emitida', numero: 2, cae: expect.stringMatching(/^00/) })
})

test('a refusal by ARCA is told, may be corrected, and leaves no hole in the numbers', async () => {
  const { shop, mood } = await openShop()
  const { id } = await order(shop)
  mood.refuses('El CUIT no existe (10013)')
  const refused = await makeFactura(shop, id, { nombre: 'Mal' })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({ error: 'ARCA no la aceptó. El CUIT no existe (10013)' })
  expect(await estado(shop, id)).toMatchObject({ facturado: false, en_proceso: false })
  const counter = await staff(shop)
  expect(await counter.list('abiertas')).toMatchObject([
    { estado: 'rechazada', nombre: 'Mal', observaciones: ['El CUIT no existe (10013)'] },
  ])
  expect((await makeFactura(shop, id, { nombre: 'Bien' })).statusCode).toBe(200)
  expect(await rowsOf(shop, id)).toMatchObject([
    { numero: 1, cliente: { nombre: 'Bien' }, observaciones: [] },
  ])
})

test('while ARCA refuses the issuer or its point of sale, vouchers wait; they are issued once that is mended', async () => {
  const { shop, mood } = await openShop()
  const { id } = await order(shop)
  const why = 'El punto de venta no se encuentra habilitado (10005)'
  mood.refuses(why, { isIssuer: true })
  expect((await makeFactura(shop, id)).statusCode).toBe(502)
  expect(await rowsOf(shop, id)).toMatchObject([
    { estado: 'pendiente', numero: null, observaciones: [`ARCA no deja emitir: ${why}`] },
  ])
  await settleOpen(shop)
  expect(await rowsOf(shop, id)).toMatchObject([{ estado: 'emitida', numero: 1, observaciones: [] }])
})

test('ARCA does not know simulated vouchers: open ones begin anew, credit notes wait or are dropped', async () => {
  const { shop, mood } = await openShop()
  const [waiting, issued] = [await order(shop), await order(shop)]
  expect((await makeFactura(shop, issued.id)).statusCode).toBe(200)
  mood.down()
  expect((await makeFactura(shop, waiting.id)).statusCode).toBe(502)
  mood.back()
  const simulado = shop.deps.fiscal
  // The certificate is configured: ARCA's books do not have the simulated vouchers
  const books: Comprobante[] = []
  shop.deps.fiscal = {
    ...simulado,
    kind: 'arca',
    last: async () => books.length,
    find: async () => null,
    issue: async (comprobante) => {
      books.push(comprobante)
      return { cae: '76470000000001', vence: '2026-12-31', observaciones: [], intercambio: null }
    },
  }
  await shop.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, issued.id)
    if (pedido) await creditForDevolucion(tx, shop.deps, pedido, 100_00)
  })
  await settleOpen(shop)
  expect(books.map(({ numero, total }) => [numero, total])).toEqual([[1, 304_00]])
  expect((await rowsOf(shop, waiting.id))[0]).toMatchObject({
    proveedor: 'arca',
    estado: 'emitida',
    numero: 1,
  })
  expect((await rowsOf(shop, issued.id)).map(({ estado }) => estado).toSorted()).toEqual([
    'descartada',
    'emitida',
  ])
  // And back: no simulated voucher replaces one that ARCA may have
  shop.deps.fiscal = simulado
  await shop.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, waiting.id)
    if (pedido) await creditForDevolucion(tx, shop.deps, pedido, 100_00)
  })
  await expect(settleOpen(shop)).rejects.toBeInstanceOf(FiscalDown)
  expect(await shop.db.$count(simulado_comprobantes)).toBe(1)
})
