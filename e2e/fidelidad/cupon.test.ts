import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP, openPage, PHONE, press } from '../support/browser.ts'
import { comeBack, makeCustomer, timesIn, watchCalls } from '../support/cuenta.ts'
import { heading } from '../support/print.ts'
import { useCodigo } from '../support/puntos.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const HOUR = 3600_000

const { shop, browser } = await openStage()

/** The page of a new customer. `ahead`: how wrong their phone's clock is. */
async function openCupon(ahead = 0): Promise<Page> {
  const { page } = await openPage(browser, PHONE)
  await comeBack(page, shop, await makeCustomer(shop))
  if (ahead) await page.clock.install({ time: new Date(Date.now() + ahead) })
  await page.goto(`${shop.url}/cupon`)
  return page
}

/** The coupon as the server would tell it with so much left. */
async function showWithLeft(page: Page, left: number): Promise<void> {
  await page.unrouteAll()
  await page.route('**/api/cupones/', (route) =>
    route.fulfill({
      headers: { date: new Date().toUTCString(), 'cache-control': 'no-store' },
      json: {
        cantidad_cupones: 1,
        codigo: 'K7M2-XQ9D-4RTB',
        descuento: 10,
        fecha_vencimiento: new Date(Date.now() + left).toISOString(),
        fecha_uso: null,
        usado: false,
      },
    }),
  )
  await page.goto(`${shop.url}/cupon`)
}

const codigoOf = async (page: Page) => (await page.getByText(/^\w{4}-\w{4}-\w{4}$/).textContent()) ?? ''

it('generated, a coupon shows code, QR, percent and countdown, and can be copied; more urgent the less time is left', async () => {
  const page = await openCupon()
  const calls = watchCalls(page)
  await page.getByText('Es tu primer cupón').waitFor()
  await expectGoodOnBoth(page, 'cupon-ninguno')
  await press(page.getByRole('button', { name: 'Generar cupón' }))
  await page.getByText('Primer cupón', { exact: true }).waitFor()
  await page.getByText('10%', { exact: true }).waitFor()
  await page.getByText('Vence en', { exact: true }).waitFor()
  await page.getByRole('timer').waitFor()
  const codigo = await codigoOf(page)
  await page
    .getByRole('img', { name: `QR del cupón ${codigo}` })
    .locator('path')
    .waitFor()
  expect(timesIn(calls, 'POST /api/cupones/')).toBe(1)
  await expectGoodOnBoth(page, 'cupon')
  await press(page.getByRole('button', { name: 'Copiar código' }))
  await page.getByText(/Código copiado al portapapeles/).waitFor()
  await page.goto(`${shop.url}/c/${codigo}`)
  await heading(page, 'Cupón de descuento').waitFor()
  await page.getByText('Mostralo al pagar en cualquier sucursal').waitFor()
  await expectGoodOnBoth(page, 'c-codigo')

  await page.setViewportSize(DESKTOP.viewport ?? { width: 1280, height: 800 })
  for (const [left, words, name] of [
    [4 * HOUR - 60_000, '¡Últimas horas! Vence en', 'cupon-urgente'],
    [59 * 60_000, '¡Últimos minutos! Vence en', 'cupon-muy-urgente'],
    [0, 'Expirado', 'cupon-expirado'],
  ] as const) {
    await showWithLeft(page, left)
    await page.getByText(words, { exact: true }).waitFor()
    await expectGoodScreen(page, name)
  }
})

it('it counts by the server’s clock, whatever the phone’s says; once used at the counter, the open page shows it', async () => {
  const page = await openCupon(5 * HOUR)
  await press(page.getByRole('button', { name: 'Generar cupón' }))
  const codigo = await codigoOf(page)
  await expect.poll(() => page.getByRole('timer').getAttribute('aria-label')).toMatch(/^2[34] horas/)
  await useCodigo(shop, codigo)
  await heading(page, 'Cupón usado').waitFor({ timeout: 30_000 })
  await page.getByText(codigo).waitFor()
  await page.getByText(/^Usado el \d\d\/\d\d\/\d{4} a las \d\d:\d\d$/).waitFor()
  await page.getByText(/uno nuevo disponible mañana desde las 00:00/).waitFor()
  await expectGoodScreen(page, 'cupon-usado')
  await page.goto(`${shop.url}/c/${codigo}`)
  await page.getByText('Ya se usó o venció.').waitFor()
})
