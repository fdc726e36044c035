import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { type Mood, startSmtp } from '../../../testing/smtp.ts'
import { createBandeja } from './bandeja.ts'
import { createMailer } from './index.ts'
import { LOGO_CID, type Mailer, MailRefused, MailUnanswered } from './port.ts'
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

describe.each([
  { name: 'kept mails', make: async (): Promise<Mailer> => createBandeja() },
  { name: 'SMTP', make: async (): Promise<Mailer> => createSmtp((await startSmtp()).url, FROM) },
])('$name', ({ make }) => {
  test('a mail is handed over', async () => {
    await expect((await make()).send(mail())).resolves.toBeUndefined()
  })
  test('ten at once are handed over', async () => {
    const mailer = await make()
    await Promise.all(Array.from({ length: 10 }, (_, index) => mailer.send(mail({ id: `m${index}` }))))
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
    const { url } = await startSmtp({ starttls: true })
    expect(await createSmtp(url, FROM).probe()).toEqual({
      ok: false,
      detail: '127.0.0.1 responde, pero su certificado no vale: corregilo, o el nombre del servidor.',
    })
  })

  test('a server elsewhere that offers no TLS gets nothing, unless it was said that it need not', async () => {
    const smtp = await startSmtp()
    // Another spelling of this machine, which the adapter does not recognise as local
    const url = `smtp://0x7f.1:${smtp.port}`
    expect(new URL(url).hostname).toBe('0x7f.1')
    await expect(createSmtp(url, FROM).send(mail())).rejects.toMatchObject({ code: 'ETLS' })
    await createSmtp(`${url}?tls=0`, FROM).send(mail())
    expect(smtp.received).toHaveLength(1)
  })

  test('is there only where SMTP_URL is set', () => {
    expect(createMailer({ smtpUrl: undefined, mailFrom: FROM }).kind).toBe('bandeja')
    expect(createMailer({ smtpUrl: 'smtp://localhost:25', mailFrom: FROM }).kind).toBe('smtp')
  })
})
