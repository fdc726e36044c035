import type { Mailer } from './port.ts'

/** Embedded default: every mail is in the table `correos` already, and simply stays there. */
export const createBandeja = (): Mailer => ({
  kind: 'bandeja',
  send: async () => {},
  probe: async () => ({
    ok: true,
    detail: 'Los correos no salen: quedan guardados y se leen en /dev/correo.',
  }),
})
