import { MEDIOS_PAGO } from '@imprimitodo/shared/rules/dinero/pago'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import { readHint, readSigned } from '../notification.ts'
import { type PaymentProvider, type ProviderPayment, type ProviderRefund, RefundRefused } from '../port.ts'
import {
  type Client,
  createClient,
  MercadoPagoRefused,
  type MercadoPagoSettings,
  type Patience,
} from './client.ts'
import { probeAccount } from './probe.ts'
import {
  isPublic,
  Preference,
  preferenceOf,
  RefundsTold,
  RefundTold,
  type Told,
  toAmount,
  toInstant,
  toKey,
  toPayment,
  toWholeCentavos,
} from './wire.ts'

/** Our address that Mercado Pago calls. */
export const NOTIFICATION_PATH = '/api/pagos/mercadopago'
const PAGE = 50
/** The most pages of one search: neither one order nor one day has more payments. */
const MAX_PAGES = 200
/** Payments that wait for their money, and can be cancelled. */
const WAITING = ['pending', 'in_process', 'authorized']

/** Without it a refund in process is answered with an error. */
const SHOW_IN_PROCESS = { 'x-render-in-process-refunds': 'true' }

type Parts = { log: Pick<FastifyBaseLogger, 'warn'>; now: () => Date; patience?: Patience }

/**
 * Mercado Pago's Checkout Pro over preferences. Its own package is not used: it cannot be pointed at another address
 * and refuses genuine notifications whose time is in milliseconds (docs/decisions/008-mercadopago.md).
 */
