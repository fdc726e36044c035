// The shop's requirements on a payment provider; each adapter runs these tests.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccionSimulada } from '@imprimitodo/shared/api/pagos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../testing/database.ts'
import { type MercadoPago, SECRET, startMercadoPago, TOKEN } from '../../../testing/peers/mercadopago.ts'
import { simulado_preferencias } from '../../db/schema/services.ts'
import { createLogger } from '../../runtime/logger.ts'
import { installationSecret } from '../../secrets/secret.ts'
import { createPayments } from './index.ts'
import { createMercadoPago, NOTIFICATION_PATH } from './mercadopago/adapter.ts'
import {
  CheckoutRefused,
  type CheckoutSimulado,
  type NotificationCall,
  type PaymentProvider,
  type PreferenceRequest,
  ProviderMissing,
  RefundRefused,
} from './port.ts'
import { createSimulado } from './simulado/adapter.ts'

type Sent = { path: string; headers: Record<string, string>; body: string }
type How = 'approved' | 'rejected' | 'in_process' | 'pending'
/** A provider with a buyer. */
type World = {
  payments: () => PaymentProvider
  /** The buyer's attempt on the link of a reference. */
  pay(reference: string, id: string, how: How): Promise<unknown>
  notify(paymentId: string): Promise<Sent>
}

let database: TestDatabase
let dataDir: string
let mercadopago: MercadoPago
const jobs: string[] = []
const sent: Sent[] = []
let answers: number[] = []
let simulado: PaymentProvider
let real: PaymentProvider
const log = createLogger('silent')
const checkout = (): CheckoutSimulado => {
  if (!simulado.checkout) throw new Error('no checkout')
  return simulado.checkout
}
const deliver = async (path: string, headers: Record<string, string>, body: string) => {
  sent.push({ path, headers, body })
  return answers.shift() ?? 200
}

