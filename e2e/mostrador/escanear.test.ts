import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { qrMatrix, svgPathOf } from '../../web/src/ui/picture/qr-matrix.ts'
import { openToStay, PHONE, press } from '../support/browser.ts'
import { makeCustomer, timesIn, watchCalls } from '../support/cuenta.ts'
import { enterCounter } from '../support/mostrador.ts'
import { makeCupon, makePedidoListo } from '../support/puntos.ts'
import { expectGoodOnAll, expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { pedidoOf, rows } from '../support/server.ts'
import { OWNER } from '../support/shop.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

/** The owner at the counter, on a phone, for all of it. */
let page: Page
let calls: string[]
const result = () => page.getByRole('region', { name: 'Resultado' })
const title = (name: string) => result().getByRole('heading', { name }).waitFor()

async function type(text: string): Promise<void> {
  await page.getByLabel('Código', { exact: true }).fill(text)
  await press(page.getByRole('button', { name: 'Buscar' }))
}

describe('the scanner of the counter', () => {
  it('a coupon is looked at, then marked once; typed again by a hand scanner, the screen shows who used it and when', async () => {
    page = (await openToStay(browser, PHONE)).page
    await enterCounter(page, shop, OWNER, ['/escanear', 'Escanear'])
    calls = watchCalls(page)
    const codigo = await makeCupon(shop, await makeCustomer(shop))
    await type(codigo.toLowerCase())
    await title('Sirve: usalo en la venta')
    await result().getByText('Cupón 10 %').waitFor()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
    await expectGoodOnBoth(page, 'escanear-cupon')
    await result().getByRole('button', { name: 'Marcar usado' }).dblclick()
    await title('Quedó usado')
    expect(timesIn(calls, `POST /api/mostrador/codigos/${codigo}/usar`)).toBe(1)
    await type('0000-0000-0000')
    await title('No existe')
    // A hand scanner types wherever the focus is, on a Spanish keyboard too
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.type(`httpsÑ--imprimitodo.example-c-${codigo.replaceAll('-', "'")}`)
    await page.keyboard.press('Enter')
    await title('Ya se usó')
    await result()
      .getByText(/Ese código ya se usó: .+, \S+ \d\d\/\d\d, \d\d:\d\d/)
      .waitFor()
    expect(await result().getByRole('button').count()).toBe(0)
    await page.getByRole('heading', { name: 'Últimos escaneos' }).waitFor()
    await expectGoodOnBoth(page, 'escanear-usado')
  })

  it('a code of the wheel, read from a photo, is marked only with the e-mail that won it, as the customer says it', async () => {
    const codigo = 'WHEE-5000-0001'
    await rows(
      shop,
      `insert into codigos (codigo, tipo, email, porcentaje, producto_nombre, creado, vence)
       values ($1, 'ruleta', 'ana.paz@example.com', 6, 'Ruleta: 6 %', now(), now() + interval '1 hour')`,
      [codigo],
    )
    const blank = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const file = { name: 'qr.png', mimeType: 'image/png', buffer: blank }
    await page.getByLabel('Foto del QR').setInputFiles(file)
    await page.getByText(/no encontramos ningún QR/).waitFor()
    const matrix = await qrMatrix(`${shop.url}/c/${codigo}`)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${matrix.length} ${matrix.length}"><path d="${svgPathOf(matrix)}"/></svg>`
    const picture = await sharp(Buffer.from(svg)).resize(500).flatten({ background: '#fff' }).png().toBuffer()
    await page.getByLabel('Foto del QR').setInputFiles({ ...file, buffer: picture })
    await result().getByText(codigo).waitFor()
    const mark = result().getByRole('button', { name: 'Marcar usado' })
    const email = result().getByLabel('Correo del cliente')
    await press(mark)
    await result().getByText('Escribí el correo con el que giró.').waitFor()
    await email.fill('otra@example.com')
    await email.press('Enter')
    await result().getByText('Ese código se ganó con otro correo.').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    await expectGoodOnAll(page, 'escanear-ruleta')
    await page.setViewportSize({ width: 390, height: 844 })
    await email.fill('Ana.Paz@example.com')
    await press(mark)
    await title('Quedó usado')
    expect(await email.count()).toBe(0)
  })

  it('a pickup code shows what to hand over, and hands it over', async () => {
    const { id, codigo_retiro } = await makePedidoListo(shop)
    await type(codigo_retiro)
    await title('Pagado y listo: entregalo')
    await result()
      .getByText(/apunte\.pdf/)
      .waitFor()
    await expectGoodOnBoth(page, 'escanear-retiro')
    await press(result().getByRole('button', { name: 'Entregar', exact: true }))
    await title('Pedido entregado')
    expect((await pedidoOf(shop, id)).estado).toBe('entregado')
    await press(result().getByRole('link', { name: 'Ver el pedido completo' }))
    await page.waitForURL(`**/mostrador/pedidos/${id}`)
  })
})

describe('sales at the counter', () => {
  it('give points once, however often it is pressed', async () => {
    const customer = await makeCustomer(shop)
    await page.goto(`${shop.url}/mostrador/ventas`)
    await press(page.getByRole('button', { name: 'Sumar puntos' }))
    await page.getByText('Escribí el importe en pesos, como 12.500 o 99,90.').waitFor()
    expect(timesIn(calls, 'POST /api/mostrador/ventas')).toBe(0)
    await page.getByLabel('E-mail del cliente').fill('nadie@example.com')
    await page.getByLabel('Importe').fill('12.500,50')
    await page.getByText('Son $ 12.500,50.').waitFor()
    await page.getByText('Efectivo', { exact: true }).click()
    await press(page.getByRole('button', { name: 'Sumar puntos' }))
    await page.getByRole('alert').first().waitFor()
    await expectGoodScreen(page, 'ventas-error')
    await page.getByLabel('E-mail del cliente').fill(customer.email)
    // The answer is lost: the second try is the same sale
    await page.route(
      '**/api/mostrador/ventas',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await press(page.getByRole('button', { name: 'Sumar puntos' }))
    await page
      .getByRole('alert')
      .getByText(/No hubo respuesta/)
      .waitFor()
    await page.getByRole('button', { name: 'Sumar puntos' }).dblclick()
    await page.getByText(/Ahora tiene/).waitFor()
    expect(await page.getByRole('status').filter({ hasText: customer.email }).textContent()).toContain(
      'Ahora tiene 12.500 puntos',
    )
    await expectGoodScreen(page, 'ventas')

    // Above the owner's limit: the sale is made anyway, and the clerk reads which points it did not give
    await page.getByLabel('E-mail del cliente').fill(customer.email)
    await page.getByLabel('Importe').fill('300.000')
    await page.getByText('Posnet', { exact: true }).click()
    await press(page.getByRole('button', { name: 'Sumar puntos' }))
    await page.getByText('Otros 112.500 puntos no se sumaron: pasan el tope por venta o por día.').waitFor()
    await expectGoodScreen(page, 'ventas-tope')
  })
})
