import type { SendMailOptions, Transporter } from 'nodemailer'
import { within } from '../../runtime/within.ts'
import { LOGO_CID, type Mail, MailDown, type Mailer, MailRefused, MailUnanswered } from './port.ts'

const MINUTE_MS = 60_000

/**
 * How long we wait, in ms, however slowly bytes come: `greeting`, from the look-up of its name until a server has greeted,
 * encryption included; `handing`, until it has the whole mail; `answer`, for its answer to it; `probe`, where the owner
 * tries it. Before its last line a mail is tried again for free, so there we wait as long as relays need that work: some
 * let strangers wait half a minute for the greeting, or ask the recipient's server for as long. After it a client that
 * hangs up within ten minutes sends the mail twice (RFC 5321 4.5.3.2.6). Tests are in a hurry.
 */
type Patience = { greeting: number; handing: number; answer: number; probe: number }
const PATIENCE: Patience = {
  greeting: 35_000,
  handing: 3 * MINUTE_MS,
  answer: 11 * MINUTE_MS,
  probe: 38_000,
}
/** The most characters of a refusal that are kept: a server may send a megabyte. */
const MOST_CHARS = 500

/**
 * Real mail. `url`: smtps://user:password@host:465, or smtp://user:password@host:587, where STARTTLS is required.
 * With `?tls=0` (a relay inside the house) and with smtp:// on this machine nothing is required nor checked. `from`:
 * 'Name <address>', or the address alone; each mail then supplies the display name. One connection for each mail: a
 * pool resends after a lost connection, and the mail may arrive twice.
 */
export function createSmtp(url: string, sentFrom: string, patience = PATIENCE): Mailer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const isTls = protocol === 'smtps:'
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const isLax = searchParams.get('tls') === '0'
  const settings = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTls ? 465 : 587),
    secure: isTls,
    requireTLS: !isTls && !isLocal && !isLax,
    // Between two processes of one machine a certificate proves nothing, and Debian's Postfix signs its own
    tls: { rejectUnauthorized: !isLax && (isTls || !isLocal) },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: patience.greeting, // the library ends the wait for the greeting with it
    greetingTimeout: patience.greeting,
    socketTimeout: patience.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  /** Its library is loaded with the first mail: 10 MB that a shop without SMTP_URL never needs. */
  const transport = (change: { socketTimeout?: number } = {}) =>
    import('nodemailer').then(({ createTransport }) => createTransport({ ...settings, ...change }))
  const sender = readSender(sentFrom)
  const domain = /@([^>\s]+)/.exec(sentFrom)?.[1] ?? 'localhost'
  return {
    kind: 'smtp',
    async send({ id, from, to, subject, text, html, pdf, logo }, signal) {
      const message = {
        from: sender.name ? sender : { name: from, address: sender.address }, // objects: no name can add a header
        subject,
        text,
        html,
        attachments: attachmentsOf({ pdf, logo }),
        to: { name: '', address: to }, // an object: no address can add a header or another recipient
        messageId: `<${id}@${domain}>`,
        // RFC 3834: no holiday reply answers us
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      await deliver(await transport(), message, patience, signal).catch((error) => {
        if (isForGood(error)) throw new MailRefused(wordsOf(error), { cause: error })
        if (error instanceof MailUnanswered) throw error
        throw new MailDown(problemOf(hostname, error), { cause: error })
      })
    },
    async probe() {
      try {
        const out = await transport({ socketTimeout: patience.probe })
        if (!(await within(patience.probe, out.verify()))) throw new Error('It answers too slowly.')
        return { ok: true, detail: `${hostname} responde y acepta nuestra cuenta.` }
      } catch (error) {
        return { ok: false, detail: problemOf(hostname, error) }
      }
    },
  }
}

