// The data that Mercado Pago keeps, and how strictly it checks input. Amounts are pesos, as on its wire.
import { randomInt, randomUUID } from 'node:crypto'

export type Body = Record<string, unknown>
export type FakePayment = {
  id: number
  status: string
  status_detail: string
  external_reference: string
  transaction_amount: number
  transaction_amount_refunded: number
  currency_id: string
  payment_method_id: string
  collector_id: number
  date_created: string
  date_last_updated: string
  refunds: FakeRefund[]
  transaction_details: { external_resource_url: string | null }
  barcode?: { content: string }
}
export type FakeRefund = {
  id: number
  payment_id: number
  amount: number
  status: string
  date_created: string
}
export type FakePreference = Body & { id: string; external_reference: string }

export class Refused extends Error {
  status: number
  body: object
  constructor(status: number, error: string, message = error) {
    super(message)
    this.status = status
    this.body = { status, error, message, cause: [{ code: error, description: message }] }
  }
}

const KNOWN = new Set(
  'items payer back_urls auto_return notification_url external_reference statement_descriptor binary_mode expires expiration_date_from expiration_date_to date_of_expiration payment_methods metadata'.split(
    ' ',
  ),
)
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/
const WAITING = ['pending', 'in_process', 'authorized']

/** Two decimals at most, more than nothing. */
const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && Number(value.toFixed(2)) === value

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null

export const COLLECTOR = 202_611_210

