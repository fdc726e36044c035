import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page, Request } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DESKTOP, openPage, PHONE, press } from '../support/browser.ts'
import { type Picked, pdf } from '../support/files.ts'
import {
  checkout,
  choose,
  chooseGrupo,
  expectStep3,
  fillContacto,
  next,
  pay,
  pedidoIdOf,
  toStep2,
  toStep3,
} from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const SMALL = { width: 390, height: 844 }
const COMPUTER = { width: 1280, height: 800 }

const viewer = (page: Page) => page.getByRole('dialog', { name: /^Hojear: / })
const told = (page: Page) => viewer(page).getByRole('status').textContent()
const expectTold = (page: Page, text: string) => expect.poll(() => told(page)).toBe(text)
/** All visible pages are drawn. */
async function expectDrawn(page: Page, pages: number): Promise<void> {
  const pictures = viewer(page).locator('figure img')
  await expect.poll(() => pictures.count(), { message: 'pages drawn' }).toBe(pages)
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(100)
}

/** Pixels from the left, down and up again, as a finger does it. */
async function swipe(page: Page, by: number): Promise<void> {
  const at = { clientX: 200, clientY: 400, isPrimary: true, pointerType: 'touch' }
  const sheet = viewer(page).locator('figure').first()
  await sheet.dispatchEvent('pointerdown', at)
  await sheet.dispatchEvent('pointerup', { ...at, clientX: 200 + by })
}

it('the sheets of a file and of a volume are leafed through in step 2 before anything is paid, and those of the order afterwards', {
  timeout: 240_000,
}, async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await toStep2(page, shop, [await pdf('manual.pdf', 5, [2]), await pdf('atlas.pdf', 3)])
  await choose(page, 'Tinta de manual.pdf', 'Color')
  const open = page.getByRole('button', { name: 'Hojear cómo sale manual.pdf', exact: true })
  await press(open)
  await expectDrawn(page, 1)
  await expectTold(page, 'Hoja 1 de 3, frente, página 1')
  await page.setViewportSize(COMPUTER)
  await expectDrawn(page, 2)
  await expectTold(page, 'Hoja 1 de 3, frente, página 1. Hoja 1 de 3, dorso, página 2')
  await expectGoodOnBoth(page, 'hojear-suelto')
  await page.keyboard.press('End')
  await viewer(page).getByText('Dorso en blanco').waitFor()
  await page.setViewportSize(SMALL)
  await viewer(page).getByText('Dorso en blanco').waitFor()
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'hidden' })
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)

  await press(page.getByRole('button', { name: 'Agrupar archivos' }))
  await chooseGrupo(page, 'manual.pdf', 'Anillado 1')
  await chooseGrupo(page, 'atlas.pdf', 'Anillado 1')
  await press(page.getByRole('button', { name: 'Hojear cómo sale Anillado 1', exact: true }))
  await expectDrawn(page, 1)
  for (let side = 1; side <= 5; side++) await swipe(page, -120)
  const seam = '«manual» termina en la página 5 y «atlas» empieza en hoja nueva'
  await viewer(page).getByText(seam).waitFor()
  await expectTold(page, 'Hoja 3 de 5, dorso, manual, en blanco')
  await expectGoodScreen(page, 'hojear-anillado')
  await page.setViewportSize(COMPUTER)
  await page.keyboard.press('Home')
  await expectDrawn(page, 1)
  for (let leaf = 1; leaf <= 3; leaf++) await page.keyboard.press('ArrowRight')
  await viewer(page).getByText(seam).waitFor()
  await expectTold(page, 'Hoja 3 de 5, dorso, manual, en blanco. Hoja 4 de 5, frente, atlas, página 1')
  await expectGoodScreen(page, 'hojear-anillado')
  await page.setViewportSize(SMALL)
  await press(viewer(page).getByRole('button', { name: 'Cerrar' }))

  await next(page)
  await expectStep3(page)
  const id = await pedidoIdOf(page)
  await fillContacto(page)
  await pay(page)
  await checkout(page, 'Tarjeta aprobada')
  await page.goto(`${shop.url}/pedido/${id}`)
  await press(page.getByRole('button', { name: 'Hojear cómo sale Anillado 1 desde atlas.pdf' }))
  await expectDrawn(page, 1)
  await expect.poll(() => told(page)).toContain('Hoja 4 de 5, frente, atlas, página 1')
  await expectGoodOnBoth(page, 'hojear-pedido')
  await page.keyboard.press('Escape')

  // Another browser has only the link
  const stranger = await openPage(browser, PHONE)
  await stranger.page.goto(`${shop.url}/pedido/${id}`)
  await stranger.page.getByRole('heading', { name: 'Archivos' }).waitFor()
  expect(await stranger.page.getByRole('button', { name: /^Hojear/ }).count()).toBe(0)
  expect(problems).toEqual([])
})

