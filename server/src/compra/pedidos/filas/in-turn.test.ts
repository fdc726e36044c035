import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseAway } from '../../../base/db/lost.ts'
import { jobsOf } from '../../../testing/jobs.ts'
import { makePdf } from '../../../testing/pdf.ts'
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

describe('a call whose turn does not come', () => {
  /** The order's turn is held, and patience is short; the second request for the turn lets go of it. */
  async function held() {
    const shop = await testShop()
    const pedido = await confirmed(shop)
    const { locks } = shop.deps
    const release = await locks.take(`cambio de pedido ${pedido.id}`)
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      timeout.call(AbortSignal, ms === 45_000 ? 50 : ms),
    )
    onTestFinished(() => void vi.restoreAllMocks())
    const take = locks.take
    let asked = 0
    vi.spyOn(locks, 'take').mockImplementation((...asks) => {
      if (++asked === 2) release()
      return take(...asks)
    })
    return { shop, pedido }
  }

  test('is refused as one that may work later', async () => {
    const { shop, pedido } = await held()
    const { statusCode, headers } = await shop.post('/api/completar_compra', compra(pedido.id))
    expect([statusCode, headers['x-codigo']]).toEqual([503, 'saturado'])
  })

  test('ends no payment link: another call may have given out the same one', async () => {
    const { shop, pedido } = await held()
    const asked = { pedido_id: pedido.id, total: pedido.importe_final / 100 }
    expect((await shop.post('/api/crear-preferencia', asked)).statusCode).toBe(503)
    expect(await jobsOf(shop.db, 'expirar_preferencia')).toEqual([])
  })
})

test('where the turns’ own connection cannot be had, an order is changed all the same', async () => {
  const shop = await testShop()
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  vi.spyOn(shop.deps.locks, 'take').mockRejectedValue(new DatabaseAway('too many connections'))
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await shop.post('/api/completar_compra', compra(pedido_id))).statusCode).toBe(200)
})
