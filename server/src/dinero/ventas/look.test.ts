// Reading a sale that was made: its answer by its key, what may go back of it, and its customer's account by
// id.
import type { ClienteHallado } from '@imprimitodo/shared/api/clientes-mostrador'
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clientes } from '../../base/db/schema/clientes.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { testShop } from '../../testing/shop.ts'

const B = '/api/mostrador'
const SERVICE = { lineas: [{ texto: 'Plastificado', importe: 1800 }] }
const CASH = [{ medio: 'efectivo', importe: 1800, recibido: 2000 }]

async function aCounter() {
  const shop = await testShop()
  const clerk = await newOperador(shop, 1)
  const key = (clave: string) => ({ ...clerk.headers, 'idempotency-key': clave })
  return { shop, clerk, key }
}

test('a sale whose answer was lost is found by its key, only by the person who made it', async () => {
  const { shop, key } = await aCounter()
  const look = (headers: Record<string, string>) => shop.get(`${B}/ventas/hecha`, headers)
  expect((await look(key('una'))).json()).toEqual({ venta: null })
  const made = (await shop.post(`${B}/ventas`, { ...SERVICE, pagos: CASH }, key('una'))).json<VentaAnswer>()
  expect(made.vuelto).toBe(200)
  expect((await look(key('una'))).json()).toEqual({ venta: made })
  expect((await look(key('otra'))).json()).toEqual({ venta: null })
  const other = await newOperador(shop, 1)
  expect((await look({ ...other.headers, 'idempotency-key': 'una' })).json()).toEqual({ venta: null })
  // Without a key, or with the key of a typed sale, there is none
  expect((await look(other.headers)).json()).toEqual({ venta: null })
})

test('a sale that waits for its payment is found with its link, and without it once it is paid or over', async () => {
  const { shop, key } = await aCounter()
  const pagos = [{ medio: 'mercadopago', importe: 1800 }]
  const made = (await shop.post(`${B}/ventas`, { ...SERVICE, pagos }, key('link'))).json<VentaAnswer>()
  expect(made.init_point).toMatch(/^http/)
  const look = async () =>
    (await shop.get(`${B}/ventas/hecha`, key('link'))).json<{ venta: VentaAnswer }>().venta.init_point
  expect(await look()).toBe(made.init_point)
  const cash = [{ medio: 'efectivo', importe: 1800 }]
  expect(
    (await shop.post(`${B}/ventas/${made.venta_id}/pagos`, { pagos: cash }, key('en mano'))).statusCode,
  ).toBe(200)
  expect(await look()).toBeNull()
})

test('how much of a sale may go back is told by means of payment, less earlier refunds', async () => {
  const { shop, key, clerk } = await aCounter()
  const made = (await shop.post(`${B}/ventas`, { ...SERVICE, pagos: CASH }, key('una'))).json<VentaAnswer>()
  const look = async (headers = clerk.headers) =>
    (await shop.get(`${B}/ventas/${made.venta_id}/devolver`, headers)).json()
  expect(await look()).toEqual({
    venta_id: made.venta_id,
    mostrador: 1800,
    mercadopago: 0,
    cuenta: 0,
    pedidos: made.pedidos,
  })
  const body = { importe: 500, medio: 'transferencia', motivo: 'Se cobró de más' }
  expect((await shop.post(`${B}/ventas/${made.venta_id}/devolver`, body, key('vuelve'))).statusCode).toBe(200)
  expect(await look()).toMatchObject({ mostrador: 1300 })
  const other = await newOperador(shop, 2)
  expect(await look(other.headers)).toEqual({ detail: 'Esa venta no existe.' })
})

test('a customer is found by any words of the name, masked, and a sale names them by id', async () => {
  const { shop, clerk, key } = await aCounter()
  const { email } = await newCliente(shop)
  const [row] = await shop.db
    .update(clientes)
    .set({ nombre: 'Milagros Ángela Fernández', celular: '3865412233' })
    .where(eq(clientes.email, email))
    .returning()
  const id = row?.id ?? 0
  const find = async (texto: string) =>
    (await shop.post(`${B}/clientes/buscar`, { texto }, clerk.headers)).json<ClienteHallado[]>()
  const masked = `${email[0]}•••••@${email.split('@')[1]}`
  const found = { id, nombre: 'Milagros Ángela Fernández', email: masked, celular: '•• •••• 2233' }
  for (const texto of ['FERNANDEZ mila', 'angela', 'Ángela'])
    expect([texto, await find(texto)]).toEqual([texto, [found]])
  for (const texto of ['mi', 'perez mila', '%%%', '3865412233', email])
    expect([texto, await find(texto)]).toEqual([texto, []])
  const sale = { ...SERVICE, cliente: { id }, pagos: CASH }
  const made = (await shop.post(`${B}/ventas`, sale, key('suya'))).json<VentaAnswer>()
  expect(made).toMatchObject({ puntos: 1800, cliente: { nombre: 'Milagros Ángela Fernández', puntos: 1800 } })
  // Accounts that are not activated, or deleted, are not found
  await shop.db.update(clientes).set({ activado: null }).where(eq(clientes.id, id))
  expect(await find('angela')).toEqual([])
  const refused = await shop.post(`${B}/ventas`, sale, key('de nadie'))
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({ cliente: ['Esa cuenta ya no está.'] })
})

test('a clerk who searches customers without end is refused for a while', async () => {
  const { shop, clerk } = await aCounter()
  const statuses = []
  for (let n = 0; n < 301; n++)
    statuses.push((await shop.post(`${B}/clientes/buscar`, { texto: 'nadie así' }, clerk.headers)).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(300)
  expect(statuses.at(-1)).toBe(429)
})
