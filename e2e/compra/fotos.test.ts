// Pictures become a PDF in the browser, and that PDF an order with its price.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { drop, notPdf, type Picked, pdf } from '../support/files.ts'
import { expectStep3, heading, next, openStep1, pick, STEP2 } from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const hasPoppler = spawnSync('pdfinfo', ['-v']).error === undefined

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Tus archivos', exact: true }).getByRole('listitem')
const sheets = (page: Page) => page.getByRole('list', { name: 'Orden de las hojas' }).getByRole('listitem')

const picked = (name: string, buffer: Buffer): Picked => ({ name, mimeType: 'image/jpeg', buffer })
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Red above, white below, once it is upright; stored as a camera does that was held with this orientation. */
async function halfRed(name: string, orientation: number): Promise<Picked> {
  const white = plain(600, 800, '#ffffff')
  const red = await plain(600, 400, '#d00000').png().toBuffer()
  const upright = await white
    .composite([{ input: red, top: 0, left: 0 }])
    .png()
    .toBuffer()
  // 6: the camera's right side was down, so that it stored the upright picture turned to the left
  const stored = sharp(upright).rotate(orientation === 6 ? 270 : 0)
  return picked(name, await stored.withMetadata({ orientation }).jpeg().toBuffer())
}

/** The copies of the list's files that step 1 stores on this device. */
async function keptPdf(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const opening = indexedDB.open('imprimitodo')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const asking = database.transaction('archivos').objectStore('archivos').getAll()
    const files = await new Promise<File[]>((resolve) => {
      asking.onsuccess = () => resolve(asking.result)
    })
    const file = files.find(({ name }) => name.endsWith('.pdf'))
    const bytes = new Uint8Array((await file?.arrayBuffer()) ?? [])
    return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(text, 'base64')
}

/** Whether each page is redder above than below, as another program draws it. */
async function redAbove(bytes: Buffer, pages: number): Promise<boolean[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fotos-'))
  const path = join(folder, 'fotos.pdf')
  writeFileSync(path, bytes)
  const info = execFileSync('pdfinfo', ['-f', '1', '-l', String(pages), path], { encoding: 'utf8' })
  expect(info).toMatch(new RegExp(`Pages: +${pages}\n`))
  expect(info.match(/595\.276 x 841\.89 pts \(A4\)/g)?.length).toBe(pages)
  execFileSync('pdftoppm', ['-r', '30', '-png', path, join(folder, 'hoja')])
  return Promise.all(
    Array.from({ length: pages }, async (_, index) => {
      const { data, info: size } = await sharp(join(folder, `hoja-${index + 1}.png`))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const green = (y: number) =>
        data[(Math.floor(size.height * y) * size.width + Math.floor(size.width / 2)) * size.channels + 1] ??
        255
      return green(0.3) < 60 && green(0.7) > 200
    }),
  )
}