/** @throws MailUnanswered where the server has all of it and does not answer; else the library's error */
async function deliver(
  out: Transporter,
  message: SendMailOptions,
  { handing, answer }: Pick<Patience, 'handing' | 'answer'>,
  given: AbortSignal | undefined,
): Promise<void> {
  const ending = new AbortController()
  const endAfter = (ms: number) => setTimeout(() => ending.abort(), ms).unref()
  let limit = endAfter(handing)
  let hasPassed = false
  out.use('stream', (mail, done) => {
    // The connection has read all of it, its last line included
    mail.message.processFunc((bytes) =>
      bytes.once('end', () => {
        hasPassed = true
        clearTimeout(limit)
        limit = endAfter(answer)
      }),
    )
    done()
  })
  try {
    const signal = given ? AbortSignal.any([ending.signal, given]) : ending.signal
    await out.sendMail({ ...message, signal })
  } catch (error) {
    const isAnswered = Boolean(Object(error).responseCode)
    throw hasPassed && !isAnswered ? new MailUnanswered(wordsOf(error), { cause: error }) : error
  } finally {
    clearTimeout(limit)
  }
}

/** 'Name <address>', '"Name" <address>', '<address>' or 'address'. */
function readSender(text: string): { name: string; address: string } {
  const at = text.lastIndexOf('<')
  if (at < 0 || !text.trimEnd().endsWith('>')) return { name: '', address: text.trim() }
  const name = text.slice(0, at).trim()
  return { name: name.replace(/^"(.*)"$/, '$1'), address: text.slice(at + 1, text.lastIndexOf('>')).trim() }
}

const attachmentsOf = ({ pdf, logo }: { pdf: Mail['pdf'] | undefined; logo: Buffer | undefined }) => [
  ...(pdf ? [{ filename: pdf.name, content: pdf.bytes, contentType: 'application/pdf' }] : []),
  ...(logo
    ? [
        {
          cid: LOGO_CID,
          filename: 'logo.png',
          content: logo,
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
        },
      ]
    : []),
]

type SmtpError = {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  message?: string
}
const readError = (error: unknown): SmtpError => Object(error)

/** The beginning of the server's answer. */
function wordsOf(error: unknown): string {
  const { response, message = '' } = readError(error)
  return (response ?? message).slice(0, MOST_CHARS)
}

/** The server's own words are shown to the owner; other errors are not, since they may quote the address. */
function problemOf(hostname: string, error: unknown): string {
  const { code, response, message = '' } = readError(error)
  const said = response?.slice(0, 200)
  if (code === 'EAUTH' && response?.startsWith('4'))
    return `${hostname} pide esperar: «${said}». Probá de nuevo en un rato.`
  if (code === 'EAUTH')
    return `${hostname} no acepta el usuario o la contraseña: revisalos, o pedile a tu correo una contraseña de aplicación.`
  if (code === 'ETLS') return `${hostname} no ofrece una conexión cifrada.`
  // The library puts a code of its own in place of Node's
  if (!response && /certificate/i.test(message))
    return `${hostname} responde, pero su certificado no vale: corregilo, o el nombre del servidor.`
  if (said) return `${hostname} respondió: «${said}».`
  return `${hostname} no responde.`
}

/**
 * Enhanced codes (RFC 3463) of the mailbox, its domain or the message; 5.1.7 and 5.1.8 are of the sender. Microsoft says
 * 5.4.1 of a mailbox that it does not know.
 */
const OF_THE_MAIL = /^5\.(?:1\.(?!7$|8$)|2\.|3\.4$|4\.[14]$|6\.)/
/** Plain codes about the mail, in answers without an enhanced code. */
const PLAIN_OF_THE_MAIL = [501, 550, 551, 552, 553, 554, 556]
/** Enhanced codes that say as little as none. */
const OF_ANYTHING = /^5\.[013]\.0$/
/** Words of a refusal that is not about the mail. */
const ABOUT_US =
  /\b(?:relay(?:ing)?|(?:un)?authenticat\w*|senders?|sending|not verified|(?:daily|hourly) limit|per (?:hour|day))\b/i

/**
 * Whether the recipient or the message itself is refused. A 5yz to our login, our sender, or to all that we send is an
 * error in the settings, or a limit: those mails wait until it is over.
 */
function isForGood(error: unknown): boolean {
  const { code, command, response = '', responseCode = 0 } = readError(error)
  if (code === 'EENVELOPE' && command === 'API') return true // an address no server would understand
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false
  const said = response.slice(0, MOST_CHARS)
  const found = /(?:^\d{3}[ -]|#)(5\.\d{1,3}\.\d{1,3})\b/.exec(said)?.[1]
  if (found && !OF_ANYTHING.test(found)) return OF_THE_MAIL.test(found)
  return PLAIN_OF_THE_MAIL.includes(responseCode) && !ABOUT_US.test(said)
}
