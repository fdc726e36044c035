import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { valorAt } from '../web/src/ruleta/rueda.ts'
import { openPage, PHONE, press } from './support/browser.ts'
import { comeBack, makeCustomer, timesIn, watchCalls } from './support/cuenta.ts'
import { pdf } from './support/files.ts'
import { amountsOf, checkout, fillContacto, heading, pay, receipt, toStep3 } from './support/print.ts'
import { expectGoodScreen } from './support/screen.ts'
import { ask } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

/** Reduced motion: the result is there at once. */
const STILL = { reducedMotion: 'reduce' } as const

async function openRuleta(options = {}): Promise<Page> {
  const { page } = await openPage(browser, options)
  await page.goto(`${shop.url}/ruleta`)
  await heading(page, /Girá y llevate/).waitFor()
  return page
}

async function unlock(page: Page, correo: string): Promise<void> {
  await page.getByLabel('Tu email').fill(correo)
  await press(page.getByRole('button', { name: 'Desbloquear la ruleta' }))
}
const spin = (page: Page) => press(page.getByRole('button', { name: /^Girar (la ruleta|otra vez)$/ }))

/** What the pointer stands on, as the wheel is drawn. */
async function valorShown(page: Page): Promise<number> {
  const transform = await page.locator('[data-rueda]').evaluate((wheel: SVGGElement) => wheel.style.transform)
  return valorAt(Number(/rotate\((-?[\d.]+)deg\)/.exec(transform)?.[1]), { min: 2, max: 8 })
}

