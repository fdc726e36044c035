// A new production shop, from its first visitor to its first order.
import { SIN_PRECIOS } from '@imprimitodo/shared/rules/compra/precio'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, openToStay, PHONE } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { enterCounter } from '../support/mostrador.ts'
import { heading, toStep3 } from '../support/print.ts'
import { expectGoodOnAll, expectGoodOnBoth } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage({
  plantilla: undefined, // which is a demo shop
  env: {
    NODE_ENV: 'production',
    ALLOW_SIMULATED: '1',
    GEOCODER_URL: 'off',
    MAP_TILES_URL: 'off', // no server outside
  },
})
let owner: Page

const openingRegion = () => owner.getByRole('region', { name: 'Para completar' })
const steps = () => openingRegion().getByRole('link').allTextContents()
const goToAjustes = async () => {
  await owner.goto(`${shop.url}/mostrador/ajustes`)
  await owner.getByRole('button', { name: 'Guardar ajustes' }).waitFor()
}

async function lookAtHome(page: Page, name: string): Promise<void> {
  await page.goto(shop.url)
  const where = page.getByRole('region', { name: 'Dónde estamos' })
  await where.scrollIntoViewIfNeeded()
  await where.getByRole('heading', { name: 'Alberdi' }).waitFor()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByText('Defensa de las y los Consumidores').waitFor()
  await expectGoodOnBoth(page, name)
}

test('visitors of an empty shop see branches by their names alone and no prices', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await lookAtHome(page, 'vacia-home')
  const where = page.getByRole('region', { name: 'Dónde estamos' })
  expect(await where.getByRole('listitem').allTextContents()).toEqual(['Alberdi', 'Aguilares'])
  const footer = page.getByRole('contentinfo')
  expect(await footer.locator('address').count()).toBe(0)
  expect(await page.getByRole('link', { name: /WhatsApp|Instagram|Facebook/ }).count()).toBe(0)
  // No signs, and no link to them in the navigation bar
  expect(await page.getByText('Carteles').count()).toBe(0)

  await page.goto(`${shop.url}/imprimitodo`)
  await page.getByText(SIN_PRECIOS).waitFor()
  expect(await page.getByLabel('Elegir archivos').count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Precio por hoja A4' }).count()).toBe(0)
  await expectGoodOnBoth(page, 'vacia-paso1')

  await page.goto(`${shop.url}/terminos`)
  await page.getByText('Nombre comercial').waitFor()
  expect(await page.getByText(/CUIT|Domicilio/).count()).toBe(0)
  await expectGoodOnBoth(page, 'vacia-terminos')
  expect(problems).toEqual([])
})

test('the owner sees what is missing, and why the counter can take no order', async () => {
  owner = (await openToStay(browser, { viewport: { width: 820, height: 1180 } })).page
  await enterCounter(owner, shop)
  await owner.getByText('Falta completar 7 datos de la tienda.').waitFor()
  await expectGoodOnAll(owner, 'vacia-tablero')
  await owner.getByRole('link', { name: 'Completar' }).click()
  await openingRegion().waitFor()
  expect(await steps()).toEqual([
    'Lista de precios',
    'Dirección',
    'Lugar en el mapa',
    'Horario',
    'WhatsApp',
    'Quién vende',
    'Facturación',
  ])
  await expectGoodOnAll(owner, 'vacia-ajustes')
  await owner.goto(`${shop.url}/mostrador/nuevo`)
  await owner.getByText(SIN_PRECIOS).waitFor()
  expect(await owner.getByRole('button', { name: 'Elegir archivos' }).isDisabled()).toBe(true)
  await expectGoodOnAll(owner, 'vacia-nuevo')
})

