import type { FastifyBaseLogger } from 'fastify'
import { createAusente } from './ausente.ts'
import { createMercadoPago, NOTIFICATION_PATH } from './mercadopago/adapter.ts'
import type { MercadoPagoSettings } from './mercadopago/client.ts'
import { type PaymentProvider, type Payments, ProviderMissing } from './port.ts'
import { createSimulado } from './simulado/adapter.ts'

/** The first one makes the links of orders; the others only handle their own payments and links. */
export function registerProviders(all: readonly [PaymentProvider, ...PaymentProvider[]]): Payments {
  return {
    all,
    current: all[0],
    of(kind) {
      const found = all.find((provider) => provider.kind === kind)
      if (!found) throw new ProviderMissing(kind)
      return found
    },
  }
}

/**
 * Mercado Pago charges if its token is set, and the simulated checkout only keeps the payments that it charged before.
 * Without the token the simulated checkout charges, at Mercado Pago's address; if `simulated` is false, no links are
 * made, also at that address. A further provider is one more adapter in this list.
 * @param watch observes how its calls end
 */
export function createPayments(
  settings: { mercadopago: MercadoPagoSettings | undefined; simulated: boolean },
  parts: Omit<Parameters<typeof createSimulado>[0], 'notificationPath'> & { log: FastifyBaseLogger },
  watch: (provider: PaymentProvider) => PaymentProvider = (provider) => provider,
): Payments {
  const simulado = createSimulado({ ...parts, notificationPath: NOTIFICATION_PATH })
  if (!settings.mercadopago) {
    if (settings.simulated) return registerProviders([watch(simulado)])
    return registerProviders([createAusente(NOTIFICATION_PATH), simulado])
  }
  if (!settings.mercadopago.webhookSecret)
    parts.log.warn(
      'Falta MP_WEBHOOK_SECRET: los avisos de Mercado Pago se rechazan, los pagos tardan en verse.',
    )
  return registerProviders([watch(createMercadoPago(settings.mercadopago, parts)), simulado])
}
