import type { PaymentProvider } from './port.ts'

/**
 * In production without a provider: orders are accepted, none can be paid in the web, and no payment is
 * known. `notificationPath`: shown to the owner, who enters it at the provider before connecting it.
 */
export function createAusente(notificationPath: string): PaymentProvider {
  const refuse = async (): Promise<never> => {
    throw new Error('No payment provider is configured.')
  }
  return {
    kind: 'ninguno',
    title: 'Sin conectar',
    medios: [],
    integrated: false,
    checkout: null,
    note: 'No se puede pagar en la web hasta conectar Mercado Pago.',
    isMissing: true,
    createPreference: refuse,
    refund: refuse,
    readRefund: refuse,
    refundsOf: async () => [],
    expirePreference: async () => {},
    readPayment: async () => null,
    searchPayments: async () => [],
    paymentsBetween: async () => [],
    notifications: { path: notificationPath, read: () => null },
    probe: async () => ({ ok: false, detail: 'Falta conectar Mercado Pago.' }),
  }
}
