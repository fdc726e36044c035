// Server errors as people see them: a code that finds the lines of the log.
import { expect, it } from 'vitest'
import { openPage, PHONE } from '../support/browser.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll, expectGoodScreen } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
const CODE = /Código del problema: [0-9a-f]{8}-[0-9a-z]+\. Si nos escribís, pasanos este código\./

it('customers and the counter see the code of a server error', async () => {
  const customer = await openPage(browser, PHONE)
  const counter = await openPage(browser)
  await enterCounter(counter.page, shop)
  const rename = (from: string, to: string) =>
    rows(shop, `alter table pedidos rename column ${from} to ${to}`, [])
  await rename('celular', 'otro')
  try {
    await customer.page.goto(`${shop.url}/pedido/AAAAAAAAAAAAAAAAAAAAAA`)
    await customer.page.getByText(CODE).waitFor()
    await customer.page.getByRole('heading', { level: 1 }).waitFor() // after two more tries it gives up
    await expectGoodScreen(customer.page, 'problema')
    await counter.page.goto(`${shop.url}/mostrador/pedidos/AAAAAAAAAAAAAAAAAAAAAA`)
    await counter.page.getByText(CODE).waitFor()
    await counter.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await counter.page.getByText(CODE).count()).toBe(1)
    await expectGoodOnAll(counter.page, 'problema-mostrador')
  } finally {
    await rename('otro', 'celular')
  }
})
