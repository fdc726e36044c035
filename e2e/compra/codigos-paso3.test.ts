import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { type Customer, comeBack, makeCustomer } from '../support/cuenta.ts'
import { pdf } from '../support/files.ts'
import {
  amountsOf,
  carritoOf,
  chooseSucursal,
  expectStep3,
  heading,
  pay,
  payButton,
  pedidoIdOf,
  receipt,
  toStep3,
} from '../support/print.ts'
import { buyHojas, makeCupon, uploadPdf, useCodigo } from '../support/puntos.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { expectOneOrder, pedidoOf, staffPedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

/** Step 3 of a customer with an order of 40 two-sided pages: 20 sheets, 3200, with 5 % off 3040. */
async function step3(customer: Customer, options = {}): Promise<Page> {
  const { page } = await openPage(browser, options)
  await comeBack(page, shop, customer)
  await toStep3(page, shop, [await pdf('tesis.pdf', 40)])
  await chooseSucursal(page, 'Alberdi')
  await page.getByRole('heading', { name: 'Códigos de descuento' }).waitFor()
  return page
}

const total = async (page: Page) => (await amountsOf(receipt(page)))['Total a pagar']
const codes = (page: Page) => page.getByRole('region', { name: 'Códigos de descuento' })
const ticket = (page: Page, codigo: string) => codes(page).getByRole('listitem').filter({ hasText: codigo })
const applied = (page: Page, codigo: string) =>
  codes(page)
    .getByRole('status')
    .filter({ hasText: `${codigo} aplicado` })
const apply = (page: Page, codigo: string) =>
  press(ticket(page, codigo).getByRole('button', { name: 'Aplicar' }))

/**
 * The codes whose tickets faded to their end, and the seconds it took: it ends only while the ticket is still
 * shown.
 */
async function watchTickets(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const ended: string[] = []
    Object.assign(window, { ended })
    addEventListener('transitionend', ({ target, propertyName, elapsedTime }) => {
      if (propertyName === 'opacity' && target instanceof HTMLLIElement)
        ended.push(`${target.querySelector('code')?.textContent} ${elapsedTime}`)
    })
  })
  return () => page.evaluate(() => Reflect.get(window, 'ended'))
}

it('applied they leave the list by one animation, take their part off and survive a reload; one lost to a quicker customer is told before anything is charged', async () => {
  const customer = await makeCustomer(shop)
  const [hojas, cupon] = [await buyHojas(shop, customer, 10), await makeCupon(shop, customer)]
  const page = await step3(customer, PHONE)
  await ticket(page, hojas).getByText('10 hojas gratis').waitFor()
  await ticket(page, cupon).waitFor()
  await expectGoodOnBoth(page, 'paso3-codigos')
  const left = await watchTickets(page)
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/puntos/canjear-impresion/'),
    apply(page, hojas),
  ])
  const pedido_id = await pedidoIdOf(page)
  expect(sent.postDataJSON()).toEqual({ codigo: hojas, email: customer.email, pedido_id })
  await applied(page, hojas).waitFor()
  await expect.poll(() => ticket(page, hojas).count()).toBe(0)
  // 10 of 20 sheets are free: 1600 left, 5 % off
  await expect.poll(() => total(page)).toBe(1520)
  expect(await amountsOf(receipt(page))).toMatchObject({ 'Hojas gratis': -1600, 'Total a pagar': 1520 })
  await apply(page, cupon)
  await applied(page, cupon).waitFor()
  await expect.poll(() => ticket(page, cupon).count()).toBe(0)
  expect(await left()).toEqual([`${hojas} 0.5`, `${cupon} 0.5`])
  // The coupon: 10 % on top of the 5 % of the web
  await expect.poll(() => total(page)).toBe(1360)
  await receipt(page).getByText('5% off por la web + 10% off por tu código').waitFor()
  await expectGoodOnBoth(page, 'paso3-aplicado')
  await press(page.getByRole('button', { name: 'Detalle del Pedido' }))
  const detail = page.getByRole('dialog').getByRole('region', { name: 'Resumen del pedido' })
  await detail.waitFor()
  expect(await amountsOf(detail)).toMatchObject({ 'Hojas gratis': -1600, 'Total a pagar': 1360 })
  await press(page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last())

  await page.reload()
  await applied(page, hojas).waitFor()
  await applied(page, cupon).waitFor()
  await expect.poll(() => total(page)).toBe(1360)
  await press(applied(page, hojas).getByRole('button', { name: 'Quitar' }))
  await ticket(page, hojas).waitFor()
  await expect.poll(() => total(page)).toBe(2720)

  // From here on the page makes no further calls about the order by itself
  await expect.poll(() => payButton(page).getAttribute('aria-disabled')).toBe('false')
  await useCodigo(shop, cupon) // used at the counter
  await press(payButton(page))
  await page
    .getByText(/El total cambió de \$.2\.720,00 a \$.3\.040,00. Si estás de acuerdo, tocá Pagar otra vez\./)
    .waitFor()
  await expect.poll(() => total(page)).toBe(3040)
  await expect.poll(() => applied(page, cupon).count()).toBe(0)
  await expectGoodOnBoth(page, 'paso3-codigo-perdido')
  await pay(page)
  expect(await pedidoOf(shop, pedido_id)).toMatchObject({ importe_final: 3040, codigos: [] })
})

