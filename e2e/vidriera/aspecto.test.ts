// The owner gives the shop its name, its colours and its logo, and customers see them.

import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DESKTOP, openPage, openToStay, PHONE } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { addClerk, enterCounter } from '../support/mostrador.ts'
import { CONTACTO, toPay } from '../support/print.ts'
import { expectGoodOnAll, expectGoodScreen, shoot } from '../support/screen.ts'
import { mailsTo } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

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
  const logo = page.getByRole('region', { name: 'Nombre, colores y logo' }).locator('input[type=file]')
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

/** The longest allowed name, with characters that HTML has to escape. */
const LARGO = 'Copias, Anillados & Carteles «El Ñandú.»'

async function call(page: Page, nombre: string): Promise<void> {
  await page.getByLabel('Nombre de la tienda').fill(nombre)
  await page.getByRole('button', { name: 'Guardar el nombre' }).click()
  await page.getByText('Nombre cambiado').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Guardar el nombre' }).isDisabled()).toBe(true)
}

/** The name as a visitor reads it in the header and in the tab, with a clean console. */
async function lookAt(browser: Browser, size: typeof PHONE, nombre: string, name: string): Promise<void> {
  const { page, problems } = await openPage(browser, size)
  await page.goto(shop.url)
  const link = page.getByRole('link', { name: `${nombre}, inicio` }).first()
  await link.waitFor()
  expect(await link.textContent()).toBe(nombre)
  expect(await page.title()).toContain(nombre)
  await expectGoodScreen(page, `aspecto-${name}`)
  await page.setViewportSize({ width: size.viewport?.width ?? 1280, height: 420 })
  await shoot(page, `aspecto-${name}-cabeza-${size.viewport?.width}`)
  // The screen's own code sets the title again
  await page.goto(`${shop.url}/imprimitodo`)
  await expect.poll(() => page.title()).toBe(`Empezá tu pedido · ${nombre}`)
  await page.goto(`${shop.url}/terminos`)
  await page.getByText('Nombre comercial').waitFor()
  await expectGoodScreen(page, `aspecto-${name}-terminos`)
  expect(await page.locator('dd').first().textContent()).toBe(nombre)
  expect(problems).toEqual([])
}

it('customers read the owner’s name on every screen, in the tab and in mails, however long it is', async () => {
  const { page } = await openToStay(browser, DESKTOP)
  await enterCounter(page, shop, undefined, ['/dueno/negocio', 'Datos del negocio'])
  const field = page.getByLabel('Nombre de la tienda')
  await field.fill('x'.repeat(41))
  await page.getByText('El nombre es demasiado largo: hasta 40 caracteres.').waitFor()
  await call(page, 'La Copia')
  for (const size of [PHONE, DESKTOP]) await lookAt(browser, size, 'La Copia', 'nombre')
  await call(page, LARGO)
  for (const size of [PHONE, DESKTOP]) await lookAt(browser, size, LARGO, 'nombre-largo')
  await expectGoodOnAll(page, 'aspecto-negocio-nombre')
  await call(page, 'M'.repeat(40))
  await lookAt(browser, PHONE, 'M'.repeat(40), 'nombre-ancho')
  await call(page, LARGO)
  const { page: login } = await openPage(browser, PHONE)
  await login.goto(`${shop.url}/mostrador/ingresar`)
  await login.getByText(LARGO, { exact: true }).waitFor()
  await expectGoodScreen(login, 'aspecto-mostrador')

  const { email } = await addClerk(shop, 'Bruno', null)
  await login.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await login.getByLabel('E-mail').fill(email)
  await login.getByRole('button', { name: 'Mandarme el enlace' }).click()
  await login.getByText('Si hay alguien del mostrador con ese e-mail').waitFor()
  await expect.poll(async () => (await mailsTo(shop, email)).length).toBe(1)
  const [correo] = await mailsTo(shop, email)
  expect(correo?.texto).toContain(`Pediste recuperar tu contraseña del mostrador de ${LARGO}.`)
  const { page: mail } = await openPage(browser, PHONE)
  await mail.goto(`${shop.url}/dev/correo`)
  await mail.locator('summary', { hasText: email }).click()
  await mail.getByRole('link', { name: 'Verlo como llega' }).first().click()
  await mail.getByText(LARGO, { exact: true }).waitFor()
  const logo = mail.locator('img')
  expect(await logo.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(48)
  await shoot(mail, 'aspecto-correo')
})
