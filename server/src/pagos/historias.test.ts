// Random histories of payments, told as badly as the world tells them: what must hold whatever arrives.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { correos, historial, pagos, pedidos } from '../db/schema.ts'
import type { Payments, ProviderPayment } from '../services/payments/port.ts'
import { isSigned, signNotification } from '../services/payments/signature.ts'
import { makePdf } from '../testing/pdf.ts'
import { rounds } from '../testing/rounds.ts'
import { compra, eventually, type Shop, testShop } from '../testing/shop.ts'
import { recordPayment } from './service.ts'

const SECRET = 'de-prueba'
const IMPORTE = 95_00
const pdf = makePdf()

type Status = ProviderPayment['status']
type Chance = (percent: number) => boolean

/** A provider whose payments the test moves. It fails, lags behind itself and loses answers as `chance` says. */
function scripted(chance: Chance) {
  const books = new Map<string, ProviderPayment[]>()
  const refunds = new Map<string, Set<string>>()
  let trouble = true
  const maybeFail = (percent: number) => {
    if (trouble && chance(percent)) throw new Error('503')
  }
  const now = (id: string) => books.get(id)?.at(-1)
  const move = (id: string, change: Partial<ProviderPayment>) => {
    const versions = books.get(id) ?? []
    const last = versions.at(-1)
    if (!last) throw new Error('no such payment')
    const updated = new Date(Math.max(Date.now(), last.updated.getTime() + 1))
    versions.push({ ...last, ...change, updated })
  }
  const payments: Payments = {
    kind: 'mercadopago',
    checkout: null,
    createPreference: async ({ reference }) => ({
      id: `pref-${reference}`,
      initPoint: 'https://mp.example/x',
    }),
    expirePreference: async () => maybeFail(20),
    async readPayment(id) {
      maybeFail(20)
      const versions = books.get(id) ?? []
      const lag = trouble && chance(25) ? 2 : 1
      return versions.at(-lag) ?? versions[0] ?? null
    },
    async searchPayments(reference) {
      maybeFail(20)
      return [...books.values()]
        .flatMap((versions) => versions.slice(-1))
        .filter((one) => one.reference === reference)
    },
    async refund(id, key) {
      maybeFail(20)
      const keys = refunds.get(id) ?? new Set()
      if (!keys.has(key)) {
        if (now(id)?.status !== 'approved') throw new Error('400')
        move(id, { status: 'refunded', refunded: now(id)?.amount })
        refunds.set(id, keys.add(key))
      }
      maybeFail(20) // done, but the answer is lost
    },
    verifySignature: (headers, dataId) => isSigned(SECRET, headers, dataId),
  }
  return {
    ...{ payments, refunds, move, now },
    add: (payment: ProviderPayment) => books.set(payment.id, [payment]),
    of: (reference: string) =>
      [...books.keys()].flatMap((id) => now(id) ?? []).filter((one) => one.reference === reference),
    calm: () => {
      trouble = false
    },
  }
}
type Provider = ReturnType<typeof scripted>

/** mulberry32: a test that failed can be run again with its seed. */
function chanceOf(seed: number): Chance {
  let state = seed
  return (percent) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32 < percent / 100
  }
}

async function confirmed(shop: Shop) {
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await pdf }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  await shop.post('/api/crear-preferencia', { pedido_id, total: 95 })
  const [pedido] = await shop.db.select().from(pedidos).where(eq(pedidos.id, pedido_id))
  if (pedido?.estado !== 'confirmado' || !pedido.preferencia_id) throw new Error('not confirmed')
  return pedido
}

let nextId = 1000
const payment = (reference: string, change: Partial<ProviderPayment> = {}): ProviderPayment => ({
  ...{ id: String(nextId++), reference, status: 'pending', amount: IMPORTE, refunded: 0, currency: 'ARS' },
  ...{ method: 'visa', created: new Date(), updated: new Date() },
  ...change,
})

function notify(shop: Shop, id: string, secret = SECRET) {
  const request = `r${randomInt(1e9)}`
  return shop.app.inject({
    method: 'POST',
    url: `/api/pagos/mercadopago?data.id=${id}&type=payment`,
    headers: { 'x-request-id': request, 'x-signature': signNotification(secret, id, request, Date.now()) },
    payload: { id: randomInt(1e9), type: 'payment' },
  })
}

