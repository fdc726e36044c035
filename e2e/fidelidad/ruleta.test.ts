import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { valorAt } from '../../web/src/ruleta/testing.ts'
import { openPage, PHONE, press } from '../support/browser.ts'
import { timesIn, watchCalls } from '../support/cuenta.ts'
import { pdf } from '../support/files.ts'
import { amountsOf, checkout, fillContacto, heading, pay, receipt, toStep3 } from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

/** With reduced motion the result is shown at once. */
const STILL = { reducedMotion: 'reduce' } as const

async function unlock(page: Page, correo: string): Promise<void> {
  await page.getByLabel('Tu email').fill(correo)
  await press(page.getByRole('button', { name: 'Desbloquear la ruleta' }))
}
const spin = (page: Page) => press(page.getByRole('button', { name: /^Girar (la ruleta|otra vez)$/ }))

/** The value under the pointer, as the wheel is drawn. */
async function valorShown(page: Page): Promise<number> {
  const transform = await page.locator('[data-rueda]').evaluate((wheel: SVGGElement) => wheel.style.transform)
  return valorAt(Number(/rotate\((-?[\d.]+)deg\)/.exec(transform)?.[1]), { min: 2, max: 8 })
}

it('a double click spins once, for 5 s, and it stops on the value of the server', async () => {
  const { page } = await openPage(browser)
  await page.addInitScript(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
      const duration = typeof options === 'object' ? options.duration : options
      Object.assign(window, { lastDuration: duration })
      return animate.call(this, frames, options)
    }
  })
  await page.clock.install()
  await page.goto(`${shop.url}/ruleta`)
  const calls = watchCalls(page)
  await unlock(page, 'gira@example.com')
  const answer = page.waitForResponse('**/api/ruleta/jugar/')
  await page.getByRole('button', { name: 'Girar la ruleta' }).dblclick()
  const { valor, codigo, descuento } = await (await answer).json()
  expect(descuento).toBe(valor)
  expect(valor).toBeGreaterThanOrEqual(2)
  expect(valor).toBeLessThanOrEqual(8)
  await heading(page, 'Girando…').waitFor()
  await page.clock.runFor(5_000)
  await heading(page, `¡Te tocó ${valor} %!`).waitFor()
  expect(await page.evaluate(() => (window as unknown as { lastDuration: number }).lastDuration)).toBe(5000)
  expect(await valorShown(page)).toBe(valor)
  await page.getByText(codigo, { exact: true }).waitFor()
  await page.getByText(/Válido solo hoy/).waitFor()
  expect(timesIn(calls, 'GET /api/ruleta/jugar/')).toBe(1)
})

it('two spins a day, each with its code; one is used in an order, comes off there, and is gone once it is spent', async () => {
  const { page } = await openPage(browser, { ...PHONE, ...STILL })
  const correo = 'dos@example.com'
  await page.goto(`${shop.url}/ruleta`)
  await heading(page, 'Girá y llevate hasta 8 % off').waitFor()
  await expectGoodScreen(page, 'ruleta')
  await unlock(page, correo)
  await page.getByText('Te quedan 2 tiros hoy').waitFor()
  await expectGoodScreen(page, 'ruleta-abierta')
  const seen: { valor: number; codigo: string }[] = []
  for (const left of ['Te queda 1 tiro hoy', 'No te quedan tiros hoy']) {
    const answer = page.waitForResponse('**/api/ruleta/jugar/')
    await spin(page)
    const { valor, codigo } = await (await answer).json()
    await heading(page, `¡Te tocó ${valor} %!`).waitFor()
    await page.getByText(left).waitFor()
    expect(await valorShown(page)).toBe(valor)
    seen.push({ valor, codigo })
  }
  const [first, { valor, codigo } = { valor: 0, codigo: '' }] = seen
  await page.getByText(first?.codigo ?? '', { exact: true }).waitFor() // it is still there
  expect(await page.getByRole('button', { name: /^Girar/ }).count()).toBe(0)
  await expectGoodOnBoth(page, 'ruleta-resultado')
  await press(page.getByRole('button', { name: 'Copiar código', exact: true }))
  await page.getByText(/Código copiado al portapapeles/).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: 'Descargar QR' })),
  ])
  expect(download.suggestedFilename()).toBe(`ruleta-${codigo}.png`)

  await press(page.getByRole('link', { name: 'Usarlo en un pedido' }))
  await page.waitForURL('**/imprimitodo')
  await page.getByText('el código se aplica en el último paso').waitFor()
  await toStep3(page, shop, [await pdf('tesis.pdf', 40)])
  const applied = page
    .getByRole('region', { name: 'Códigos de descuento' })
    .getByRole('status')
    .filter({ hasText: `${codigo} aplicado` })
  await applied.waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe(correo)
  // 20 sheets on both sides: 3200
  const total = Math.round((3200 * (100 - 5 - valor)) / 100)
  expect((await amountsOf(receipt(page)))['Total a pagar']).toBe(total)
  await expectGoodScreen(page, 'paso3-ruleta')
  // After its release it is offered here
  await press(applied.getByRole('button', { name: 'Quitar' }))
  const ticket = page.getByRole('listitem').filter({ hasText: codigo })
  await ticket.getByText(`Vale hoy, con ${correo}`).waitFor()
  await press(ticket.getByRole('button', { name: 'Aplicar' }))
  await applied.waitFor()
  await fillContacto(page, { email: correo, celular: '3865412233', sucursal: 'Alberdi' })
  await pay(page)
  await checkout(page, 'Tarjeta aprobada')
  await heading(page, 'Recibimos tu pedido').waitFor()

  // Another visit, where the day's spins are not known yet
  await page.goto(`${shop.url}/ruleta`)
  await page.getByText('Tus otros códigos de hoy').waitFor()
  expect(await page.getByText(codigo).count()).toBe(0)
  await unlock(page, correo.toUpperCase())
  await heading(page, 'Por hoy ya giraste').waitFor()
  await page.getByRole('heading', { name: 'Registrate y arrancá con un 10 %' }).waitFor()
  await expectGoodOnBoth(page, 'ruleta-limite')
  await press(page.getByRole('link', { name: 'Crear Cuenta' }).last())
  await page.waitForURL('**/registro')
  await toStep3(page, shop, [await pdf('otra.pdf', 2)])
  await page.getByRole('heading', { name: 'Códigos de descuento' }).waitFor()
  expect(await page.getByText(codigo).count()).toBe(0)
})
