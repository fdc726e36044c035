import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press, WITH_WORKER } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
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
} from '../support/print.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { expectOneOrder, mailsTo, pedidoOf, setAjustes, staffPedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

/** A visitor whose order (4 pages: 2 x 160 - 5 % = 304) waits for Pay. */
async function readyToPay(email: string, options = {}): Promise<{ page: Page; id: string; carrito: string }> {
  const { page } = await openPage(browser, options)
  await toPay(page, shop, [await pdf('tesis.pdf', 4)], { ...CONTACTO, email })
  // Wait until the file's pages were proved: a page that goes offline would not hear of it
  await expect.poll(() => payButton(page).getAttribute('aria-disabled'), { timeout: 30_000 }).toBe('false')
  const { carrito } = await carritoOf(page)
  return { page, id: await pedidoIdOf(page), carrito }
}

const bodyOf = (request: Request) => request.postDataJSON()

describe('Pay', () => {
  it('pressed twice pays once, and an odd price is the same integer everywhere', async () => {
    const { precios, anillado } = await setAjustes(shop, {})
    await setAjustes(shop, {
      precios: { ...precios, byn: { una: 1003, dos: 1003 }, color: { una: 1003, dos: 1003 } },
      anillado: anillado.map(({ hasta }) => ({ hasta, precio: 501 })),
    })
    const { page, id } = await openOdd()
    // 1003 x 0.95 = 952.85 and 501 x 0.95 = 475.95, each rounded half up
    const final = 953 + 476
    const paying = ['/api/completar_compra', '/api/crear-preferencia']
    const sent: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (paying.includes(pathname)) sent.push(pathname)
    })
    const [compra, preferencia] = await Promise.all([
      page.waitForResponse('**/api/completar_compra'),
      page.waitForRequest('**/api/crear-preferencia'),
      payButton(page).dblclick(),
    ])
    expect(bodyOf(compra.request())).toEqual({
      pedido_id: id,
      email: 'ana@example.com',
      celular: '3865412233',
      sucursal: 'Alberdi',
      modo_entrega: 'retiro',
      importe_total: final,
      codigosAplicados: [],
      nombre: null,
      nota: null,
      direccion_entrega: null,
      distancia_km: null,
      costo_delivery: 0,
      lat: null,
      lng: null,
    })
    expect(bodyOf(preferencia)).toEqual({ pedido_id: id, total: final })
    expect(await compra.json()).toMatchObject({
      importe_final: final,
      total_impresion: 1003,
      total_anillado: 501,
    })
    await page.waitForURL('**/pago-simulado/*')
    expect(sent).toEqual(paying)
    await page.getByRole('heading', { level: 1 }).getByText('$ 1.429,00').waitFor()
    expect(await pedidoOf(shop, id)).toMatchObject({ estado: 'confirmado', importe_final: final })
    await checkout(page, 'Tarjeta aprobada')
    await press(page.getByRole('link', { name: 'Volver a imprimitodo' }))
    await heading(page, 'Recibimos tu pedido').waitFor() // the provider's notice arrived
    await page.getByRole('region', { name: 'Pago' }).getByText('$ 1.429,00').waitFor()
    expect((await staffPedidoOf(shop, id)).pagos).toMatchObject([{ importe: final }])
    await setAjustes(shop, { precios, anillado })
  })

  it('without network, without its answer or without a link says so; Reintentar pays the same order', async () => {
    const { page, carrito, id } = await readyToPay('cortado@example.com', { ...PHONE, ...WITH_WORKER })
    const dialog = (title: string) => page.getByRole('dialog', { name: title })
    const retry = page.getByRole('button', { name: 'Reintentar' })
    const failed = async () =>
      dialog('Fallo al iniciar el pago')
        .getByText('Revisá tu conexión o intentá más tarde.', { exact: true })
        .waitFor()

    await page.context().setOffline(true)
    await press(payButton(page))
    await failed()
    await expectGoodScreen(page, 'paso3-fallo')
    await press(page.getByRole('dialog').getByText('Cerrar', { exact: true }))
    await page.context().setOffline(false)
    await expectOneOrder(shop, carrito, 'borrador')

    // It is confirmed, but the customer is not told
    await page.route(
      '**/api/completar_compra',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await press(payButton(page))
    await failed()
    await expectOneOrder(shop, carrito, 'confirmado')

    const noLink = { status: 502, json: { detail: 'No responde.' } }
    await page.route('**/api/crear-preferencia', (route) => route.fulfill(noLink), { times: 1 })
    await press(retry)
    await dialog('No se pudo generar el enlace de pago.')
      .getByText('El servicio de pagos no respondió. Probá de nuevo en un momento.', { exact: true })
      .waitFor()
    await expectGoodScreen(page, 'paso3-no se')
    await press(retry)
    await page.waitForURL('**/pago-simulado/*')
    await expectOneOrder(shop, carrito, 'confirmado')
    expect(await pedidoIdOf(page)).toBe(id)
    expect((await pedidoOf(shop, id)).historial.map(({ estado }) => estado)).toEqual(['confirmado'])
  })
})

describe('results of a payment', () => {
  it('given up, rejected, left pending, then approved: one order, one link at a time, and the page shows each', async () => {
    const { page, id, carrito } = await readyToPay('atras@example.com', PHONE)
    await pay(page)
    const link = page.url()
    await page.goBack()
    await heading(page, 'Confirmá tu pedido').waitFor()
    await expect.poll(() => payButton(page).textContent()).toBe('Pagar $ 304,00')
    expect(await page.getByLabel('E-mail').inputValue()).toBe('atras@example.com')
    await pay(page)
    expect(page.url()).toBe(link)
    await expectOneOrder(shop, carrito, 'confirmado')

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

    const other = page.url()
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
    await checkoutTab.goto(other)
    await checkoutTab.getByRole('button', { name: 'Aprobarlo' }).click()
    await checkoutTab.getByText('Pago aprobado.').waitFor()
    await checkoutTab.close()
    await heading(page, 'Recibimos tu pedido').waitFor({ timeout: 30_000 })
    const { pagos } = await staffPedidoOf(shop, id)
    expect(pagos.map(({ estado }) => estado).sort()).toEqual(['approved', 'rejected'])
    // Paid: its files are no longer a half-made order
    await page.goto(`${shop.url}/imprimitodo/paso2`)
    await page.waitForURL(/\/imprimitodo(?:\/paso1)?$/)
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
