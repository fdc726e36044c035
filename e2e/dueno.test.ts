import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { stepOf, totpOf } from '../server/src/mostrador/acceso/totp.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { expectNoSidewaysScroll, openPage, openToStay } from './support/browser.ts'
import { pdf } from './support/files.ts'
import { addClerk, enterCounter, fillCounterLogin, type Staff } from './support/mostrador.ts'
import { heading } from './support/print.ts'
import { expectGoodScreen } from './support/screen.ts'
import { OWNER } from './support/shop.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()
let clerk: Staff
let page: Page
beforeAll(async () => {
  clerk = await addClerk(shop, 'Nadia Sosa', 1)
})

it('the owner changes a price, and the shop window has it at once; a mistake is told under its field', async () => {
  page = (await openToStay(browser, { viewport: { width: 1280, height: 800 } })).page
  await enterCounter(page, shop)
  await page.goto(`${shop.url}/mostrador/dueno`)
  await page.getByRole('heading', { name: 'Catálogo', level: 1 }).waitFor()
  const name = 'Impresión A4 blanco y negro'
  await page.getByRole('button', { name: `Editar ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Precio ($)').fill('mil pesos')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByRole('alert').first().waitFor()
  expect(await dialog.getByLabel('Precio ($)').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Precio ($)').fill('87.654,5')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('cell', { name: '$ 87.654,50' }).waitFor()

  const visitor = await openPage(browser, { viewport: { width: 390, height: 844 } })
  const products = (await (await fetch(`${shop.url}/api/v1/productos/`)).json()) as {
    id: number
    importe_actual: number | null
    producto: { nombre: string }
  }[]
  const found = products.find(({ importe_actual }) => importe_actual === 87_654.5)
  expect(found?.producto.nombre).toBe(name)
  await visitor.page.goto(`${shop.url}/producto/${found?.id}`)
  await visitor.page.getByText('$ 87.654,50').first().waitFor()
})

it('every screen of the owner is accessible, on the counter’s tablet too', async () => {
  for (const [path, title] of [
    ['catalogo', 'Catálogo'],
    ['premios', 'Premios'],
    ['sucursales', 'Sucursales'],
    ['negocio', 'Datos del negocio'],
    ['personas', 'Personas'],
    ['clientes', 'Clientes'],
    ['cambios', 'Cambios'],
  ] as const) {
    await page.goto(`${shop.url}/mostrador/dueno/${path}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await expect.poll(() => page.getByText('Cargando…').count()).toBe(0)
    for (const width of [390, 820, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page)
    }
  }
  expect(await page.getByRole('row', { name: /cambió producto/ }).count()).toBe(1)
})

it('hours are set day by day and read as one line; vouchers have a point of sale for each branch', async () => {
  await page.goto(`${shop.url}/mostrador/dueno/sucursales`)
  await page.getByRole('button', { name: 'Editar Aguilares', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Domingo', { exact: true }).check()
  const closes = dialog.getByLabel('Domingo, turno 1, hasta')
  await closes.fill('08:00')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByText('Domingo: Cierra después de abrir.').waitFor()
  await expect.poll(() => closes.evaluate((field) => field.matches('[aria-invalid=true]'))).toBe(true)
  await expectNoAxeViolations(page)
  await closes.fill('12:00')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('cell', { name: /; domingos de 8:30 a 12$/ }).waitFor()

  await page.goto(`${shop.url}/mostrador/dueno/negocio`)
  await page.getByRole('button', { name: 'Editar facturación' }).click()
  await dialog.getByLabel('Facturar siempre, al entregar').check()
  await dialog.getByLabel('Punto de venta de Aguilares').fill('3')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Alberdi: punto de venta 1 · Aguilares: punto de venta 3').waitFor()
  await page.getByText('Cada pedido pagado se factura al entregarlo').waitFor()
})

it('the owner uploads the PDF of the flag kits, sees why one is refused, and takes it away', async () => {
  await page.goto(`${shop.url}/mostrador/dueno/negocio`)
  const kit = page.getByRole('region', { name: 'PDF del kit de banderas' })
  await kit.getByText(/páginas? · subido el/).waitFor()
  const choose = kit.getByLabel('Subir un PDF de hasta 20 MB')
  await choose.setInputFiles({ name: 'kit.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hola') })
  await kit
    .getByRole('alert')
    .getByText(/no es un PDF/)
    .waitFor()
  await choose.setInputFiles(await pdf('kit.pdf', 7))
  await kit.getByText(/^7 páginas · subido el/).waitFor()
  expect(await kit.getByRole('alert').count()).toBe(0)
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectGoodScreen(page, 'negocio-kit')
  }
  const address = await kit.getByRole('link', { name: 'Ver el PDF' }).getAttribute('href')
  expect((await fetch(shop.url + address)).headers.get('content-type')).toBe('application/pdf')
  await kit.getByRole('button', { name: 'Quitar el PDF' }).click()
  await kit.getByText('Todavía no subiste ninguno: el sitio no lo muestra.').waitFor()
  expect((await fetch(shop.url + address)).status).toBe(404)
})

it('who works at a branch changes nothing of the shop', async () => {
  const { page } = await openPage(browser, { viewport: { width: 820, height: 1180 } })
  await enterCounter(page, shop, clerk)
  await page.goto(`${shop.url}/mostrador/dueno/catalogo`)
  await page.getByRole('heading', { name: 'Esta página no es para tu rol' }).waitFor()
})

it('with the second factor on, the password alone is not enough', async () => {
  await page.goto(`${shop.url}/mostrador/cuenta`)
  await page.getByRole('button', { name: 'Activar el segundo factor' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirmá que sos vos' })
  await confirm.getByLabel('Tu contraseña').fill('no es')
  await confirm.getByRole('button', { name: 'Confirmar' }).click()
  await confirm.getByText('Esa no es tu contraseña.').waitFor()
  await expectNoAxeViolations(page)
  await confirm.getByLabel('Tu contraseña').fill(OWNER.password)
  await confirm.getByRole('button', { name: 'Confirmar' }).click()
  const secret = page.getByText(/^[A-Z2-7]{32}$/)
  const secreto = (await secret.textContent()) ?? ''
  await expectNoAxeViolations(page)
  // The last step's code is taken until this one ends: not typed in its last seconds
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 8_000) await page.waitForTimeout(left)
  await page.getByLabel('Código de la aplicación').fill(totpOf(secreto, stepOf(new Date()) - 1))
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('heading', { name: 'Códigos de recuperación' }).waitFor()
  await page.getByRole('button', { name: 'Ya los guardé' }).click()

  const again = await openPage(browser, { viewport: { width: 820, height: 1180 } })
  await fillCounterLogin(again.page, shop)
  const code = again.page.getByLabel('Código de tu teléfono')
  await code.fill('000000')
  await again.page.getByRole('button', { name: 'Ingresar' }).click()
  await again.page.getByText('Ese código no va o ya se usó.').waitFor()
  await code.fill(totpOf(secreto, stepOf(new Date())))
  await again.page.getByRole('button', { name: 'Ingresar' }).click()
  await heading(again.page, 'Pedidos').waitFor()
})