describe('pictures of a phone', () => {
  it('become one PDF of A4 pages, upright and in the order given, which is priced and ordered', async () => {
    const { page, problems } = await openPage(browser, PHONE)
    await openStep1(page, shop)
    // A photo that is picked together with PDFs does not change the list until it is converted
    await pick(page, [await pdf('apunte.pdf'), await halfRed('foto.jpg', 1)])
    await rows(page).filter({ hasText: 'foto.jpg' }).getByRole('button', { name: 'Convertir a PDF' }).tap()
    const one = page.getByRole('dialog', { name: 'Tu foto en un PDF' })
    await expectGoodScreen(page, 'fotos-una')
    await press(one.getByRole('button', { name: 'Cancelar' }))
    expect(await rows(page).count()).toBe(2)
    await page.getByText('Uno no sale así como está.').waitFor()
    for (const name of ['apunte.pdf', 'foto.jpg'])
      await press(page.getByRole('button', { name: `Quitar ${name}` }))

    const [straight, turned] = await Promise.all([halfRed('pizarrón.jpg', 1), halfRed('carpeta.jpg', 6)])
    await page.getByLabel('¿Son fotos? Pasalas a PDF').setInputFiles([straight, turned])
    const dialog = page.getByRole('dialog', { name: 'Tus fotos en un PDF' })
    await dialog.getByText('2 fotos, una por hoja A4, en un solo PDF.').waitFor()
    await expectGoodScreen(page, 'fotos-elegidas')
    await press(dialog.getByRole('button', { name: 'Bajar pizarrón.jpg' }))
    await dialog.getByText('pizarrón.jpg es ahora la hoja 2 de 2.').waitFor()
    expect(await sheets(page).first().textContent()).toContain('carpeta.jpg')
    // The pressed button is still there
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Bajar pizarrón.jpg',
    )
    await press(dialog.getByText('Recortar', { exact: true }))
    await expectGoodScreen(page, 'fotos-recortadas')
    await press(dialog.getByText('Entera', { exact: true }))
    await press(dialog.getByRole('button', { name: 'Hacer el PDF' }))
    await page.getByRole('status').getByText('Ahora está «carpeta y 1 más.pdf»').waitFor()
    await expect.poll(() => rows(page).count()).toBe(1)
    await rows(page).first().getByText('2 páginas').waitFor()
    await rows(page).first().getByText('A4').waitFor()
    await expect.poll(() => rows(page).first().textContent()).toMatch(/\$ /)
    await expectGoodScreen(page, 'fotos-hechas')
    if (hasPoppler) expect(await redAbove(await keptPdf(page), 2)).toEqual([true, true])
    await next(page)
    await heading(page, STEP2).waitFor()
    await next(page)
    await expectStep3(page)
    expect(problems).toEqual([])
  })

  it('keep the height of their row while they are opened, so that no button moves under the finger', async () => {
    const { page, problems } = await openPage(browser, PHONE)
    await openStep1(page, shop)
    // For each drawn frame: the height of the only row
    await page.evaluate(() => {
      const heights = new Set<number>()
      const look = () => {
        const row = document.querySelector('li[data-id]')
        if (row) heights.add(row.getBoundingClientRect().height)
        document.body.dataset.heights = [...heights].join(' ')
        requestAnimationFrame(look)
      }
      look()
    })
    const wide = await plain(900, 400, '#0b6b4e').jpeg().toBuffer()
    await pick(page, [picked('ancha.jpg', wide)])
    await rows(page).locator('img').waitFor()
    const painted = () =>
      rows(page)
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth > 0)
    await expect.poll(painted).toBe(true)
    expect(await page.evaluate(() => document.body.dataset.heights)).toMatch(/^[\d.]+$/)
    await expectGoodOnBoth(page, 'fotos-una-ancha')
    expect(problems).toEqual([])
  })

  it('are told apart in the list: pictures that become a PDF, broken ones, and files that Word has to convert', async () => {
    const { page, problems } = await openPage(browser)
    await openStep1(page, shop)
    const png = await plain(300, 400, '#1b3fbf').ensureAlpha(0.4).png().toBuffer()
    const webp = await plain(400, 300, '#0b6b4e').webp().toBuffer()
    const cmyk = await plain(300, 400, '#f5c518').toColourspace('cmyk').jpeg().toBuffer()
    const huge = Buffer.from(await plain(10_000, 10_000, '#888888').png({ compressionLevel: 9 }).toBuffer())
    const cut = (await plain(900, 900, '#d00000').jpeg().toBuffer()).subarray(0, 1_500)
    await drop(page, [
      picked('captura.png', png),
      picked('sticker.webp', webp),
      picked('diario.jpg', cmyk),
      picked('enorme.png', huge),
      picked('vacía.jpg', Buffer.alloc(0)),
      picked('cortada.jpg', cut),
      notPdf('falsa.jpg'),
      notPdf('notas.docx'),
      notPdf('clase.pptx'),
      await pdf('apunte.pdf'),
    ])
    const row = (name: string) => rows(page).filter({ hasText: name })
    for (const name of ['captura.png', 'sticker.webp', 'diario.jpg'])
      await row(name).getByRole('img', { includeHidden: true }).or(row(name).locator('img')).first().waitFor()
    await row('enorme.png').getByText('Tiene 100 megapíxeles y acá entran hasta 51.').waitFor()
    await row('vacía.jpg').getByText('La foto está vacía').waitFor()
    await row('falsa.jpg').getByText('está dañada o no es una foto').waitFor()
    await row('cortada.jpg').getByText('está dañada o no es una foto').waitFor()
    await row('notas.docx')
      .getByText('Es un documento de Word, no un PDF: así no lo podemos imprimir.')
      .waitFor()
    await press(row('clase.pptx').getByText('Cómo pasarlo a PDF'))
    await row('clase.pptx').getByText('Presentaciones de Google').waitFor()
    await expectGoodOnBoth(page, 'fotos-lista')

    await press(row('captura.png').getByRole('button', { name: 'Convertir a PDF' }))
    const dialog = page.getByRole('dialog', { name: 'Tus fotos en un PDF' })
    await dialog.getByText('3 fotos, una por hoja A4, en un solo PDF.').waitFor()
    await dialog.getByText('enorme.png no entra.').waitFor()
    // Moved by hand: the last picture to the first place
    const grip = sheets(page).nth(2).locator('[title^="Arrastrá"]')
    await grip.hover()
    await page.mouse.down()
    const first = await sheets(page).first().boundingBox()
    await page.mouse.move((first?.x ?? 0) + 30, (first?.y ?? 0) + 10, { steps: 8 })
    await page.mouse.up()
    expect(await sheets(page).first().textContent()).toContain('diario.jpg')
    await press(dialog.getByRole('button', { name: 'Dejar afuera sticker.webp' }))
    await press(dialog.getByRole('button', { name: 'Girar captura.png' }))
    await expectGoodScreen(page, 'fotos-dialogo')
    await press(dialog.getByRole('button', { name: 'Hacer el PDF' }))
    await row('diario y 1 más.pdf').getByText('2 páginas').waitFor()
    await row('sticker.webp').getByRole('button', { name: 'Convertir a PDF' }).waitFor()

    // Next removes the picture that was not converted, and says so
    await next(page)
    const alert = page.getByRole('alert')
    await alert
      .getByText('Archivo inválido - Solo se permiten archivos PDF. Se eliminarán los archivos no válidos.')
      .waitFor()
    await expect.poll(() => rows(page).count()).toBe(2)
    expect(problems).toEqual([])
  })
})
