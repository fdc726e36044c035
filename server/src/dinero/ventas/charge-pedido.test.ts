// A single order charged at the counter: its state, and how its cash goes back.
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { pastDeshacer } from '../../testing/pedidos.ts'
import { compra, eventually, testShop } from '../../testing/shop.ts'
import { chargeInCash } from '../../testing/ventas.ts'

const B = '/api/mostrador/pedidos'

async function aCounter() {
  const shop = await testShop()
  const owner = await enterAs(shop)
  const clerk = await newOperador(shop, 1)
  const bytes = await makePdf({ pages: 4 })
  const draft = async () => (await shop.quote([{ nombre: 'a.pdf', bytes }])).pedido_id
  const charge = (id: string, body: object = {}) =>
    chargeInCash(shop, id, owner, { nombre: 'Juana Paz', ...body })
  const shown = async (id: string) => (await shop.get(`${B}/${id}`, owner)).json<PedidoMostrador>()
  const payments = (id: string) => shop.db.select().from(pagos).where(eq(pagos.pedido_id, id))
  return { shop, owner, clerk, draft, charge, shown, payments }
}

test('files become a paid order in one call, with the clerk’s name, a promise, and no mail without an address', async () => {
  const { shop, owner, draft, charge, shown, payments } = await aCounter()
  const id = await draft()
  expect((await charge(id)).json()).toMatchObject({ total: 320, resto: 0, init_point: null })
  expect(await payments(id)).toHaveLength(1)
  const pedido = await shown(id)
  expect(pedido).toMatchObject({
    estado: 'pagado',
    nombre: 'Juana Paz',
    email: '',
    celular: '',
    modo_entrega: 'retiro',
    sucursal: 'Alberdi',
    importe_final: 320,
    prometido: expect.any(String),
    pagos: [{ medio: 'efectivo', importe: 320, estado: 'approved', en_caja: true }],
  })
  expect(pedido.historial.at(-1)).toMatchObject({
    estado: 'pagado',
    quien: 'Dueño',
    nota: 'Cobrado en efectivo',
  })
  expect(await shop.db.select().from(correos)).toEqual([])
  expect((await shop.get(`/api/pedidos/${id}`)).json()).toMatchObject({ email: null, celular: null })
  expect((await shop.get(`${B}/${id}/ticket.pdf`, owner)).statusCode).toBe(200)
  expect((await charge('no-existe')).statusCode).toBe(404)
})

test('an e-mail of an account earns its points and gets the mail; an unpaid order of the web keeps its contact', async () => {
  const { shop, draft, charge, shown } = await aCounter()
  const { email } = await newCliente(shop)
  const first = await draft()
  expect(
    (await charge(first, { cliente: { email }, pagos: [{ medio: 'transferencia', importe: 320 }] }))
      .statusCode,
  ).toBe(200)
  const { rows } = await shop.db.execute<{ puntos: string }>('select sum(puntos) as puntos from puntos')
  expect(Number(rows[0]?.puntos)).toBe(320)
  const second = await draft()
  await shop.post('/api/completar_compra', compra(second))
  expect((await charge(second, { nombre: 'Otra' })).statusCode).toBe(200)
  expect(await shown(second)).toMatchObject({
    email: 'ana@example.com',
    celular: '3865412233',
    nombre: '…2233',
    estado: 'pagado',
  })
  const to = (await shop.db.select().from(correos)).flatMap(({ clave, para }) =>
    clave.startsWith('pagado:') ? para : [],
  )
  expect(to.toSorted()).toEqual(['ana@example.com', email].toSorted())
  expect((await shown(first)).pagos[0]?.medio).toBe('transferencia')
})

test('cash goes back over the counter: in parts, whole, and after a cancellation; no provider is asked', async () => {
  const { shop, owner, draft, charge, shown } = await aCounter()
  const giveBack = (id: string, body: object, clave: string) =>
    shop.post(
      `${B}/${id}/devolver`,
      { motivo: 'Salió manchado', ...body },
      { ...owner, 'idempotency-key': clave },
    )
  const [id, other] = [await draft(), await draft()]
  await charge(id)
  const part = await Promise.all(Array.from({ length: 5 }, () => giveBack(id, { importe: 100 }, 'a')))
  expect(part.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
  expect(await shown(id)).toMatchObject({ estado: 'pagado', pagos: [{ devuelto: 100, estado: 'approved' }] })
  await giveBack(id, {}, 'b')
  expect(await shown(id)).toMatchObject({
    estado: 'reembolsado',
    pagos: [{ devuelto: 320, estado: 'refunded' }],
  })
  const notes = (await shown(id)).historial.flatMap(({ nota }) => nota ?? [])
  expect(notes.filter((nota) => nota.startsWith('Devuelto en caja'))).toHaveLength(2)
  expect((await giveBack(id, {}, 'c')).statusCode).toBe(409)

  await charge(other)
  await shop.post(`${B}/${other}/estado`, { estado: 'cancelado', motivo: 'Sin papel' }, owner)
  expect((await giveBack(other, {}, 'd')).statusCode).toBe(409) // it may still be taken back
  await pastDeshacer(shop, other)
  const cancelled = await shown(other)
  expect(cancelled.historial.map(({ nota }) => nota).join()).toMatch(/hay que devolver .* en caja/)
  expect(cancelled.pagos).toMatchObject([{ devuelto: 0 }])
  expect((await giveBack(other, {}, 'd')).statusCode).toBe(200)
  expect(await shown(other)).toMatchObject({ estado: 'cancelado', pagos: [{ devuelto: 320 }] })
})

test('the order lists its vouchers to operadores who may see it', async () => {
  const { shop, owner, draft, charge, clerk } = await aCounter()
  const [id, elsewhere] = [await draft(), await draft()]
  const comprobantes = (of: string, headers: Record<string, string> = clerk.headers) =>
    shop.get(`${B}/${of}/comprobantes`, headers)
  expect((await comprobantes(id, owner)).statusCode).toBe(404)
  await charge(id)
  await charge(elsewhere, { sucursal: 'Aguilares' })
  expect((await comprobantes(id)).json()).toEqual({ facturas: [] })
  expect((await shop.post(`${B}/${id}/facturar`, {}, clerk.headers)).statusCode).toBe(200)
  const { facturas } = await eventually(
    async () => (await comprobantes(id)).json(),
    ({ facturas: [one] }) => one?.estado === 'emitida',
  )
  expect(facturas).toMatchObject([{ pedido_id: id, clase: 'factura', importe: 320 }])
  expect((await shop.get(new URL(facturas[0].url_pdf).pathname)).headers['content-type']).toBe(
    'application/pdf',
  )
  expect((await comprobantes(elsewhere)).statusCode).toBe(404)
})
