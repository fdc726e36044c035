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
import { asSender, type CallSender, createTurns } from './turns.ts'

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

test('many calls that wait for one order keep neither other addresses, other browsers nor the counter waiting', async () => {
  const shop = await openShop()
  const headers = await enterAs(shop)
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
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
  for (const other of [beto, caro])
    expect(await within(3_000, other.ask(`/api/pedidos/${pedido_id}`))).toMatchObject({ status: 200 })
  // The counter may have the address of the phones in the shop's own network
  expect(await within(3_000, ana.ask('/api/mostrador/pedidos', { headers }))).toMatchObject({ status: 200 })
  await letGo()
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

const of = (address: string, browser: string | null = null) => ({ address, browser })

/** Asks for turns one after the other, and writes down who got one. */
function asking(most: number, waitMs = 10_000) {
  const turns = createTurns(most, waitMs)
  const got: string[] = []
  const ends = new Map<string, () => void>()
  const ask = async (name: string, sender: CallSender | null) => {
    const turn = await turns.take(sender).catch(() => null)
    if (turn === null) return // a test ended before its turn came
    got.push(name)
    ends.set(name, turn.end)
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await sleep(0)
  }
  return { turns, got, ask, end }
}

test('one address has four turns of five; work that no visitor asked for has as many as there are', async () => {
  const { turns, got, ask, end } = asking(5)
  for (let at = 1; at <= 7; at++) void ask(`a ${at}`, of('a', `${at}`))
  await ask('b 1', of('b'))
  expect([got, turns.waiting()]).toEqual([['a 1', 'a 2', 'a 3', 'a 4', 'b 1'], 3])
  await end('b 1')
  expect(got).toHaveLength(5)
  await ask('job', null)
  await end('a 1')
  expect(got.slice(5)).toEqual(['job', 'a 5'])
  const jobs = asking(5)
  for (let at = 1; at <= 6; at++) void jobs.ask(`job ${at}`, null)
  await sleep(0)
  expect(jobs.got).toHaveLength(5)
})

test('one browser has four fifths of the turns of its address', async () => {
  const { got, ask } = asking(20)
  for (let at = 1; at <= 20; at++) void ask('ana', of('campus', 'ana'))
  await ask('beto', of('campus', 'beto'))
  expect(got).toEqual([...Array(12).fill('ana'), 'beto'])
})

test('who waits is served in turns of the addresses, then of their browsers, each in the order of its calls', async () => {
  const { got, ask, end } = asking(2)
  await ask('first', null)
  await ask('second', null)
  for (const [name, sender] of [
    ['ana 1', of('campus', 'ana')],
    ['ana 2', of('campus', 'ana')],
    ['beto 1', of('campus', 'beto')],
    ['caro 1', of('home', 'caro')],
    ['caro 2', of('home', 'caro')],
  ] as const)
    void ask(name, sender)
  for (const name of ['first', 'ana 1', 'caro 1', 'beto 1', 'caro 2']) await end(name)
  expect(got.slice(2)).toEqual(['ana 1', 'caro 1', 'beto 1', 'caro 2', 'ana 2'])
})

test('a call that waited too long is refused as the driver refuses it, and leaves the others their turns', async () => {
  const { turns, got, ask, end } = asking(1, 50)
  await ask('first', of('a'))
  await expect(turns.take(of('a'))).rejects.toThrow(/^timeout exceeded when trying to connect$/)
  expect(turns.waiting()).toBe(0)
  void ask('last', of('b'))
  await end('first')
  expect(got).toEqual(['first', 'last'])
})

test('a transaction whose work asks the database beside it does not wait for its own turn', async () => {
  const { db } = await testDatabase()
  const nested = () =>
    asSender(of('home'), () => db.transaction(async () => (await db.execute(sql`select 1 as one`)).rows[0]))
  // The pool of a test has ten connections: eight are one address's
  expect(await within(3_000, Promise.all(Array.from({ length: 8 }, nested)))).toHaveLength(8)
})
