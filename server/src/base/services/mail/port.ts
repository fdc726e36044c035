import type { Probe } from '../probe.ts'

export type Mail = {
  /** The same at each attempt, so that a mail received twice can be told. Letters, digits, '-' and '.'. */
  id: string
  to: string
  subject: string
  text: string
  html: string
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
