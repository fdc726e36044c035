// Who holds an order's link sees little; its owner opens the rest, and nothing of it stays when they leave.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, openPage, openTab, PHONE, press } from './support/browser.ts'
import { orderPaid } from './support/clientela.ts'
import { chooseInMenu, logIn, makeCustomer } from './support/cuenta.ts'
import { pdf } from './support/files.ts'
import {
  CONTACTO,
  checkout,
  chooseSucursal,
  heading,
  pay,
  pedidoIdOf,
  toPay,
  toStep3,
} from './support/print.ts'
import { expectGoodScreen } from './support/screen.ts'
import { enlaceOf, staffPedidoOf } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

const WRONG =
  'Ese no es el correo con el que se hizo este pedido. Fijate a cuál te escribimos y probá de nuevo.'
const question = (page: Page) => page.getByRole('region', { name: '¿Es tu pedido?' })
const ticket = (page: Page, codigo: string) => page.getByText(codigo, { exact: true })

async function type(page: Page, email: string): Promise<void> {
  await question(page).getByLabel('Correo').fill(email)
  await press(question(page).getByRole('button', { name: 'Ver todo' }))
}

async function expectGoodBoth(page: Page, name: string): Promise<void> {
  for (const { viewport } of [PHONE, DESKTOP]) {
    if (viewport) await page.setViewportSize(viewport)
    await expectGoodScreen(page, name)
  }
}

/** Paid, with what is said at the counter for it. */
async function paid(email: string, envio = false) {
  const { id } = await orderPaid(shop, { sucursal: 'Alberdi', email, envio })
  return { id, email, codigo: (await staffPedidoOf(shop, id)).codigo_retiro }
}

describe('a stranger with the link', () => {
  it('sees how the order stands; the e-mail, typed once, opens it in place', async () => {
    const { id, codigo } = await paid('lucia@example.com', true)
    const { page, problems } = await openPage(browser)
    await page.goto(`${shop.url}/pedido/${id}`)
    await heading(page, 'Recibimos tu pedido').waitFor()
    await question(page).waitFor()
    for (const hidden of [codigo, 'Delivery a San Martín 512', 'Pedir factura'])
      expect(await page.getByText(hidden).count(), hidden).toBe(0)
    await page.getByText('Delivery a S•••••').waitFor()
    await expectGoodBoth(page, 'acceso-extrano')

    await type(page, 'no es un correo')
    await question(page).getByText('Por favor ingresa un email válido').waitFor()
    await type(page, 'otra@example.com')
    await question(page).getByText(WRONG, { exact: true }).waitFor()
    expect(await question(page).getByLabel('Correo').inputValue()).toBe('otra@example.com')
    await expectGoodBoth(page, 'acceso-errado')

    await type(page, 'Lucia@Example.com')
    await ticket(page, codigo).waitFor()
    expect(await question(page).count()).toBe(0)
    await page.getByText('Delivery a San Martín 512').waitFor()
    await expectGoodBoth(page, 'acceso-abierto')
    await page.reload()
    await ticket(page, codigo).waitFor()
    expect(problems.filter((text) => !text.includes('403'))).toEqual([])
  })

  it('is told how long to wait after many wrong e-mails, and loses nothing typed', async () => {
    const { id } = await paid('limite@example.com')
    const { page } = await openPage(browser)
    await page.goto(`${shop.url}/pedido/${id}`)
    for (let turn = 0; turn < 5; turn++) {
      await type(page, `l${turn}@example.com`)
      await question(page).getByText(WRONG, { exact: true }).waitFor()
    }
    await type(page, 'limite@example.com')
    await question(page)
      .getByText(/^Demasiados intentos\. Probá de nuevo en \d+ minutos\./)
      .waitFor()
    expect(await question(page).getByLabel('Correo').inputValue()).toBe('limite@example.com')
    await expectGoodBoth(page, 'acceso-limite')
  })

  it('asks for no invoice, until the e-mail is typed', async () => {
    const { id } = await paid('factura@example.com')
    const { page } = await openPage(browser)
    await page.goto(`${shop.url}/facturar?pedido=${id}`)
    await question(page).waitFor()
    await expectGoodBoth(page, 'acceso-facturar')
    await type(page, 'factura@example.com')
    await page.getByLabel('CUIT').waitFor()
  })
})

