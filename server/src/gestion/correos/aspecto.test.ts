// Mails with the shop's name and logo, as a mail server receives them.
import { rm } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { LOGO_CID } from '../../base/services/mail/port.ts'
import { createSmtp } from '../../base/services/mail/smtp.ts'
import { mailLetter } from '../../base/web/mail-page.ts'
import { ownerShop } from '../../testing/mostrador.ts'
import { startSmtp } from '../../testing/peers/smtp.ts'
import { addImagen, logoDeMail } from '../../vidriera/imagenes/service.ts'
import { named, queueCorreo } from './service.ts'

const NOMBRE = 'Copias "A&B" <el Ñandú>, 🖨'

async function world() {
  const smtp = await startSmtp()
  const { shop, ask } = await ownerShop({ mailer: createSmtp(smtp.url, 'no-responder@copias.example') })
  const letter = { asunto: 'Hola', title: 'Hola', paragraphs: ['Hola'], small: 'Chau' }
  /** Parsed as the receiver's mail app does. */
  const received = async (clave: string) => {
    await shop.db.transaction((tx) =>
      queueCorreo(tx, shop.deps, mailLetter({ clave, para: 'ana@example.com' }, letter)),
    )
    await expect.poll(() => smtp.received.length).toBe(1)
    const { raw } = smtp.received.splice(0)[0] ?? { raw: '' }
    return PostalMime.parse(raw)
  }
  const upload = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 200, g: 58, b: 34, alpha: 0.5 } } })
      .png()
      .toBuffer()
      .then((bytes) => addImagen(shop.deps, bytes))
  return { shop, ask, received, upload }
}

test('a mail is of the shop as its owner calls it: sender, subject, text and HTML; before that as it always was', async () => {
  const { shop, ask, received } = await world()
  const before = await received('antes')
  expect(before.from).toMatchObject({ name: 'ImprimiTodo', address: 'no-responder@copias.example' })
  expect(before.html).toContain('>imprimitodo</td>')
  expect(before.text).toMatch(/\nImprimiTodo\n*$/)
  expect((await ask('PUT', 'ajustes', { nombre: NOMBRE })).statusCode).toBe(200)
  const after = await received('después')
  expect(after.from?.name).toBe(NOMBRE)
  expect(after.html).toContain('>Copias &quot;A&amp;B&quot; &lt;el Ñandú&gt;, 🖨</td>')
  expect(after.text?.trimEnd().endsWith(NOMBRE)).toBe(true)
  expect(`${after.html}${after.text}`).not.toMatch(/imprimitodo/i)
  // The stored mail keeps the name with which it left, for the notices that are made from it
  const rows = await shop.db.select().from(correos).orderBy(correos.id)
  expect(rows.map(({ texto }) => texto.trim().split('\n').at(-1))).toEqual(['ImprimiTodo', NOMBRE])
})

test('the subject names the shop too', () => {
  const acceso = mailLetter(
    { clave: 'a', para: 'a@example.com' },
    { asunto: 'Tenés acceso al mostrador de \uE000', title: 'Hola', paragraphs: [], small: '' },
  )
  expect(named(acceso, 'La Copia').asunto).toBe('Tenés acceso al mostrador de La Copia')
})

test('the logo travels inside the mail, small, and nothing of a mail is fetched; without its picture the drawn one stays', async () => {
  const { shop, ask, received, upload } = await world()
  const drawn = await received('sin')
  expect([drawn.attachments, /<img/.test(drawn.html ?? '')]).toEqual([[], false])
  const logo_id = await upload(1600, 400)
  expect((await ask('PUT', 'ajustes', { logo_id })).json()).toMatchObject({ logo_id })
  for (const clave of ['con', 'con otra vez']) {
    const { attachments, html = '' } = await received(clave)
    expect(html).toContain(`<img src="cid:${LOGO_CID}" width="24" height="24" alt=""`)
    expect(html).not.toMatch(/\b(?:src|background)="https?:|url\(|<link/)
    expect(attachments).toMatchObject([
      { contentId: `<${LOGO_CID}>`, mimeType: 'image/png', disposition: 'inline', related: true },
    ])
    const bytes = Buffer.from(attachments[0]?.content as ArrayBuffer)
    expect(bytes.length).toBeLessThan(15_000)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 })
  }
  await shop.deps.files.delete(logo_id)
  await rm(await shop.deps.files.derivedPath(logo_id, 'mail-24.png'), { force: true })
  const gone = await received('perdido')
  expect([gone.attachments, /<img/.test(gone.html ?? '')]).toEqual([[], false])
  await ask('PUT', 'ajustes', { logo_id: null })
  expect((await received('quitado')).attachments).toEqual([])
})

test('the first mails of a logo leave at once: each has the whole of it', async () => {
  const { shop, upload } = await world()
  const id = await upload(1600, 400)
  const all = await Promise.all(Array.from({ length: 20 }, () => logoDeMail(shop.deps, id)))
  const kept = await logoDeMail(shop.deps, id)
  for (const one of all) expect(one.equals(kept)).toBe(true)
  expect((await sharp(kept).metadata()).format).toBe('png')
})
