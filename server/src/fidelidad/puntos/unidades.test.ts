// The unit of a prize that is never picked up goes back on the shelf, once.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { codigos } from '../../base/db/schema/codigos.ts'
import { premios } from '../../base/db/schema/puntos.ts'
import { PASSWORD } from '../../testing/cuenta.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { type ConPuntos, conPuntos, newHojas, newPremio, secondApp } from '../../testing/puntos.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { takeBackPuntos } from './service.ts'

const DAY = 24 * 3600_000

async function redeem({ post }: Shop, { headers }: ConPuntos, producto_id: number): Promise<string> {
  const answer = await post('/api/puntos/canjear-producto/', { producto_id }, headers)
  expect(answer.statusCode).toBe(200)
  return answer.json().codigo
}
const stockOf = async ({ db }: Shop, id: number) =>
  (await db.select().from(premios).where(eq(premios.id, id)))[0]?.cantidad

/** Of five mugs one was picked up, one waits, and a refund took the points of a third one: three are left. */
async function openPremios() {
  const shop = await testShop()
  const [ana, luz] = [await conPuntos(shop, 3000), await conPuntos(shop, 1000)]
  const [taza, hojas] = [await newPremio(shop), await newHojas(shop)]
  const picked = await redeem(shop, ana, taza)
  expect((await shop.post(`/api/mostrador/codigos/${picked}/usar`, {}, await enterAs(shop))).statusCode).toBe(
    200,
  )
  await redeem(shop, luz, taza)
  await shop.db.transaction((tx) =>
    takeBackPuntos(tx, shop.deps, {
      cliente_id: luz.id,
      tipo: 'devolucion',
      puntos: 1000,
      motivo: 'Devolución',
      clave: 'devolucion',
      quien: 'sistema',
      cuando: shop.deps.now(),
    }),
  )
  await redeem(shop, ana, taza)
  await shop.post('/api/codigos-canje/', { producto: hojas, cliente: ana.id }, ana.headers)
  expect(await stockOf(shop, taza)).toBe(3)
  return { shop, ana, taza, hojas }
}

test('a prize whose code ended unused goes back on the shelf, once, whatever two servers do', async () => {
  const { shop, taza, hojas } = await openPremios()
  const other = await secondApp(shop)
  await shop.app.housekeeping()
  expect(await stockOf(shop, taza)).toBe(3)
  shop.clock.offsetMs = 91 * DAY
  await Promise.all([shop.app.housekeeping(), other.housekeeping()])
  await shop.app.housekeeping()
  expect([await stockOf(shop, taza), await stockOf(shop, hojas)]).toEqual([4, 50])
})

test('the prizes that an account did not pick up go back on the shelf when it is deleted, once', async () => {
  const { shop, ana, taza, hojas } = await openPremios()
  const left = await shop.post('/api/clientes/eliminar', { password: PASSWORD }, ana.headers)
  expect(left.statusCode).toBe(200)
  expect([await stockOf(shop, taza), await stockOf(shop, hojas)]).toEqual([4, 50])
  expect(await shop.db.$count(codigos, eq(codigos.cliente_id, ana.id))).toBe(0)

  const late = await conPuntos(shop, 1000)
  await redeem(shop, late, taza)
  await shop.db.update(codigos).set({ vence: shop.deps.now() }).where(eq(codigos.cliente_id, late.id))
  await shop.app.housekeeping()
  expect(await stockOf(shop, taza)).toBe(4)
  const gone = await shop.post('/api/clientes/eliminar', { password: PASSWORD }, late.headers)
  expect(gone.statusCode).toBe(200)
  expect(await stockOf(shop, taza)).toBe(4)
})
