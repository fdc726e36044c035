import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { type Mood, startOddSmtp, startSmtp } from '../../../testing/peers/smtp.ts'
import { createBandeja } from './bandeja.ts'
import { createMailer } from './index.ts'
import { LOGO_CID, MailDown, type Mailer, MailRefused, MailUnanswered } from './port.ts'
import { createSmtp } from './smtp.ts'

const FROM = 'ImprimiTodo <hola@imprimitodo.example>'
const mail = (change: object = {}) => ({
  id: 'abc123',
  from: 'La Copia',
  to: 'ana@example.com',
  subject: 'Tu pedido 1042 está listo — ¡vení!',
  text: 'Señora Ñáñez:\n\npase a retirar.\n',
  html: '<p>Señora Ñáñez</p>',
  ...change,
})

/** Another spelling of this machine, which the adapter does not recognise as local. */
const elsewhere = (port: number) => `smtp://0x7f.1:${port}`

describe.each([
  { name: 'kept mails', make: async (): Promise<Mailer> => createBandeja() },
  { name: 'SMTP', make: async (): Promise<Mailer> => createSmtp((await startSmtp()).url, FROM) },
])('$name', ({ make }) => {
  test('a mail is handed over', async () => {
    await expect((await make()).send(mail())).resolves.toBeUndefined()
  })
  test('ten at once are handed over', async () => {
    const mailer = await make()
    const sent = Array.from({ length: 10 }, (_, index) => mailer.send(mail({ id: `m${index}` })))
    expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'))
  })
})