/** A4 pages that are covered by photographs with grain, which compress badly. */
async function photographs(name: string, pages: number): Promise<Picked> {
  const document = await PDFDocument.create()
  for (let number = 1; number <= pages; number++) {
    const photo = await sharp({
      create: {
        width: 700,
        height: 990,
        channels: 3,
        background: { r: 40 * (number % 6), g: 120, b: 160 },
        noise: { type: 'gaussian', mean: 128, sigma: 25 },
      },
    })
      .blur(1.2)
      .jpeg({ quality: 80 })
      .toBuffer()
    const image = await document.embedJpg(photo)
    document.addPage([595.28, 841.89]).drawImage(image, { x: 0, y: 0, width: 595.28, height: 841.89 })
  }
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

it('on a slow line the first view of an order of photographs loads at most 200 kB', {
  timeout: 120_000,
}, async () => {
  const customer = await openPage(browser, { ...PHONE, deviceScaleFactor: 2.6 })
  await toStep3(customer.page, shop, [await photographs('fotos.pdf', 12)])
  const address = `${shop.url}/pedido/${await pedidoIdOf(customer.page)}`
  const storageState = await customer.page.context().storageState()
  for (const [name, device] of [
    ['a phone with a dense screen', { ...PHONE, deviceScaleFactor: 2.6, storageState }],
    ['a laptop', { ...DESKTOP, storageState }],
  ] as const) {
    // The customer's browser, with an empty cache
    const { page } = await openPage(browser, device)
    await page.goto(address)
    const button = page.getByRole('button', { name: 'Hojear cómo sale fotos.pdf' })
    await button.waitFor()
    await page.waitForLoadState('networkidle')
    const { bytes, answers } = await costOf(page, async () => {
      await press(button)
      await viewer(page).locator('figure img').first().waitFor()
    })
    const pictures = await viewer(page).locator('img').count()
    console.log(`${name}: ${bytes} bytes in ${answers} answers, ${pictures} pictures`)
    expect(pictures, name).toBeGreaterThan(1)
    expect(bytes, name).toBeLessThanOrEqual(200_000)
  }
})

/** The bytes that the viewer loads from then on, until it is quiet. */
async function costOf(page: Page, act: () => Promise<void>): Promise<{ bytes: number; answers: number }> {
  // Other calls of this page, such as its state, do not count
  const isOfViewer = (request: Request) => /hojear|\?pagina=/.test(request.url())
  let started = 0
  const came: number[] = []
  page.on('request', (request) => {
    if (isOfViewer(request)) started++
  })
  page.on('requestfinished', async (request) => {
    if (!isOfViewer(request)) return
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    came.push(responseBodySize + responseHeadersSize)
  })
  await act()
  let calm = 0
  const quiet = () => {
    calm = came.length === started ? calm + 1 : 0
    return calm
  }
  await expect.poll(quiet, { interval: 100 }).toBeGreaterThan(10)
  return { bytes: came.reduce((sum, one) => sum + one, 0), answers: came.length }
}
