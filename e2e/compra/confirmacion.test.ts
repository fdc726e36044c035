import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import {
  amountsOf,
  CONTACTO,
  fillContacto,
  pay,
  payButton,
  pedidoIdOf,
  receipt,
  toPay,
  toStep3,
} from '../support/print.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { pedidoOf, request, setAjustes, staffPedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

async function onStep3(test: (page: Page) => Promise<void>, options = {}): Promise<void> {
  const { page } = await openPage(browser, options)
  await toStep3(page, shop, [await pdf('tesis.pdf', 4)])
  await test(page)
}

const CONFIG = '**/api/get_config_delivery/'
const FAR = 'Hasta esa dirección no llegamos. Elegí otra, o retirá en la sucursal.'
const withDelivery = (page: Page) => press(page.getByText('Delivery', { exact: true }).first())
const address = (page: Page) => page.getByLabel('Dirección de entrega')
const isBlocked = (page: Page) => payButton(page).getAttribute('aria-disabled')

async function goTo(page: Page, direccion: string): Promise<void> {
  await address(page).fill(direccion)
  await address(page).blur()
}

describe('contact, name for pickup and note', () => {
  it('are refused at their field, and reach the order’s page and the counter', () =>
    onStep3(async (page) => {
      await fillContacto(page, { ...CONTACTO, email: 'ana@', celular: '38654' })
      await press(payButton(page), { force: true })
      await page.getByRole('alert').getByText('Por favor ingresa un email válido').waitFor()
      await page.getByRole('alert').getByText('El celular debe tener al menos 10 dígitos').waitFor()
      expect(await isFocused(page.getByLabel('E-mail'))).toBe(true)
      await expectGoodScreen(page, 'paso3-campos-mal')
      await fillContacto(page)
      const summary = page.locator('summary', { hasText: 'Nombre y nota' })
      await summary.focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Nombre para el retiro').fill('Lucía Gómez')
      const nota = page.getByLabel('Nota para el local')
      await nota.fill('x'.repeat(301))
      await nota.blur()
      await page.getByRole('alert').getByText('La nota puede tener hasta 300 caracteres.').waitFor()
      expect(await isBlocked(page)).toBe('true')
      await expectGoodScreen(page, 'paso3-nota-larga')
      await nota.fill('La tesis con tapa transparente.')
      await expectGoodScreen(page, 'paso3-nombre-y-nota')
      const id = await pedidoIdOf(page)
      await pay(page)
      expect(await staffPedidoOf(shop, id)).toMatchObject({
        nombre: 'Lucía Gómez',
        nota: 'La tesis con tapa transparente.',
      })
      await page.goto(`${shop.url}/pedido/${id}`)
      await page.getByText('Lo retira Lucía Gómez.').waitFor()
      await page.getByText('La tesis con tapa transparente.').waitFor()
      await expectGoodScreen(page, 'pedido-con-nota')
    }, PHONE))
})