describe('SMTP', () => {
  test('text and HTML arrive as they were written, from the shop, to one', async () => {
    const smtp = await startSmtp()
    await createSmtp(smtp.url, FROM).send(mail())
    const [{ to, raw } = { to: [], raw: '' }] = smtp.received
    const parsed = await PostalMime.parse(raw)
    expect(to).toEqual(['ana@example.com'])
    expect(parsed.from).toMatchObject({ name: 'ImprimiTodo', address: 'hola@imprimitodo.example' })
    expect(parsed.subject).toBe('Tu pedido 1042 está listo — ¡vení!')
    expect(parsed.text?.trim()).toBe('Señora Ñáñez:\n\npase a retirar.')
    expect(parsed.html?.trim()).toBe('<p>Señora Ñáñez</p>')
    expect(parsed.messageId).toBe('<abc123@imprimitodo.example>')
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  })

  test.each([
    ['La Copia <hola@copia.example>', 'Otra', 'La Copia'],
    ['"La Copia" <hola@copia.example>', 'Otra', 'La Copia'],
    ['"Copias <Centro>" <hola@copia.example>', 'Otra', 'Copias <Centro>'],
    ['hola@copia.example', 'La "Copia" & Cía. <x@y.example>, 🖨', 'La "Copia" & Cía. <x@y.example>, 🖨'],
    ['<hola@copia.example>', 'مطبعة النور', 'مطبعة النور'],
    ['hola@copia.example', 'La Copia\r\nBcc: otro@example.com', undefined],
  ])('a sender %j is of the shop %j', async (sentFrom, from, name) => {
    const smtp = await startSmtp()
    await createSmtp(smtp.url, sentFrom).send(mail({ from }))
    const [{ to, raw } = { to: [], raw: '' }] = smtp.received
    const parsed = await PostalMime.parse(raw)
    expect(to).toEqual(['ana@example.com'])
    expect(parsed.from?.address).toBe('hola@copia.example')
    if (name) expect(parsed.from?.name).toBe(name)
    expect(raw).not.toMatch(/^Bcc:/im)
  })

  test('a logo is inside it, where its HTML shows it, beside a document', async () => {
    const smtp = await startSmtp()
    const [pdf, logo] = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }, Buffer.from('\x89PNG', 'latin1')]
    await createSmtp(smtp.url, FROM).send(mail({ pdf, logo, html: `<img src="cid:${LOGO_CID}">` }))
    const { attachments, html } = await PostalMime.parse(smtp.received[0]?.raw ?? '')
    expect(html).toContain(`<img src="cid:${LOGO_CID}">`)
    const [shown, other] = attachments.toSorted((one) => (one.related ? -1 : 1))
    expect(shown).toMatchObject({
      contentId: `<${LOGO_CID}>`,
      disposition: 'inline',
      mimeType: 'image/png',
      related: true,
    })
    expect(Buffer.from(shown?.content as ArrayBuffer)).toEqual(logo)
    expect(other).toMatchObject({ filename: 'a.pdf', disposition: 'attachment' })
  })

  test('a document goes with it', async () => {
    const smtp = await startSmtp()
    const pdf = { name: 'Nota-de-crédito-C.pdf', bytes: Buffer.from('%PDF-1.7 ñ') }
    await createSmtp(smtp.url, FROM).send(mail({ pdf }))
    const { attachments } = await PostalMime.parse(smtp.received[0]?.raw ?? '')
    expect(attachments).toHaveLength(1)
    expect(attachments[0]).toMatchObject({ filename: pdf.name, mimeType: 'application/pdf' })
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(pdf.bytes)
  })

  test.each([
    ['ana@example.com\r\nBcc: otro@example.com'],
    ['ana@example.com, otro@example.com'],
    ['"x" <otro@example.com>, ana@example.com'],
  ])('an address that hides a second one never reaches the second: %j', async (to) => {
    const smtp = await startSmtp()
    await createSmtp(smtp.url, FROM)
      .send(mail({ to }))
      .catch(() => {})
    expect(smtp.received.flatMap((received) => received.to)).not.toContain('otro@example.com')
    expect(smtp.received.length).toBeLessThanOrEqual(1)
  })

  test('a subject cannot add a header', async () => {
    const smtp = await startSmtp()
    await createSmtp(smtp.url, FROM).send(mail({ subject: 'Hola\r\nBcc: otro@example.com' }))
    expect(smtp.received[0]?.to).toEqual(['ana@example.com'])
    expect(smtp.received[0]?.raw).not.toMatch(/^Bcc:/m)
  })

  test.each<Mood>([
    { at: 'rcpt', code: 550 },
    { at: 'rcpt', code: 553 },
    { at: 'data', code: 554 },
  ])('%o is for good', async (mood) => {
    const smtp = await startSmtp()
    smtp.moods.push({ ...mood, text: 'No such user' } as Mood)
    const attempt = createSmtp(smtp.url, FROM).send(mail())
    await expect(attempt).rejects.toBeInstanceOf(MailRefused)
    await expect(attempt).rejects.toThrow('No such user')
  })

  test.each<[at: 'rcpt' | 'data', code: number, text: string, isForGood: boolean]>([
    ['rcpt', 550, '5.1.1 No such user', true],
    ['rcpt', 550, '5.1.2 Domain not found', true],
    ['rcpt', 550, '5.1.10 RESOLVER.ADR.RecipientNotFound', true],
    ['rcpt', 550, '5.4.1 Recipient address rejected: Access denied', true], // Microsoft, for a mailbox that is not there
    ['rcpt', 501, '5.1.3 Bad recipient address syntax', true],
    ['rcpt', 552, '5.2.2 Mailbox full', true],
    ['rcpt', 556, '5.1.10 Domain takes no mail', true],
    ['data', 552, '5.3.4 Message too big', true],
    ['data', 554, '5.6.0 Unreadable', true],
    ['rcpt', 501, 'malformed address', true],
    ['rcpt', 550, 'unrouteable address', true],
    ['rcpt', 552, 'limit of the mailbox exceeded', true],
    ['rcpt', 554, '5.7.1 <ana@example.com>: Relay access denied', false],
    ['rcpt', 550, '5.7.54 Unable to relay', false],
    ['rcpt', 530, '5.7.0 Authentication required', false],
    ['rcpt', 553, '5.7.1 <hola@example.com>: Sender address rejected: not owned by user', false],
    ['rcpt', 550, '5.1.0 <hola@example.com>: Sender address rejected: User unknown', false],
    ['rcpt', 550, '5.1.8 <hola@example.com>: Sender address rejected: Domain not found', false],
    ['data', 550, '5.4.5 Daily user sending limit exceeded', false],
    ['rcpt', 553, 'not in my list of allowed rcpthosts (#5.7.1)', false],
    ['rcpt', 550, 'relay not permitted', false],
    ['rcpt', 550, 'Sender verify failed', false],
    ['rcpt', 550, 'Hourly limit reached for 200.5.1.1', false],
    ['rcpt', 553, '5.3.0 <ana@example.com>... User unknown', true],
    ['rcpt', 550, '5.0.0 Mailbox unavailable', true],
    ['rcpt', 550, '5.0.0 Unauthenticated senders not allowed', false],
    ['rcpt', 550, 'Domain x.example has exceeded the max emails per hour (25/25 (100%)) allowed.', false],
    ['data', 554, 'Message rejected: Email address is not verified.', false],
    ['rcpt', 530, 'Must issue a STARTTLS command first', false],
    ['rcpt', 535, 'no', false],
    ['data', 503, 'Authenticate first', false],
    ['rcpt', 502, 'Command not implemented', false],
  ])('%s answered with %i %s: for good: %s', async (at, code, text, isForGood) => {
    const smtp = await startSmtp()
    smtp.moods.push({ at, code, text })
    const outcome = await createSmtp(smtp.url, FROM)
      .send(mail())
      .catch((error) => error)
    expect(outcome).toBeInstanceOf(isForGood ? MailRefused : MailDown)
    expect(outcome.message).toContain(text)
  })

  test('of an endless refusal only the beginning is kept', async () => {
    const { url } = await startOddSmtp({ RCPT: `550 ${'x'.repeat(900_000)}` })
    const outcome = await createSmtp(url, FROM)
      .send(mail())
      .catch((error) => error)
    expect(outcome).toBeInstanceOf(MailRefused)
    expect(outcome.message).toHaveLength(500)
  })

  test.each([
    ['RCPT', MailDown],
    ['.', MailUnanswered],
  ])('an answer to %s that comes letter by letter is not waited for without end', async (word, kind) => {
    const { url, open } = await startOddSmtp({ [word]: 'drip' })
    const patience = { greeting: 60_000, handing: 200, answer: 200, probe: 200 }
    await expect(createSmtp(url, FROM, patience).send(mail())).rejects.toBeInstanceOf(kind)
    await expect.poll(() => open.size).toBe(0)
  })

  test.each(['', 'drip'])('a server that connects and does not greet is away: %j', async (hello) => {
    const { url, open } = await startOddSmtp({ hello })
    const patience = { greeting: 200, handing: 60_000, answer: 60_000, probe: 200 }
    await expect(createSmtp(url, FROM, patience).send(mail())).rejects.toBeInstanceOf(MailDown)
    await expect.poll(() => open.size).toBe(0)
  })

  test.each([
    ['RCPT', MailDown],
    ['.', MailUnanswered],
  ])('a mail that is given up while %s is not answered ends at once', async (word, kind) => {
    const { url, open, heard } = await startOddSmtp({ [word]: '' })
    const given = new AbortController()
    const sending = createSmtp(url, FROM).send(mail(), given.signal)
    const refused = expect(sending).rejects.toBeInstanceOf(kind)
    await expect.poll(() => heard).toContain(word)
    given.abort()
    await refused
    await expect.poll(() => open.size).toBe(0)
  })

  test.each([
    [{ EHLO: '' }],
    [{ EHLO: '250-hola\r\n250 STARTTLS', STARTTLS: '220 go on' }],
    [{ EHLO: 'drip' }],
  ])('a server that goes silent while it is tried does not answer: %o', async (odd) => {
    const { url } = await startOddSmtp(odd)
    const patience = { greeting: 60_000, handing: 60_000, answer: 60_000, probe: 200 }
    expect(await createSmtp(url, FROM, patience).probe()).toEqual({
      ok: false,
      detail: '127.0.0.1 no responde.',
    })
  })

  test('a login that the server puts off is not told as a wrong one', async () => {
    const { url } = await startOddSmtp({
      EHLO: '250-hola\r\n250 AUTH PLAIN',
      AUTH: '454 4.7.0 Too many login attempts, please try again later.',
    })
    expect(await createSmtp(url.replace('//', '//tienda:secreto@'), FROM).probe()).toEqual({
      ok: false,
      detail:
        '127.0.0.1 pide esperar: «454 4.7.0 Too many login attempts, please try again later.». Probá de nuevo en un rato.',
    })
  })

  test.each<Mood>([
    { at: 'rcpt', code: 450 },
    { at: 'data', code: 451 },
    { at: 'mail', code: 421 },
    { at: 'mail', code: 550 },
    { at: 'cut' },
    { at: 'cut early' },
  ])('%o may pass', async (mood) => {
    const smtp = await startSmtp()
    smtp.moods.push(mood)
    const mailer = createSmtp(smtp.url, FROM)
    const outcome = await mailer.send(mail()).catch((error) => error)
    expect(outcome).toBeInstanceOf(Error)
    expect(outcome).not.toBeInstanceOf(MailRefused)
    await mailer.send(mail())
    expect(smtp.received).toHaveLength(1)
  })

  test.each<[Mood, boolean]>([
    [{ at: 'cut' }, true],
    [{ at: 'cut early' }, false],
    [{ at: 'rcpt', code: 450 }, false],
    [{ at: 'data', code: 451 }, false],
    [{ at: 'data', code: 421 }, false],
  ])('%o leaves the mail unanswered: %s', async (mood, isUnanswered) => {
    const smtp = await startSmtp()
    smtp.moods.push(mood)
    const outcome = await createSmtp(smtp.url, FROM)
      .send(mail())
      .catch((error) => error)
    expect(outcome instanceof MailUnanswered).toBe(isUnanswered)
  })

  test('a server that is not there, or a wrong login, may be mended', async () => {
    const { url } = await startSmtp({ user: 'tienda', password: 'se:cre@to' })
    await createSmtp(url, FROM).send(mail())
    for (const wrong of [url.replace('se%3Acre%40to', 'otro'), 'smtp://127.0.0.1:1']) {
      const outcome = await createSmtp(wrong, FROM)
        .send(mail())
        .catch((error) => error)
      expect(outcome).toBeInstanceOf(Error)
      expect(outcome).not.toBeInstanceOf(MailRefused)
    }
  })

  test('a server whose certificate is not valid answers: the owner is told what is wrong with it', async () => {
    const { port } = await startSmtp({ starttls: true })
    expect(await createSmtp(elsewhere(port), FROM).probe()).toEqual({
      ok: false,
      detail: '0x7f.1 responde, pero su certificado no vale: corregilo, o el nombre del servidor.',
    })
  })

  test('a server on this machine may have signed its certificate itself, as Debian’s Postfix does', async () => {
    const smtp = await startSmtp({ starttls: true })
    const mailer = createSmtp(smtp.url, FROM)
    expect(await mailer.probe()).toEqual({ ok: true, detail: '127.0.0.1 responde y acepta nuestra cuenta.' })
    await mailer.send(mail())
    expect(smtp.received).toHaveLength(1)
  })

  test('a server elsewhere that offers no TLS gets nothing, unless it was said that it need not', async () => {
    const smtp = await startSmtp()
    const url = elsewhere(smtp.port)
    expect(new URL(url).hostname).toBe('0x7f.1')
    await expect(createSmtp(url, FROM).send(mail())).rejects.toMatchObject({ cause: { code: 'ETLS' } })
    await createSmtp(`${url}?tls=0`, FROM).send(mail())
    expect(smtp.received).toHaveLength(1)
  })

  test('is there only where SMTP_URL is set', () => {
    expect(createMailer({ smtpUrl: undefined, mailFrom: FROM }).kind).toBe('bandeja')
    expect(createMailer({ smtpUrl: 'smtp://localhost:25', mailFrom: FROM }).kind).toBe('smtp')
  })
})