beforeAll(async () => {
  database = await testDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-pagos-'))
  simulado = createSimulado({
    db: database.db,
    dataDir,
    now: () => new Date(),
    notificationPath: NOTIFICATION_PATH,
    deliver,
    jobs: { send: async (_tx, _name, data) => void jobs.push(JSON.stringify(data)) },
  })
  mercadopago = await startMercadoPago({
    deliver: (url, headers, body) => deliver(`${url.pathname}${url.search}`, headers, body),
  })
  const settings = { accessToken: TOKEN, webhookSecret: SECRET, apiUrl: mercadopago.url }
  real = createMercadoPago(settings, { log, now: () => new Date() })
})
afterAll(async () => {
  await mercadopago.close()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

const preference = (reference: string, change: Partial<PreferenceRequest> = {}): PreferenceRequest => ({
  reference,
  known: null,
  latest: null,
  title: 'Pedido 1042 – impresiones',
  comercio: 'ImprimiTodo',
  amount: 3990_00,
  email: 'ana@example.com',
  expires: new Date(Date.now() + 3600_000),
  origin: 'http://localhost:3000',
  backUrl: `http://localhost:3000/pago/vuelta/${reference}`,
  notificationUrl: 'http://localhost:3000/api/pagos/mercadopago',
  ...change,
})

const ACTIONS: Record<How, AccionSimulada> = {
  approved: 'aprobar',
  rejected: 'rechazar',
  in_process: 'dejar_pendiente',
  pending: 'pagar_en_efectivo',
}

const worlds: (World & { name: string })[] = [
  {
    name: 'the simulated checkout',
    payments: () => simulado,
    pay: (reference, _id, how) => checkout().act(reference, ACTIONS[how]),
    async notify(id) {
      await checkout().notify(id)
      return sent.at(-1) as Sent
    },
  },
  {
    name: 'Mercado Pago',
    payments: () => real,
    pay: async (_reference, id, status) => mercadopago.books.pay(id, { status }),
    async notify(id) {
      await mercadopago.notify(id)
      return sent.at(-1) as Sent
    },
  },
]

describe.each(worlds)('$name', ({ name, payments, pay, notify }) => {
  const paid = async (reference: string, how: How = 'approved', change: Partial<PreferenceRequest> = {}) => {
    const { id } = await payments().createPreference(preference(reference, change))
    await pay(reference, id, how)
    const [payment] = await payments().searchPayments(reference)
    if (!payment) throw new Error('not found')
    return { preference: id, payment }
  }

  test('each reference has one preference, which charges another amount if it is asked for', async () => {
    const expires = new Date(Date.now() + 3600_000)
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => payments().createPreference(preference('a', { expires }))),
    )
    expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1)
    const [{ id } = { id: '' }] = made
    const again = await payments().createPreference(preference('a', { expires, known: id, amount: 10_05 }))
    expect(again).toEqual(made[0])
    await pay('a', id, 'approved')
    expect(await payments().searchPayments('a')).toMatchObject([{ amount: 10_05, status: 'approved' }])
  })

  test('a preference that ended takes no more payments and ends waiting ones; ending it again is fine', async () => {
    const { preference: id } = await paid('b', 'pending')
    await payments().expirePreference(id)
    await payments().expirePreference(id)
    await payments().expirePreference('nunca-existió')
    expect(await payments().searchPayments('b')).toMatchObject([{ status: 'cancelled' }])
    for (const how of ['approved', 'rejected'] as const) await expect(pay('b', id, how)).rejects.toThrow()
  })

  test('a preference that is ended late leaves the one that came after it', async () => {
    const { id: latest } = await payments().createPreference(preference('b4'))
    const asked = preference('b4', { latest, amount: 10_05 })
    const made = await Promise.all([1, 2, 3].map(() => payments().createPreference(asked)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const [{ id } = { id: '' }] = made
    await payments().expirePreference(latest)
    await pay('b4', id, 'approved')
    expect(await payments().searchPayments('b4')).toMatchObject([{ amount: 10_05, status: 'approved' }])
  })

  test('where only the link ends, what waits goes on waiting', async () => {
    const { preference: id } = await paid('b3', 'pending')
    await payments().expirePreference(id, { linkOnly: true })
    await expect(pay('b3', id, 'approved')).rejects.toThrow()
    // The simulated one has no clock: a search after the end ends it
    const [waiting] = await payments().searchPayments('b3')
    if (name === 'Mercado Pago') expect(waiting?.status).toBe('pending')
  })

  test('a payment stays when its preference ends', async () => {
    const { preference: id } = await paid('b2')
    await payments().expirePreference(id)
    expect(await payments().searchPayments('b2')).toMatchObject([{ status: 'approved' }])
  })

  test('a payment is read and found in its present state; an unknown one is null', async () => {
    const { preference: id } = await paid('c', 'rejected')
    await pay('c', id, 'approved')
    const found = await payments().searchPayments('c')
    expect(found.map(({ status }) => status)).toEqual(['rejected', 'approved'])
    const [, approved] = found
    expect(await payments().readPayment(approved?.id ?? '')).toEqual(approved)
    expect(approved).toMatchObject({ reference: 'c', amount: 3990_00, refunded: 0, currency: 'ARS' })
    expect(await payments().readPayment('123')).toBeNull()
    expect(await payments().searchPayments('nada')).toEqual([])
  })

  test('payments are found by when they were begun, whatever their reference', async () => {
    const { payment } = await paid('c2')
    const other = await paid('c3', 'rejected')
    const { created } = payment
    const between = async (from: number, to: number) => {
      const found = await payments().paymentsBetween(
        new Date(created.getTime() + from),
        new Date(created.getTime() + to),
      )
      return found.map(({ id }) => id)
    }
    expect(await between(0, 60_000)).toEqual(expect.arrayContaining([payment.id, other.payment.id]))
    expect((await payments().paymentsBetween(created, created)).find(({ id }) => id === payment.id)).toEqual(
      payment,
    )
    expect(await between(-60_000, -59_000)).toEqual([])
  })

  test('a payment is refunded whole and once, and each report of it is later than the one before', async () => {
    const { payment: before } = await paid('e')
    const states = await Promise.all([1, 2, 3].map(() => payments().refund(before.id, 'k')))
    const [{ id = '' } = {}] = states
    expect(states).toEqual([1, 2, 3].map(() => ({ id: expect.any(String), state: 'approved' })))
    expect(new Set(states.map((one) => one.id)).size).toBe(1)
    expect(await payments().readRefund(before.id, id)).toEqual({ id, state: 'approved' })
    const after = await payments().readPayment(before.id)
    expect(after).toMatchObject({ status: 'refunded', refunded: 3990_00, refunds: [id] })
    expect(after?.updated.getTime()).toBeGreaterThan(before.updated.getTime())
    await expect(payments().refund(before.id, 'otra')).rejects.toThrow(RefundRefused)
    await expect(payments().refund('123', 'k2')).rejects.toThrow(RefundRefused)
  })

  test('in parts, each once, never more than the rest; the whole rest goes back when no amount is said', async () => {
    const { payment } = await paid('g', 'approved', { amount: 100_10 })
    for (const _ of [1, 2]) await payments().refund(payment.id, 'uno', 33_37)
    expect(await payments().readPayment(payment.id)).toMatchObject({ status: 'approved', refunded: 33_37 })
    await expect(payments().refund(payment.id, 'mucho', 66_74)).rejects.toThrow(RefundRefused)
    await payments().refund(payment.id, 'resto')
    expect(await payments().readPayment(payment.id)).toMatchObject({ status: 'refunded', refunded: 100_10 })
  })

  test('an unpaid payment is not refunded', async () => {
    const { payment } = await paid('h', 'pending')
    await expect(payments().refund(payment.id, 'k3')).rejects.toThrow(RefundRefused)
  })

  test('a notification is signed, by its provider alone and for nothing else', async () => {
    const { payment } = await paid('i')
    const { notifications } = payments()
    const { path, headers, body } = await notify(payment.id)
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    expect(pathname).toBe(notifications.path)
    const query = Object.fromEntries(searchParams)
    const call: NotificationCall = { query, headers, body: JSON.parse(body), now: new Date() }
    const read = notifications.read(call)
    expect(read).toMatchObject({ paymentId: payment.id, isHint: false })
    expect(notifications.read(call)).toEqual(read)
    expect(notifications.read({ ...call, query: { ...query, 'data.id': '1' } })).toBeNull()
    expect(notifications.read({ ...call, headers: { ...headers, 'x-request-id': 'otro' } })).toBeNull()
    expect(notifications.read({ ...call, query: {} })).toBeNull()
  })

  test('it can be asked whether it works', async () => {
    expect(await payments().probe()).toEqual({ ok: true, detail: expect.stringMatching(/pagos|responde/) })
  })
})

describe('the simulated checkout alone', () => {
  test('shows the amount to be paid, and is one row', async () => {
    await simulado.createPreference(preference('m'))
    await simulado.createPreference(preference('m', { amount: 10_00 }))
    expect(await checkout().show('m')).toMatchObject({ importe: 10, vuelta: '/pago/vuelta/m' })
    const rows = await database.db.select().from(simulado_preferencias)
    expect(rows.filter(({ referencia }) => referencia === 'm')).toHaveLength(1)
  })

  test('two tabs cannot approve twice', async () => {
    await simulado.createPreference(preference('d'))
    const tabs = await Promise.allSettled([1, 2, 3, 4, 5].map(() => checkout().act('d', 'aprobar')))
    expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(checkout().act('d', 'aprobar')).rejects.toThrow(CheckoutRefused)
  })

  test('tells of each change, until it is taken', async () => {
    await simulado.createPreference(preference('f'))
    await checkout().act('f', 'aprobar')
    const [{ id } = { id: '' }] = await simulado.searchPayments('f')
    await simulado.refund(id, 'k')
    expect(jobs.filter((job) => job.includes(id))).toHaveLength(2)
    answers = [500, 404]
    await expect(checkout().notify(id)).rejects.toThrow('500')
    await expect(checkout().notify(id)).rejects.toThrow('404')
    await checkout().notify(id)
    // The same content is the same notification
    expect(JSON.parse(sent.at(-1)?.body ?? '{}').id).toBe(JSON.parse(sent.at(-2)?.body ?? '{}').id)
  })

  test('signs with a secret of the installation that only its user can read', () => {
    const path = join(dataDir, 'secretos/pago-simulado')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(installationSecret(dataDir, 'pago-simulado')).toMatch(/^[\w-]{43}$/)
    expect(installationSecret(dataDir, 'ruleta')).not.toBe(installationSecret(dataDir, 'pago-simulado'))
  })

  test('makes the links only where no token is set, and looks after its own payments always', () => {
    const parts = {
      db: database.db,
      dataDir,
      now: () => new Date(),
      deliver,
      log,
      jobs: { send: async () => {} },
    }
    const settings = { accessToken: TOKEN, webhookSecret: undefined, apiUrl: mercadopago.url }
    expect(
      createPayments({ mercadopago: undefined, simulated: true }, parts).all.map(({ kind }) => kind),
    ).toEqual(['simulado'])
    const both = createPayments({ mercadopago: settings, simulated: false }, parts)
    const none = createPayments({ mercadopago: undefined, simulated: false }, parts)
    expect([none.current.isMissing, none.current.checkout]).toEqual([true, null])
    expect(both.current.kind).toBe('mercadopago')
    expect(both.of('simulado').checkout).not.toBeNull()
    expect(() => both.of('otro')).toThrow(ProviderMissing)
  })
})
