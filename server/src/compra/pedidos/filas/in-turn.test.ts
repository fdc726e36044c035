import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { confirmed, ownerOf, untilAnotherWaits } from '../../../testing/pedidos.ts'
import { newDevice } from '../../../testing/peers/push.ts'
import { compra, testShop } from '../../../testing/shop.ts'
import type { Pedido } from './store.ts'

/** More than the database has connections for a test's shop. */
const MANY = 25

/** Calls of a visitor that lock an order, by their path without `/api`. */
const CALLS: [path: string, body: (pedido: Pedido) => object][] = [
  ['/completar_compra', ({ id }) => compra(id)],
  ['/registrar_compra_sin_pago', ({ id }) => compra(id)],
  ['/crear-preferencia', ({ id: pedido_id, importe_final }) => ({ pedido_id, total: importe_final / 100 })],
  [
    '/puntos/quitar-impresion/',
    ({ id: pedido_id }) => ({ pedido_id, codigo: 'IMP-AAAA-AAAA', email: 'ana@example.com' }),
  ],
  ['/pedidos/:id/ayuda', () => ({})],
  ['/pedidos/:id/push', () => newDevice('https://fcm.googleapis.com/fcm/send/abc').body],
  ['/pedidos/:id/cancelar', () => ({})],
]

test.each(CALLS)(
  'many calls of POST /api%s for one order leave connections to others',
  async (path, body) => {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    const { id } = pedido
    const other = await confirmed(shop)
    const owner = await ownerOf(shop, id)
    const slow = new pg.Client(shop.url)
    await slow.connect()
    onTestFinished(() => slow.end())
    await slow.query('begin')
    await slow.query('select from pedidos where id = $1 for update', [id])
    const calls = Array.from({ length: MANY }, () =>
      shop.post(`/api${path.replace(':id', id)}`, body(pedido), owner),
    )
    await untilAnotherWaits(shop)
    expect((await shop.get(`/api/pedidos/${other.id}`)).statusCode).toBe(200)
    await slow.query('rollback')
    for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBeLessThan(500)
  },
)
