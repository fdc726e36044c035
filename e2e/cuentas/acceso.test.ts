// A stranger with an order's link sees little; its owner opens the rest, and no data stays in the browser
// after a logout.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, openTab, PHONE, press } from '../support/browser.ts'
import { orderPaid } from '../support/clientela.ts'
import { chooseInMenu, comeBack, makeCustomer } from '../support/cuenta.ts'
import { pdf } from '../support/files.ts'
import {
  CONTACTO,
  checkout,
  chooseSucursal,
  heading,
  pay,
  pedidoIdOf,
  toPay,
  toStep3,
} from '../support/print.ts'
import { expectGoodOnBoth } from '../support/screen.ts'
import { enlaceOf, staffPedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const WRONG =
  'Ese no es el correo con el que se hizo este pedido. Fijate a cuál te escribimos y probá de nuevo.'
const question = (page: Page) => page.getByRole('region', { name: '¿Es tu pedido?' })
const ticket = (page: Page, codigo: string) => page.getByText(codigo, { exact: true })

async function type(page: Page, email: string): Promise<void> {
  await question(page).getByLabel('Correo').fill(email)
  await press(question(page).getByRole('button', { name: 'Ver todo' }))
}

/** Paid, with a discount at the counter. */
async function paid(email: string, envio = false) {
  const { id } = await orderPaid(shop, { sucursal: 'Alberdi', email, envio })
  return { id, email, codigo: (await staffPedidoOf(shop, id)).codigo_retiro }
}

it('a stranger with the link sees the order’s state; the e-mail, typed once, opens all of it, and its invoice', async () => {
  const { id, codigo } = await paid('lucia@example.com', true)
  const { page, problems } = await openPage(browser)
  await page.goto(`${shop.url}/pedido/${id}`)
  await heading(page, 'Recibimos tu pedido').waitFor()
  await question(page).waitFor()
  for (const hidden of [codigo, 'Delivery a San Martín 512', 'Pedir factura'])
    expect(await page.getByText(hidden).count(), hidden).toBe(0)
  await page.getByText('Delivery a S•••••').waitFor()
  await expectGoodOnBoth(page, 'acceso-extrano')

  await type(page, 'no es un correo')
  await question(page).getByText('Por favor ingresa un email válido').waitFor()
  await type(page, 'otra@example.com')
  await question(page).getByText(WRONG, { exact: true }).waitFor()
  expect(await question(page).getByLabel('Correo').inputValue()).toBe('otra@example.com')
  await expectGoodOnBoth(page, 'acceso-errado')

  await type(page, 'Lucia@Example.com')
  await ticket(page, codigo).waitFor()
  expect(await question(page).count()).toBe(0)
  await page.getByText('Delivery a San Martín 512').waitFor()
  await expectGoodOnBoth(page, 'acceso-abierto')
  await page.reload()
  await ticket(page, codigo).waitFor()
  expect(problems.filter((text) => !text.includes('403'))).toEqual([])

  const { page: invoice } = await openPage(browser)
  await invoice.goto(`${shop.url}/facturar?pedido=${id}`)
  await question(invoice).waitFor()
  await expectGoodOnBoth(invoice, 'acceso-facturar')
  await type(invoice, 'lucia@example.com')
  await invoice.getByLabel('CUIT').waitFor()

  // A person who guesses is told how long to wait, and the typed text stays
  const { page: guessing } = await openPage(browser)
  await guessing.goto(`${shop.url}/pedido/${id}`)
  for (let turn = 0; turn < 5; turn++) {
    await type(guessing, `l${turn}@example.com`)
    await question(guessing).getByText(WRONG, { exact: true }).waitFor()
  }
  await type(guessing, 'lucia@example.com')
  await question(guessing)
    .getByText(/^Demasiados intentos\. Probá de nuevo en \d+ minutos\./)
    .waitFor()
  expect(await question(guessing).getByLabel('Correo').inputValue()).toBe('lucia@example.com')
  await expectGoodOnBoth(guessing, 'acceso-limite')
})

it('the link of a mail opens the order without typing, and leaves its key nowhere; a guest makes the browser forget', async () => {
  const order = await paid('mail@example.com')
  const { page, problems } = await openPage(browser)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`))
  const enlace = await enlaceOf(shop, order)
  await page.goto(enlace)
  await ticket(page, order.codigo).waitFor()
  await expectGoodOnBoth(page, 'acceso-mail')
  expect(page.url()).toBe(`${shop.url}/pedido/${order.id}`)
  const key = enlace.split('=').at(-1) ?? ''
  expect(key).toHaveLength(43)
  // Playwright reports the address as typed; the part after the '#' is not sent
  expect(asked.filter((line) => line.replace(/#\S+/, '').includes(key))).toEqual([])
  expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(key)
  await page.reload()
  await ticket(page, order.codigo).waitFor()
  expect(problems).toEqual([])
  await press(page.getByRole('button', { name: 'Olvidar mis pedidos en este navegador' }))
  await question(page).waitFor()
  expect(await ticket(page, order.codigo).count()).toBe(0)
  await page.reload()
  await question(page).waitFor()

  // The link of the invoice's form; with an invalid key it asks for the e-mail
  const { page: invoice } = await openPage(browser, PHONE)
  await invoice.goto(await enlaceOf(shop, order, 'facturar'))
  await invoice.getByLabel('CUIT').waitFor()
  expect(invoice.url()).toBe(`${shop.url}/facturar?pedido=${order.id}`)
  const { page: other } = await openPage(browser, PHONE)
  await other.goto(`${shop.url}/pedido/${order.id}#llave=${'a'.repeat(43)}`)
  await question(other).waitFor()
  expect(other.url()).toBe(`${shop.url}/pedido/${order.id}`)
})

it('a browser that several people use shows nothing of the order after its customer left: neither its pages, nor the way back, nor other tabs, nor what was half-made', async () => {
  const customer = await makeCustomer(shop)
  const { page } = await openPage(browser)
  await comeBack(page, shop, customer)
  await toStep3(page, shop, [await pdf('mi diagnóstico.pdf', 4)])
  await chooseSucursal(page, 'Alberdi')
  const id = await pedidoIdOf(page)
  await pay(page)
  await checkout(page, 'Tarjeta aprobada')
  await page.waitForURL(`**/pedido/${id}`)
  const { codigo_retiro: codigo } = await staffPedidoOf(shop, id)
  await ticket(page, codigo).waitFor()
  await expectGoodOnBoth(page, 'acceso-comprador')
  const { page: other } = await openTab(page.context())
  await other.goto(`${shop.url}/pedido/${id}`)
  await ticket(other, codigo).waitFor()
  await toStep3(page, shop, [await pdf('secreto.pdf', 2)])
  await page.goto(`${shop.url}/pedido/${id}`)
  await ticket(page, codigo).waitFor()

  await chooseInMenu(page, 'Cerrar Sesión')
  await page.getByText('El pedido que dejaste sin terminar se borra de este navegador.').waitFor()
  await expectGoodOnBoth(page, 'acceso-salir')
  await press(page.getByRole('button', { name: 'Sí, cerrar sesión' }))
  await page.getByText('Sesión finalizada').waitFor()
  await question(other).waitFor()
  expect(await ticket(other, codigo).count()).toBe(0)
  await page.goBack()
  await question(page).waitFor()
  for (const gone of [codigo, 'mi diagnóstico.pdf']) expect(await page.getByText(gone).count(), gone).toBe(0)
  await expectGoodOnBoth(page, 'acceso-despues')
  await page.goto(`${shop.url}/facturar`)
  await page.getByText('⚠️ No se encontró un pedido válido para facturación.').waitFor()
  await page.goto(shop.url)
  await page.getByRole('link', { name: 'Imprimir' }).first().waitFor()
  expect(await page.getByText('Dejaste un pedido sin terminar').count()).toBe(0)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secreto')
})

it('a confirmed order can be changed only with its own e-mail, and the form says so', async () => {
  const { page } = await openPage(browser)
  await toPay(page, shop, [await pdf('a.pdf', 2)], { ...CONTACTO, email: 'propia@example.com' })
  const id = await pedidoIdOf(page)
  await pay(page)
  // Like a browser that lost its cookies and kept the half-made order
  await page.context().clearCookies()
  await page.goto(`${shop.url}/imprimitodo/paso3`)
  await page.getByLabel('E-mail').fill('otra@example.com')
  await press(page.getByRole('button', { name: /^Pagar/ }))
  await page.getByText(WRONG, { exact: true }).first().waitFor()
  await page.getByLabel('E-mail').fill('propia@example.com')
  await pay(page)
  expect((await staffPedidoOf(shop, id)).email).toBe('propia@example.com')
})