const PATHS: Status[][] = [
  ['approved'],
  ['pending', 'approved'],
  ['in_process', 'approved'],
  ['in_process', 'rejected'],
  ['pending', 'cancelled'],
  ['pending', 'approved', 'refunded'],
]

async function live(shop: Shop, provider: Provider, referencia: string, chance: Chance): Promise<void> {
  const pick = () => PATHS.find(() => chance(30)) ?? (['approved'] as Status[])
  const attempts = [1, 2, 3]
    .filter((n) => n === 1 || chance(60))
    .map(() => ({
      one: payment(referencia, {
        amount: chance(80) ? IMPORTE : 10_00,
        currency: chance(90) ? 'ARS' : 'USD',
      }),
      path: pick(),
    }))
  await Promise.all(
    attempts.map(async ({ one, path }) => {
      provider.add(one)
      for (const status of path) {
        await sleep(chance(50) ? 0 : 40)
        provider.move(one.id, { status, refunded: status === 'refunded' ? one.amount : 0 })
        if (chance(15)) continue // nobody is told
        for (let times = chance(40) ? 3 : 1; times > 0; times--) {
          if (chance(30)) await notify(shop, one.id, 'falsa')
          void sleep(chance(50) ? 0 : 150).then(() => notify(shop, one.id))
        }
      }
    }),
  )
}

describe('random histories', () => {
  test('an order is paid at most once, with one mail; what is paid twice goes back once; nothing is missed', {
    timeout: 3_600_000,
  }, async () => {
    for (let round = 0; round < rounds(1, 200); round++) {
      const seed = Number(process.env.SEED) || randomInt(2 ** 31)
      const chance = chanceOf(seed)
      const provider = scripted(chance)
      const shop = await testShop({ payments: provider.payments })
      const orders = []
      for (let i = 0; i < 12; i++) orders.push(await confirmed(shop))
      await Promise.all(orders.map(({ referencia }) => live(shop, provider, referencia, chance)))
      await sleep(500)
      provider.calm()
      shop.clock.offsetMs = 3 * 60_000

      for (const { id, referencia } of orders)
        await eventually(
          async () => {
            await shop.app.housekeeping()
            return (await problemsOf(shop, provider, id, referencia)).join()
          },
          (problems) => problems === '',
          45_000,
        ).catch((error) => {
          throw new Error(`seed ${seed}: ${error.message} ${JSON.stringify(provider.of(referencia))}`)
        })
      for (const keys of provider.refunds.values()) expect(keys.size, `seed ${seed}`).toBe(1)
    }
  })
})

/** What does not hold (yet) of one order. */
async function problemsOf(
  { db }: Shop,
  provider: Provider,
  id: string,
  referencia: string,
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
  const approved = provider.of(referencia).filter(({ status }) => status === 'approved')
  const whole = approved.filter(({ amount, currency }) => amount === IMPORTE && currency === 'ARS')
  const estado = pedido?.estado ?? 'borrador'
  return [
    moves.length > 1 && 'paid twice',
    mails.length !== moves.length && 'not one mail for a payment',
    estado === 'confirmado' && whole.length > 0 && 'paid and still waiting',
    estado === 'confirmado' && moves.length > 0 && 'went back',
    estado === 'pagado' && (approved.length !== 1 || whole.length !== 1) && 'not exactly one payment left',
    estado === 'reembolsado' && approved.length > 0 && 'refunded and paid',
    !['confirmado', 'pagado', 'reembolsado'].includes(estado) && `unexpected ${estado}`,
  ].filter((problem): problem is string => problem !== false)
}