describe('the link of a mail', () => {
  it('opens the order without typing, and leaves neither the address nor a request with its key', async () => {
    const order = await paid('mail@example.com')
    const { page, problems } = await openPage(browser)
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`))
    const enlace = await enlaceOf(shop, order)
    await page.goto(enlace)
    await ticket(page, order.codigo).waitFor()
    await expectGoodBoth(page, 'acceso-mail')
    expect(page.url()).toBe(`${shop.url}/pedido/${order.id}`)
    const key = enlace.split('=').at(-1) ?? ''
    expect(key).toHaveLength(43)
    // Playwright tells the address as it was typed; what is sent of it ends before the '#'
    expect(asked.filter((line) => line.replace(/#\S+/, '').includes(key))).toEqual([])
    expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(key)
    await page.reload()
    await ticket(page, order.codigo).waitFor()
    expect(problems).toEqual([])
  })

  it('opens the invoice’s form; one that opens nothing any more asks for the e-mail', async () => {
    const order = await paid('mail2@example.com')
    const { page } = await openPage(browser, PHONE)
    await page.goto(await enlaceOf(shop, order, 'facturar'))
    await page.getByLabel('CUIT').waitFor()
    expect(page.url()).toBe(`${shop.url}/facturar?pedido=${order.id}`)
    const { page: other } = await openPage(browser, PHONE)
    await other.goto(`${shop.url}/pedido/${order.id}#llave=${'a'.repeat(43)}`)
    await question(other).waitFor()
    expect(other.url()).toBe(`${shop.url}/pedido/${order.id}`)
  })
})

describe('a browser that several people use', () => {
  it('shows nothing of the order after its customer left: neither its pages, nor the way back, nor other tabs', async () => {
    const customer = await makeCustomer(shop)
    const { page } = await openPage(browser)
    await logIn(page, shop, customer)
    await toStep3(page, shop, [await pdf('mi diagnóstico.pdf', 4)])
    await chooseSucursal(page, 'Alberdi')
    const id = await pedidoIdOf(page)
    await pay(page)
    await checkout(page, 'Tarjeta aprobada')
    await page.waitForURL(`**/pedido/${id}`)
    const { codigo_retiro: codigo } = await staffPedidoOf(shop, id)
    await ticket(page, codigo).waitFor()
    await expectGoodBoth(page, 'acceso-comprador')
    const { page: other } = await openTab(page.context())
    await other.goto(`${shop.url}/pedido/${id}`)
    await ticket(other, codigo).waitFor()

    await chooseInMenu(page, 'Cerrar Sesión')
    await press(page.getByRole('button', { name: 'Sí, cerrar sesión' }))
    await page.getByText('Sesión finalizada').waitFor()
    await question(other).waitFor()
    expect(await ticket(other, codigo).count()).toBe(0)
    await page.goBack()
    await question(page).waitFor()
    for (const gone of [codigo, 'mi diagnóstico.pdf'])
      expect(await page.getByText(gone).count(), gone).toBe(0)
    await expectGoodBoth(page, 'acceso-despues')
    await page.goto(`${shop.url}/facturar`)
    await page.getByText('⚠️ No se encontró un pedido válido para facturación.').waitFor()
  })

  it('forgets the half-made order when its customer leaves, and says so before', async () => {
    const customer = await makeCustomer(shop)
    const { page } = await openPage(browser)
    await logIn(page, shop, customer)
    await toStep3(page, shop, [await pdf('secreto.pdf', 2)])
    await page.goto(`${shop.url}/logout`)
    await page.getByText('El pedido que dejaste sin terminar se borra de este navegador.').waitFor()
    await expectGoodBoth(page, 'acceso-salir')
    await press(page.getByRole('button', { name: 'Sí, cerrar sesión' }))
    await page.getByText('Sesión finalizada').waitFor()
    await page.goto(shop.url)
    await page.getByRole('link', { name: 'Imprimir' }).first().waitFor()
    expect(await page.getByText('Dejaste un pedido sin terminar').count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secreto')
  })
})

it('a guest at a computer of others makes it forget', async () => {
  const { id, codigo, email } = await paid('locutorio@example.com')
  const { page } = await openPage(browser)
  await page.goto(await enlaceOf(shop, { id, email }))
  await ticket(page, codigo).waitFor()
  await press(page.getByRole('button', { name: 'Olvidar mis pedidos en este navegador' }))
  await question(page).waitFor()
  expect(await ticket(page, codigo).count()).toBe(0)
  await page.reload()
  await question(page).waitFor()
})

it('a confirmed order is changed by its own e-mail alone, and the form says so', async () => {
  const { page } = await openPage(browser)
  await toPay(page, shop, [await pdf('a.pdf', 2)], { ...CONTACTO, email: 'propia@example.com' })
  const id = await pedidoIdOf(page)
  await pay(page)
  // As a browser does that lost its cookies and kept the half-made order
  await page.context().clearCookies()
  await page.goto(`${shop.url}/imprimitodo/paso3`)
  await page.getByLabel('E-mail').fill('otra@example.com')
  await press(page.getByRole('button', { name: /^Pagar/ }))
  await page.getByText(WRONG, { exact: true }).first().waitFor()
  await page.getByLabel('E-mail').fill('propia@example.com')
  await pay(page)
  expect((await staffPedidoOf(shop, id)).email).toBe('propia@example.com')
})
