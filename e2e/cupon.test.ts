import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from './support/browser.ts'
import { type Customer, comeBack, makeCustomer, timesIn, watchCalls } from './support/cuenta.ts'
import { heading } from './support/print.ts'
import { makeCupon, useCodigo } from './support/puntos.ts'
import { expectGoodScreen } from './support/screen.ts'
import { openStage } from './support/stage.ts'

const HOUR = 3600_000

const { shop, browser } = await openStage()

async function openCupon(
  options: { device?: object; before?: (page: Page) => Promise<unknown>; customer?: Customer } = {},
): Promise<{ page: Page; customer: Customer }> {
  const customer = options.customer ?? (await makeCustomer(shop))
  const { page } = await openPage(browser, options.device)
  await comeBack(page, shop, customer)
  await options.before?.(page)
  await page.goto(`${shop.url}/cupon`)
  return { page, customer }
}

/** The state of a coupon as the server would tell it; generating one still asks the server. */
async function answerWith(page: Page, change: object): Promise<void> {
  await page.unrouteAll()
  await page.route('**/api/cupones/', (route) =>
    route.request().method() !== 'GET'
      ? route.continue()
      : route.fulfill({
          headers: { date: new Date().toUTCString(), 'cache-control': 'no-store' },
          json: {
            cantidad_cupones: 1,
            codigo: 'K7M2-XQ9D-4RTB',
            descuento: 10,
            fecha_vencimiento: null,
            fecha_uso: null,
            usado: false,
            ...change,
          },
        }),
  )
}