describe('delivery', () => {
  it('a near delivery costs 2000, is paid on receipt and is not part of the online payment', () =>
    onStep3(async (page) => {
      await fillContacto(page)
      await withDelivery(page)
      await page.getByText('Llegamos hasta 5 km de la sucursal. El envío se paga al recibir.').waitFor()
      await page.getByText('Desde $ 2.000,00 · se paga al recibir').waitFor()
      await page.getByText('Para pagar completá: Dirección de entrega.').waitFor()
      await goTo(page, 'Mitre 350')
      // Without a map service only the town is known. Pay leads to the pin, which the keyboard puts.
      await page.getByText('Marcá tu puerta en el mapa.').first().waitFor()
      expect(await isBlocked(page)).toBe('true')
      await expectGoodScreen(page, 'paso3-sin-pin')
      await payButton(page).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('FIELDSET')
      const north = page.getByRole('button', { name: 'Pin al norte' })
      for (let tabs = 0; tabs < 12 && !(await isFocused(north)); tabs++) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText(/^Medimos la distancia hasta el pin/).waitFor()
      await expect.poll(async () => (await amountsOf(receipt(page))).Delivery).toBe(2000)
      await receipt(page).getByText('Se paga al recibir').waitFor()
      expect((await amountsOf(receipt(page)))['Total a pagar']).toBe(304)
      await page.getByText('Esquema, no es un mapa').waitFor()
      await expectGoodScreen(page, 'paso3-delivery')
      const id = await pedidoIdOf(page)
      await pay(page)
      await page.getByText('$ 304,00').first().waitFor()
      expect(await staffPedidoOf(shop, id)).toMatchObject({
        modo_entrega: 'delivery',
        costo_delivery: 2000,
        importe_final: 304,
        direccion_entrega: expect.stringContaining('Mitre 350'),
      })
    }, PHONE))

  it('with the owner’s settings: a pin in another town than the address is asked about, the longer way costs double', async () => {
    await setAjustes(shop, { radioPermitido: 8, precioDelivery: 3500 })
    await onStep3(
      async (page) => {
        await fillContacto(page)
        await withDelivery(page)
        await page.getByText('Llegamos hasta 8 km de la sucursal. El envío se paga al recibir.').waitFor()
        await page.getByText('Desde $ 3.500,00 · se paga al recibir').waitFor()
        await goTo(page, 'San Martín 100, Villa Belgrano')
        await page.getByText('Marcá tu puerta en el mapa.').first().waitFor()
        await press(page.getByRole('button', { name: 'Usar mi ubicación' }))
        const asked = 'El pin está cerca de Juan Bautista Alberdi, y la dirección dice Villa Belgrano.'
        await page.getByText(asked).waitFor()
        await page.getByText('Decinos si el pin está bien.').waitFor()
        expect(await isBlocked(page)).toBe('true')
        await expectGoodScreen(page, 'paso3-pin-dudoso')
        const keep = page.getByRole('button', { name: 'Es acá' })
        await keep.focus()
        await page.keyboard.press('Enter')
        await page
          .getByText('Lo llevamos adonde está el pin. La distancia es la más larga de las dos.')
          .waitFor()
        expect((await amountsOf(receipt(page))).Delivery).toBe(7000)
        await expectGoodScreen(page, 'paso3-pin-confirmado')

        // The confirmation was for that address: another one needs a new question, and other fields are kept
        await goTo(page, 'San Martín 200, Villa Belgrano')
        await press(keep)
        await expect.poll(() => isBlocked(page)).toBe('false')
        expect(await page.getByLabel('E-mail').inputValue()).toBe(CONTACTO.email)
        const id = await pedidoIdOf(page)
        await pay(page)
        expect(await staffPedidoOf(shop, id)).toMatchObject({
          costo_delivery: 7000,
          direccion_entrega: 'San Martín 200, Villa Belgrano',
        })
      },
      { ...PHONE, geolocation: northOfAlberdi(0.5), permissions: ['geolocation'] },
    )
    await setAjustes(shop, { radioPermitido: 5, precioDelivery: 2000 })
  })

  it('with no settings, too far or without a way: says so and blocks Pay, the server refuses it too, and pickup works', async () => {
    const { page } = await openPage(browser)
    await page.route(CONFIG, (route) => route.fulfill({ status: 503, json: { detail: 'No.' } }))
    await toPay(page, shop, [await pdf('tesis.pdf', 4)])
    await page
      .getByText('No se pudo cargar la configuración de entrega. Se usarán valores predeterminados.')
      .waitFor()
    await withDelivery(page)
    await page.getByText('Llegamos hasta 10 km de la sucursal. El envío se paga al recibir.').waitFor()
    // Villa Belgrano is 7.6 km by our estimate: inside 10, outside the shop's own 5
    await goTo(page, 'San Martín 100, Villa Belgrano')
    await page.getByRole('alert').getByText(FAR).waitFor()
    expect(await isBlocked(page)).toBe('true')
    await expectGoodScreen(page, 'paso3-lejos')
    const id = await pedidoIdOf(page)
    const answer = await request(shop, '/api/completar_compra', {
      ...CONTACTO,
      pedido_id: id,
      modo_entrega: 'delivery',
      codigosAplicados: [],
      importe_total: 304,
      direccion_entrega: 'San Martín 100, Villa Belgrano',
      distancia_km: 1,
      costo_delivery: 0,
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ direccion_entrega: [expect.any(String)] })

    await goTo(page, 'Marte')
    await page.getByRole('alert').getByText('No se pudo trazar la ruta. Verificá la dirección.').waitFor()
    expect(await isBlocked(page)).toBe('true')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectGoodScreen(page, 'paso3-sin-ruta')
    await press(page.getByText('Retiro en el local'))
    expect(await address(page).count()).toBe(0)
    await pay(page)
    expect(await pedidoOf(shop, id)).toMatchObject({ modo_entrega: 'retiro', costo_delivery: 0 })
  })
})

const isFocused = (element: Locator) => element.evaluate((it) => it === document.activeElement)

/** A point whose straight line times 1.3 is `km` from the branch: what the built-in estimate measures. */
function northOfAlberdi(km: number) {
  const degrees = ((km / 1.3 / 6371.0088) * 180) / Math.PI
  return { latitude: -27.58611 + degrees, longitude: -65.61972 }
}

describe('an order whose pages are still being examined', () => {
  it('step 3 shows the progress and the highest price; Pay waits, then charges less', async () => {
    const { page } = await openPage(browser, PHONE)
    // The server's answer during a long scan; compra/pedidos/subida/upload.test.ts tests that it really answers so
    const asColor = { total: 1400, total_impresion: 1400, importe_final: 1330, final_impresion: 1330 }
    const color_progreso = { hechas: 12, total: 40 }
    let change: Partial<PedidoAnswer> = { ...asColor, color_pendiente: true, color_progreso }
    await page.route(/\/api\/pedidos\/[\w-]+$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...change } })
    })
    await toPay(page, shop, [await pdf('tesis.pdf', 4)])
    await page.getByRole('progressbar', { name: 'Páginas revisadas' }).waitFor()
    await page.getByText('12 de 40 páginas').waitFor()
    expect(await amountsOf(receipt(page))).toMatchObject({ Impresión: 1400, 'Total a pagar': 1330 })
    await page.getByText('Esperá a que terminemos de buscar páginas con color.').waitFor()
    expect(await isBlocked(page)).toBe('true')
    await expectGoodScreen(page, 'paso3-buscando-color')
    change = { prueba_pendiente: true }
    await page.getByText('Revisando cómo sale impresa cada página…').waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    expect(await amountsOf(receipt(page))).toMatchObject({ Impresión: 320, 'Total a pagar': 304 })
    await page.getByText('Esperá a que terminemos de revisar cómo sale cada página.').waitFor()
    expect(await isBlocked(page)).toBe('true')
    await expectGoodScreen(page, 'paso3-revisando')
    change = {}
    await expect.poll(() => isBlocked(page), { timeout: 30_000 }).toBe('false')
    const id = await pedidoIdOf(page)
    await pay(page)
    expect(await pedidoOf(shop, id)).toMatchObject({ color_pendiente: false, importe_final: 304 })
  })
})
