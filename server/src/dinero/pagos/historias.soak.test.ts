// Random histories of payments, with late, repeated, lost and forged notifications: what must always hold.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clientes } from '../../base/db/schema/clientes.ts'
import { correos } from '../../base/db/schema/correos.ts'
import { historial, pedidos } from '../../base/db/schema/pedidos.ts'
import { puntos } from '../../base/db/schema/puntos.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { azarOf } from '../../testing/judge/azar.ts'
import { another, IMPORTE, mercadoPagoShop, withLink } from '../../testing/pagos.ts'
import type { MercadoPago, Mood } from '../../testing/peers/mercadopago.ts'
import type { FakePayment } from '../../testing/peers/mercadopago-books.ts'
import { rounds } from '../../testing/rounds.ts'
import type { Shop } from '../../testing/shop.ts'

type Chance = (percent: number) => boolean

/** Random choices from a seed, with which a failed test can be repeated. */
function chanceOf(seed: number): Chance {
  const azar = azarOf(seed)
  return (percent) => azar() < percent / 100
}

const PATHS: string[][] = [
  ['approved'],
  ['pending', 'approved'],
  ['in_process', 'approved'],
  ['in_process', 'rejected'],
  ['pending', 'cancelled'],
  ['pending', 'approved', 'refunded'],
  ['approved', 'in_mediation', 'approved'],
  ['approved', 'charged_back'],
]
const MOODS: Mood[] = [500, 503, 429, 'cut', 'html', 'lost', 'broken']

/**
 * Several payments of one buyer, each notified never, once or often, in any order, with forgeries between.
 */
async function live(mercadopago: MercadoPago, { referencia, estado }: Pedido, chance: Chance): Promise<void> {
  const { books } = mercadopago
  const pick = () => PATHS.find(() => chance(25)) ?? ['approved']
  const attempts = [1, 2, 3].filter((n) => n === 1 || chance(60)).map(pick)
  expect(estado).toBe('confirmado')
  await Promise.all(
    attempts.map(async ([first = 'approved', ...path]) => {
      const { id } = books.add({
        status: first,
        external_reference: referencia,
        transaction_amount: chance(80) ? IMPORTE : 10.5,
        currency_id: chance(90) ? 'ARS' : 'USD',
      })
      await told(mercadopago, String(id), chance)
      for (const status of path) {
        await sleep(chance(50) ? 0 : 40)
        const now = books.need(String(id))
        // The shop may have refunded or cancelled it meanwhile: that is final
        if (['refunded', 'cancelled'].includes(now.status)) return
        const whole = status === 'refunded' ? now.transaction_amount : now.transaction_amount_refunded
        books.move(String(id), { status, transaction_amount_refunded: whole })
        await told(mercadopago, String(id), chance)
      }
    }),
  )
}

async function told(mercadopago: MercadoPago, id: string, chance: Chance): Promise<void> {
  if (chance(15)) return // no notification
  for (let times = chance(40) ? 3 : 1; times > 0; times--) {
    if (chance(30)) await mercadopago.notify(id, { secret: 'falsa' })
    void sleep(chance(50) ? 0 : 150).then(() => mercadopago.notify(id))
  }
}

const AT_ONCE = 30
const LOOK_EVERY_MS = 300
const WITHIN_MS = 120_000

/** Runs as main.ts does, with its housekeeping, until no order has a problem. */
async function untilFine(shop: Shop, mercadopago: MercadoPago, orders: Pedido[]): Promise<void> {
  const until = Date.now() + WITHIN_MS
  let open = orders
  for (let look = 0; ; look++) {
    if (look % 8 === 0) await shop.app.housekeeping()
    const problems = await Promise.all(open.map((pedido) => problemsOf(shop, mercadopago, pedido)))
    open = open.filter((_, index) => problems[index]?.length)
    if (open.length === 0) return
    if (Date.now() > until) throw new Error(problems.flat().join('; '))
    await sleep(LOOK_EVERY_MS)
  }
}

