// The real adapter against a Mercado Pago on loopback that fails in every way it can.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isNotOlder } from '@imprimitodo/shared/rules/dinero/pago'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type MercadoPago,
  type Mood,
  SECRET,
  startMercadoPago,
  TOKEN,
} from '../../../../testing/peers/mercadopago.ts'
import { discreetError } from '../../../runtime/logger.ts'
import { type PreferenceRequest, RefundRefused } from '../port.ts'
import { createMercadoPago } from './adapter.ts'
import { isPublic, preferenceOf, toInstant, toKey, toPayment } from './wire.ts'

let mercadopago: MercadoPago
const logged: unknown[] = []
const log = { warn: (...words: unknown[]) => void logged.push(words) }
const HASTY = { attempt: 8_000, all: 20_000, pause: 1 }

beforeAll(async () => {
  mercadopago = await startMercadoPago()
})
afterAll(() => mercadopago.close())
beforeEach(() => {
  mercadopago.seen.length = 0
  mercadopago.moods.length = 0
  logged.length = 0
})

const make = (change: object = {}, patience = HASTY) =>
  createMercadoPago(
    { accessToken: TOKEN, webhookSecret: SECRET, apiUrl: mercadopago.url, ...change },
    { log, now: () => new Date(), patience },
  )

let next = 0
const preference = (change: Partial<PreferenceRequest> = {}): PreferenceRequest => ({
  reference: `ref-${++next}`,
  known: null,
  latest: null,
  title: 'Pedido 1042 – impresiones',
  comercio: 'ImprimiTodo',
  amount: 3990_55,
  email: 'ana@example.com',
  expires: new Date(Date.now() + 72 * 3600_000),
  origin: 'http://localhost:3000',
  backUrl: 'https://imprimitodo.example.com.ar/pago/vuelta/x',
  notificationUrl: 'https://imprimitodo.example.com.ar/api/pagos/mercadopago',
  ...change,
})

const calls = () => mercadopago.seen.map(({ call }) => call)
const fails = (at: RegExp, ...moods: Mood[]) => mercadopago.moods.push(...moods.map((mood) => ({ at, mood })))
const keyOf = (index: number) => mercadopago.seen[index]?.headers['x-idempotency-key']

test.each([
  ['ImprimiTodo', 'IMPRIMITODO'],
  ['La Copia', 'LA COPIA'],
  ['Copias & Anillados «El Ñandú»', 'COPIAS ANILLA'],
  ['Doce letras y más', 'DOCE LETRAS Y'],
  ['Copias del Sur', 'COPIAS DEL SU'],
  ['مطبعة النور', 'IMPRIMITODO'],
])('a card’s statement calls the shop %j: %s', (comercio, descriptor) => {
  expect(preferenceOf(preference({ comercio }), null)).toMatchObject({ statement_descriptor: descriptor })
})

