// What every payment provider has to do for the shop; each adapter runs it.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installationSecret } from '../../core/secret.ts'
import { simulado_preferencias } from '../../db/schema.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Checkout, CheckoutRefused, type Payments } from './port.ts'
import { createSimulado } from './simulado.ts'

type Sent = { path: string; headers: Record<string, string>; body: string }

let database: TestDatabase
let dataDir: string
const jobs: string[] = []
const sent: Sent[] = []
let answers: number[] = []
let payments: Payments
const checkout = (): Checkout => {
  if (!payments.checkout) throw new Error('no checkout')
  return payments.checkout
}

beforeAll(async () => {
  database = await testDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-pagos-'))
  payments = createSimulado({
    ...{ db: database.db, dataDir, now: () => new Date() },
    jobs: { send: async (_tx, _name, data) => void jobs.push(JSON.stringify(data)) },
    deliver: async (path, headers, body) => {
      sent.push({ path, headers, body })
      return answers.shift() ?? 200
    },
  })
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

const preference = (reference: string, change: object = {}) => ({
  ...{ reference, title: 'Pedido 1042 – impresiones', amount: 3990_00, email: 'ana@example.com' },
  ...{ expires: new Date(Date.now() + 3600_000), origin: 'http://localhost:3000' },
  backUrl: `http://localhost:3000/pago/vuelta/${reference}`,
  notificationUrl: 'http://localhost:3000/api/pagos/mercadopago',
  ...change,
})

describe('a preference', () => {
  test('is one for each reference: the same link again, and with another amount that one charges it', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => payments.createPreference(preference('a'))))
    expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1)
    const again = await payments.createPreference(preference('a', { amount: 10_00 }))
    expect(again).toEqual(made[0])
    expect(await checkout().show('a')).toMatchObject({ importe: 10, vuelta: '/pago/vuelta/a' })
    expect(await database.db.select().from(simulado_preferencias)).toHaveLength(1)
  })

  test('that ended takes nothing more, and ends what waits; ending it again is fine', async () => {
    const { id } = await payments.createPreference(preference('b'))
    await checkout().act('b', 'pagar_en_efectivo')
    await payments.expirePreference(id)
    await payments.expirePreference(id)
    await payments.expirePreference('nunca-existió')
    expect(await payments.searchPayments('b')).toMatchObject([{ status: 'cancelled' }])
    for (const accion of ['aprobar', 'acreditar', 'rechazar'] as const)
      await expect(checkout().act('b', accion)).rejects.toThrow(CheckoutRefused)
  })
})

describe('a payment', () => {
  test('is read and found as it is; an unknown one is null', async () => {
    await payments.createPreference(preference('c'))
    await checkout().act('c', 'rechazar')
    await checkout().act('c', 'aprobar')
    const found = await payments.searchPayments('c')
    expect(found.map(({ status }) => status)).toEqual(['rejected', 'approved'])
    const [, approved] = found
    expect(await payments.readPayment(approved?.id ?? '')).toEqual(approved)
    expect(approved).toMatchObject({ reference: 'c', amount: 3990_00, refunded: 0, currency: 'ARS' })
    expect(await payments.readPayment('123')).toBeNull()
    expect(await payments.searchPayments('nada')).toEqual([])
  })

  test('two tabs cannot approve twice', async () => {
    await payments.createPreference(preference('d'))
    const tabs = await Promise.allSettled([1, 2, 3, 4, 5].map(() => checkout().act('d', 'aprobar')))
    expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('goes back whole and once, and each word about it is later than the one before', async () => {
    await payments.createPreference(preference('e'))
    await checkout().act('e', 'aprobar')
    const [before] = await payments.searchPayments('e')
    const id = before?.id ?? ''
    await Promise.all([1, 2, 3].map(() => payments.refund(id, 'k')))
    const after = await payments.readPayment(id)
    expect(after).toMatchObject({ status: 'refunded', refunded: 3990_00 })
    expect(after?.updated.getTime()).toBeGreaterThan(before?.updated.getTime() ?? 0)
    expect(jobs.filter((job) => job.includes(id))).toHaveLength(2)
    await expect(payments.refund('123', 'k')).rejects.toThrow()
  })
})

describe('a notification', () => {
  test('is signed by the provider, and told until it is taken', async () => {
    await payments.createPreference(preference('f'))
    await checkout().act('f', 'aprobar')
    const [{ id } = { id: '' }] = await payments.searchPayments('f')
    answers = [500, 404]
    await expect(checkout().notify(id)).rejects.toThrow('500')
    await expect(checkout().notify(id)).rejects.toThrow('404')
    await checkout().notify(id)
    const { path, headers, body } = sent.at(-1) as Sent
    expect(path).toBe(`/api/pagos/mercadopago?data.id=${id}&type=payment`)
    expect(payments.verifySignature(headers, id)).toBe(true)
    expect(payments.verifySignature(headers, '1')).toBe(false)
    expect(payments.verifySignature({ ...headers, 'x-request-id': 'otro' }, id)).toBe(false)
    expect(JSON.parse(body)).toMatchObject({ type: 'payment', data: { id } })
    // The same words are the same notification
    expect(JSON.parse(body).id).toBe(JSON.parse(sent.at(-2)?.body ?? '{}').id)
  })

  test('is signed with a secret of the installation that only its user can read', () => {
    const path = join(dataDir, 'secretos/pago-simulado')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(installationSecret(dataDir, 'pago-simulado')).toMatch(/^[\w-]{43}$/)
    expect(installationSecret(dataDir, 'otro')).not.toBe(installationSecret(dataDir, 'pago-simulado'))
  })
})
