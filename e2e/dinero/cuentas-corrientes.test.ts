import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { DESKTOP, openToStay } from '../support/browser.ts'
import { addClerk, confirmIdentity, enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll, shoot } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { OWNER } from '../support/shop.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
let page: Page
afterEach(({ task }) => {
  if (task.result?.state === 'fail') return shoot(page, `FAILED ${task.name.slice(0, 40)}`).catch(() => {})
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const type = (text: string) => page.keyboard.type(text)
/** Focused and activated, as by a person without a mouse. */
const press = (target: Locator) => target.press('Enter')
const tab = () => page.keyboard.press('Tab')

describe('a cuenta corriente', () => {
  it('is opened, charged in a sale, shown in its extracto and paid, by keyboard alone', async () => {
    page = (await openToStay(browser, DESKTOP)).page
    await enterCounter(page, shop, OWNER, ['/cuentas-corrientes', 'Cuentas corrientes'])
    await page.getByText('Todavía no hay cuentas corrientes').waitFor()
    await expectGoodOnAll(page, 'cuentas-corrientes-vacio')

    await press(button('Abrir una cuenta'))
    await dialog().getByLabel('Institución').focus()
    for (const text of ['Escuela N.º 12 «Juan Bautista Alberdi»', '150.000', '30-50001091-2']) {
      await type(text)
      await tab()
    }
    await type('Consumidor')
    await tab()
    for (const text of ['Av. San Martín 512, Juan Bautista Alberdi', 'escuela12@example.com']) {
      await type(text)
      await tab()
    }
    await dialog().getByLabel('Quién puede retirar').focus()
    await type('Ana Ruiz')
    await tab()
    await type('30.111.222')
    await expectGoodOnAll(page, 'cuenta-corriente-abrir')
    await page.keyboard.press('Enter')
    await confirmIdentity(page)
    await page.getByRole('heading', { name: 'Escuela N.º 12', level: 1 }).waitFor()
    await page.getByText('Sin movimientos en').waitFor()

    // 1 the means, 2 the account, 3 the charge: its only autorizado is preselected
    await page.goto(`${shop.url}/mostrador/nuevo`)
    const add = page.getByLabel('Producto, código escaneado o importe')
    await add.fill('12.500')
    await add.press('Enter')
    await page.getByLabel('Qué es').fill('Cuadernillos de 3.er grado')
    await page.getByLabel('Qué es').press('Enter')
    await button('Cobrar $ 12.500,00').waitFor()
    await page.getByRole('checkbox', { name: 'Efectivo' }).press('Space')
    await page.getByRole('checkbox', { name: 'Cuenta corriente' }).press('Space')
    await page.getByRole('combobox', { name: 'Cuenta corriente' }).press('ArrowDown')
    await page.getByText('Le quedan $ 150.000,00.').waitFor()
    await expectGoodOnAll(page, 'venta-a-cuenta')
    await press(button('Cobrar $ 12.500,00'))
    await page.getByRole('heading', { name: /Pedido \d+ cobrado/, level: 1 }).waitFor()
    await page.getByText('$ 12.500,00 fueron a su cuenta corriente').waitFor()
    await press(page.getByRole('link', { name: 'Ver el pedido', exact: true }))
    await page
      .getByText(/Cobrado a cuenta corriente/)
      .first()
      .waitFor()

    await page.goto(`${shop.url}/mostrador/cuentas-corrientes`)
    await page.getByText('Entre todas deben').waitFor()
    await expectGoodOnAll(page, 'cuentas-corrientes')
    await press(page.getByRole('link', { name: /Escuela N\.º 12/ }))
    await page.getByRole('rowheader', { name: /Pedido \d+ ?, retiró Ana Ruiz/ }).waitFor()
    // Without a PDF viewer this browser leaves the tab empty: the downloaded file is checked instead
    const [hoja, paper] = await Promise.all([
      page.waitForEvent('popup'),
      page.waitForResponse((one) => one.url().includes('/extracto.pdf?mes=')),
      press(button(/^Extracto en PDF/)),
    ])
    expect(paper.status()).toBe(200)
    expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await hoja.close()

    await press(button('Cobrar un pago'))
    await page.keyboard.press('ControlOrMeta+a')
    await type('10.000')
    await expectGoodOnAll(page, 'cuenta-corriente-pagar')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Recibo \d+$/ }).waitFor()
    await expectGoodOnAll(page, 'cuenta-corriente-recibo')
    await press(dialog().getByRole('button', { name: 'Listo' }))
    await page.getByRole('rowheader', { name: 'Pago en efectivo' }).waitFor()
    await expectGoodOnAll(page, 'cuenta-corriente')
    expect(
      await rows(
        shop,
        'select tipo, importe::int as importe, saldo::int as saldo from movimientos_cuenta_corriente order by id',
      ),
    ).toEqual([
      { tipo: 'cargo', importe: 12_500_00, saldo: 12_500_00 },
      { tipo: 'pago', importe: -10_000_00, saldo: 2_500_00 },
    ])
    expect(
      await rows(shop, 'select tipo, medio, importe::int as importe from movimientos_caja order by id'),
    ).toEqual([
      { tipo: 'cobro', medio: 'cuenta', importe: 12_500_00 },
      { tipo: 'pago_cuenta', medio: 'efectivo', importe: 10_000_00 },
    ])

    // The till and the report show the payment
    await page.goto(`${shop.url}/mostrador/reportes`)
    await page.getByText('A cuenta corriente, por cobrar').waitFor()
    await expectGoodOnAll(page, 'reportes-con-cuenta')
  })

  it('is found by a clerk in the menu, who takes its payments but cannot change it', async () => {
    const clerk = await addClerk(shop, 'Nadia Soria', 1)
    page = (await openToStay(browser, { viewport: { width: 390, height: 844 } })).page
    await enterCounter(page, shop, clerk)
    await press(button(/Menú$/))
    await press(page.getByRole('link', { name: 'Cuentas corrientes' }))
    await press(page.getByRole('link', { name: /Escuela N\.º 12/ }))
    await button('Cobrar un pago').waitFor()
    await expectGoodOnAll(page, 'cuenta-corriente-operador')
    expect(await button('Cambiar datos y límite').count()).toBe(0)
    await press(button('Cobrar un pago'))
    await page.keyboard.press('ControlOrMeta+a')
    await type('2.500,01')
    await page.keyboard.press('Enter')
    await page.getByText('Debe $ 2.500,00: no se le puede cobrar más.').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await type('2.500')
    await page.keyboard.press('Enter')
    await page.getByText('No debe nada más.').waitFor()
  })
})
