/** A checkout provider as we use it (Mercado Pago's Checkout Pro sets the shape). Money in centavos of ARS. */
export type PaymentStatus =
  | 'pending'
  | 'in_process'
  | 'authorized'
  | 'approved'
  | 'in_mediation'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'charged_back'

export type ProviderPayment = {
  id: string
  status: PaymentStatus
  /** Our reference (`pedidos.referencia`). */
  reference: string
  amount: number
  refunded: number
  /** ISO 4217. */
  currency: string
  method: string | null
  created: Date
  updated: Date
}

export type PreferenceRequest = {
  reference: string
  title: string
  amount: number
  /** Unpaid, the link and any cash ticket end here. */
  expires: Date
  email: string
  /** Where the buyer comes back to. */
  backUrl: string
  notificationUrl: string
}

export type Payments = {
  kind: 'simulado' | 'mercadopago'
  /** `origin` is the browser's, for links that point at ourselves. Repeated for one reference: the same link. */
  createPreference(request: PreferenceRequest): Promise<{ id: string; initPoint: string }>
  /** The link stops taking payments; unpaid cash tickets end. Repeating it is fine. */
  expirePreference(id: string): Promise<void>
  /** The only truth about a payment. Null if the provider does not know it. */
  readPayment(id: string): Promise<ProviderPayment | null>
  searchPayments(reference: string): Promise<ProviderPayment[]>
  /** Full refund. `key` makes a repeated call the same refund. */
  refund(paymentId: string, key: string): Promise<void>
  /** Is this notification really the provider's? Header names in lower case; `dataId` from the query string. */
  verifySignature(headers: Record<string, string | string[] | undefined>, dataId: string): boolean
}
