import type { PagoSimulado } from '@imprimitodo/shared/api/pagos'
import type { EstadoPago } from '@imprimitodo/shared/rules/pago'
import type { Probe } from '../probe.ts'
import type { Headers } from './signature.ts'

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
  created: Date
  updated: Date
}

export type PreferenceRequest = {
  reference: string
  /** The id of the preference that this reference has already. */
  known: string | null
  title: string
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

export type Payments = {
  kind: 'simulado' | 'mercadopago'
  /** Repeated for one reference: the same link; with another amount, that link charges the new one. */
  createPreference(request: PreferenceRequest): Promise<{ id: string; initPoint: string }>
  /**
   * The link stops taking payments, and what waits for its money under the same reference ends, unless `linkOnly`.
   * Repeating it is fine.
   */
  expirePreference(id: string, options?: { linkOnly?: boolean }): Promise<void>
  /** The only truth about a payment. Null if the provider does not know it. */
  readPayment(id: string): Promise<ProviderPayment | null>
  searchPayments(reference: string): Promise<ProviderPayment[]>
  /**
   * Gives back `amount`, or all that is left. `key` makes a repeated call the same refund. @throws RefundRefused, or
   * anything else where asking again may help
   */
  refund(paymentId: string, key: string, amount?: number): Promise<void>
  /** Is this notification really the provider's? Header names in lower case; `dataId` from the query string. */
  verifySignature(headers: Headers, dataId: string): boolean
  /** The buyer's side, where the checkout is our own page; null with a real provider. */
  checkout: Checkout | null
  /** Whether the provider answers, and to whom. Never throws. */
  probe(): Promise<Probe>
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
