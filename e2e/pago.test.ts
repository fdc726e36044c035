import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press, WITH_WORKER } from './support/browser.ts'
import { pdf } from './support/files.ts'
import {
  amountsOf,
  CONTACTO,
  carritoOf,
  checkout,
  choose,
  expectStep3,
  fillContacto,
  heading,
  next,
  pay,
  payButton,
  pedidoIdOf,
  receipt,
  toPay,
  toStep2,
} from './support/print.ts'
import { expectGoodScreen } from './support/screen.ts'
import { expectOneOrder, mailsTo, pedidoOf, request, setAjustes, staffPedidoOf } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

/** A visitor whose order (4 pages: 2 x 160 - 5 % = 304) waits for Pay. */
async function readyToPay(email: string, options = {}): Promise<{ page: Page; id: string; carrito: string }> {
  const { page } = await openPage(browser, options)
  await toPay(page, shop, [await pdf('tesis.pdf', 4)], { ...CONTACTO, email })
  // Its pages have been proved: offline the page would not hear of it
  await expect.poll(() => payButton(page).getAttribute('aria-disabled'), { timeout: 30_000 }).toBe('false')
  const { carrito } = await carritoOf(page)
  return { page, id: await pedidoIdOf(page), carrito }
}

const bodyOf = (request: Request) => request.postDataJSON()

describe('Pay', () => {
  it('confirms with the payload of the call, asks for the link with the same total, and goes there', async () => {
    const { page, id } = await readyToPay('pago@example.com')
    const [compra, preferencia] = await Promise.all([
      page.waitForRequest('**/api/completar_compra'),
      page.waitForRequest('**/api/crear-preferencia'),
      pay(page),
    ])
    expect(bodyOf(compra)).toEqual({
      pedido_id: id,
      email: 'pago@example.com',
      celular: '3865412233',
      sucursal: 'Alberdi',
      modo_entrega: 'retiro',
      importe_total: 304,
      codigosAplicados: [],
      nombre: null,
      nota: null,
      direccion_entrega: null,
      distancia_km: null,
      costo_delivery: 0,
      lat: null,
      lng: null,
    })
    expect(bodyOf(preferencia)).toEqual({ pedido_id: id, total: 304 })
    expect(await pedidoOf(shop, id)).toMatchObject({ estado: 'confirmado', importe_final: 304 })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('$ 304,00')
  })

  it('a double click pays once', async () => {
    const { page } = await readyToPay('doble@example.com')
    const paying = ['/api/completar_compra', '/api/crear-preferencia']
    const sent: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (paying.includes(pathname)) sent.push(pathname)
    })
    await payButton(page).dblclick()
    await page.waitForURL('**/pago-simulado/*')
    expect(sent).toEqual(paying)
  })

  it('tampered totals are ignored or refused; the server charges its own', async () => {
    const { page, id } = await readyToPay('trampa@example.com')
    await page.route('**/api/completar_compra', (route) =>
      route.continue({
        postData: JSON.stringify({ ...bodyOf(route.request()), importe_total: 1, costo_delivery: -500 }),
      }),
    )
    await page.route(
      '**/api/crear-preferencia',
      (route) => route.continue({ postData: JSON.stringify({ pedido_id: id, total: 1 }) }),
      { times: 1 },
    )
    await press(payButton(page))
    // The price did not change: what this browser was made to ask for did
    await page.getByText(/El total cambió/).waitFor()
    expect(await pedidoOf(shop, id)).toMatchObject({
      estado: 'confirmado',
      importe_final: 304,
      costo_delivery: 0,
    })
    await pay(page)
    await page.getByText('$ 304,00').first().waitFor()
  })

  it('a price that changed on the server is shown before anything is charged', async () => {
    const { page, id } = await readyToPay('cambio@example.com', PHONE)
    await page.route(
      '**/api/completar_compra',
      async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), importe_final: 280 } })
      },
      { times: 1 },
    )
    await press(payButton(page))
    await page
      .getByRole('status')
      .getByText('El total cambió de $ 304,00 a $ 280,00. Si estás de acuerdo, tocá Pagar otra vez.')
      .waitFor()
    await expectGoodScreen(page, 'paso3-cambio')
    expect((await staffPedidoOf(shop, id)).pagos).toEqual([])
  })
})