describe('money that does not pay', () => {
  test('too little, another currency, another reference: kept, told to the owner, and never enough', async () => {
    const provider = scripted(() => false)
    const shop = await testShop({ payments: provider.payments })
    const [one, two] = [await confirmed(shop), await confirmed(shop)]
    const little = payment(one.referencia, { status: 'approved', amount: IMPORTE - 1 })
    const dollars = payment(two.referencia, { status: 'approved', currency: 'USD' })
    const foreign = payment('de-otro-comercio', { status: 'approved' })
    for (const each of [little, dollars, foreign]) {
      provider.add(each)
      expect((await notify(shop, each.id)).statusCode).toBe(200)
    }
    await eventually(
      () => shop.db.select().from(pagos),
      (list) => list.length === 2,
    )
    const notes = await eventually(
      () => shop.db.select().from(historial).where(eq(historial.quien, 'sistema')),
      (list) => list.length === 2,
    )
    expect(notes.map(({ nota }) => nota).toSorted()).toEqual([
      `Entró un pago de $ 94,99 (${little.id}), que no alcanza para los $ 95,00 del pedido.`,
      `Entró un pago de 95 USD (${dollars.id}), que no alcanza para los $ 95,00 del pedido.`,
    ])
    for (const { id } of [one, two])
      expect((await shop.get(`/api/pedidos/${id}`)).json()).toMatchObject({ estado: 'confirmado' })
    // The missing centavo arrives: together they pay
    const rest = payment(one.referencia, { status: 'approved', amount: 1 })
    provider.add(rest)
    await notify(shop, rest.id)
    await eventually(
      async () => (await shop.get(`/api/pedidos/${one.id}`)).json().estado,
      (estado) => estado === 'pagado',
    )
  })

  test('an older word never overwrites a newer one, nor is a paid order moved by it', async () => {
    const provider = scripted(() => false)
    const shop = await testShop({ payments: provider.payments })
    const pedido = await confirmed(shop)
    const at = (second: number, change: Partial<ProviderPayment>) =>
      payment(pedido.referencia, {
        id: '7',
        updated: new Date(Date.UTC(2026, 10, 21, 12, 0, second)),
        ...change,
      })
    const told = async (word: ProviderPayment) => {
      await recordPayment(shop.deps, word)
      const [[pago], [now]] = await Promise.all([
        shop.db.select().from(pagos),
        shop.db.select().from(pedidos).where(eq(pedidos.id, pedido.id)),
      ])
      return [pago?.estado, now?.estado]
    }
    const refunded = { status: 'refunded', refunded: IMPORTE } as const
    expect(await told(at(2, { status: 'in_process' }))).toEqual(['in_process', 'confirmado'])
    expect(await told(at(1, { status: 'approved' }))).toEqual(['in_process', 'confirmado'])
    expect(await told(at(3, { status: 'approved' }))).toEqual(['approved', 'pagado'])
    expect(await told(at(2, { status: 'rejected' }))).toEqual(['approved', 'pagado'])
    expect(await told(at(3, { status: 'pending' }))).toEqual(['approved', 'pagado'])
    expect(await told(at(5, refunded))).toEqual(['refunded', 'reembolsado'])
    expect(await told(at(4, { status: 'approved' }))).toEqual(['refunded', 'reembolsado'])
  })

  test('a payment that the provider cannot show yet is asked for again within a minute', async () => {
    const provider = scripted(() => false)
    const shop = await testShop({ payments: provider.payments })
    const pedido = await confirmed(shop)
    const late = payment(pedido.referencia, { status: 'approved' })
    expect((await notify(shop, late.id)).statusCode).toBe(200)
    await sleep(1500)
    provider.add(late)
    await eventually(
      async () => (await shop.get(`/api/pedidos/${pedido.id}`)).json().estado,
      (estado) => estado === 'pagado',
      15_000,
    )
  })

  test('without any notification, the reconciliation finds it', async () => {
    const provider = scripted(() => false)
    const shop = await testShop({ payments: provider.payments })
    const pedido = await confirmed(shop)
    provider.add(payment(pedido.referencia, { status: 'approved' }))
    await shop.app.housekeeping()
    const estado = async () => (await shop.get(`/api/pedidos/${pedido.id}`)).json().estado
    expect(await estado()).toBe('confirmado') // less than two minutes: its notification may be on its way
    shop.clock.offsetMs = 121_000
    await shop.app.housekeeping()
    expect(await estado()).toBe('pagado')
  })

  test('a provider that is down makes no link, and says so', async () => {
    const provider = scripted(() => false)
    const createPreference = () => Promise.reject(new Error('ECONNREFUSED'))
    const shop = await testShop({ payments: { ...provider.payments, createPreference } })
    const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await pdf }])
    await shop.post('/api/completar_compra', compra(pedido_id))
    const answer = await shop.post('/api/crear-preferencia', { pedido_id, total: 95 })
    expect([answer.statusCode, answer.json()]).toEqual([
      502,
      { detail: 'No se pudo generar el enlace de pago.' },
    ])
    expect((await shop.get(`/api/pago-simulado/x`)).statusCode).toBe(404)
  })
})