export function createBooks() {
  const preferences = new Map<string, FakePreference>()
  const payments = new Map<string, FakePayment[]>()
  /** The answer to the first call with each key, which every later call gets too. */
  const refunds = new Map<string, { payment: string; body: object }>()
  const refundsNow = new Map<number, FakeRefund>()
  const madeBy = new Map<string, string>()
  let lastId = randomInt(1e9, 2e9)

  const last = (id: string): FakePayment | undefined => payments.get(id)?.at(-1)
  const need = (id: string): FakePayment => {
    const payment = last(id)
    if (!payment) throw new Refused(404, 'not_found', 'Payment not found')
    return payment
  }
  const needPreference = (id: string): FakePreference => {
    const preference = preferences.get(id)
    if (!preference) throw new Refused(404, 'not_found', 'preference_id not found')
    return preference
  }

  function move(id: string, change: Partial<FakePayment>): FakePayment {
    const payment = need(id)
    const at = Math.max(Date.now(), Date.parse(payment.date_last_updated) + 1)
    const moved = { ...payment, ...change, date_last_updated: stamp(at) }
    payments.get(id)?.push(moved)
    return moved
  }

  const refundsOf = (id: string): FakeRefund[] =>
    [...refundsNow.values()].filter(({ payment_id }) => String(payment_id) === id)
  const inProcess = (id: string): FakeRefund[] =>
    refundsOf(id).filter(({ status }) => status === 'in_process')

  function giveBack(id: string, refund: FakeRefund): void {
    const payment = need(id)
    const { amount } = refund
    const refunded = (cents(payment.transaction_amount_refunded) + cents(amount)) / 100
    const isWhole = refunded === payment.transaction_amount
    move(id, {
      transaction_amount_refunded: refunded,
      refunds: [...payment.refunds, refund],
      ...(isWhole
        ? { status: 'refunded', status_detail: 'refunded' }
        : { status_detail: 'partially_refunded' }),
    })
  }

  return {
    preferences,
    payments,
    refunds,
    /** Refunds stay in process until `decideRefunds`. */
    isSlow: false,
    last,
    need,
    needPreference,
    move,

    createPreference(body: unknown, key: string | undefined, origin: string): FakePreference {
      const known = key && madeBy.get(key)
      if (known) return needPreference(known)
      const read = readPreference(body)
      if (!read.items) throw new Refused(400, 'invalid_items', 'items needed')
      const id = `${COLLECTOR}-${randomUUID()}`
      const made = {
        external_reference: '',
        ...read,
        id,
        collector_id: COLLECTOR,
        init_point: `${origin}/checkout/v1/redirect?pref_id=${id}`,
      }
      preferences.set(id, made)
      if (key) madeBy.set(key, id)
      return made
    },

    changePreference(id: string, body: unknown): FakePreference {
      const changed = { ...needPreference(id), ...readPreference(body) }
      preferences.set(id, changed)
      return changed
    },

    /** A buyer pays a preference; refused after its end. */
    pay(preferenceId: string, change: Partial<FakePayment> = {}): FakePayment {
      const preference = needPreference(preferenceId)
      const [item] = preference.items as { unit_price: number }[]
      if (preference.expires && Date.parse(String(preference.expiration_date_to)) <= Date.now())
        throw new Refused(400, 'expired_preference')
      return this.add({
        external_reference: preference.external_reference,
        transaction_amount: item?.unit_price ?? 0,
        ...change,
      })
    },

    /** Adds any payment, also one without a preference. */
    add(change: Partial<FakePayment>): FakePayment {
      const payment = { ...newPayment(++lastId), ...change }
      payments.set(String(payment.id), [payment])
      return payment
    },

    cancel(id: string, body: unknown): FakePayment {
      if (!isObject(body) || body.status !== 'cancelled') throw new Refused(400, 'invalid_status')
      if (!WAITING.includes(need(id).status)) throw new Refused(400, 'invalid_operation_for_current_status')
      return move(id, { status: 'cancelled', status_detail: 'by_collector' })
    },

    refund(id: string, body: unknown, key: string | undefined): object {
      if (!key || key.length > 64)
        throw new Refused(400, 'idempotency_key', "Header X-Idempotency-Key can't be null")
      const made = refunds.get(key)
      if (made && made.payment !== id) throw new Refused(409, 'idempotency_key', 'used for something else')
      if (made) return made.body
      const payment = need(id)
      const waiting = inProcess(id).reduce((sum, one) => sum + cents(one.amount), 0)
      const left = cents(payment.transaction_amount) - cents(payment.transaction_amount_refunded) - waiting
      const amount = isObject(body) && body.amount !== undefined ? body.amount : left / 100
      if (!isAmount(amount)) throw new Refused(400, 'invalid_amount')
      if (payment.status !== 'approved')
        throw new Refused(400, 'invalid_operation_for_current_status', 'The action requested is not valid')
      if (cents(amount) > left)
        throw new Refused(400, 'amount_exceeded', 'Amount to refund exceeds the payment')
      const answer: FakeRefund = {
        id: randomInt(1e9),
        payment_id: payment.id,
        amount,
        status: this.isSlow ? 'in_process' : 'approved',
        date_created: stamp(Date.now()),
      }
      if (!this.isSlow) giveBack(id, answer)
      refundsNow.set(answer.id, answer)
      refunds.set(key, { payment: id, body: answer })
      return answer
    },

    /** Ends what is in process of a payment. */
    decideRefunds(id: string, status: 'approved' | 'rejected'): void {
      for (const one of inProcess(id)) {
        const decided = { ...one, status }
        refundsNow.set(one.id, decided)
        if (status === 'approved') giveBack(id, decided)
      }
    },

    /** Forgets used keys, as the provider does after a day: each counts as new. */
    forgetKeys: (): void => refunds.clear(),

    refundsOf,

    readRefund(payment: string, id: string): FakeRefund {
      const found = refundsNow.get(Number(id))
      if (String(found?.payment_id) !== payment || !found)
        throw new Refused(404, 'not_found', 'Refund not found')
      return found
    },

    search(query: URLSearchParams): object {
      if (!query.get('sort') || !/^(asc|desc)$/.test(query.get('criteria') ?? ''))
        throw new Refused(400, 'bad_request', 'sort and criteria are required')
      const limit = Number(query.get('limit') ?? 30)
      const offset = Number(query.get('offset') ?? 0)
      if (!(limit > 0 && limit <= 100)) throw new Refused(400, 'bad_request', 'limit')
      const all = [...payments.values()]
        .flatMap((versions) => versions.slice(-1))
        .filter(wantedBy(query))
        .toSorted(
          (a, b) =>
            (Date.parse(a.date_created) - Date.parse(b.date_created) || a.id - b.id) *
            (query.get('criteria') === 'asc' ? 1 : -1),
        )
      return { paging: { total: all.length, limit, offset }, results: all.slice(offset, offset + limit) }
    },
  }
}