export function createMercadoPago(
  settings: MercadoPagoSettings,
  { log, now, patience }: Parts,
): PaymentProvider {
  const { webhookSecret, apiUrl } = settings
  const ask = createClient(settings, log, patience)
  const isStandIn = !isPublic(apiUrl)
  const accountId = rememberAccount(ask)

  /**
   * Null: not a payment to us. @throws until our account is known: a late payment is better than another
   * shop's
   */
  async function ours({ collector, ...payment }: Told): Promise<ProviderPayment | null> {
    if ((await accountId()) === collector) return payment
    log.warn({ pago: payment.id }, 'a payment to another account')
    return null
  }

  /** Null for a payment that cannot be understood: it must not hide the others. */
  function understood(result: unknown): Told | null {
    try {
      return toPayment(result)
    } catch (err) {
      log.warn({ err }, 'a payment that is not understood')
      return null
    }
  }

  /** `which`: its own filters. `reference` drops others, in case it does not know that filter any more. */
  async function searchAll(which: Record<string, string>, reference?: string): Promise<ProviderPayment[]> {
    const found: ProviderPayment[] = []
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await ask({
        method: 'GET',
        path: '/v1/payments/search',
        query: {
          ...which,
          sort: 'date_created',
          criteria: 'asc',
          limit: String(PAGE),
          offset: String(page * PAGE),
        },
      })
      const { results } = z.object({ results: z.array(z.unknown()) }).parse(answer)
      for (const result of results) {
        const told = understood(result)
        const isAsked = reference === undefined || told?.reference === reference
        const payment = told && isAsked ? await ours(told) : null
        if (payment) found.push(payment)
      }
      if (results.length < PAGE) return found
    }
    throw new Error(`More than ${PAGE * MAX_PAGES} payments in one search`)
  }
  const search = (reference: string) => searchAll({ external_reference: reference }, reference)

  async function readPayment(id: string): Promise<ProviderPayment | null> {
    try {
      const answer = await ask({ method: 'GET', path: `/v1/payments/${encodeURIComponent(id)}` })
      return await ours(toPayment(answer))
    } catch (error) {
      if (isRefused(error, [404])) return null
      throw error
    }
  }

  const readRefund = async (payment: string, id: string): Promise<ProviderRefund> => {
    const path = `${refundsPath(payment)}/${encodeURIComponent(id)}`
    const { status } = RefundTold.parse(await ask({ method: 'GET', path, headers: SHOW_IN_PROCESS }))
    if (isGivenUp(status)) throw new RefundRefused('Mercado Pago rechazó la devolución.')
    return { id, state: stateOf(status) }
  }

  return {
    kind: 'mercadopago',
    title: 'Mercado Pago',
    medios: MEDIOS_PAGO, // our preferences leave none of them out
    integrated: false,
    note: null,
    checkout: null,
    async createPreference(request) {
      // A stand-in on this machine reaches us at any address; the real one refuses addresses that are not
      // public
      const notify = isStandIn || isPublic(request.notificationUrl) ? request.notificationUrl : null
      const body = preferenceOf(request, notify)
      const answer =
        (request.known && (await change(request.known, body))) ||
        (await ask({
          method: 'POST',
          path: '/checkout/preferences',
          body,
          // Two clicks have the same key; after a preference has ended, the next one has another key
          key: toKey(
            'preferencia',
            request.reference,
            request.latest ?? '',
            request.amount,
            request.expires.getTime(),
          ),
        }))
      const { id, init_point } = Preference.parse(answer)
      return { id, initPoint: init_point }
    },
    async expirePreference(id, { linkOnly = false } = {}) {
      const ended = await change(id, { expires: true, expiration_date_to: toInstant(now()) })
      const reference = ended ? Preference.partial().parse(ended).external_reference : null
      if (!reference || linkOnly) return
      for (const payment of await search(reference))
        if (WAITING.includes(payment.status)) await cancel(payment.id)
    },
    readPayment,
    searchPayments: search,
    paymentsBetween: (from, to) =>
      searchAll({ range: 'date_created', begin_date: toInstant(from), end_date: toInstant(to) }),
    async refund(payment, key, amount) {
      const answer = await ask({
        method: 'POST',
        path: refundsPath(payment),
        body: amount === undefined ? {} : { amount: toAmount(amount) },
        key: toKey('devolucion', key),
        headers: SHOW_IN_PROCESS,
      }).catch(refusedRefund)
      const { id, status } = RefundTold.parse(answer)
      // The answer to a repeated key may be that of the first call
      return status === 'in_process' || isGivenUp(status)
        ? readRefund(payment, id)
        : { id, state: 'approved' }
    },
    readRefund,
    async refundsOf(payment) {
      const answer = await ask({ method: 'GET', path: refundsPath(payment), headers: SHOW_IN_PROCESS })
      return RefundsTold.parse(answer)
        .filter(({ status }) => !isGivenUp(status))
        .map(({ id, status, amount, date_created }) => ({
          id,
          state: stateOf(status),
          amount: toWholeCentavos(amount),
          created: date_created ?? now(),
        }))
    },
    notifications: {
      path: NOTIFICATION_PATH,
      read: (call) => readSigned(webhookSecret, call) ?? readHint(call),
    },
    probe: () => probeAccount(ask, settings),
  }

  /** Null if it does not exist, or may not be changed. */
  async function change(id: string, body: object): Promise<unknown> {
    const path = `/checkout/preferences/${encodeURIComponent(id)}`
    try {
      return await ask({ method: 'PUT', path, body })
    } catch (err) {
      if (!isRefused(err, [400, 404, 405, 409, 410, 422])) throw err
      log.warn({ err }, 'a preference that is not to be changed')
      return null
    }
  }

  async function cancel(id: string): Promise<void> {
    const path = `/v1/payments/${encodeURIComponent(id)}`
    try {
      await ask({ method: 'PUT', path, body: { status: 'cancelled' } })
    } catch (error) {
      // The preference was paid or ended in the meantime: its notification tells
      if (!isRefused(error, [400, 404, 409, 422])) throw error
    }
  }
}

const isRefused = (error: unknown, statuses: number[]): error is MercadoPagoRefused =>
  error instanceof MercadoPagoRefused && statuses.includes(error.status)

const refundsPath = (payment: string): string => `/v1/payments/${encodeURIComponent(payment)}/refunds`
type Status = string | null | undefined
const isGivenUp = (status: Status): boolean => status === 'rejected' || status === 'cancelled'
const stateOf = (status: Status): ProviderRefund['state'] =>
  status === 'in_process' ? 'in_process' : 'approved'

function refusedRefund(error: unknown): never {
  if (!isRefused(error, [400, 404, 405, 422])) throw error
  const said = error.said ? `: «${error.said}»` : ''
  throw new RefundRefused(`Mercado Pago no aceptó la devolución${said}.`, { cause: error })
}

/** Our account's id, asked for until it is known, and then kept. @throws until it is known */
function rememberAccount(ask: Client) {
  const Account = z.object({ id: z.union([z.number(), z.string()]).transform(String) })
  let asked: Promise<string> | null = null
  return (): Promise<string> => {
    // Other callers wait for the same answer meanwhile
    asked ??= ask({ method: 'GET', path: '/users/me' })
      .then((answer) => Account.parse(answer).id)
      .catch((error) => {
        asked = null
        throw error
      })
    return asked
  }
}
