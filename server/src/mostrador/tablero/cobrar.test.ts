import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { pastDeshacer } from '../../testing/pedidos.ts'
import { compra, eventually, testShop } from '../../testing/shop.ts'

const B = '/api/mostrador/pedidos'

async function aCounter() {
  const shop = await testShop()
  const owner = await enterAs(shop)
  const clerk = await newOperador(shop, 1)
  const bytes = await makePdf({ pages: 4 })
  const draft = async () => (await shop.quote([{ nombre: 'a.pdf', bytes }])).pedido_id
  const charge = (id: string, body: object = {}, headers: Record<string, string> = owner) =>
    shop.post(
      `${B}/${id}/cobrar`,
      { medio: 'efectivo', sucursal: 'Alberdi', nombre: 'Juana Paz', ...body },
      headers,
    )
  const shown = async (id: string) => (await shop.get(`${B}/${id}`, owner)).json<PedidoMostrador>()
  const payments = (id: string) => shop.db.select().from(pagos).where(eq(pagos.pedido_id, id))
  return { shop, owner, clerk, draft, charge, shown, payments }
}

test('files become a paid order in one call, with who took the money, a promise and no mail where there is no address', async () => {
  const { shop, owner, draft, charge, shown, payments } = await aCounter()
  const id = await draft()
  const none = await charge(id, { nombre: '', email: '', celular: '' })
  expect([none.statusCode, none.json()]).toEqual([
    400,
    { nombre: ['Escribí un nombre, un celular o un e-mail.'] },
  ])
  for (const wrong of [{ medio: 'cheque' }, { sucursal: 'Otra' }, { email: 'nada' }, { celular: '12' }])
    expect([wrong, (await charge(id, wrong)).statusCode]).toEqual([wrong, 400])
  expect(await payments(id)).toEqual([])

  const answer = await charge(id)
  expect(answer.statusCode, answer.body).toBe(200)
  const { pedido, init_point } = answer.json()
  expect(init_point).toBeNull()
  expect(pedido).toMatchObject({
    ...{ estado: 'pagado', nombre: 'Juana Paz', email: '', celular: '', modo_entrega: 'retiro' },
    ...{ sucursal: 'Alberdi', importe_final: 320, prometido: expect.any(String) },
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
  expect((await shown(id)).estado).toBe('pagado')
  expect((await charge('no-existe')).statusCode).toBe(404)
})

test('50 at once take the money once; another person or another way is told that it is paid', async () => {
  const { draft, charge, payments, clerk } = await aCounter()
  const id = await draft()
  const burst = await Promise.all(Array.from({ length: 50 }, () => charge(id)))
  expect(burst.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
  expect(await payments(id)).toMatchObject([{ importe: 320_00, medio: 'efectivo' }])
  for (const late of [await charge(id, { medio: 'transferencia' }), await charge(id, {}, clerk.headers)]) {
    expect(late.statusCode).toBe(409)
    expect(late.json().detail).toMatch(/ya está pagado/)
  }
  expect(await payments(id)).toHaveLength(1)
})

test('an e-mail of an account earns its points and gets the mail; an unpaid order of the web keeps its contact', async () => {
  const { shop, draft, charge, shown } = await aCounter()
  const { email } = await newCliente(shop)
  const first = await draft()
  expect((await charge(first, { email, medio: 'transferencia' })).statusCode).toBe(200)
  const { rows } = await shop.db.execute<{ puntos: string }>('select sum(puntos) as puntos from puntos')
  expect(Number(rows[0]?.puntos)).toBe(320)
  const second = await draft()
  await shop.post('/api/completar_compra', compra(second))
  expect((await charge(second, { nombre: 'Otra' })).json().pedido).toMatchObject({
    ...{ email: 'ana@example.com', celular: '3865412233', nombre: '…2233', estado: 'pagado' },
  })
  const to = (await shop.db.select().from(correos)).flatMap(({ clave, para }) =>
    clave.startsWith('pagado:') ? para : [],
  )
  expect(to.toSorted()).toEqual(['ana@example.com', email].toSorted())
  expect((await shown(first)).pagos[0]?.medio).toBe('transferencia')
})

test('a link of the provider is paid as on the web, and then no cash is taken', async () => {
  const { shop, draft, charge, payments } = await aCounter()
  const id = await draft()
  const asked = (await charge(id, { medio: 'mercadopago' })).json()
  expect([asked.pedido.estado, asked.init_point]).toEqual([
    'confirmado',
    expect.stringContaining('/pago-simulado/'),
  ])
  await shop.post(`/api/pago-simulado/${asked.init_point.split('/').at(-1)}`, { accion: 'aprobar' })
  await eventually(
    async () => (await shop.get(`/api/pedidos/${id}`)).json().estado,
    (estado) => estado === 'pagado',
  )
  expect((await charge(id)).statusCode).toBe(409)
  expect(await payments(id)).toHaveLength(1)
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

test('the order tells its vouchers to who may see the order', async () => {
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

test('a person of one branch charges what is of that branch', async () => {
  const { shop, draft, charge, clerk } = await aCounter()
  const id = await draft()
  expect((await charge(id, { sucursal: 'Aguilares' }, clerk.headers)).statusCode).toBe(403)
  const elsewhere = await draft()
  await shop.post('/api/completar_compra', compra(elsewhere, { sucursal: 'Aguilares' }))
  expect((await charge(elsewhere, {}, clerk.headers)).statusCode).toBe(404)
  expect((await charge(id, {}, clerk.headers)).statusCode).toBe(200)
  const [row] = await shop.db.select().from(pedidos).where(eq(pedidos.id, elsewhere))
  expect(row?.estado).toBe('confirmado')
})
