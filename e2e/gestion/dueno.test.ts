import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectNoSidewaysScroll, openPage, openToStay } from '../support/browser.ts'
import { makeCustomer } from '../support/cuenta.ts'
import { pdf } from '../support/files.ts'
import { addClerk, enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll } from '../support/screen.ts'
import { ask } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
let page: Page

const TITLES = ['Catálogo', 'Premios', 'Sucursales', 'Datos del negocio', 'Personas', 'Clientes', 'Cambios']
/** Opens a screen by a link inside the page: a reload takes longer than the test itself. */
async function openScreen(title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Negocio' })
    .getByRole('link', { name: title, exact: true })
    .click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

it('the owner changes a price, and the shop window has it at once; a mistake is reported under its field', async () => {
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
  for (const title of TITLES) {
    await openScreen(title)
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
  await openScreen('Sucursales')
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

  await openScreen('Datos del negocio')
  await page.getByRole('button', { name: 'Editar facturación' }).click()
  await dialog.getByLabel('Facturar siempre, al entregar').check()
  await dialog.getByLabel('Punto de venta de Aguilares').fill('3')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Alberdi: punto de venta 1 · Aguilares: punto de venta 3').waitFor()
  await page.getByText('Cada pedido pagado se factura al entregarlo').waitFor()
})

it('the owner uploads the PDF of the flag kits, sees why one is refused, and takes it away', async () => {
  await openScreen('Datos del negocio')
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
  await expectGoodOnAll(page, 'negocio-kit')
  const address = await kit.getByRole('link', { name: 'Ver el PDF' }).getAttribute('href')
  expect((await fetch(shop.url + address)).headers.get('content-type')).toBe('application/pdf')
  await kit.getByRole('button', { name: 'Quitar el PDF' }).click()
  await kit.getByText('Todavía no subiste ninguno: el sitio no lo muestra.').waitFor()
  expect((await fetch(shop.url + address)).status).toBe(404)
})

it('the owner limits the points of sales, and reads in «Cambios» what each sale gave', async () => {
  await page.goto(`${shop.url}/mostrador/ajustes`)
  const limits = page.getByRole('group', { name: 'Puntos de las ventas del mostrador' })
  const [sale, day] = [
    limits.getByLabel('Por venta, como mucho'),
    limits.getByLabel('Por cliente y día, como mucho'),
  ]
  expect([await sale.inputValue(), await day.inputValue()]).toEqual(['200000', '200000'])
  await sale.fill('mil')
  await page.getByRole('button', { name: 'Guardar ajustes' }).click()
  await page.getByRole('alert').getByText('Los topes de puntos son números enteros').waitFor()
  await expectGoodOnAll(page, 'ajustes-tope-mal')
  await sale.fill('1.500')
  await page.getByRole('button', { name: 'Guardar ajustes' }).click()
  await page.getByText('Ajustes guardados').waitFor()

  const { email } = await makeCustomer(shop)
  const clerk = await addClerk(shop, 'Nadia Sosa', 1)
  const { access } = await ask<{ access: string }>(shop, '/api/mostrador/ingresar', clerk)
  const headers = { authorization: `Bearer ${access}` }
  await ask(shop, '/api/mostrador/ventas', { email, importe: 99_999_999 }, { headers })
  await page.goto(`${shop.url}/mostrador/dueno/cambios?que=venta`)
  const row = page.getByRole('row', { name: /creó venta/ })
  for (const text of [
    'Nadia Sosa',
    'Importe: $ 99.999.999,00',
    'Puntos: 1.500',
    'Puntos que el tope no dejó sumar: 99.998.499',
  ])
    await row.getByText(text, { exact: true }).waitFor()
  await expectGoodOnAll(page, 'cambios-venta')
})