test('each step leads to its form, is gone once it is filled, and the list with the last one', async () => {
  await goToAjustes()
  await openingRegion().getByRole('link', { name: 'Lista de precios' }).click()
  const first = owner.getByLabel('Blanco y negro, simple faz, en pesos', { exact: true })
  await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true)
  for (const [name, price] of [
    ['Blanco y negro, simple faz', '90'],
    ['Blanco y negro, doble faz', '150'],
    ['Color, simple faz', '300'],
    ['Color, doble faz', '500'],
  ])
    await owner.getByLabel(`${name}, en pesos`, { exact: true }).fill(price ?? '')
  const save = owner.getByRole('button', { name: 'Guardar ajustes' })
  await save.click()
  // Half of the list is saved, and shown as incomplete
  await openingRegion().getByText('Falta: anillado. Sin la lista completa').waitFor()
  await owner.getByRole('button', { name: 'Agregar un grosor' }).click()
  await owner.getByLabel('Anillado 1: hasta cuántas hojas').fill('100')
  await owner.getByLabel('Anillado 1: precio en pesos').fill('1.000')
  await save.click()
  await expect.poll(steps).not.toContain('Lista de precios')

  await openingRegion().getByRole('link', { name: 'Dirección' }).click()
  await heading(owner, 'Sucursales').waitFor()
  await expectGoodOnAll(owner, 'vacia-sucursales')
  for (const nombre of ['Alberdi', 'Aguilares']) {
    await owner.getByRole('button', { name: `Editar ${nombre}` }).click()
    const dialog = owner.getByRole('dialog')
    // Some settings today, the others another day
    await dialog.getByLabel('Dirección').fill(`Belgrano 100, ${nombre}`)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await owner.getByRole('button', { name: `Editar ${nombre}` }).click()
    await dialog.getByLabel('WhatsApp').fill('549 381 400 0000')
    await dialog.getByRole('button', { name: 'Buscar la dirección' }).click()
    await dialog.getByText('Encontramos la localidad, no la calle').waitFor()
    await dialog.getByRole('button', { name: 'Pin al norte' }).click()
    await dialog.getByLabel('Lunes', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Igual de martes a viernes' }).click()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await goToAjustes()
  await expect.poll(steps).toEqual(['Quién vende', 'Facturación'])

  await openingRegion().getByRole('link', { name: 'Quién vende' }).click()
  await heading(owner, 'Datos del negocio').waitFor()
  await expectGoodOnAll(owner, 'vacia-negocio')
  await owner.getByRole('button', { name: 'Editar quién vende' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Nombre o razón social').fill('Copias Reales SRL')
  await dialog.getByLabel('CUIT').fill('30500010912')
  await dialog.getByLabel('Condición frente al IVA').selectOption('RI')
  await dialog.getByLabel('Domicilio').fill('Belgrano 100, Alberdi')
  await dialog.getByLabel('E-mail').fill('hola@copias.example')
  await dialog.getByLabel('Teléfono').fill('381 400-0000')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await owner.getByRole('button', { name: 'Editar facturación' }).click()
  await dialog.getByLabel('Ingresos brutos').fill('No contribuyente')
  await dialog.getByLabel('Inicio de actividades').fill('2026-01-02')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await goToAjustes()
  await expect.poll(() => openingRegion().count()).toBe(0)
  await expectGoodOnAll(owner, 'llena-ajustes')
})

test('then visitors see all of it, and get a price', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await lookAtHome(page, 'llena-home')
  const where = page.getByRole('region', { name: 'Dónde estamos' })
  for (const text of ['Belgrano 100, Alberdi', 'Belgrano 100, Aguilares'])
    await where.getByText(text).waitFor()
  expect(await where.getByRole('link', { name: 'Cómo llegar' }).count()).toBe(2)
  await page.getByRole('contentinfo').getByText('Copias Reales SRL').waitFor()
  await toStep3(page, shop, [await pdf('tesis.pdf', 2)])
  await page.getByText('$ 150,00').first().waitFor()
  await expectGoodOnBoth(page, 'llena-paso3')
  expect(problems).toEqual([])
})