describe('the wheel', () => {
  it('it wants an e-mail, and says what went wrong', async () => {
    const page = await openRuleta(PHONE)
    const calls = watchCalls(page)
    await heading(page, 'Girá y llevate hasta 8 % off').waitFor()
    await expectGoodScreen(page, 'ruleta')
    await unlock(page, 'abc')
    await page.getByRole('alert').getByText('Por favor ingresa un correo válido').waitFor()
    expect(timesIn(calls, 'GET /api/ruleta')).toBe(0)
    await page.route('**/api/ruleta?*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await unlock(page, 'ana@example.com')
    await page.getByRole('alert').getByText('Error al validar el correo. Intenta nuevamente.').waitFor()
    await page.route('**/api/ruleta?*', (route) => route.abort(), { times: 1 })
    await unlock(page, 'ana@example.com')
    await page.getByRole('alert').getByText('Error al conectar con el servidor...').waitFor()
    await unlock(page, 'ana@example.com')
    await page.getByText('Te quedan 2 tiros hoy').waitFor()
    await expectGoodScreen(page, 'ruleta-abierta')
  })

  it('without its range there is nothing to spin', async () => {
    const { page } = await openPage(browser)
    await page.route('**/api/ruleta/rango/', (route) => route.fulfill({ status: 400, json: {} }), {
      times: 1,
    })
    await page.goto(`${shop.url}/ruleta`)
    await page.getByRole('alert').getByText('Error al cargar los rangos de la ruleta.').waitFor()
    await press(page.getByRole('button', { name: 'Reintentar' }))
    await heading(page, 'Girá y llevate hasta 8 % off').waitFor()
  })

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
    await heading(page, `¡Te tocó ${valor} %!`).waitFor({ timeout: 20_000 })
    expect(await page.evaluate(() => (window as unknown as { lastDuration: number }).lastDuration)).toBe(5000)
    expect(await valorShown(page)).toBe(valor)
    await page.getByText(codigo, { exact: true }).waitFor()
    await page.getByText(/Válido solo hoy/).waitFor()
    expect(timesIn(calls, 'GET /api/ruleta/jugar/')).toBe(1)
  })

  it.each([
    ['una computadora', STILL],
    ['un teléfono', { ...PHONE, ...STILL }],
  ])('two spins a day, each with its code, and then the invitation: %s', async (name, device) => {
    const page = await openRuleta(device)
    const correo = `dos-${'isMobile' in device}@example.com`
    await unlock(page, correo)
    const seen = []
    for (const left of ['Te queda 1 tiro hoy', 'No te quedan tiros hoy']) {
      const answer = page.waitForResponse('**/api/ruleta/jugar/')
      await spin(page)
      const { valor, codigo } = await (await answer).json()
      await heading(page, `¡Te tocó ${valor} %!`).waitFor()
      await page.getByText(left).waitFor()
      expect(await valorShown(page)).toBe(valor)
      seen.push(codigo)
    }
    await page.getByText(seen[0], { exact: true }).waitFor() // the first is still there
    await expectGoodScreen(page, `ruleta-resultado (${name})`)
    await press(page.getByRole('button', { name: 'Copiar código', exact: true }))
    await page.getByText(/Código copiado al portapapeles/).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page.getByRole('button', { name: 'Descargar QR' })),
    ])
    expect(download.suggestedFilename()).toBe(`ruleta-${seen[1]}.png`)
    expect(await page.getByRole('button', { name: /^Girar/ }).count()).toBe(0)
    // Another tab, where it is not known yet
    await page.reload()
    await page.getByText('Tus otros códigos de hoy').waitFor()
    await unlock(page, correo.toUpperCase())
    await heading(page, 'Por hoy ya giraste').waitFor()
    await expectGoodScreen(page, `ruleta-limite (${name})`)
    await press(page.getByRole('link', { name: 'Crear Cuenta' }).last())
    await page.waitForURL('**/registro')
  })

  it('what a visitor won is used in an order: the code is in place, comes off there, and is gone once it is spent', async () => {
    const { page } = await openPage(browser, { ...PHONE, ...STILL })
    const correo = 'usa@example.com'
    await page.goto(`${shop.url}/ruleta`)
    await unlock(page, correo)
    const answer = page.waitForResponse('**/api/ruleta/jugar/')
    await spin(page)
    const { valor, codigo } = await (await answer).json()
    await heading(page, `¡Te tocó ${valor} %!`).waitFor()
    await expectGoodScreen(page, 'ruleta-usar')
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
    // Given back it is offered here
    await press(applied.getByRole('button', { name: 'Quitar' }))
    const ticket = page.getByRole('listitem').filter({ hasText: codigo })
    await ticket.getByText(`Vale hoy, con ${correo}`).waitFor()
    await press(ticket.getByRole('button', { name: 'Aplicar' }))
    await applied.waitFor()
    await fillContacto(page, { email: correo, celular: '3865412233', sucursal: 'Alberdi' })
    await pay(page)
    await checkout(page, 'Tarjeta aprobada')
    await heading(page, 'Recibimos tu pedido').waitFor()
    await page.goto(`${shop.url}/ruleta`)
    await heading(page, /Girá y llevate/).waitFor()
    expect(await page.getByText(codigo).count()).toBe(0)
    await toStep3(page, shop, [await pdf('otra.pdf', 2)])
    await page.getByRole('heading', { name: 'Códigos de descuento' }).waitFor()
    expect(await page.getByText(codigo).count()).toBe(0)
  })

  it('a spin that fails says so; the third of the day is refused by the server', async () => {
    const page = await openRuleta(STILL)
    await unlock(page, 'falla@example.com')
    await page.route('**/api/ruleta/jugar/', (route) => route.abort(), { times: 1 })
    await spin(page)
    await page.getByRole('alert').getByText('Error al jugar la ruleta. Intenta nuevamente.').waitFor()
    await page.getByText('Te quedan 2 tiros hoy').waitFor()
    // Both of today are spent elsewhere
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    for (let i = 0; i < 2; i++) await ask(shop, '/api/ruleta/jugar/', undefined, { headers: { cookie } })
    await spin(page)
    await page.getByRole('alert').getByText('Error al jugar la ruleta. Intenta nuevamente.').waitFor()
    await page
      .getByRole('alert')
      .getByText(/Ya usaste tus 2 tiradas de hoy/)
      .waitFor()
    await heading(page, 'Por hoy ya giraste').waitFor()
    await page.getByRole('heading', { name: 'Registrate y arrancá con un 10 %' }).waitFor()
  })

  it('a customer is told nothing about registering', async () => {
    const { page } = await openPage(browser, STILL)
    const customer = await makeCustomer(shop)
    await comeBack(page, shop, customer)
    await page.route('**/api/ruleta?*', (route) =>
      route.fulfill({ json: [{ cantidad_tiradas: 3, restantes_hoy: 0 }] }),
    )
    await page.goto(`${shop.url}/ruleta`)
    await unlock(page, customer.email)
    await page.getByRole('heading', { name: 'También tenés tu cupón del día' }).waitFor()
    expect(await page.getByText(/[Rr]egistrate|Crear Cuenta/).count()).toBe(0)
    await page.getByRole('link', { name: 'Ver mi cupón' }).waitFor()
  })

  it('a page in the place of an answer is not shown as the shop’s words', async () => {
    const page = await openRuleta(STILL)
    await unlock(page, 'pagina@example.com')
    await page.route(
      '**/api/ruleta/jugar/',
      (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
      { times: 1 },
    )
    await spin(page)
    await page.getByRole('alert').getByText('Error al jugar la ruleta. Intenta nuevamente.').waitFor()
    expect(await page.getByText('Bad Gateway').count()).toBe(0)
  })

  it('who spun three times in all is invited even with a spin left', async () => {
    const page = await openRuleta(STILL)
    await page.route('**/api/ruleta?*', (route) =>
      route.fulfill({ json: [{ cantidad_tiradas: 3, restantes_hoy: 2 }] }),
    )
    await unlock(page, 'muchas@example.com')
    await page.getByRole('heading', { name: 'Registrate y arrancá con un 10 %' }).waitFor()
  })
})
