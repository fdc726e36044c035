// Step 1 on a phone: the places of its parts, and what is visible after a pick.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { notPdf, pdf, protectedPdf } from '../support/files.ts'
import { choose, expectKept, heading, next, openStep1, pick, STEP2 } from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { setAjustes } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const rows = (page: Page) => page.getByRole('region', { name: 'Tus archivos' }).getByRole('listitem')
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not there`)
  return { ...box, bottom: box.y + box.height }
}
const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((one) => getComputedStyle(one).backgroundColor)
const BLUE = 'rgb(27, 63, 191)'
const PICK = 'label:has(input[type=file])'
const SMALL = { width: 390, height: 844 }
const COMPUTER = { width: 1280, height: 800 }

it('before the first file the zone comes first, its blue button in the first screen of every phone, and all of it in that of a computer', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await openStep1(page, shop)
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [button, bar, video, zone] = await Promise.all(
      [
        PICK,
        '[aria-label="Acciones"]',
        '[aria-label="Cómo mandar tus archivos"]',
        '[aria-label="Subir archivos"]',
      ].map((one) => boxOf(page, one)),
    )
    expect(button?.bottom, `at ${width}`).toBeLessThanOrEqual(bar?.y ?? 0)
    expect(video?.y, `at ${width}`).toBeGreaterThan(zone?.bottom ?? 0)
    expect(video?.height, `at ${width}`).toBeGreaterThan(80)
    expect(video?.height, `at ${width}`).toBeLessThan(100)
    // Only one blue button: 'Siguiente' is beside it in a quiet style, and works
    expect(await backgroundOf(page, PICK)).toBe(BLUE)
    expect(await backgroundOf(page, '[aria-label="Acciones"] button')).not.toBe(BLUE)
    await expectGoodScreen(page, `paso1-vacio-${width}`)
  }
  await page.setViewportSize(COMPUTER)
  const [zone, bar] = await Promise.all([
    boxOf(page, '[aria-label="Subir archivos"]'),
    boxOf(page, '[aria-label="Acciones"]'),
  ])
  expect(zone.bottom).toBeLessThanOrEqual(bar.y)
  await expectGoodScreen(page, 'paso1-vacio')
  await page.setViewportSize(SMALL)
  await next(page)
  await page.getByRole('alert').getByText('Por favor, sube al menos un archivo antes de continuar.').waitFor()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectGoodOnBoth(page, 'paso1-sin-archivos')
  expect(new URL(page.url()).pathname).toBe('/imprimitodo')

  // Without a discount the heading differs
  await setAjustes(shop, { descuentoCompra: 0 })
  await openStep1(page, shop)
  await heading(page, 'Empezá tu pedido').waitFor()
  await expectGoodScreen(page, 'paso1-sin-descuento')
  await setAjustes(shop, { descuentoCompra: 5 })
  expect(problems).toEqual([])
})

it('after a pick the list is in view, and more files are added below it; after a reload no visible part moves', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await openStep1(page, shop)
  await pick(page, [await pdf('tesis.pdf', 3)])
  const title = page.getByRole('heading', { name: 'Tus archivos' })
  await expect.poll(() => title.evaluate((one) => one === document.activeElement)).toBe(true)
  await page
    .getByRole('status')
    .getByText(/^1 archivo agregado, /)
    .waitFor()
  const expectList = async () => {
    const [list, more] = await Promise.all([
      boxOf(page, '[aria-labelledby="tus-archivos"]'),
      boxOf(page, '[aria-label="Subir archivos"]'),
    ])
    expect(list.y).toBeLessThan(300)
    expect(more.y).toBeGreaterThan(list.y)
  }
  await expectList()
  expect(await backgroundOf(page, PICK)).not.toBe(BLUE)
  expect(await backgroundOf(page, '[aria-label="Acciones"] button')).toBe(BLUE)
  await page.setViewportSize(COMPUTER)
  await expectList()
  await page.setViewportSize(SMALL)

  await expectKept(page, 1)
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & { value: number; sources: { node?: Element }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        if (value > 0.01) shifts.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 90))}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await rows(page).getByText('3 páginas').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => (window as never as { shifts: string[] }).shifts)).toEqual([])

  const nine = await Promise.all(Array.from({ length: 9 }, (_, n) => pdf(`anexo ${n}.pdf`)))
  await page.getByLabel('Agregar más archivos').setInputFiles(nine)
  await expect.poll(() => rows(page).count()).toBe(10)
  await expect
    .poll(async () => (await rows(page).nth(1).boundingBox())?.y ?? 9_999)
    .toBeLessThan(SMALL.height)
  await expectGoodOnBoth(page, 'paso1-lista')
  expect(problems).toEqual([])
})

it('a line leads to a file that cannot be printed; another PDF gets its options and place, and is read and priced', async () => {
  const { page } = await openPage(browser, PHONE)
  await openStep1(page, shop)
  const fine = await Promise.all(Array.from({ length: 8 }, (_, n) => pdf(`apunte ${n}.pdf`)))
  await pick(page, [...fine, await protectedPdf('parcial.pdf'), notPdf('notas.docx')])
  await page.getByText('Dos no salen así como están.').waitFor()
  await press(page.getByRole('button', { name: 'Verlos' }))
  const row = rows(page).nth(8)
  await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(async () => (await row.boundingBox())?.y ?? 9_999).toBeLessThan(800)
  await press(page.getByRole('button', { name: 'Quitar notas.docx' }))
  await page.getByText('Uno no sale así como está.').waitFor()

  await row.getByText('Tiene contraseña').waitFor()
  await next(page)
  await heading(page, STEP2).waitFor()
  await choose(page, 'Caras de parcial.pdf', 'Simple faz')
  await page.goBack()
  const fresh = page.getByLabel('Elegir el PDF nuevo')
  await fresh.setInputFiles([await pdf('apunte 0.pdf', 2)])
  await page.getByRole('alert').getByText('Archivo ya agregado', { exact: true }).waitFor()
  expect(await row.textContent()).toContain('parcial.pdf')
  await fresh.setInputFiles([await pdf('parcial sin clave.pdf', 3)])
  await page.getByRole('status').getByText('Ahora está «parcial sin clave.pdf»').waitFor()
  // The button that chose it no longer exists
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^parcial sin clave/)
  await row.getByText('3 páginas').waitFor()
  await row.getByText('Ya llegó').waitFor()
  expect(await row.textContent()).toMatch(/^parcial sin clave\.pdf.*simple faz/)
  expect(await rows(page).count()).toBe(9)
  expect(await page.getByRole('alert').count()).toBe(0)
})