/** The filters of a search: the reference, and the day that a payment was begun. */
function wantedBy(query: URLSearchParams): (payment: FakePayment) => boolean {
  const [reference, begin, end] = ['external_reference', 'begin_date', 'end_date'].map((name) =>
    query.get(name),
  )
  const isRange = query.get('range') === 'date_created' && [begin, end].every((at) => INSTANT.test(at ?? ''))
  if ((begin || end) && !isRange) throw new Refused(400, 'bad_request', 'range')
  return ({ external_reference, date_created }) => {
    if (reference && external_reference !== reference) return false
    if (!begin || !end) return true
    const at = Date.parse(date_created)
    return at >= Date.parse(begin) && at <= Date.parse(end)
  }
}

/** Approved a moment ago, without an amount. */
function newPayment(id: number): FakePayment {
  const now = stamp(Date.now())
  return {
    id,
    status: 'approved',
    status_detail: 'accredited',
    external_reference: '',
    transaction_amount: 0,
    transaction_amount_refunded: 0,
    currency_id: 'ARS',
    payment_method_id: 'visa',
    collector_id: COLLECTOR,
    date_created: now,
    date_last_updated: now,
    refunds: [],
    transaction_details: { external_resource_url: null },
  }
}

/** Throws what Mercado Pago would answer with 400; returns the preference that is kept. */
function readPreference(body: unknown): Body {
  if (!isObject(body)) throw new Refused(400, 'invalid_body')
  const check = (isFine: boolean, error: string) => {
    if (!isFine) throw new Refused(400, error)
  }
  for (const name of Object.keys(body)) check(KNOWN.has(name), `unknown_field ${name}`)
  const { items, back_urls, auto_return, notification_url, external_reference, statement_descriptor } = body
  if (items !== undefined)
    check(Array.isArray(items) && items.length > 0 && items.every(isItem), 'invalid_items')
  const urls = isObject(back_urls) ? Object.values(back_urls) : []
  check(urls.every(isUrl), 'invalid_back_urls')
  const success = isObject(back_urls) ? String(back_urls.success) : ''
  check(!auto_return || /^https:\/\/[a-z][\w-]*\.[\w.-]+\//.test(success), 'invalid_auto_return')
  check(
    !notification_url || (isUrl(notification_url) && String(notification_url).length <= 248),
    'invalid_notification_url',
  )
  check(String(external_reference ?? '').length <= 256, 'invalid_external_reference')
  check(String(statement_descriptor ?? '').length <= 22, 'invalid_statement_descriptor')
  for (const name of ['expiration_date_from', 'expiration_date_to', 'date_of_expiration'])
    check(body[name] === undefined || INSTANT.test(String(body[name])), `invalid_${name}`)
  return body
}

const isItem = (item: unknown): boolean =>
  isObject(item) &&
  typeof item.title === 'string' &&
  item.title !== '' &&
  Number.isInteger(item.quantity) &&
  item.currency_id === 'ARS' &&
  isAmount(item.unit_price)

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const cents = (pesos: number): number => Math.round(pesos * 100)

/** In the offset of its own clock, four hours behind UTC. */
export const stamp = (ms: number): string => new Date(ms - 4 * 3600_000).toISOString().replace('Z', '-04:00')