describe('a preference', () => {
  test('says what Mercado Pago wants to know, in its units and formats', async () => {
    const expires = new Date('2026-11-24T13:38:00Z')
    await make().createPreference(preference({ reference: 'r', expires }))
    expect(mercadopago.seen[0]?.body).toEqual({
      items: [
        {
          id: 'r',
          title: 'Pedido 1042 – impresiones',
          category_id: 'services',
          quantity: 1,
          currency_id: 'ARS',
          unit_price: 3990.55,
        },
      ],
      payer: { email: 'ana@example.com' },
      back_urls: {
        success: 'https://imprimitodo.example.com.ar/pago/vuelta/x',
        pending: 'https://imprimitodo.example.com.ar/pago/vuelta/x',
        failure: 'https://imprimitodo.example.com.ar/pago/vuelta/x',
      },
      auto_return: 'approved',
      notification_url: 'https://imprimitodo.example.com.ar/api/pagos/mercadopago',
      external_reference: 'r',
      statement_descriptor: 'IMPRIMITODO',
      binary_mode: false,
      expires: true,
      expiration_date_to: '2026-11-24T10:38:00.000-03:00',
      date_of_expiration: '2026-11-24T10:38:00.000-03:00',
    })
  })

  test.each([
    ['https://imprimitodo.com.ar/x', true],
    ['https://www.imprimitodo.com.ar:8443/x', true],
    ['http://imprimitodo.com.ar/x', false],
    ['https://localhost/x', false],
    ['https://imprimitodo/x', false],
    ['https://tienda.local/x', false],
    ['https://192.168.0.10/x', false],
    ['https://[::1]/x', false],
  ])('%s can be called from outside: %s; elsewhere there is no automatic return', (backUrl, expected) => {
    expect(isPublic(backUrl)).toBe(expected)
    expect('auto_return' in preferenceOf(preference({ backUrl }), null)).toBe(expected)
  })

  test('notifications are asked for where they can arrive: not by the real one at an address of this machine', async () => {
    const here = preference({ notificationUrl: 'http://localhost:3000/api/pagos/mercadopago' })
    await make().createPreference(here)
    expect(mercadopago.seen[0]?.body).toHaveProperty('notification_url', here.notificationUrl)
    expect(preferenceOf(here, null)).not.toHaveProperty('notification_url')
  })

  test('whose known one is gone is made anew', async () => {
    const { id } = await make().createPreference(preference({ known: 'sim-abc' }))
    expect(calls()).toEqual(['PUT /checkout/preferences/sim-abc', 'POST /checkout/preferences'])
    expect(mercadopago.books.preferences.has(id)).toBe(true)
  })

  test('without a link is a failure, not a link', async () => {
    mercadopago.books.preferences.clear()
    const asked = preference()
    const { id } = await make().createPreference(asked)
    Object.assign(mercadopago.books.needPreference(id), { init_point: '' })
    await expect(make().createPreference(asked)).rejects.toThrow()
  })
})