describe('Pay that fails', () => {
  async function expectDialog(page: Page, title: string, text: string): Promise<void> {
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByText(text, { exact: true }).waitFor()
    await expectGoodScreen(page, `paso3-${title.slice(0, 5).toLowerCase()}`)
  }

  it.each([
    ['answers none', { status: 200, json: { init_point: '' } }],
    ['is refused by the provider', { status: 502, json: { detail: 'No responde.' } }],
  ])('no payment link: %s; Reintentar pays the same order', async (_, answer) => {
    const { page, carrito, id } = await readyToPay('enlace@example.com', PHONE)
    await page.route('**/api/crear-preferencia', (route) => route.fulfill(answer), { times: 1 })
    await press(payButton(page))
    await expectDialog(
      page,
      'No se pudo generar el enlace de pago.',
      'El servicio de pagos no respondió. Probá de nuevo en un momento.',
    )
    await press(page.getByRole('button', { name: 'Reintentar' }))
    await page.waitForURL('**/pago-simulado/*')
    await expectOneOrder(shop, carrito, 'confirmado')
    expect(await pedidoIdOf(page)).toBe(id)
  })

  it('a lost connection at Pay; tried again it is the same order', async () => {
    const { page, carrito } = await readyToPay('cortado@example.com', WITH_WORKER)
    await page.context().setOffline(true)
    await press(payButton(page))
    await expectDialog(page, 'Fallo al iniciar el pago', 'Revisá tu conexión o intentá más tarde.')
    await press(page.getByRole('dialog').getByText('Cerrar', { exact: true }))
    await page.context().setOffline(false)
    await pay(page)
    await expectOneOrder(shop, carrito, 'confirmado')
  })

  it('confirmed, but the answer never came: trying again goes on from there', async () => {
    const { page, carrito, id } = await readyToPay('perdida@example.com')
    await page.route(
      '**/api/completar_compra',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await press(payButton(page))
    await expectDialog(page, 'Fallo al iniciar el pago', 'Revisá tu conexión o intentá más tarde.')
    await expectOneOrder(shop, carrito, 'confirmado')
    await press(page.getByRole('button', { name: 'Reintentar' }))
    await page.waitForURL('**/pago-simulado/*')
    expect((await pedidoOf(shop, id)).historial.map(({ estado }) => estado)).toEqual(['confirmado'])
  })

  it('what the server finds wrong is shown at its field', async () => {
    const { page } = await readyToPay('campo@example.com')
    await page.route(
      '**/api/completar_compra',
      (route) => route.fulfill({ status: 400, json: { email: ['Ese e-mail no existe.'] } }),
      { times: 1 },
    )
    await press(payButton(page))
    await page.getByRole('alert').getByText('Ese e-mail no existe.').waitFor()
    expect(await page.getByLabel('E-mail').evaluate((input) => input === document.activeElement)).toBe(true)
    await pay(page)
  })
})

describe('a free order', () => {
  it('with 100 % off nothing is paid: straight to the queue, and celebrated', async () => {
    await setAjustes(shop, { descuentoCompra: 100 })
    const { page, id, carrito } = await readyToPay('gratis@example.com', PHONE)
    expect(await payButton(page).textContent()).toBe('Pagar $ 0,00: es gratis')
    await expectGoodScreen(page, 'paso3-gratis')
    const [sinPago] = await Promise.all([
      page.waitForRequest('**/api/registrar_compra_sin_pago'),
      press(payButton(page)),
    ])
    expect(bodyOf(sinPago)).toMatchObject({ pedido_id: id, email: 'gratis@example.com', importe_total: 0 })
    await heading(page, '¡Compra Gratis!').waitFor()
    await press(page.getByRole('link', { name: 'Ver mi pedido' }))
    await heading(page, 'Recibimos tu pedido').waitFor()
    await page.getByText('No tenés que pagar nada. Está en la fila de impresión.').waitFor()
    await expectGoodScreen(page, 'pedido-gratis')
    await expectOneOrder(shop, carrito, 'pagado')
    expect(await staffPedidoOf(shop, id)).toMatchObject({ importe_final: 0, pagos: [] })
    await setAjustes(shop, { descuentoCompra: 5 })
  })

  it('refused for an order that costs something', async () => {
    const { id } = await readyToPay('nogratis@example.com')
    const answer = await request(shop, '/api/registrar_compra_sin_pago', {
      pedido_id: id,
      email: 'nogratis@example.com',
      celular: '3865412233',
      sucursal: 'Alberdi',
      modo_entrega: 'retiro',
      importe_total: 0,
      codigosAplicados: [],
    })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ detail: expect.any(String), importe_final: 304 })
    expect((await pedidoOf(shop, id)).estado).not.toBe('pagado')
  })
})