describe('the coupon', () => {
  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('generated, it shows code, QR, percent and countdown, and can be copied: %s', async (name, device) => {
    const { page } = await openCupon({ device })
    const calls = watchCalls(page)
    await page.getByText('Es tu primer cupón').waitFor()
    await expectGoodScreen(page, `cupon-ninguno (${name})`)
    await press(page.getByRole('button', { name: 'Generar cupón' }))
    await page.getByText('Primer cupón', { exact: true }).waitFor()
    await page.getByText('10%', { exact: true }).waitFor()
    await page.getByText('Vence en', { exact: true }).waitFor()
    await page.getByRole('timer').waitFor()
    const codigo = (await page.getByText(/^\w{4}-\w{4}-\w{4}$/).textContent()) ?? ''
    await page
      .getByRole('img', { name: `QR del cupón ${codigo}` })
      .locator('path')
      .waitFor()
    expect(timesIn(calls, 'POST /api/cupones/')).toBe(1)
    await expectGoodScreen(page, `cupon (${name})`)
    await press(page.getByRole('button', { name: 'Copiar código' }))
    await page.getByText(/Código copiado al portapapeles/).waitFor()
    await page.goto(`${shop.url}/c/${codigo}`)
    await heading(page, 'Cupón de descuento').waitFor()
    await page.getByText('Mostralo al pagar en cualquier sucursal').waitFor()
    await expectGoodScreen(page, `c-codigo (${name})`)
  })

  it('a second one the same day is refused with what the server says, or with its own text', async () => {
    const { page, customer } = await openCupon()
    await page.getByRole('button', { name: 'Generar cupón' }).waitFor()
    await page.route('**/api/cupones/', (route) => route.abort(), { times: 1 })
    await press(page.getByRole('button', { name: 'Generar cupón' }))
    await page.getByRole('alert').getByText('Error al generar el cupón').waitFor()
    await answerWith(page, { codigo: null }) // first: the page may ask again at any moment
    await makeCupon(shop, customer) // in another tab
    await press(page.getByRole('button', { name: 'Generar cupón' }))
    await page
      .getByRole('alert')
      .getByText('Ya tenés un cupón sin usar. Usalo antes de generar otro.')
      .waitFor()
  })

  it('a check that fails says so, and heals', async () => {
    const { page } = await openCupon({
      before: (page) =>
        page.route('**/api/cupones/', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 }),
    })
    await page.getByRole('alert').getByText('Error al verificar el estado del cupón.').waitFor()
    await press(page.getByRole('button', { name: 'Reintentar' }))
    await page.getByRole('button', { name: 'Generar cupón' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('the less is left the more it urges; expired, or used on another day, there is another', async () => {
    const { page } = await openCupon({ before: (page) => answerWith(page, { codigo: null }) })
    for (const [left, words, name] of [
      [5 * HOUR, 'Vence en', 'cupon-normal'],
      [4 * HOUR - 60_000, '¡Últimas horas! Vence en', 'cupon-urgente'],
      [59 * 60_000, '¡Últimos minutos! Vence en', 'cupon-muy-urgente'],
      [0, 'Expirado', 'cupon-expirado'],
    ] as const) {
      await answerWith(page, { fecha_vencimiento: new Date(Date.now() + left).toISOString() })
      await page.reload()
      await page.getByText(words, { exact: true }).waitFor()
      await expectGoodScreen(page, name)
      expect(await page.getByRole('button', { name: 'Generar cupón' }).count()).toBe(left === 0 ? 1 : 0)
    }
    const yesterday = new Date(Date.now() - 30 * HOUR).toISOString()
    await answerWith(page, { fecha_vencimiento: yesterday, fecha_uso: yesterday, usado: true })
    await page.reload()
    await page.getByRole('button', { name: 'Generar cupón' }).waitFor()
    expect(await page.getByText('Expirado').count()).toBe(0)
  })

  it('a phone whose clock is five hours ahead counts by the shop', async () => {
    const customer = await makeCustomer(shop)
    await makeCupon(shop, customer)
    const { page } = await openPage(browser)
    await comeBack(page, shop, customer)
    await page.clock.install({ time: new Date(Date.now() + 5 * HOUR) })
    await page.goto(`${shop.url}/cupon`)
    const left = async () => await page.getByRole('timer').getAttribute('aria-label')
    await expect.poll(left).toMatch(/^2[34] horas/)
  })

  it('its state is asked for every 20 s', async () => {
    const { page } = await openCupon({
      before: async (page) => {
        await page.clock.install()
        await page.route('**/api/cupones/eventos', (route) => route.abort())
      },
    })
    await page.getByRole('button', { name: 'Generar cupón' }).waitFor()
    const calls = watchCalls(page)
    await page.clock.fastForward(20_500)
    await expect.poll(() => timesIn(calls, 'GET /api/cupones/')).toBeGreaterThan(0)
  })

  it('a QR that cannot be drawn says so', async () => {
    const { page } = await openCupon()
    const generate = page.getByRole('button', { name: 'Generar cupón' })
    await generate.waitFor()
    // What draws it comes only now
    await page.route(/\/assets\/qr-\w/, (route) => route.abort())
    await press(generate)
    await page.getByRole('alert').getByText('Error al generar el código QR. Intenta nuevamente.').waitFor()
  })

  it('used at the counter, the open page tells, with the code, the date and when there is another', async () => {
    const { page } = await openCupon({ device: PHONE })
    await press(page.getByRole('button', { name: 'Generar cupón' }))
    const codigo = (await page.getByText(/^\w{4}-\w{4}-\w{4}$/).textContent()) ?? ''
    await useCodigo(shop, codigo)
    await heading(page, 'Cupón usado').waitFor({ timeout: 30_000 })
    await page.getByText(codigo).waitFor()
    await page.getByText(/^Usado el \d\d\/\d\d\/\d{4} a las \d\d:\d\d$/).waitFor()
    await page.getByText(/uno nuevo disponible mañana desde las 00:00/).waitFor()
    await expectGoodScreen(page, 'cupon-usado')
    await page.goto(`${shop.url}/c/${codigo}`)
    await page.getByText('Ya se usó o venció.').waitFor()
  })
})
