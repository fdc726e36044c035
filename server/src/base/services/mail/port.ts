import type { Probe } from '../probe.ts'

/** The Content-ID of a picture that travels inside its mail (RFC 2392): nothing is fetched for it. */
export const LOGO_CID = 'logo@imprimitodo'

export type Mail = {
  /**
   * The same at each attempt, so that a mail received twice can be recognised. Letters, digits, '-' and '.'.
   */
  id: string
  /** The shop's name, used if the configured sender has no name. */
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** The PNG that the HTML shows at the address `LOGO_CID`. */
  logo?: Buffer
  /** Attached to the mail. */
  pdf?: { name: string; bytes: Buffer }
}

/** The receiving server refused this mail, or this recipient, for good: trying again would not help. */
export class MailRefused extends Error {}

/** The server takes none of our mails now, for the reason in the message, in the owner's words. It may later. */
export class MailDown extends Error {}

/** The server was given the whole mail and answered nothing: perhaps it took it. */
export class MailUnanswered extends Error {}

/**
 * `send` hands one mail over for good, or throws: MailRefused, MailUnanswered, or any other error (MailDown) if it is to
 * be tried again later. Once `signal` is aborted it ends soon. Called by the jobs of mails, and where the owner tries the
 * server.
 */
export type Mailer = {
  kind: 'bandeja' | 'smtp'
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /** Whether the server would accept our mails; sends none. Never throws. */
  probe(): Promise<Probe>
}