describe('trouble', () => {
  test.each<[string, Mood[]]>([
    ['errors of theirs', [500, 503]],
    ['too many calls', [429]],
    ['a connection that is cut', ['cut', 'cut']],
    ['an answer that never comes', ['hang']],
    ['a page instead of an answer', ['html']],
    ['half an answer', ['broken']],
    ['an answer that is lost', ['lost', 'lost']],
  ])('%s: asked again with the same key, and there is one preference', async (_, moods) => {
    const before = mercadopago.books.preferences.size
    fails(/^POST/, ...moods)
    const patience = moods.includes('hang') ? { ...HASTY, attempt: 700 } : HASTY
    const { initPoint } = await make({}, patience).createPreference(preference())
    expect(initPoint).toContain(mercadopago.url)
    expect(mercadopago.books.preferences.size).toBe(before + 1)
    expect(calls().length).toBeGreaterThan(moods.length)
    expect(new Set(mercadopago.seen.map((_, index) => keyOf(index))).size).toBe(1)
  })

  test('a refund whose answer is lost is made once', async () => {
    const payment = mercadopago.books.add({ transaction_amount: 95, external_reference: 'x' })
    fails(/refunds$/, 'lost', 'broken')
    await make().refund(String(payment.id), 'k', 10_00)
    expect(await make().readPayment(String(payment.id))).toMatchObject({
      refunded: 10_00,
      status: 'approved',
    })
  })

  test('a call with a key whose earlier try is still under way may have taken effect; one without a key is refused', async () => {
    const payment = String(mercadopago.books.add({ transaction_amount: 95, external_reference: 'x' }).id)
    fails(/refunds$/, 'late')
    const refund = () => make().refund(payment, 'tarde', 10_00)
    await expect(refund()).rejects.not.toBeInstanceOf(RefundRefused)
    mercadopago.catchUp()
    await refund()
    expect(await make().readPayment(payment)).toMatchObject({ refunded: 10_00 })
    const known = (await make().createPreference(preference())).id
    mercadopago.seen.length = 0
    fails(/^PUT/, 409)
    await make().createPreference(preference({ known }))
    expect(calls()).toEqual([`PUT /checkout/preferences/${known}`, 'POST /checkout/preferences'])
  })

  test('a refund in process is told so until it is decided, and asked for once; refused later, it is refused for good', async () => {
    const { books } = mercadopago
    const payment = String(books.add({ transaction_amount: 95, external_reference: 'x' }).id)
    books.isSlow = true
    const refund = (key: string, amount: number) => make().refund(payment, key, amount)
    const slow = { id: expect.any(String), state: 'in_process' }
    const { id } = await refund('lento', 10_00)
    expect(await refund('lento', 10_00)).toEqual({ id, state: 'in_process' })
    expect(await make().refundsOf(payment)).toEqual([{ ...slow, amount: 10_00, created: expect.any(Date) }])
    expect(await make().readPayment(payment)).toMatchObject({ refunded: 0, refunds: [] })
    books.decideRefunds(payment, 'approved')
    expect(await refund('lento', 10_00)).toEqual({ id, state: 'approved' })
    expect(await make().readRefund(payment, id)).toEqual({ id, state: 'approved' })
    const other = await refund('negado', 5_00)
    expect(other).toEqual(slow)
    books.decideRefunds(payment, 'rejected')
    for (const _ of [1, 2]) await expect(refund('negado', 5_00)).rejects.toThrow(RefundRefused)
    await expect(make().readRefund(payment, other.id)).rejects.toThrow(RefundRefused)
    expect((await make().refundsOf(payment)).map((one) => one.id)).toEqual([id])
    books.isSlow = false
    expect(await make().readPayment(payment)).toMatchObject({
      refunded: 10_00,
      refunds: [id],
      status: 'approved',
    })
  })

  test('three attempts and no more; a refused call is not repeated', async () => {
    fails(/^GET/, 500, 502, 503, 504)
    await expect(make().searchPayments('x')).rejects.toThrow('503')
    expect(calls()).toHaveLength(3)
    mercadopago.moods.length = 0
    mercadopago.seen.length = 0
    fails(/^POST/, 400)
    await expect(make().createPreference(preference())).rejects.toThrow('400 (trouble)')
    expect(calls()).toHaveLength(1)
  })

  test('waits as long as the provider asks for, but not for ever', async () => {
    mercadopago.moods.push({ at: /^GET/, mood: 429, headers: { 'retry-after': '1' } })
    const start = Date.now()
    await make().searchPayments('x')
    expect(Date.now() - start).toBeGreaterThanOrEqual(950)
    mercadopago.moods.push({ at: /^GET/, mood: 429, headers: { 'retry-after': '120' } })
    await expect(make().searchPayments('x')).rejects.toThrow('429')
  })

  test('a server that cannot be reached: says so', async () => {
    await expect(make({ apiUrl: 'http://127.0.0.1:1' }).searchPayments('x')).rejects.toThrow('no answer')
  })

  test('a refund that it refuses is for good; a wrong token is to be mended', async () => {
    const { id } = mercadopago.books.add({ status: 'rejected', transaction_amount: 95 })
    await expect(make().refund(String(id), 'k3')).rejects.toThrow(RefundRefused)
    const wrong = make({ accessToken: 'APP_USR-otro' }).refund(String(id), 'k3')
    await expect(wrong).rejects.not.toBeInstanceOf(RefundRefused)
    await expect(wrong).rejects.toThrow('401')
  })

  test('neither token nor secret, nor who pays, is in any error or line of the log', async () => {
    const told: unknown[] = []
    for (const mood of [500, 400, 'cut', 'html', 'broken', 'hang'] as const) {
      fails(/./, mood, mood, mood)
      told.push(
        await make({}, { ...HASTY, attempt: 30 })
          .createPreference(preference())
          .catch((error) => error),
      )
      mercadopago.moods.length = 0
    }
    told.push(
      await make({ accessToken: 'APP_USR-otro' })
        .readPayment('1')
        .catch((error) => error),
    )
    told.push(await make({ accessToken: 'APP_USR-otro' }).probe())
    const errors = told.filter((one): one is Error => one instanceof Error)
    expect(errors.length).toBeGreaterThan(5)
    const text = JSON.stringify([
      logged,
      errors,
      errors.map(discreetError),
      errors.map((error) => error.stack),
    ])
    expect(logged.length).toBeGreaterThan(3)
    for (const secret of [TOKEN, SECRET, 'APP_USR', 'ana@example.com']) expect(text).not.toContain(secret)
  })
})

