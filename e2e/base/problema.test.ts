// Server errors as people see them: a code that finds the lines of the log.
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { enterCounter } from '../support/mostrador.ts'
import { openStep1, payButton, pick, toPay } from '../support/print.ts'
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

// As Chrome with «block all cookies», where each area is refused, and as Firefox, which also refuses the channel
const forbidStorage = () => {
  const get = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const area of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, area, { get })
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      get()
    }
  }
}

it('a browser that forbids storage takes files and says their price', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await page.addInitScript(forbidStorage)
  await openStep1(page, shop)
  await pick(page, [await pdf('apunte.pdf', 2)])
  await page.getByText('$ 152,00').first().waitFor()
  expect(problems).toEqual([])
})

it('at a counter whose browser forbids storage, one sale after another is charged', async () => {
  const { page, problems } = await openPage(browser)
  await page.addInitScript(forbidStorage)
  await enterCounter(page, shop)
  for (const [importe, says] of [
    ['700', 'Cobrar $ 700,00'],
    ['800', 'Cobrar $ 800,00'],
  ] as const) {
    await press(page.getByRole('link', { name: 'Nuevo' }))
    const add = page.getByLabel('Producto, código escaneado o importe')
    await add.fill(importe)
    await add.press('Enter')
    await page.getByLabel('Qué es').fill('Plastificado')
    await page.getByLabel('Qué es').press('Enter')
    await press(page.getByRole('button', { name: says }))
    await page.getByRole('heading', { name: /cobrad/, level: 1 }).waitFor()
  }
  const paid = await rows(shop, 'select importe::int as importe from pagos order by importe')
  expect(paid).toEqual([{ importe: 700_00 }, { importe: 800_00 }])
  expect(problems).toEqual([])
})

// As Safari 15 and Chrome 106, the last ones of phones that are still in use
const forgetNewFunctions = () => {
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with'])
    Reflect.deleteProperty(Array.prototype, name)
  Reflect.deleteProperty(Object, 'groupBy')
  Reflect.deleteProperty(Map, 'groupBy')
  Reflect.deleteProperty(Promise, 'withResolvers')
  Reflect.deleteProperty(URL, 'canParse')
  Reflect.deleteProperty(AbortSignal, 'any')
}

it('an older phone comes from Home to the payment', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await page.addInitScript(forgetNewFunctions)
  await page.goto(shop.url)
  await page.getByRole('heading', { name: 'Dónde estamos' }).waitFor()
  await toPay(page, shop, [await pdf('apunte.pdf', 2)])
  await press(payButton(page))
  await page.getByRole('radio', { name: /^Tarjeta aprobada/ }).waitFor()
  expect(problems).toEqual([])
})

// React keeps the text nodes that it changes. A translator replaces them: the next step would end in an error, and a
// changed price would not be seen
it.each(['/imprimitodo', '/mostrador'])('browsers do not translate %s', async (path) => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(`${shop.url}${path}`)
  expect(await page.evaluate(() => document.documentElement.translate)).toBe(false)
})
