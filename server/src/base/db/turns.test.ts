// Many calls of one sender, and the connections of the pool.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'
import type { Db } from './open.ts'
import { pedidos } from './schema/pedidos.ts'
import { asCallerAt, createTurns, outsideTurns } from './turns.ts'

/** Keeps the order's row locked until the returned function is called. */
async function hold(db: Db, id: string): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const done = db.transaction(async (tx) => {
    await tx.select({ id: pedidos.id }).from(pedidos).where(eq(pedidos.id, id)).for('update')
    locked.resolve()
    await over.promise
  })
  await locked.promise
  onTestFinished(() => over.resolve())
  return () => {
    over.resolve()
    return done
  }
}

const within = <T>(ms: number, call: Promise<T>): Promise<T | 'it still waits'> =>
  Promise.race([call, sleep(ms).then(() => 'it still waits' as const)])

test('many calls that wait for one order keep no other address, no read and not the counter waiting', async () => {
  const shop = await openShop()
  const headers = await enterAs(shop)
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const other = await shop.quote([{ nombre: 'b.pdf', bytes: await makePdf() }])
  const [ana, beto, caro] = [
    shop.visitor('198.18.0.1'),
    shop.visitor('198.18.0.2'),
    shop.visitor('198.18.0.1'),
  ]
  for (const visitor of [ana, beto, caro]) await visitor.ask('/get_token_local')
  const body = compra(pedido_id)
  expect((await ana.ask('/api/completar_compra', { body })).status).toBe(200)
  const letGo = await hold(shop.db, pedido_id)
  const all = Array.from({ length: 60 }, () => ana.ask('/api/completar_compra', { body }))
  await sleep(500) // until they wait
  await shop.deps.tienda.edit(async () => {}) // the next call reads the settings anew, for all who wait for them
  expect(await within(3_000, caro.ask(`/api/pedidos/${pedido_id}`))).toMatchObject({ status: 200 })
  const bought = beto.ask('/api/completar_compra', { body: compra(other.pedido_id) })
  expect(await within(3_000, bought)).toMatchObject({ status: 200 })
  // The counter may have the address of the phones in the shop's own network
  expect(await within(3_000, ana.ask('/api/mostrador/pedidos', { headers }))).toMatchObject({ status: 200 })
  await letGo()
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

/** Begins transactions that last until they are ended, and writes down those that began. */
function beginning(connections: number, waitMs = 10_000) {
  const turns = createTurns(connections, waitMs)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string, as: (work: () => Promise<void>) => Promise<void>) =>
    as(() =>
      turns.run(async (waited) => {
        began.push(waited ? `${name}, after a wait` : name)
        const over = Promise.withResolvers<void>()
        ends.set(name, over.resolve)
        await over.promise
      }),
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await sleep(0)
  }
  return { began, begin, end }
}
const at = (address: string) => (work: () => Promise<void>) => asCallerAt(address, work)

test('one address has four of five connections, and its calls wait in their order; what no visitor asked for does not wait', async () => {
  const { began, begin, end } = beginning(5)
  for (let nth = 1; nth <= 6; nth++) void begin(`a${nth}`, at('a'))
  void begin('b1', at('b'))
  void begin('job', outsideTurns)
  expect(began).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'job'])
  await end('b1')
  await end('a3')
  await end('a1')
  expect(began.slice(6)).toEqual(['a5, after a wait', 'a6, after a wait'])
})

test('a call that waited too long is refused as the driver refuses it, and leaves the others their turns', async () => {
  const { began, begin, end } = beginning(1, 50)
  void begin('first', at('a'))
  await expect(begin('late', at('a'))).rejects.toThrow(/^timeout exceeded when trying to connect$/)
  const last = begin('last', at('a'))
  await end('first')
  expect(began).toEqual(['first', 'last, after a wait'])
  await end('last')
  await last
})

test('a transaction whose work begins another one beside it does not wait for its own turn', async () => {
  const { db } = await testDatabase()
  const nested = () =>
    asCallerAt('a', () => db.transaction(() => db.transaction((tx) => tx.execute(sql`select 1 as one`))))
  // The pool of a test has ten connections, of which one address has eight
  expect(await within(3_000, Promise.all(Array.from({ length: 8 }, nested)))).toHaveLength(8)
})
