// Translates between Mercado Pago's format and ours. https://www.mercadopago.com.ar/developers/es/reference
import { createHash } from 'node:crypto'
import { ESTADOS_PAGO } from '@imprimitodo/shared/rules/dinero/pago'
import * as z from 'zod'
import type { PreferenceRequest, ProviderPayment } from '../port.ts'

export const Preference = z.object({
  id: z.string().min(1),
  init_point: z.url({ protocol: /^https?$/ }),
  external_reference: z.string().nullish(),
})

const id = z.union([z.number(), z.string()]).transform(String)
const instant = z.coerce.date().nullish().catch(null)

export const RefundTold = z.object({ id, status: z.string().nullish() })
export const RefundsTold = z.array(RefundTold.extend({ amount: z.number(), date_created: instant }))

const Payment = z.object({
  id,
  status: z.enum(ESTADOS_PAGO),
  status_detail: z.string().nullish().catch(null),
  external_reference: z.string().nullish(),
  transaction_amount: z.number(),
  transaction_amount_refunded: z.number().nullish(),
  currency_id: z.string().nullish(),
  payment_method_id: z.string().nullish(),
  collector_id: id,
  date_created: instant,
  date_last_updated: instant,
  refunds: z.array(RefundTold).nullish().catch(null),
  transaction_details: z.object({ external_resource_url: z.string().nullish() }).nullish().catch(null),
  barcode: z
    .object({ content: z.string().regex(/^\d{10,60}$/) })
    .nullish()
    .catch(null),
})

export type Told = ProviderPayment & { collector: string }

/** @throws for unknown values: better asked again than misread */
export function toPayment(answer: unknown): Told {
  const told = Payment.parse(answer)
  const amount = toWholeCentavos(told.transaction_amount)
  const refunded = toWholeCentavos(told.transaction_amount_refunded ?? 0)
  const updated = told.date_last_updated ?? told.date_created ?? new Date()
  const ticket = told.transaction_details?.external_resource_url
  const isBack = isWonBack(told)
  return {
    id: told.id,
    status: isBack ? 'approved' : told.status,
    reference: told.external_reference ?? '',
    amount,
    // The money is gone, whatever the other field still says
    refunded: told.status === 'refunded' ? amount : refunded,
    refunds: (told.refunds ?? []).filter(({ status }) => status === 'approved').map((one) => one.id),
    currency: told.currency_id ?? '',
    method: told.payment_method_id ? (METHODS[told.payment_method_id] ?? told.payment_method_id) : null,
    ticketUrl: told.status === 'pending' && ticket && /^https?:/.test(ticket) ? ticket : null,
    ticketNumber: told.status === 'pending' ? (told.barcode?.content ?? null) : null,
    created: told.date_created ?? updated,
    // A version before this kept it as a chargeback of the same instant, which would win (isNotOlder)
    updated: isBack ? new Date(updated.getTime() + 1) : updated,
    collector: told.collector_id,
  }
}

/** The bank decided for the shop, which has the money again; the status stays that of the chargeback. */
const isWonBack = ({ status, status_detail }: z.infer<typeof Payment>): boolean =>
  status === 'charged_back' && status_detail === 'reimbursed'

const METHODS: Record<string, string> = { account_money: 'dinero en cuenta', debin_transfer: 'transferencia' }

/** Pesos with decimals; a fraction of a centavo is dropped and never completes a price. */
export const toWholeCentavos = (pesos: number): number => Math.floor(pesos * 100 + 1e-6)

/** Two decimals at most, as a number: never cents. */
export const toAmount = (centavos: number): number => Number((centavos / 100).toFixed(2))

const TUCUMAN_MS = -3 * 3600_000

/**
 * '2026-11-24T10:38:00.000-03:00': milliseconds and offset are both required, and Z is not accepted as an
 * offset.
 */
export const toInstant = (at: Date): string =>
  new Date(at.getTime() + TUCUMAN_MS).toISOString().replace('Z', '-03:00')

/** Keys are UUIDs (64 characters at most), derived from their purpose. */
export function toKey(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(words.join('|')).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** Whether it can be called from outside: a name on the public internet, over TLS. */
export function isPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'https:' &&
    /^(?!.*\.(?:local|localhost|internal|test)$)[\w-]+(\.[\w-]+)*\.[a-z][\w-]+$/i.test(hostname)
  )
}

/** The length that a card's statement shows. */
const DESCRIPTOR_MAX = 13

/** The shop's name on a card's statement: plain letters and digits, or the software's name if it has none. */
const descriptorOf = (comercio: string): string =>
  comercio
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\dA-Za-z]+/g, ' ')
    .trim()
    .slice(0, DESCRIPTOR_MAX)
    .trim()
    .toUpperCase() || 'IMPRIMITODO'

/**
 * `notify`: the address for its notifications, if it can be reached. Automatic return is asked for only where the
 * address is public: otherwise the whole preference is refused (`invalid_auto_return`).
 */
export function preferenceOf(request: PreferenceRequest, notify: string | null): object {
  const { reference, title, comercio, amount, expires, email, backUrl } = request
  return {
    items: [
      {
        id: reference,
        title,
        category_id: 'services',
        quantity: 1,
        currency_id: 'ARS',
        unit_price: toAmount(amount),
      },
    ],
    ...(email && { payer: { email } }),
    back_urls: { success: backUrl, pending: backUrl, failure: backUrl },
    ...(isPublic(backUrl) && { auto_return: 'approved' }),
    ...(notify && { notification_url: notify }),
    external_reference: reference,
    statement_descriptor: descriptorOf(comercio),
    binary_mode: false,
    expires: true,
    expiration_date_to: toInstant(expires),
    // For cash tickets
    date_of_expiration: toInstant(expires),
  }
}