describe('how a payment ends', () => {
  it('rejected, then paid with another card', async () => {
    const { page, id } = await readyToPay('rechazado@example.com', PHONE)
    await pay(page)
    await checkout(page, 'Tarjeta rechazada')
    await page
      .getByText('La tarjeta no autorizó el pago. No se cobró nada: probá otra vez o elegí otro medio.')
      .waitFor()
    await expectGoodScreen(page, 'pago-rechazado')
    await press(page.getByText('Volver a imprimitodo sin pagar'))
    await heading(page, 'Tu pago no se aprobó').waitFor()
    await expectGoodScreen(page, 'pedido-rechazado')
    await press(page.getByRole('button', { name: /\$ 304,00$/ }))
    await page.waitForURL('**/pago-simulado/*')
    await checkout(page, 'Tarjeta aprobada')
    await press(page.getByRole('link', { name: 'Volver a imprimitodo' }))
    await heading(page, 'Recibimos tu pedido').waitFor()
    const { pagos } = await staffPedidoOf(shop, id)
    expect(pagos.map(({ estado }) => estado).sort()).toEqual(['approved', 'rejected'])
  })

  it('left pending, the order says to wait and no second payment starts; approved later it goes on', async () => {
    const { page, id } = await readyToPay('pendiente@example.com')
    await pay(page)
    const link = page.url()
    await checkout(page, 'Dejar pendiente')
    await page.getByText('El pago quedó en proceso.').waitFor()
    await expectGoodScreen(page, 'pago-pendiente')
    await press(page.getByRole('link', { name: 'Volver a imprimitodo' }))
    await heading(page, 'Estamos confirmando tu pago').waitFor()
    await expectGoodScreen(page, 'pedido-en-proceso')
    // Neither here nor in step 3 does another payment start
    expect(await page.getByRole('button', { name: /Pagar/ }).count()).toBe(0)
    await page.goto(`${shop.url}/imprimitodo/paso3`)
    await page.waitForURL(`**/pedido/${id}`)
    const checkoutTab = await page.context().newPage()
    await checkoutTab.goto(link)
    await checkoutTab.getByRole('button', { name: 'Aprobarlo' }).click()
    await checkoutTab.getByText('Pago aprobado.').waitFor()
    await heading(page, 'Recibimos tu pedido').waitFor({ timeout: 30_000 })
  })

  it('a cash ticket, paid later: the order page changes by itself, and ticket and payment have a mail each', async () => {
    const { page, id } = await readyToPay('efectivo@example.com', PHONE)
    await pay(page)
    await checkout(page, 'Pagar después en efectivo')
    await page.getByRole('heading', { name: 'Cupón de pago' }).waitFor()
    await expectGoodScreen(page, 'pago-cupon')
    await press(page.getByRole('link', { name: 'Volver a imprimitodo' }))
    await heading(page, 'Esperamos tu pago').waitFor()
    const cupon = page.getByRole('region', { name: 'Tu cupón' })
    const numero = (await cupon.getByText(/^[\d ]{32,}$/).textContent()) ?? ''
    await press(cupon.getByRole('button', { name: 'Copiar el número' }))
    await page.getByText(/^(?:Número copiado|No pudimos copiarlo)/).waitFor()
    await expectGoodScreen(page, 'pedido-cupon')
    await expect
      .poll(async () => (await mailsTo(shop, 'efectivo@example.com'))[0]?.texto)
      .toContain(`Número del cupón: ${numero}`)
    expect(await pedidoOf(shop, id)).toMatchObject({ estado: 'confirmado', pago: 'pendiente' })
    await press(page.getByRole('button', { name: /^Ver el cupón/ }))
    await press(page.getByRole('button', { name: 'Acreditar el efectivo' }))
    await press(page.getByRole('link', { name: 'Volver a imprimitodo' }))
    await heading(page, 'Recibimos tu pedido').waitFor()
    await expect
      .poll(async () =>
        (await mailsTo(shop, 'efectivo@example.com')).map(({ asunto }) => asunto.replace(/\d+/, 'N')),
      )
      .toEqual(['Recibimos tu pedido N', expect.stringContaining('cupón')])
  })

  it('back from the checkout with the browser: step 3 is there, and Pay leads to the same link', async () => {
    const { page, carrito } = await readyToPay('atras@example.com', PHONE)
    await pay(page)
    const link = page.url()
    await page.goBack()
    await heading(page, 'Confirmá tu pedido').waitFor()
    await expect.poll(() => payButton(page).textContent()).toBe('Pagar $ 304,00')
    expect(await page.getByLabel('E-mail').inputValue()).toBe('atras@example.com')
    await pay(page)
    expect(page.url()).toBe(link)
    await expectOneOrder(shop, carrito, 'confirmado')
    await checkout(page, 'Tarjeta aprobada')
    await press(page.getByRole('link', { name: 'Volver a imprimitodo' }))
    await heading(page, 'Recibimos tu pedido').waitFor()
    // Paid: going back once more ends at the order, and its files are no longer a half-made one
    await page.goto(`${shop.url}/imprimitodo/paso2`)
    await page.waitForURL(/\/imprimitodo(?:\/paso1)?$/)
  })

  it('an odd price is the same integer everywhere', async () => {
    const precios = (await setAjustes(shop, {})).precios
    const anillado = (await setAjustes(shop, {})).anillado
    await setAjustes(shop, {
      precios: { ...precios, byn: { una: 1003, dos: 1003 }, color: { una: 1003, dos: 1003 } },
      anillado: anillado.map(({ hasta }) => ({ hasta, precio: 501 })),
    })
    const { page, id } = await openOdd()
    // 1003 x 0.95 = 952.85 and 501 x 0.95 = 475.95, each rounded half up
    const final = 953 + 476
    const [compra, preferencia] = await Promise.all([
      page.waitForResponse('**/api/completar_compra').then((answer) => answer.json()),
      page.waitForRequest('**/api/crear-preferencia'),
      pay(page),
    ])
    expect(compra).toMatchObject({
      importe_final: final,
      total_impresion: 1003,
      total_anillado: 501,
    })
    expect(bodyOf(preferencia)).toEqual({ pedido_id: id, total: final })
    await page.getByText('$ 1.429,00').first().waitFor()
    await checkout(page, 'Tarjeta aprobada')
    await press(page.getByRole('link', { name: 'Volver a imprimitodo' }))
    await heading(page, 'Recibimos tu pedido').waitFor() // the provider's notice arrived
    await page.getByRole('region', { name: 'Pago' }).getByText('$ 1.429,00').waitFor()
    expect((await staffPedidoOf(shop, id)).pagos).toMatchObject([{ importe: final }])
    await setAjustes(shop, { precios, anillado })
  })
})

/** One sheet, bound: 1003 and 501, discounted and summed in every place that shows them. */
async function openOdd(): Promise<{ page: Page; id: string }> {
  const { page } = await openPage(browser)
  await toStep2(page, shop, [await pdf('tesis.pdf')])
  await choose(page, 'Anillado de tesis.pdf', 'Anillado')
  await next(page)
  await expectStep3(page)
  const amounts = { Impresión: 1003, Anillado: 501, '5% off por la web': -75, 'Total a pagar': 1429 }
  expect(await amountsOf(receipt(page))).toMatchObject(amounts)
  await press(page.getByRole('button', { name: 'Detalle del Pedido' }))
  const detail = page.getByRole('dialog')
  expect(await amountsOf(detail.getByRole('region', { name: 'Resumen del pedido' }))).toMatchObject(amounts)
  await press(detail.getByText('Cerrar', { exact: true }))
  await fillContacto(page, CONTACTO)
  expect(await payButton(page).textContent()).toBe('Pagar $ 1.429,00')
  return { page, id: await pedidoIdOf(page) }
}