it('codes that cover everything make it free: straight to the queue, and celebrated', async () => {
  const customer = await makeCustomer(shop)
  const codigo = await buyHojas(shop, customer, 20)
  const page = await step3(customer, PHONE)
  const id = await pedidoIdOf(page)
  const { carrito } = await carritoOf(page)
  await apply(page, codigo)
  await applied(page, codigo).waitFor()
  await expect.poll(() => payButton(page).textContent()).toBe('Pagar $ 0,00: es gratis')
  await expectGoodScreen(page, 'paso3-gratis')
  const [sinPago] = await Promise.all([
    page.waitForRequest('**/api/registrar_compra_sin_pago'),
    press(payButton(page)),
  ])
  expect(sinPago.postDataJSON()).toMatchObject({
    pedido_id: id,
    email: customer.email,
    importe_total: 0,
    codigosAplicados: [codigo],
  })
  await heading(page, '¡Compra Gratis!').waitFor()
  await press(page.getByRole('link', { name: 'Ver mi pedido' }))
  await heading(page, 'Recibimos tu pedido').waitFor()
  await page.getByText('No tenés que pagar nada. Está en la fila de impresión.').waitFor()
  await expectGoodScreen(page, 'pedido-gratis')
  await expectOneOrder(shop, carrito, 'pagado')
  expect(await staffPedidoOf(shop, id)).toMatchObject({ estado: 'pagado', importe_final: 0, pagos: [] })
})

it('after an unpaid checkout the code still belongs to the order, and another order cannot use it', async () => {
  const customer = await makeCustomer(shop)
  const codigo = await makeCupon(shop, customer)
  const page = await step3(customer)
  await apply(page, codigo)
  await applied(page, codigo).waitFor()
  await pay(page)
  await page.goto(`${shop.url}/imprimitodo/paso3`)
  await expectStep3(page)
  await applied(page, codigo).waitFor()
  expect(await total(page)).toBe(2720)
  const contact = { email: customer.email, celular: '3865412233', sucursal: 'Alberdi' }
  const other = await uploadPdf(shop, contact)
  const answer = await fetch(`${shop.url}/api/puntos/canjear-impresion/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ codigo, email: customer.email, pedido_id: other }),
  })
  expect(answer.status).toBe(409)
  // Once it is removed, the server answers the price without it at once
  await press(applied(page, codigo).getByRole('button', { name: 'Quitar' }))
  await expect.poll(() => total(page)).toBe(3040)
  await pay(page)
  expect(await pedidoOf(shop, await pedidoIdOf(page))).toMatchObject({ importe_final: 3040, codigos: [] })
})
