import type { Enchufes } from './conexiones.ts'
import { createMailer } from './mail/index.ts'
import { createPayments } from './payments/index.ts'
import type { Pulso } from './pulso.ts'

type Settings = Parameters<typeof createMailer>[0] &
  Parameters<typeof createPayments>[0] & {
    /** Where Mercado Pago is. */
    mpApiUrl: string
  }
type Parts = Parameters<typeof createPayments>[1] & { pulso: Pulso }

/** What the owner may connect: of the environment where that says it, else of what was typed on the screen. */
export const enchufesOf = (settings: Settings, { pulso, ...parts }: Parts): Enchufes => ({
  correo: {
    deEntorno: settings.smtpUrl !== undefined,
    make: (valores) => pulso.watch('correo', createMailer(settings, valores)),
  },
  mercadopago: {
    deEntorno: settings.mercadopago !== undefined,
    make: (valores) =>
      createPayments(
        {
          simulated: settings.simulated,
          mercadopago: valores
            ? {
                ...{ accessToken: valores.access_token ?? '', webhookSecret: valores.webhook_secret },
                apiUrl: settings.mpApiUrl,
              }
            : settings.mercadopago,
        },
        parts,
        (provider) => pulso.watch('pagos', provider),
      ),
  },
})