describe('a payment', () => {
  const answer = (change: object = {}) => ({
    id: 123,
    status: 'approved',
    external_reference: 'r',
    transaction_amount: 95,
    currency_id: 'ARS',
    collector_id: 7,
    ...change,
  })

  test.each([
    [0.29, 29],
    [1234567.89, 123456789],
    [94.99, 9499],
    [94.999, 9499],
    [95, 9500],
    [1.1, 110],
    [4.35, 435],
  ])('of %d pesos is %d centavos: a fraction of one completes no price', (pesos, centavos) => {
    expect(toPayment(answer({ transaction_amount: pesos })).amount).toBe(centavos)
  })

  test('every centavo comes back as it went', () => {
    for (let centavos = 1; centavos < 200_000; centavos += 7)
      expect(toPayment(answer({ transaction_amount: Number((centavos / 100).toFixed(2)) })).amount).toBe(
        centavos,
      )
  })

  test('that is refunded has given all back; in parts, those', () => {
    expect(toPayment(answer({ status: 'refunded' })).refunded).toBe(9500)
    expect(toPayment(answer({ transaction_amount_refunded: 9.5 })).refunded).toBe(950)
  })

  test('that a bank took is the shop’s again once the bank decided so', () => {
    const read = { status: 'charged_back', date_last_updated: '2026-11-20T10:00:00.000-03:00' }
    const taken = (status_detail: string) => toPayment(answer({ ...read, status_detail }))
    expect(['in_process', 'settled'].map((detail) => taken(detail).status)).toEqual([
      'charged_back',
      'charged_back',
    ])
    const back = taken('reimbursed')
    expect(back).toMatchObject({ status: 'approved', refunded: 0 })
    // The same if it was read as a chargeback with the same time before
    const asState = ({ status, refunded, updated }: typeof back) => ({
      estado: status,
      devuelto: refunded,
      actualizado: updated,
    })
    expect(isNotOlder(asState(back), asState(taken('in_process')))).toBe(true)
  })

  test('waiting in cash says where its ticket is', () => {
    const transaction_details = { external_resource_url: 'https://www.mercadopago.com.ar/ticket' }
    const cash = { status: 'pending', payment_method_id: 'rapipago', transaction_details }
    expect(toPayment(answer(cash))).toMatchObject({
      ticketUrl: transaction_details.external_resource_url,
      method: 'rapipago',
    })
    expect(toPayment(answer({ ...cash, status: 'approved' })).ticketUrl).toBeNull()
    const numbered = { ...cash, barcode: { content: '33350088000000003739' } }
    expect(toPayment(answer(numbered)).ticketNumber).toBe('33350088000000003739')
    expect(toPayment(answer({ ...numbered, status: 'approved' })).ticketNumber).toBeNull()
    for (const barcode of [null, [], { content: '<b>1</b>' }, { content: null }, 'x'])
      expect(toPayment(answer({ ...cash, barcode })).ticketNumber).toBeNull()
    expect(
      toPayment(answer({ ...cash, transaction_details: { external_resource_url: 'javascript:1' } }))
        .ticketUrl,
    ).toBeNull()
  })

  test.each([{ status: 'magia' }, { transaction_amount: '95' }, { id: null }, { collector_id: null }])(
    'that is not understood is not guessed: %o',
    (change) => expect(() => toPayment(answer(change))).toThrow(),
  )

  test('to another account is none of ours', async () => {
    const { id } = mercadopago.books.add({
      external_reference: 'ajeno',
      transaction_amount: 95,
      collector_id: 1,
    })
    expect(await make().readPayment(String(id))).toBeNull()
    expect(await make().searchPayments('ajeno')).toEqual([])
  })

  test.each([[503], [401], ['html'], ['broken']] as const)(
    'is not believed while the question whose account ours is ends with %s, and is asked again',
    async (mood) => {
      const { id } = mercadopago.books.add({ external_reference: 'nuestro', transaction_amount: 95 })
      const payments = make()
      mercadopago.chance.mood = (call) => (call === 'GET /users/me' ? mood : undefined)
      await expect(payments.readPayment(String(id))).rejects.toThrow()
      await expect(payments.searchPayments('nuestro')).rejects.toThrow()
      mercadopago.chance.mood = undefined
      expect(await payments.readPayment(String(id))).toMatchObject({ id: String(id), amount: 9500 })
    },
  )

  test('has its own id, however large the number is, and is read behind a byte order mark', async () => {
    // One more than the largest number of which JavaScript knows every digit
    const id = '9007199254740993'
    const server = createServer(({ url, method }, response) => {
      const refunds = `{"id":9007199254740995,"status":"approved"}`
      const payment = JSON.stringify(answer()).replace('"id":123', `"id":${id}`)
      const said = url === '/users/me' ? '{"id":7}' : method === 'POST' ? refunds : payment
      response.writeHead(200, { 'content-type': 'application/json' }).end(`\uFEFF${said}`)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const payments = make({ apiUrl: `http://127.0.0.1:${port}` })
    expect(await payments.readPayment(id)).toMatchObject({ id, amount: 9500 })
    expect(await payments.refund(id, 'k', 10_00)).toEqual({ id: '9007199254740995', state: 'approved' })
  })

  test('is found among more than one page of payments, and a payment that is not understood hides no other', async () => {
    for (let i = 0; i < 61; i++)
      mercadopago.books.add({ external_reference: 'muchos', transaction_amount: 1 })
    mercadopago.books.add({ external_reference: 'muchos', status: 'magia' })
    mercadopago.books.add({ external_reference: 'muchos', transaction_amount: 2 })
    const found = await make().searchPayments('muchos')
    expect(found).toHaveLength(62)
    expect(found.at(-1)?.amount).toBe(200)
  })
})

test('instants carry milliseconds and the offset, keys are UUIDs that tell things apart', () => {
  expect(toInstant(new Date('2026-12-31T02:59:59.001Z'))).toBe('2026-12-30T23:59:59.001-03:00')
  expect(toKey('a', 1)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(toKey('a', 1)).toBe(toKey('a', 1))
  expect(toKey('a', 1)).not.toBe(toKey('a', 2))
})

test.each([
  [
    'a wrong token',
    { accessToken: 'APP_USR-otro' },
    false,
    'Mercado Pago no acepta el Access Token: copialo de nuevo de sus Credenciales de producción.',
  ],
  ['no secret', { webhookSecret: undefined }, false, 'MP_WEBHOOK_SECRET'],
  ['a server that is not there', { apiUrl: 'http://127.0.0.1:1' }, false, 'no responde'],
  ['all well', {}, true, 'Mercado Pago responde: cuenta IMPRIMITODO'],
])('asked how it is: %s', async (_, change, ok, detail) => {
  expect(await make(change).probe()).toEqual({ ok, detail: expect.stringContaining(detail) })
})

test('without a secret no notification is believed', () => {
  const headers = { 'x-signature': `ts=1742505638,v1=${'0'.repeat(64)}`, 'x-request-id': 'x' }
  const { notifications } = make({ webhookSecret: undefined })
  const query = { 'data.id': '1', type: 'payment' }
  expect(notifications.read({ query, headers, body: null, now: new Date() })).toBeNull()
})
