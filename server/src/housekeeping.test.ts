import { expect, test } from 'vitest'
import { confirmed, rowOf } from './testing/pedidos.ts'
import { testShop } from './testing/shop.ts'

test('a payment provider that does not answer is asked once at a time, and keeps no order from expiring', async () => {
  const asked: string[] = []
  const shop = await testShop({}, {}, ({ payments }) => {
    const mute = {
      ...payments.current,
      searchPayments: (referencia: string) => {
        asked.push(referencia)
        return new Promise<never>(() => {})
      },
    }
    return { payments: { ...payments, current: mute, all: [mute] } }
  })
  const { id, referencia, importe_final } = await confirmed(shop)
  await shop.post('/api/crear-preferencia', { pedido_id: id, total: importe_final / 100 })
  shop.clock.offsetMs = 73 * 3600_000
  await Promise.all([shop.app.housekeeping(), shop.app.housekeeping()])
  expect((await rowOf(shop, id)).estado).toBe('vencido')
  expect(asked).toEqual([referencia])
})
