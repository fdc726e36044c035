import type { PagoSimulado } from '@imprimitodo/shared/api/pagos'
import type { EstadoPago, MedioPago } from '@imprimitodo/shared/rules/pago'
import type { Probe } from '../probe.ts'

/** A checkout provider as we use it (Mercado Pago's Checkout Pro sets the shape). Money in centavos of ARS. */
export type ProviderPayment = {
  id: string
  status: EstadoPago
  /** Our reference (`pedidos.referencia`). */
  reference: string
  amount: number
  refunded: number
  /** ISO 4217. */
  currency: string
  method: string | null
  /** Where the buyer sees the cash ticket that waits for its money. */
  ticketUrl: string | null
  /** The digits below the bars of that ticket, which the cashier scans or types; absent where the provider does not say. */
  ticketNumber?: string | null
  created: Date
  updated: Date
}

export type PreferenceRequest = {
  reference: string
  /** The id of the preference that this reference has already. */
  known: string | null
  title: string
  /** What the shop is called. */
  comercio: string
  amount: number
  /** Unpaid, the link and any cash ticket end here. */
  expires: Date
  /** '' where the buyer left none. */
  email: string
  /** Of the buyer's browser, for a link that points at ourselves. */
  origin: string
  /** Where the buyer comes back to. */
  backUrl: string
  notificationUrl: string
}

/** A call as it arrived at our address. Names of headers in lower case; `body` as JSON, null where it is none. */
export type NotificationCall = {
  query: unknown
  headers: Record<string, string | string[] | undefined>
  body: unknown
  now: Date
}

export type Notification = {
  /** The same for the same notification, however often it is sent; at most 200 characters. */
  id: string
  /** Null where it speaks of something else. */
  paymentId: string | null
  /** Not signed: a stranger could have sent it. */
  isHint: boolean
}

export type PaymentProvider = {
  /** Stored with each payment and link that is its. It never changes. */
  kind: string
  /** Its name for staff. */
  title: string
  /** What its checkout takes. */
  medios: readonly MedioPago[]
  /** What the owner should know of it, and whether it is one of ours. */
  integrated: boolean
  note: string | null
  /** Stands where no provider is configured: makes no links. */
  isMissing?: true
  /** Repeated for one reference: the same link; with another amount, that link charges the new one. */
  createPreference(request: PreferenceRequest): Promise<{ id: string; initPoint: string }>
  /**
   * The link stops taking payments, and what waits for its money under the same reference ends, unless `linkOnly`.
   * Repeating it is fine.
   */
  expirePreference(id: string, options?: { linkOnly?: boolean }): Promise<void>
  /**
   * The only truth about a payment. Null if the provider does not know it. Ids are unique among all providers: one
   * whose ids could be another's puts its kind before them (Mercado Pago's are plain numbers).
   */
  readPayment(id: string): Promise<ProviderPayment | null>
  searchPayments(reference: string): Promise<ProviderPayment[]>
  /**
   * Gives back `amount`, or all that is left. `key` makes a repeated call the same refund. @throws RefundRefused, or
   * anything else where asking again may help
   */
  refund(paymentId: string, key: string, amount?: number): Promise<void>
  /** How it tells of payments: our path that it calls, and its grammar there. Null if the call is not its. */
  notifications: { path: string; read(call: NotificationCall): Notification | null }
  /** The buyer's side, where the checkout is our own page; null with a real provider. */
  checkout: Checkout | null
  /** Whether the provider answers, and to whom. Never throws. */
  probe(): Promise<Probe>
}

/** All providers of the shop. Each payment and link is looked after by the one that made it. */
export type Payments = {
  /** Makes the links of orders. */
  current: PaymentProvider
  all: readonly PaymentProvider[]
  /** @throws ProviderMissing */
  of(kind: string): PaymentProvider
}

/** A payment or link whose provider is not configured any more. */
export class ProviderMissing extends Error {
  constructor(kind: string) {
    super(`The payment provider ${kind} is not configured.`)
  }
}

/** The provider will not make this refund, however often it is asked. `message`: why, for staff. */
export class RefundRefused extends Error {}

export type Accion = 'aprobar' | 'rechazar' | 'dejar_pendiente' | 'pagar_en_efectivo' | 'acreditar'

/** Why the checkout does not take a payment. */
export class CheckoutRefused extends Error {
  reason: 'vencida' | 'pagada' | 'sin-cupon'
  constructor(reason: CheckoutRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

export type Checkout = {
  /** What the page shows; `vuelta` without origin. Null for an unknown reference. */
  show(reference: string): Promise<PagoSimulado | null>
  /** The buyer's choice. @throws CheckoutRefused */
  act(reference: string, accion: Accion): Promise<PagoSimulado | null>
  /** Tells us of a payment as a provider would, signed; throws until it is answered 200. */
  notify(paymentId: string): Promise<void>
}
