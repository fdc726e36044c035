// Pairs of calls that take the same rows: each waits for the other's end, and PostgreSQL never has to break a circle.
import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Tx } from './base/db/open.ts'
import { codigos } from './base/db/schema/codigos.ts'
import { intentos } from './base/db/schema/impresion.ts'
import { pedidos } from './base/db/schema/pedidos.ts'
import { premios, puntos } from './base/db/schema/puntos.ts'
import { lockPedido, markSearched, type Pedido } from './compra/pedidos/service.ts'
import { holdCliente } from './cuentas/auth/service.ts'
import { createCodigo } from './fidelidad/codigos/service.ts'
import { settleDeuda } from './fidelidad/puntos/deuda.ts'
import { newEmail, PASSWORD } from './testing/cuenta.ts'
import { endConnections } from './testing/database.ts'
import { newOperador } from './testing/mostrador.ts'
import { makePdf } from './testing/pdf.ts'
import { confirmed, rowOf } from './testing/pedidos.ts'
import { printShop } from './testing/printing.ts'
import { type ConPuntos, conPuntos, newPremio } from './testing/puntos.ts'
import { compra, eventually, type Shop, testShop } from './testing/shop.ts'
import { aCounter, cash } from './testing/ventas.ts'

/** How many circles PostgreSQL broke in this database. A connection tells the last of them when it ends. */
async function deadlocks({ db, url }: Pick<Shop, 'db' | 'url'>): Promise<number> {
  await endConnections(url)
  const { rows } = await db.execute<{ n: number }>(
    sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`,
  )
  return rows[0]?.n ?? 0
}

/**
 * While another transaction holds the rows that `held` locks, starts the calls one after the other, each once the one
 * before waits for a row; then lets the rows go. @returns what the calls answer
 */
async function inTurn<T>({ db }: Pick<Shop, 'db'>, held: SQL, calls: (() => Promise<T>)[]): Promise<T[]> {
  const started: Promise<T>[] = []
  await db.transaction(async (tx) => {
    await tx.execute(held)
    for (const call of calls) {
      started.push(call())
      await untilBlocked(tx, started.length)
    }
  })
  return Promise.all(started)
}

/** Until so many transactions wait for this one, or for one that does. */
const untilBlocked = (tx: Tx, many: number) =>
  eventually(
    () =>
      tx.execute(sql`
        with recursive blocked (pid) as (
          select pg_backend_pid() union
          select l.pid from pg_locks l join blocked b on b.pid = any(pg_blocking_pids(l.pid)) where not l.granted
        ) select pid from blocked`),
    ({ rows }) => rows.length > many,
  )

const holdCodigo = (id: number) => sql`select from codigos where id = ${id} for update`
const holdPedido = (id: string) => sql`select from pedidos where id = ${id} for update`

const remove = (shop: Shop, { headers }: ConPuntos) =>
  shop.post('/api/clientes/eliminar', { password: PASSWORD }, headers)

/** Two codes of the account, each for more sheets than an order of them takes. */
async function twoCodigos(
  { db, deps }: Shop,
  { id: cliente_id }: Pick<ConPuntos, 'id'>,
  change: object = {},
) {
  const make = () =>
    createCodigo(db, {
      tipo: 'hojas',
      hojas: 3,
      cliente_id,
      producto_nombre: 'Hojas gratis',
      creado: deps.now(),
      vence: new Date(deps.now().getTime() + 3600_000),
      ...change,
    })
  return [await make(), await make()] as const
}

const aDraft = async (shop: Shop, pages = 12): Promise<string> =>
  (await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages }) }])).pedido_id

/** Another order like `model`, under that id. */
async function orderLike({ db }: Shop, model: Pedido, id: string, change: Partial<Pedido>): Promise<string> {
  const own = { id, carrito: null, numero: (model.numero ?? 0) + 1 + Math.floor(Math.random() * 1e6) }
  const unique = { referencia: randomUUID(), codigo_retiro: randomUUID() }
  await db.insert(pedidos).values({ ...model, ...own, ...unique, ...change })
  return id
}

const statusOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

test('two sales that each charge orders of the same two mailboxes, in another order', async () => {
  const { shop, draft, sell } = await aCounter()
  const [one, other] = [newEmail(), newEmail()]
  const waits = async (email: string) => {
    const pedido_id = await draft()
    const lineas = [{ pedido_id }, { texto: 'Tapa', importe: 100 }]
    await sell({ lineas, cliente: { email }, pagos: [{ medio: 'mercadopago', importe: 420 }] })
    return { pedido_id }
  }
  const ventas = [
    [await waits(one), await waits(other)],
    [await waits(other), await waits(one)],
  ]
  const clerks = [await newOperador(shop, 1), await newOperador(shop, 1)]
  const held = sql`select pg_advisory_xact_lock(hashtextextended(${`puntos ${one}`}, 0))`
  const calls = ventas.map((lineas, at) => () => sell({ lineas, pagos: cash(840) }, clerks[at]?.headers))
  const answers = await inTurn(shop, held, calls)
  expect(answers.map(({ pagado }) => pagado)).toEqual([840, 840])
  expect(await deadlocks(shop)).toBe(0)
})

describe('an account comes before its codes', () => {
  test('a sale with codes of an account and the deletion of that account', async () => {
    const { shop, post, draft } = await aCounter()
    const ana = await conPuntos(shop)
    const [first, second] = await twoCodigos(shop, ana)
    const venta = {
      lineas: [{ pedido_id: await draft(20) }],
      codigos: [first.codigo, second.codigo],
      pagos: cash(1_000_000),
      sucursal: 'Alberdi',
    }
    const answers = await inTurn(shop, holdCodigo(second.id), [
      () => post('ventas', venta),
      () => remove(shop, ana),
    ])
    expect(statusOf(answers)).toEqual([200, 200])
    expect(await deadlocks(shop)).toBe(0)
  })

  test('a purchase in a session and the deletion of its account', async () => {
    const shop = await testShop()
    const ana = await conPuntos(shop)
    const [first, second] = await twoCodigos(shop, ana)
    const asked = compra(await aDraft(shop), { codigosAplicados: [first.codigo, second.codigo] })
    const buy = () => shop.post('/api/completar_compra', asked, ana.headers)
    const answers = await inTurn(shop, holdCodigo(second.id), [buy, () => remove(shop, ana)])
    expect(statusOf(answers)).toEqual([200, 200])
    expect(await deadlocks(shop)).toBe(0)
  })

  test('a purchase waits for the deletion of its account, and is refused', async () => {
    const shop = await testShop()
    const ana = await conPuntos(shop)
    const [first] = await twoCodigos(shop, ana)
    const asked = compra(await aDraft(shop))
    const buy = () => shop.post('/api/completar_compra', asked, ana.headers)
    const answers = await inTurn(shop, holdCodigo(first.id), [() => remove(shop, ana), buy])
    expect(statusOf(answers)).toEqual([200, 401])
    expect(await deadlocks(shop)).toBe(0)
  })

  test('a purchase that its codes pay and a debt of points that takes the same codes', async () => {
    const shop = await testShop()
    const ana = await conPuntos(shop, -5)
    const [first, second] = await twoCodigos(shop, ana, { hojas: 50 })
    const { email } = ana
    const asked = compra(await aDraft(shop), { email, codigosAplicados: [first.codigo, second.codigo] })
    const buy = async () => (await shop.post('/api/registrar_compra_sin_pago', asked)).statusCode
    const settle = () => shop.db.transaction((tx) => settleDeuda(tx, shop.deps, ana.id))
    const [status] = await inTurn<unknown>(shop, holdCodigo(second.id), [buy, settle])
    expect(status).toBe(200)
    expect(await deadlocks(shop)).toBe(0)
  })
})

test('a purchase that gives a code up for another one and a purchase with both', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop)
  const [first, second] = await twoCodigos(shop, ana)
  const [one, other] = [await aDraft(shop), await aDraft(shop)]
  // Free again, and still remembered by the first order
  const reservado_hasta = new Date(shop.deps.now().getTime() - 1)
  await shop.db.update(codigos).set({ pedido_id: one, reservado_hasta }).where(eq(codigos.id, first.id))
  const asked = (id: string, ...codes: { codigo: string }[]) =>
    compra(id, { email: ana.email, codigosAplicados: codes.map(({ codigo }) => codigo) })
  const url = '/api/completar_compra'
  // In a session and without, from two networks: purchases of one sender take turns before their codes
  const answers = await inTurn(shop, holdCodigo(second.id), [
    () => shop.post(url, asked(one, second), ana.headers),
    () =>
      shop.app.inject({
        method: 'POST',
        url,
        payload: asked(other, first, second),
        remoteAddress: '203.0.113.9',
      }),
  ])
  expect(statusOf(answers)).toEqual([200, 409])
  expect(await deadlocks(shop)).toBe(0)
})

test('two debts of points that void prizes of the same two kinds', async () => {
  const shop = await testShop()
  const [taza, gorra] = [await newPremio(shop), await newPremio(shop, { nombre: 'Gorra' })]
  /** Owes points, and has a prize of each kind, the last one first. */
  async function owing(...kinds: number[]) {
    const cliente = await conPuntos(shop)
    for (const premio_id of kinds) {
      const [codigo] = await twoCodigos(shop, cliente, { tipo: 'premio', hojas: null, premio_id })
      await shop.db.insert(puntos).values({
        cliente_id: cliente.id,
        tipo: 'canje',
        puntos: -1000,
        motivo: 'Canje',
        clave: `canje:${codigo.id}`,
        quien: 'cliente',
        cuando: new Date(),
      })
    }
    return () => shop.db.transaction((tx) => settleDeuda(tx, shop.deps, cliente.id))
  }
  const [one, other] = [await owing(taza, gorra), await owing(gorra, taza)]
  const taken = await inTurn(shop, sql`select from premios where id = ${gorra} for update`, [one, other])
  expect(taken.map(({ anulados }) => anulados.length)).toEqual([2, 2])
  const rows = await shop.db.select({ cantidad: premios.cantidad }).from(premios).orderBy(premios.id)
  expect(rows.slice(-2)).toEqual([{ cantidad: 7 }, { cantidad: 7 }])
  expect(await deadlocks(shop)).toBe(0)
})

describe('orders come in the order of their ids, as the database sorts them', () => {
  /** Two orders of one account. The database sorts small and capital letters together, JavaScript does not. */
  async function twoPedidos(shop: Shop) {
    const ana = await conPuntos(shop)
    const model = await confirmed(shop)
    const change = { cliente_id: ana.id, email: ana.email }
    const capital = await orderLike(shop, model, `B${randomUUID()}`, { ...change, referencia: 'a' })
    const small = await orderLike(shop, model, `a${randomUUID()}`, { ...change, referencia: 'b' })
    return { ana, capital, small }
  }

  test('a sale of two orders and the deletion of their account', async () => {
    const { shop, post } = await aCounter()
    const { ana, capital, small } = await twoPedidos(shop)
    const lineas = [{ pedido_id: capital }, { pedido_id: small }]
    const sell = () => post('ventas', { lineas, pagos: cash(1_000_000), sucursal: 'Alberdi' })
    const answers = await inTurn(shop, holdPedido(small), [() => remove(shop, ana), sell])
    expect(statusOf(answers)).toEqual([200, 409])
    expect(await deadlocks(shop)).toBe(0)
  })

  test('a round of the payments and the deletion of an account', async () => {
    const shop = await testShop()
    const { ana, small } = await twoPedidos(shop)
    const mark = () => markSearched(shop.db, ['a', 'b'], shop.deps.now())
    const remove_ = async () => (await remove(shop, ana)).statusCode
    expect(await inTurn<unknown>(shop, holdPedido(small), [remove_, mark])).toEqual([200, undefined])
    expect(await deadlocks(shop)).toBe(0)
  })

  test('the deletion of an account that gets an order meanwhile and a payment of that order', async () => {
    const shop = await testShop()
    const ana = await conPuntos(shop)
    const model = await confirmed(shop)
    let deletion: ReturnType<typeof remove> | undefined
    const pay = Promise.withResolvers<void>()
    const id = randomUUID()
    const payment = shop.db.transaction(async (held) => {
      await held.execute(sql`select from clientes where id = ${ana.id} for key share`)
      deletion = remove(shop, ana)
      await untilBlocked(held, 1)
      await orderLike(shop, model, id, { cliente_id: ana.id, email: ana.email })
      const paying = shop.db.transaction(async (tx) => {
        await lockPedido(tx, id)
        await pay.promise
        await untilBlocked(tx, 1)
        await holdCliente(tx, ana.id)
      })
      return { paying }
    })
    const { paying } = await payment
    pay.resolve()
    await paying
    expect((await deletion)?.statusCode).toBe(200)
    expect((await rowOf(shop, id)).cliente_id).toBeNull()
    expect(await deadlocks(shop)).toBe(0)
  })
})

describe('a work at a printer', () => {
  test('a report of its agent and its cancellation', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    const tarea = await shop.first()
    const [row] = await shop.made(id)
    const held = sql`select from ${intentos} where id = ${tarea.intento} for update`
    const answers = await inTurn(shop, held, [
      () => shop.tell(tarea, 1, 'enviando'),
      () => shop.post(`/api/mostrador/impresiones/${row?.id}/cancelar`, {}, shop.owner),
    ])
    expect(statusOf(answers)).toEqual([200, 200])
    expect(await deadlocks(shop)).toBe(0)
  })

  test('the answers to two works of one order', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido([{ nombre: 'a.pdf' }, { nombre: 'b.pdf' }])
    await shop.print(id)
    await shop.db.execute(sql`update impresiones set estado = 'detenida' where pedido_id = ${id}`)
    const works = await shop.made(id)
    const held = sql`select from pedidos where id = ${id} for key share`
    const again = { respuesta: 'reimprimir', motivo: 'se trabó' }
    const answers = await inTurn(
      shop,
      held,
      works.map((work) => () => shop.answer(work.id, again)),
    )
    expect(statusOf(answers)).toEqual([200, 200])
    expect(await deadlocks(shop)).toBe(0)
  })
})
