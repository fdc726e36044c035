import type { AccionSimulada, PagoSimulado } from '@imprimitodo/shared/api/pagos'
import type { EstadoPago, MedioPago } from '@imprimitodo/shared/rules/dinero/pago'
import type { Probe } from '../probe.ts'

/** A checkout provider as we use it (Mercado Pago's Checkout Pro sets the shape). Money in centavos of ARS. */
export type ProviderPayment = {
  id: string
  status: EstadoPago
  /** Our reference (`pedidos.referencia`). */
  reference: string
  amount: number
  refunded: number
  /** The ids of the refunds in it; absent if the provider does not tell them. */
  refunds?: readonly string[]
  /** ISO 4217. */
  currency: string
  method: string | null
  /** The address of the buyer's unpaid cash ticket. */
  ticketUrl: string | null
  /** The digits below that ticket's bars, for the cashier; absent if the provider does not tell them. */
  ticketNumber?: string | null
  created: Date
  updated: Date
}

export type PreferenceRequest = {
  reference: string
  /** The id of this reference's existing preference, which can still be paid. */
  known: string | null
  /** The id of its latest preference, even if that ended: an ended one is never the answer again. */
  latest: string | null
  title: string
  /** The shop's name. */
  comercio: string
  amount: number
  /** If unpaid, the link and any cash ticket end here. */
  expires: Date
  /** '' if the buyer left none. */
  email: string
  /** The origin of the buyer's browser, for a link to our own pages. */
  origin: string
  /** The address to which the buyer returns. */
  backUrl: string
  notificationUrl: string
}

/** A call to our notification address. Header names in lower case; `body` as JSON, null if it is none. */
export type NotificationCall = {
  query: unknown
  headers: Record<string, string | string[] | undefined>
  body: unknown
  now: Date
}

export type Notification = {
  /** The same for the same notification, however often it is sent; at most 200 characters. */
  id: string
  /** Null if it is about something else. */
  paymentId: string | null
  /** Whether it is not signed, so that a stranger could have sent it. */
  isHint: boolean
}

export type PaymentProvider = {
  /** Stored with each of its payments and links. It never changes. */
  kind: string
  /** Its name for staff. */
  title: string
  /** The methods that its checkout accepts. */
  medios: readonly MedioPago[]
  /** For the owner: a note on it, and whether it is one of ours. */
  integrated: boolean
  note: string | null
  /** Stands in if no provider is configured: makes no links. */
  isMissing?: true
  /** Repeated for one reference: the same link; with another amount, that link charges the new one. */
  createPreference(request: PreferenceRequest): Promise<{ id: string; initPoint: string }>
  /**
   * The link accepts no more payments, and unpaid payments under the same reference are cancelled, unless
   * `linkOnly`. May be repeated.
   */
  expirePreference(id: string, options?: { linkOnly?: boolean }): Promise<void>
  /**
   * The only truth about a payment. Null if the provider does not know it. Ids are unique among all providers: if ids
   * of two could be equal, one puts its kind before its ids (Mercado Pago's are plain numbers).
   */
  readPayment(id: string): Promise<ProviderPayment | null>
  searchPayments(reference: string): Promise<ProviderPayment[]>
  /** All payments to the shop that were begun between these moments, whatever their reference; the oldest first. */
  paymentsBetween(from: Date, to: Date): Promise<ProviderPayment[]>
  /**
   * Gives back `amount`, or all that is left. A `key` that is repeated within some hours is the same refund, of
   * which it answers how far it has come by now. @throws RefundRefused, also where a refund in process was
   * refused later; another error if trying again may help
   */
  refund(paymentId: string, key: string, amount?: number): Promise<ProviderRefund>
  /** How far a refund has come. @throws as `refund` */
  readRefund(paymentId: string, id: string): Promise<ProviderRefund>
  /** The refunds of a payment that were made or are in process, those that others asked for too. */
  refundsOf(paymentId: string): Promise<(ProviderRefund & { amount: number; created: Date })[]>
  /**
   * Its notifications: our path that it calls, and how to read the call. `read` returns null if the call is
   * not its.
   */
  notifications: { path: string; read(call: NotificationCall): Notification | null }
  /** The buyer's side, if the checkout is our own page; null with a real provider. */
  checkout: CheckoutSimulado | null
  /** Whether the provider answers, and for which account. Never throws. */
  probe(): Promise<Probe>
}

/** `in_process`: the provider took it, and may still refuse it. */
export type ProviderRefund = { id: string; state: 'approved' | 'in_process' }

/** All providers of the shop. Each payment and link is handled by the one that made it. */
export type Payments = {
  /** Makes the links of orders. */
  current: PaymentProvider
  all: readonly PaymentProvider[]
  /** @throws ProviderMissing */
  of(kind: string): PaymentProvider
}

/** The provider of a payment or link is not configured any more. */
export class ProviderMissing extends Error {
  constructor(kind: string) {
    super(`The payment provider ${kind} is not configured.`)
  }
}

/** The provider refuses this refund, however often it is asked. `message`: why, for staff. */
export class RefundRefused extends Error {}

/** Why the checkout does not take a payment. */
export class CheckoutRefused extends Error {
  reason: 'vencida' | 'pagada' | 'sin-cupon'
  constructor(reason: CheckoutRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

export type CheckoutSimulado = {
  /** What the page shows; `vuelta` without origin. Null for an unknown reference. */
  show(reference: string): Promise<PagoSimulado | null>
  /** The buyer's choice. @throws CheckoutRefused */
  act(reference: string, accion: AccionSimulada): Promise<PagoSimulado | null>
  /** Sends a signed notification of a payment as a provider would; throws until it is answered 200. */
  notify(paymentId: string): Promise<void>
}
