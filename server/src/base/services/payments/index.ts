import type { FastifyBaseLogger } from 'fastify'
import { createMercadoPago } from './mercadopago.ts'
import type { MercadoPagoSettings } from './mercadopago-client.ts'
import type { Payments } from './port.ts'
import { createSimulado } from './simulado.ts'

/** Mercado Pago where its token is set, else the simulated checkout. */
export function createPayments(
  settings: MercadoPagoSettings | undefined,
  parts: Parameters<typeof createSimulado>[0] & { log: FastifyBaseLogger },
): Payments {
  if (!settings) return createSimulado(parts)
  if (!settings.webhookSecret)
    parts.log.warn(
      'Falta MP_WEBHOOK_SECRET: los avisos de Mercado Pago se rechazan, los pagos tardan en verse.',
    )
  return createMercadoPago(settings, parts)
}
