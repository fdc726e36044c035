import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from './support/browser.ts'
import { type Customer, comeBack, makeCustomer, timesIn, watchCalls } from './support/cuenta.ts'
import { type Picked, pdf } from './support/files.ts'
import {
  amountsOf,
  choose,
  chooseSucursal,
  expectStep3,
  fillContacto,
  heading,
  next,
  pay,
  payButton,
  pedidoIdOf,
  receipt,
  toStep2,
  toStep3,
} from './support/print.ts'
import { buyHojas, makeCupon, uploadPdf, useCodigo } from './support/puntos.ts'
import { expectGoodScreen } from './support/screen.ts'
import { pedidoOf, setAjustes } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

/** Step 3 of a customer with an order of 40 two-sided pages: 20 sheets, 3200, with 5 % off 3040. */
async function step3(customer: Customer, options = {}, files?: Picked[]): Promise<Page> {
  const { page } = await openPage(browser, options)
  await comeBack(page, shop, customer)
  await toStep3(page, shop, files ?? [await pdf('tesis.pdf', 40)])
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

async function type(page: Page, codigo: string): Promise<void> {
  await page.getByLabel('Tengo un código').fill(codigo)
  await press(page.getByRole('button', { name: 'Aplicar código' }))
}

describe('codes in step 3', () => {
  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])(
    'applied it leaves the list, takes its sheets off, survives a reload, and can be removed: %s',
    async (name, device) => {
      const customer = await makeCustomer(shop)
      const codigo = await buyHojas(shop, customer, 10)
      const page = await step3(customer, device)
      await ticket(page, codigo).getByText('10 hojas gratis').waitFor()
      await expectGoodScreen(page, `paso3-codigos (${name})`)
      const [sent] = await Promise.all([
        page.waitForRequest('**/api/puntos/canjear-impresion/'),
        press(ticket(page, codigo).getByRole('button', { name: 'Aplicar' })),
      ])
      expect(sent.postDataJSON()).toEqual({
        codigo,
        email: customer.email,
        pedido_id: await pedidoIdOf(page),
      })
      await applied(page, codigo).waitFor()
      await expect.poll(() => ticket(page, codigo).count()).toBe(0)
      // 10 of 20 sheets are free: 1600 left, 5 % off
      await expect.poll(() => total(page)).toBe(1520)
      expect(await amountsOf(receipt(page))).toMatchObject({ 'Hojas gratis': -1600, 'Total a pagar': 1520 })
      await expectGoodScreen(page, `paso3-aplicado (${name})`)
      await press(page.getByRole('button', { name: 'Detalle del Pedido' }))
      const detail = page.getByRole('dialog').getByRole('region', { name: 'Resumen del pedido' })
      await detail.waitFor()
      expect(await amountsOf(detail)).toMatchObject({ 'Hojas gratis': -1600, 'Total a pagar': 1520 })
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last())
      await page.reload()
      await applied(page, codigo).waitFor()
      await expect.poll(() => total(page)).toBe(1520)
      await press(applied(page, codigo).getByRole('button', { name: 'Quitar' }))
      await ticket(page, codigo).waitFor()
      await expect.poll(() => total(page)).toBe(3040)
    },
  )

  it('sheets and coupon leave the list by the same animation, to its end', async () => {
    const customer = await makeCustomer(shop)
    const own = [await buyHojas(shop, customer, 10), await makeCupon(shop, customer)]
    const page = await step3(customer)
    // It ends only where what is animated is still there
    await page.evaluate(() => {
      const ended: string[] = []
      Object.assign(window, { ended })
      addEventListener('transitionend', ({ target, propertyName, elapsedTime }) => {
        if (propertyName === 'opacity' && target instanceof HTMLLIElement)
          ended.push(`${target.querySelector('code')?.textContent} ${elapsedTime}`)
      })
    })
    for (const codigo of own) {
      await press(ticket(page, codigo).getByRole('button', { name: 'Aplicar' }))
      await applied(page, codigo).waitFor()
      await expect.poll(() => ticket(page, codigo).count()).toBe(0)
    }
    expect(await page.evaluate(() => Reflect.get(window, 'ended'))).toEqual(
      own.map((codigo) => `${codigo} 0.5`),
    )
  })

  it('of two sheets codes for one sheet each says what it does, and neither takes nothing off', async () => {
    const customer = await makeCustomer(shop)
    const [older, newer] = [await buyHojas(shop, customer, 10), await buyHojas(shop, customer, 10)]
    const { page } = await openPage(browser, PHONE)
    await comeBack(page, shop, customer)
    await toStep2(page, shop, [await pdf('tapa.pdf', 2)])
    await choose(page, 'Anillado de tapa.pdf', 'Anillado')
    await next(page)
    await expectStep3(page)
    await press(ticket(page, newer).getByRole('button', { name: 'Aplicar' }))
    await applied(page, newer).getByText('Cubrió 1 hoja: todas las que podía.').waitFor()
    await press(ticket(page, older).getByRole('button', { name: 'Aplicar' }))
    // What ends first is used up first
    await applied(page, older).getByText('Cubrió 1 hoja: todas las que podía.').waitFor()
    await applied(page, newer).getByText('Las hojas que podía cubrir ya las cubre otro código.').waitFor()
    await expectGoodScreen(page, 'paso3-dos-codigos')
    expect(await applied(page, older).getByText('−$ 152,00').count()).toBe(1)
    expect(await page.getByText('−$ 0,00').count()).toBe(0)
    await press(applied(page, older).getByRole('button', { name: 'Quitar' }))
    await applied(page, newer).getByText('Cubrió 1 hoja: todas las que podía.').waitFor()
  })

  it('what the server refuses is said in its words; a mistyped one is not sent', async () => {
    const customer = await makeCustomer(shop)
    const page = await step3(customer)
    const calls = watchCalls(page)
    await type(page, 'ABC')
    await page
      .getByRole('alert')
      .getByText(/no está bien escrito/)
      .waitFor()
    expect(timesIn(calls, 'POST /api/puntos/canjear-impresion/')).toBe(0)
    await type(page, '0000-0000-0000')
    await page.getByRole('alert').getByText('Ese código no existe o no es tuyo.').waitFor()
    const codigo = await makeCupon(shop, customer)
    await page.route(
      '**/api/puntos/canjear-impresion/',
      (route) => route.fulfill({ status: 500, body: '' }),
      {
        times: 1,
      },
    )
    await type(page, codigo)
    await page.getByRole('alert').getByText('No se pudo aplicar el canje.').waitFor()
    // The coupon: 10 % on top of the 5 % of the web
    await type(page, codigo.toLowerCase().replaceAll('-', ' '))
    await applied(page, codigo).waitFor()
    await expect.poll(() => total(page)).toBe(2720)
    await receipt(page).getByText('5% off por la web + 10% off por tu código').waitFor()
  })

  it('another e-mail, and a code that is not its own goes', async () => {
    const customer = await makeCustomer(shop)
    const codigo = await makeCupon(shop, customer)
    const { page } = await openPage(browser)
    await toStep3(page, shop, [await pdf('apunte.pdf', 4)])
    await type(page, codigo)
    await page
      .getByRole('alert')
      .getByText(/Escribí tu e-mail antes de aplicar/)
      .waitFor()
    await fillContacto(page, { email: customer.email, celular: '3865412233', sucursal: 'Alberdi' })
    await press(page.getByRole('button', { name: 'Aplicar código' }))
    await applied(page, codigo).waitFor()
    await expect.poll(() => total(page)).toBe(272)
    await page.getByLabel('E-mail').fill('otra@example.com')
    await page.getByLabel('Celular').focus()
    await page.getByRole('alert').getByText('Ese código no existe o no es tuyo.').waitFor()
    await expect.poll(() => total(page)).toBe(304)
    expect(await applied(page, codigo).count()).toBe(0)
  })

  it('with total 0 nothing is applied', async () => {
    const customer = await makeCustomer(shop)
    const codigo = await makeCupon(shop, customer)
    await setAjustes(shop, { descuentoCompra: 100 })
    const page = await step3(customer)
    await setAjustes(shop, { descuentoCompra: 5 })
    const calls = watchCalls(page)
    await press(ticket(page, codigo).getByRole('button', { name: 'Aplicar' }))
    await page
      .getByRole('alert')
      .getByText(/El total ya es \$ 0,00/)
      .waitFor()
    expect(timesIn(calls, 'POST /api/puntos/canjear-impresion/')).toBe(0)
  })
})