test('an order ends as its payments say, is paid at most once, with one mail; a surplus goes back once', {
  timeout: 3_600_000,
}, async () => {
  const { shop, mercadopago, answers } = await mercadoPagoShop()
  // The orders have this account's e-mail, so every paid one earns points
  await shop.db.insert(clientes).values({
    email: 'ana@example.com',
    nombre: 'Ana',
    celular: '3865412233',
    fecha_nacimiento: '1990-05-17',
    password_hash: '-',
    activado: new Date(),
    email_confirmado: 'ana@example.com',
  })
  const model = await withLink(shop)
  for (let done = 0; done < rounds(60, 1_000); done += AT_ONCE) {
    const seed = Number(process.env.SEED) || randomInt(2 ** 31)
    const chance = chanceOf(seed)
    shop.clock.offsetMs = 0
    const orders = await Promise.all(Array.from({ length: AT_ONCE }, () => another(shop, model)))
    mercadopago.chance.lag = () => chance(25)
    mercadopago.chance.mood = () => (chance(20) ? MOODS.find(() => chance(25)) : undefined)
    await Promise.all(orders.map((pedido) => live(mercadopago, pedido, chance)))
    await sleep(300)
    mercadopago.chance.lag = mercadopago.chance.mood = undefined
    shop.clock.offsetMs = 3 * 60_000

    await untilFine(shop, mercadopago, orders).catch((error) => {
      throw new Error(`seed ${seed}: ${error.message}`)
    })
    // Their search is over: random searches are for the orders of the next round
    const ids = orders.map(({ id }) => id)
    await shop.db
      .update(pedidos)
      .set({ vence: new Date(0) })
      .where(inArray(pedidos.id, ids))
    // Each payment went back by itself at most once
    const keys = [...mercadopago.books.refunds.values()].map(({ payment }) => payment)
    expect(new Set(keys).size, `seed ${seed}`).toBe(keys.length)
  }
  expect(new Set(answers)).toEqual(new Set([200, 401]))
})

/** The state that an order must have by the provider's books, reckoned otherwise than the product does. */
function expectedOf(payments: FakePayment[]): { estados: string[]; kept: number } {
  const inPesos = payments.filter(({ currency_id }) => currency_id === 'ARS')
  const held = inPesos.filter(({ status }) => status === 'approved' || status === 'in_mediation')
  const whole = held.filter(({ transaction_amount }) => transaction_amount === IMPORTE)
  if (whole.length > 0) return { estados: ['pagado'], kept: 1 }
  // Whether it was paid in between depends on the notifications. Money that the bank took leaves it paid
  const isTaken = inPesos.some(({ status }) => status === 'charged_back')
  return { estados: ['confirmado', 'reembolsado', ...(isTaken ? ['pagado'] : [])], kept: 0 }
}

/** The problems that one order has (still). */
async function problemsOf(
  { db }: Shop,
  mercadopago: MercadoPago,
  { id, referencia }: Pedido,
): Promise<string[]> {
  const [pedido] = await db.select().from(pedidos).where(eq(pedidos.id, id))
  const moves = await db
    .select()
    .from(historial)
    .where(and(eq(historial.pedido_id, id), eq(historial.estado, 'pagado'), isNull(historial.nota)))
  const mails = await db
    .select()
    .from(correos)
    .where(eq(correos.clave, `pagado:${id}`))
  const payments = mercadopago.of(referencia)
  const { estados, kept } = expectedOf(payments)
  const estado = pedido?.estado ?? 'borrador'
  const left = payments.filter(({ status }) => status === 'approved' || status === 'in_mediation')
  const wholeLeft = left.filter(
    ({ currency_id, transaction_amount }) => currency_id === 'ARS' && transaction_amount === IMPORTE,
  )
  const ledger = await db.select().from(puntos).where(eq(puntos.pedido_id, id))
  const earned = ledger.filter(({ tipo }) => tipo === 'pedido')
  const balance = ledger.reduce((sum, line) => sum + line.puntos, 0)
  const isDisputed = payments.some(({ status }) => status === 'charged_back')
  return [
    !estados.includes(estado) && `${estado} instead of ${estados.join(' or ')}`,
    moves.length > 1 && 'paid twice',
    mails.length !== moves.length && 'not one mail for a payment',
    earned.length !== moves.length && 'not one entry of points for a payment',
    estado === 'pagado' && !isDisputed && balance !== IMPORTE && `${balance} points of a paid order`,
    estado === 'reembolsado' && balance !== 0 && `${balance} points of a refunded order`,
    estado === 'confirmado' && moves.length > 0 && 'went back',
    estado === 'pagado' && wholeLeft.length !== kept && `${wholeLeft.length} whole payments kept`,
    // The shop cannot refund a disputed payment; of the others only those that pay the order stay
    estado === 'pagado' && left.length !== kept && !isDisputed && `${left.length} payments kept`,
    estado === 'reembolsado' && left.length > 0 && 'refunded and paid',
  ].flatMap((problem) =>
    problem
      ? [
          `${referencia.slice(0, 4)}: ${problem} ${JSON.stringify(payments.map(({ status, transaction_amount, currency_id }) => [status, transaction_amount, currency_id]))}`,
        ]
      : [],
  )
}
