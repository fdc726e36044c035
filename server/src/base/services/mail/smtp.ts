import type { Transporter } from 'nodemailer'
import { LOGO_CID, type Mail, type Mailer, MailRefused, MailUnanswered } from './port.ts'

const MINUTE_MS = 60_000

/**
 * Real mail. `url`: smtp://user:password@host:587, where STARTTLS is required unless the server is on this
 * machine, or smtps://user:password@host:465; with `?tls=0` (a relay inside the house) nothing is required
 * nor checked. `from`: 'Name <address>', or the address alone; each mail then supplies the display name. One
 * connection for each mail: a pool resends after a lost connection, and the mail may arrive twice.
 */
export function createSmtp(url: string, sentFrom: string): Mailer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const isTls = protocol === 'smtps:'
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const isLax = searchParams.get('tls') === '0'
  const settings = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTls ? 465 : 587),
    secure: isTls,
    requireTLS: !isTls && !isLocal && !isLax,
    tls: { rejectUnauthorized: !isLax },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    // RFC 5321 4.5.3.2.6: after the last line a server may take 10 minutes; a client that hangs up earlier
    // sends it twice
    socketTimeout: 10 * MINUTE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  /** Its library is loaded with the first mail: 10 MB that a shop without SMTP_URL never needs. */
  const transport = () => import('nodemailer').then(({ createTransport }) => createTransport(settings))
  const sender = readSender(sentFrom)
  const domain = /@([^>\s]+)/.exec(sentFrom)?.[1] ?? 'localhost'
  return {
    kind: 'smtp',
    async send({ id, from, to, subject, text, html, pdf, logo }) {
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
      const out = await transport()
      const passed = watchEnd(out)
      await out.sendMail(message).catch((error) => {
        if (isForGood(error)) throw new MailRefused(error.response ?? error.message, { cause: error })
        if (passed() && !error.responseCode) throw new MailUnanswered(error.message, { cause: error })
        throw error
      })
    },
    async probe() {
      try {
        const out = await transport()
        await out.verify()
        return { ok: true, detail: `${hostname} responde y acepta nuestra cuenta.` }
      } catch (error) {
        return { ok: false, detail: problemOf(hostname, error) }
      }
    },
  }
}

/** Whether the connection has read all of the transport's one mail, its last line included. */
function watchEnd(out: Transporter): () => boolean {
  let isPassed = false
  out.use('stream', ({ message }, done) => {
    message.processFunc((mail) =>
      mail.once('end', () => {
        isPassed = true
      }),
    )
    done()
  })
  return () => isPassed
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

/** The server's own words are shown to the owner; other errors are not, since they may quote the address. */
function problemOf(hostname: string, error: unknown): string {
  const { code, response, message } = Object(error) as { code?: string; response?: string; message?: string }
  if (code === 'EAUTH')
    return `${hostname} no acepta el usuario o la contraseña: revisalos, o pedile a tu correo una contraseña de aplicación.`
  if (code === 'ETLS') return `${hostname} no ofrece una conexión cifrada.`
  // The library puts a code of its own in place of Node's
  if (!response && /certificate/i.test(message ?? ''))
    return `${hostname} responde, pero su certificado no vale: corregilo, o el nombre del servidor.`
  if (response) return `${hostname} respondió: «${response.slice(0, 200)}».`
  return `${hostname} no responde.`
}

/**
 * 5yz to the recipient or to the message itself. A 5yz to our login or our sender is an error in the
 * settings: those mails wait until it is corrected.
 */
function isForGood(error: { responseCode?: unknown; command?: unknown; code?: unknown }): boolean {
  if (error.code === 'EENVELOPE' && error.command === 'API') return true // an address no server would understand
  const status = Number(error.responseCode)
  const isAboutMail = error.command === 'RCPT TO' || error.command === 'DATA'
  return status >= 500 && status < 600 && isAboutMail
}
