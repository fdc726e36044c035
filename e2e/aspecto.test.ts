// The owner gives the shop its colours and its logo, and customers see them.

import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DESKTOP, openPage, openToStay, PHONE } from './support/browser.ts'
import { pdf } from './support/files.ts'
import { enterCounter } from './support/mostrador.ts'
import { CONTACTO, toPay } from './support/print.ts'
import { expectGoodOnAll, expectGoodScreen } from './support/screen.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

it('every set of colours can be read on the pages of the customers', async () => {
  const { page } = await openToStay(browser, DESKTOP)
  await enterCounter(page, shop, undefined, ['/dueno/negocio', 'Datos del negocio'])
  const { page: visitor } = await openPage(browser, PHONE)
  for (const nombre of [
    'Verde y menta',
    'Violeta y durazno',
    'Bordó y celeste',
    'Petróleo y rosa',
    'Negro y arena',
  ]) {
    await page.getByText(nombre, { exact: true }).click()
    await expect.poll(async () => page.getByLabel(nombre).isChecked()).toBe(true)
    await page.getByText('Colores cambiados').first().waitFor()
    await expect
      .poll(async () => {
        await visitor.goto(shop.url)
        return visitor.locator('link[href^="/colores/"]').count()
      })
      .toBe(1)
    await expectGoodScreen(visitor, `aspecto-home-${nombre.split(' ')[0]}`)
  }
  await expectGoodOnAll(page, 'aspecto-negocio')
})

it('an order is made in these colours, below the shop’s own logo', async () => {
  const { page } = await openToStay(browser, DESKTOP)
  await enterCounter(page, shop, undefined, ['/dueno/negocio', 'Datos del negocio'])
  const buffer = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#c93a22' } })
    .png()
    .toBuffer()
  const logo = page.getByRole('region', { name: 'Colores y logo' }).locator('input[type=file]')
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByText('Logo cambiado').waitFor()
  await page.getByText('Verde y menta', { exact: true }).click()
  await page.getByText('Colores cambiados').first().waitFor()
  const { page: visitor } = await openPage(browser, PHONE)
  await toPay(visitor, shop, [await pdf('tesis.pdf', 2)], CONTACTO)
  const shown = await visitor
    .locator('.logo-tienda')
    .first()
    .evaluate((svg) => getComputedStyle(svg).backgroundImage)
  expect(shown).toMatch(/imagenes\/[\da-f]{32}-320\.webp/)
  await expectGoodScreen(visitor, 'aspecto-paso3')
})