it('codes that cover everything make it free, and celebrated', async () => {
  const customer = await makeCustomer(shop)
  const codigo = await buyHojas(shop, customer, 20)
  const page = await step3(customer, PHONE)
  const id = await pedidoIdOf(page)
  await press(ticket(page, codigo).getByRole('button', { name: 'Aplicar' }))
  await applied(page, codigo).waitFor()
  await expect.poll(() => payButton(page).textContent()).toBe('Pagar $ 0,00: es gratis')
  const [sinPago] = await Promise.all([
    page.waitForRequest('**/api/registrar_compra_sin_pago'),
    press(payButton(page)),
  ])
  expect(sinPago.postDataJSON()).toMatchObject({ pedido_id: id, codigosAplicados: [codigo] })
  await heading(page, '¡Compra Gratis!').waitFor()
  expect(await pedidoOf(shop, id)).toMatchObject({ estado: 'pagado', importe_final: 0 })
})

it('a code lost to a quicker customer: a clear message and the new total before anything is charged', async () => {
  const customer = await makeCustomer(shop)
  const codigo = await makeCupon(shop, customer)
  const page = await step3(customer)
  await press(ticket(page, codigo).getByRole('button', { name: 'Aplicar' }))
  await applied(page, codigo).waitFor()
  await expect.poll(() => total(page)).toBe(2720)
  // Nothing more is asked about the order by itself from here on
  await expect.poll(() => payButton(page).getAttribute('aria-disabled')).toBe('false')
  await useCodigo(shop, codigo) // at the counter
  await press(payButton(page))
  await page.getByText(/El total cambió de \$.2\.720,00 a \$.3\.040,00/).waitFor()
  await expect.poll(() => total(page)).toBe(3040)
  await expect.poll(() => applied(page, codigo).count()).toBe(0)
  await expectGoodScreen(page, 'paso3-codigo-perdido')
  await pay(page)
  expect(await pedidoOf(shop, await pedidoIdOf(page))).toMatchObject({ importe_final: 3040, codigos: [] })
})

it('back from an unpaid checkout the code is still the order’s, and another order cannot have it', async () => {
  const customer = await makeCustomer(shop)
  const codigo = await makeCupon(shop, customer)
  const page = await step3(customer)
  await press(ticket(page, codigo).getByRole('button', { name: 'Aplicar' }))
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
  // Removed, the price without it is told by the server at once
  await press(applied(page, codigo).getByRole('button', { name: 'Quitar' }))
  await expect.poll(() => total(page)).toBe(3040)
  await pay(page)
  expect(await pedidoOf(shop, await pedidoIdOf(page))).toMatchObject({ importe_final: 3040, codigos: [] })
})
