import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP, expectNoSidewaysScroll, openPage, openToStay, PHONE } from '../support/browser.ts'
import { enterCounter } from '../support/mostrador.ts'
import { heading } from '../support/print.ts'
import { expectGoodOnAll, expectGoodOnBoth, expectGoodScreen, shoot } from '../support/screen.ts'
import { ask, rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'
import { ofertas } from '../support/vidriera.ts'

const { shop, browser } = await openStage()

const NOMBRE = 'Impresión A4 color'
type Listed = { id: number; producto: { nombre: string }; importe_actual: number | null; es_oferta: boolean }
const listed = async () =>
  (await ask<Listed[]>(shop, '/api/v1/productos/')).find(({ producto }) => producto.nombre === NOMBRE)
const id = (await listed())?.id

let owner: Page
let dialog: Locator

async function openEditor(): Promise<void> {
  await owner.goto(`${shop.url}/mostrador/dueno/catalogo`)
  await owner.getByRole('button', { name: `Editar ${NOMBRE}`, exact: true }).click()
  await dialog.waitFor()
}
async function save(): Promise<void> {
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
}
const row = () => owner.getByRole('row', { name: NOMBRE })
const isOffer = () => dialog.getByLabel('Está en oferta')

it('the owner makes an offer of a print, and customers see the price before and the last day', async () => {
  owner = (await openToStay(browser, DESKTOP)).page
  dialog = owner.getByRole('dialog')
  await enterCounter(owner, shop)
  await openEditor()
  await isOffer().check()
  await dialog.getByLabel('Precio ($)').fill('350')
  await dialog.getByLabel('Último día de la oferta').fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByText('Poné el precio de antes: es el que vuelve cuando la oferta termina.').waitFor()
  await expectGoodOnAll(owner, 'oferta-sin-antes')
  await dialog.getByLabel('Precio antes de la oferta ($)').fill('400')
  await save()
  await row().getByText('En oferta hasta el 31/12/2099').waitFor()

  const { page } = await openPage(browser, PHONE)
  await page.goto(shop.url)
  const card = ofertas(page).getByRole('article').filter({ hasText: NOMBRE }).first()
  await card.getByText('Hasta el 31/12/2099').waitFor()
  expect(await card.getByRole('deletion').textContent()).toBe('$ 400,00')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await card.scrollIntoViewIfNeeded()
    await shoot(page, `oferta-tarjeta-${width}`)
  }
  await page.goto(`${shop.url}/producto/${id}?categoria=ofertas-1&es_oferta=1`)
  await heading(page, NOMBRE).waitFor()
  await page.getByText('Hasta el 31/12/2099').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Subir PDF' }).waitFor()
  await expectGoodOnBoth(page, 'oferta-pagina')
})

it('an offer whose last day has passed tells the owner so, and the price in the window', async () => {
  await rows(shop, `update productos set oferta_hasta = '2026-01-31' where id = $1`, [id])
  await openEditor()
  await dialog.getByText('Terminó el 31/01/2026: en la vidriera está $ 400,00.').waitFor()
  await expectGoodOnAll(owner, 'oferta-terminada')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await row().getByText('Terminó el 31/01/2026').waitFor()
  await row().getByText('$ 400,00').waitFor()
  for (const width of [390, 1280]) {
    await owner.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(owner)
    await expectGoodScreen(owner, 'oferta-lista')
  }
})

it('unticked it returns to the price before, as the form announces', async () => {
  await openEditor()
  await isOffer().uncheck()
  await dialog.getByText('Vuelve a $ 400,00.').waitFor()
  await expectGoodOnAll(owner, 'oferta-sacada')
  await save()
  expect(await listed()).toMatchObject({ importe_actual: 400, es_oferta: false })
})

it('the button of the header says the discount beside its text at every width', async () => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(shop.url)
  const upload = page
    .getByRole('banner')
    .getByRole('link', { name: /^Subir PDF/ })
    .first()
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await upload.getByText(/^\d+% off$/i).waitFor()
    await expectNoSidewaysScroll(page)
    await shoot(page, `cabecera-${width}`)
  }
})
