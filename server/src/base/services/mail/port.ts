import type { Probe } from '../probe.ts'

/** Of a picture that travels inside its mail (RFC 2392): nothing of it is fetched. */
export const LOGO_CID = 'logo@imprimitodo'

export type Mail = {
  /** The same at each attempt, so that a mail received twice can be told. Letters, digits, '-' and '.'. */
  id: string
  /** What the shop is called; it is told where the sender's address came without a name. */
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** The PNG that the HTML shows at the address `LOGO_CID`. */
  logo?: Buffer
  /** Goes with it. */
  pdf?: { name: string; bytes: Buffer }
}

/** The receiving server refused this mail, or this recipient, for good: asking again is of no use. */
export class MailRefused extends Error {}

/**
 * `send` hands one mail over for good, or throws: MailRefused, or anything else and is asked again later. Called by the
 * `correo` job alone.
 */
export type Mailer = {
  kind: 'bandeja' | 'smtp'
  send(mail: Mail): Promise<void>
  /** Whether the server would take our mails; sends none. Never throws. */
  probe(): Promise<Probe>
}
