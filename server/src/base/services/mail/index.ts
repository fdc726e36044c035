import { createBandeja } from './bandeja.ts'
import type { Mailer } from './port.ts'
import { createSmtp } from './smtp.ts'

/** Real mail where SMTP_URL is set, else mails are kept. */
export const createMailer = ({
  smtpUrl,
  mailFrom,
}: {
  smtpUrl: string | undefined
  mailFrom: string
}): Mailer => (smtpUrl ? createSmtp(smtpUrl, mailFrom) : createBandeja())
