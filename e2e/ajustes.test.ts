import { expect, it } from 'vitest'
import { openPage } from './support/browser.ts'
import { makeCustomer } from './support/cuenta.ts'
import { addClerk, enterCounter } from './support/mostrador.ts'
import { expectGoodOnAll } from './support/screen.ts'
import { ask } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

it('the owner limits the points of sales, and reads in «Cambios» what each sale gave', async () => {
  const { page } = await openPage(browser, { viewport: { width: 820, height: 1180 } })
  await enterCounter(page, shop)
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
    'Puntos: 1500',
    'Puntos que el tope no dejó sumar: 99998499',
  ])
    await row.getByText(text, { exact: true }).waitFor()
  await expectGoodOnAll(page, 'cambios-venta')
})
