import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { comeBack, makeCustomer } from '../support/cuenta.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { ask } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const sesiones = (page: Page) => page.getByRole('region', { name: 'Sesiones abiertas' })
const dialog = (page: Page) => page.getByRole('alertdialog')

async function confirm(page: Page, word: string, action: string): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Contraseña' }).fill(word)
  await press(dialog(page).getByRole('button', { name: action }))
}

it('of the open sessions one is closed from the profile, with the password, or all the others: those devices have to log in again', async () => {
  const customer = await makeCustomer(shop)
  const lost = await openPage(browser, PHONE)
  await comeBack(lost.page, shop, customer)
  for (let i = 0; i < 2; i++) {
    const { email, password } = customer
    await ask(shop, '/api/auth/login/', { email, password })
  }
  const { page } = await openPage(browser)
  await comeBack(page, shop, customer)
  const list = sesiones(page)
  await list.getByText('La de este dispositivo').waitFor()
  await list.getByText('Chrome en Android').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(4)
  await expectGoodScreen(page, 'perfil con varias sesiones')
  await press(list.getByRole('button', { name: /^Cerrar la sesión de Chrome en Android/ }))
  await confirm(page, 'no es esta', 'Sí, cerrarla')
  await dialog(page).getByText('La contraseña no es correcta.').waitFor()
  await expectGoodScreen(page, 'cerrar una sesión')
  await confirm(page, customer.password, 'Sí, cerrarla')
  await page.getByText('Sesión cerrada').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(3)
  // The pressed button disappeared with its row
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sesiones abiertas')
  // The session that ended leads Home; after it the page asks for a login
  await lost.page.goto(`${shop.url}/canje-puntos`)
  await lost.page.waitForURL(`${shop.url}/`)
  await lost.page.goto(`${shop.url}/canje-puntos`)
  await lost.page.waitForURL('**/login?redirect=*')

  await press(list.getByRole('button', { name: 'Cerrar todas las demás' }))
  await confirm(page, customer.password, 'Sí, cerrarlas')
  await page.getByText('Cerramos las demás sesiones').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await page.reload()
  await list.getByText('La de este dispositivo').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(1)
})

it('the account’s mobile is corrected, and a new one has ten digits', async () => {
  const { page } = await openPage(browser, PHONE)
  await comeBack(page, shop, await makeCustomer(shop, { celular: '3865412233' }))
  const form = page.getByRole('region', { name: 'Actualizar celular' })
  const field = form.getByLabel('Celular')
  await expect.poll(() => field.inputValue()).toBe('38 6541 2233')
  const button = form.getByRole('button', { name: 'Actualizar celular' })
  await press(button)
  await form.getByText('Ese ya es tu celular.').waitFor()
  await field.fill('38155')
  await press(button)
  await form.getByText('El celular debe tener al menos 10 dígitos').waitFor()
  await field.fill('3815551234')
  await press(button)
  await page.getByText('Celular actualizado correctamente').waitFor()
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('38 1555 1234')
})
