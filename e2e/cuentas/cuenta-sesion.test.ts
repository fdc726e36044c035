import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openPage, openTab, PHONE, press } from '../support/browser.ts'
import {
  access,
  accountButton,
  type Customer,
  chooseInMenu,
  comeBack,
  enter,
  makeCustomer,
  timesIn,
  watchCalls,
} from '../support/cuenta.ts'
import { pdf } from '../support/files.ts'
import { heading, toStep2 } from '../support/print.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
let customer: Customer
beforeAll(async () => {
  customer = await makeCustomer(shop)
})

const CHECK = 'GET /api/auth/cliente-actual/'
const REFRESH = 'POST /api/auth/refresh/'
const COUPONS = 'GET /api/cupones/'

async function customerPage(options = {}): Promise<Page> {
  const { page } = await openPage(browser, options)
  await comeBack(page, shop, customer)
  return page
}
/** While no page of ours is open, whose calls would notice the change. */
async function spoilAccess(page: Page): Promise<void> {
  await page.goto(`${shop.url}/robots.txt`)
  await page.evaluate(() => sessionStorage.setItem('access', 'vencido'))
}
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

it('a page begins with the configuration, its secret and the CSRF token; a failure is told and public pages work', async () => {
  const { page } = await openPage(browser)
  const [asked] = await Promise.all([
    page.waitForRequest('**/api/obtener_preferencias_locales/'),
    page.goto(shop.url),
  ])
  expect(asked.postData()).toBe('secret=imprimitodo-web')
  const guest = await asked.allHeaders()
  expect(guest['x-csrftoken']).toMatch(/^[\w-]{43}$/)
  expect(guest.cookie).toContain('csrftoken=')
  expect(guest).not.toHaveProperty('authorization')
  await page.route('**/api/obtener_preferencias_locales/', (route) => route.fulfill({ status: 500 }))
  await page.reload()
  await page.getByRole('alert').getByText('No se pudo cargar la configuración del entorno.').waitFor()
  await press(page.getByRole('link', { name: 'Imprimir todo' }))
  await page.getByLabel('Elegir archivos').waitFor({ state: 'attached' })
})

describe('an expired session', () => {
  it('is renewed once, and every request that failed is sent again; two tabs that renew at once both stay in', async () => {
    const page = await customerPage()
    await spoilAccess(page)
    const calls = watchCalls(page)
    await page.goto(`${shop.url}/perfil`)
    await heading(page, /^Hola, /).waitFor()
    await page.getByText('Todavía no hiciste ningún pedido').waitFor()
    expect(timesIn(calls, REFRESH)).toBe(1)
    expect(await access(page)).toMatch(/^[\w-]{20,}$/)

    const { page: other } = await openTab(page.context())
    const [asked] = await Promise.all([
      other.waitForRequest('**/api/clientes/pedidos*'),
      other.goto(`${shop.url}/perfil`),
    ])
    await heading(other, /^Hola, /).waitFor()
    expect((await asked.allHeaders()).authorization).toBe(`Bearer ${await access(other)}`)
    await Promise.all([spoilAccess(page), spoilAccess(other)])
    await Promise.all([page, other].map((tab) => tab.goto(`${shop.url}/perfil`)))
    await Promise.all([heading(page, /^Hola, /).waitFor(), heading(other, /^Hola, /).waitFor()])
  })

  it('that cannot be renewed is over, logged, and leads Home; the half-made order stays, and the next login leads back', async () => {
    const page = await customerPage()
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    const endsAt = async (path: string) => {
      logged.length = 0
      await spoilAccess(page)
      await page.context().clearCookies({ name: 'refresh' })
      await page.goto(shop.url + path)
      await page.waitForURL(`${shop.url}/`)
      await heading(page, /^Subí tu PDF/).waitFor()
      expect(await access(page)).toBeNull()
      expect(logged).toContainEqual(expect.stringMatching(/^La sesión no se pudo renovar: 401/))
    }
    const goOn = async (path: string) => {
      await page.goto(`${shop.url}/login`)
      await enter(page, customer)
      await page.waitForURL(shop.url + path)
      expect(await page.evaluate(() => sessionStorage.getItem('volver'))).toBeNull()
    }
    await toStep2(page, shop, [await pdf('tesis.pdf', 2)])
    await endsAt('/imprimitodo/paso2')
    await page.getByText('Dejaste un pedido sin terminar').waitFor()
    await goOn('/perfil')

    // The next login returns to the page that needed a session, once
    await endsAt('/cupon?x=1')
    await page.reload()
    await goOn('/cupon?x=1')
  })
})

describe('guards', () => {
  it('public pages need no login, and those for guests are open', async () => {
    const { page } = await openPage(browser)
    const open = [
      '/',
      '/imprimitodo',
      '/imprimitodo/paso1',
      '/recuperar',
      '/registro',
      '/login',
      '/activar/abc',
    ]
    for (const path of open) {
      await page.goto(shop.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(pathOf(page)).toBe(path)
    }
    await page.goto(`${shop.url}/imprimitodo/paso2`)
    await page.waitForURL(`${shop.url}/imprimitodo`) // there are no files yet
    expect((await page.goto(`${shop.url}/no-existe`))?.status()).toBe(404)
    await heading(page, 'Esta página no existe').waitFor()
  })

  it('a page that needs a session tries the coupons call once, then the login, and after it one is back there', async () => {
    const { page } = await openPage(browser)
    const calls = watchCalls(page)
    const isLedToLogin = async (path: string) => {
      calls.length = 0
      await page.goto(shop.url + path)
      await page.waitForURL('**/login?*')
      await heading(page, 'Iniciar sesión').waitFor()
      expect(new URL(page.url()).searchParams.get('redirect')).toBe(path)
      expect(timesIn(calls, COUPONS)).toBe(1)
      expect(await access(page)).toBeNull()
    }
    for (const path of ['/perfil', '/logout', '/cupon', '/canje-puntos']) await isLedToLogin(path)
    // The same with an invalid cookie, which does not end the visit of a public page
    const worthless = { name: 'refresh', value: 'vencida', url: shop.url, httpOnly: true }
    await page.context().addCookies([{ ...worthless, sameSite: 'Lax' }])
    await page.goto(`${shop.url}/imprimitodo`)
    await accountButton(page).waitFor()
    expect(pathOf(page)).toBe('/imprimitodo')
    await isLedToLogin('/cupon?de=aqui')
    await enter(page, customer)
    await page.waitForURL('**/cupon?de=aqui')
  })

  it('a new tab of a customer has the cookie alone: it lets in, and a page for guests sends to Home', async () => {
    const page = await customerPage()
    const { page: tab } = await openTab(page.context())
    const calls = watchCalls(tab)
    const answered = tab.waitForResponse('**/api/cupones/')
    await tab.goto(`${shop.url}/perfil`)
    await heading(tab, /^Hola, /).waitFor()
    const body: { access: string } = await (await answered).json()
    expect(await access(tab)).toBe(body.access)
    // Later the page makes calls of its own, about the welcome coupon
    const before = calls.slice(0, calls.indexOf(CHECK))
    expect([timesIn(before, COUPONS), timesIn(calls, REFRESH)]).toEqual([1, 0])

    // On a page that does not need it, it is renewed once
    const { page: other } = await openTab(page.context())
    const here = watchCalls(other)
    await other.goto(`${shop.url}/registro`)
    await other.waitForURL(`${shop.url}/`)
    const untilKnown = here.slice(0, here.lastIndexOf(CHECK) + 1) // then Home asks for the welcome coupon
    expect([timesIn(here, REFRESH), timesIn(untilKnown, COUPONS)]).toEqual([1, 0])
    expect(await access(other)).toMatch(/^[\w-]{20,}$/)
    for (const path of ['/login', '/activar/abc']) {
      await other.goto(shop.url + path)
      await other.waitForURL(`${shop.url}/`)
    }
  })
})

describe('the nav bar', () => {
  it('shows the e-mail before the @, opens, closes and leads on, on a computer and on a phone', async () => {
    const page = await customerPage(PHONE)
    const who = customer.email.split('@')[0] ?? ''
    for (const { viewport } of [DESKTOP, PHONE]) {
      if (viewport) await page.setViewportSize(viewport)
      // On a phone the name is shown in the site's menu, above the account's links
      if (viewport === DESKTOP.viewport) expect(await accountButton(page).textContent()).toContain(who)
      await press(accountButton(page))
      await page
        .getByRole('navigation', { name: 'Principal' })
        .getByText(who)
        .filter({ visible: true })
        .waitFor()
      await expectGoodScreen(page, 'menu de cuenta')
      await page.keyboard.press('Escape')
      expect(await accountButton(page).getAttribute('aria-expanded')).toBe('false')
      await chooseInMenu(page, 'Cerrar Sesión')
      // A page's heading takes the focus, which closes an open menu
      await heading(page, 'Cerrar Sesión').waitFor()
      await expect.poll(() => accountButton(page).getAttribute('aria-expanded')).toBe('false')
      await chooseInMenu(page, 'Mi Perfil')
      await page.waitForURL('**/perfil')
    }
  })

  it('collapses on a phone and closes on every change of route', async () => {
    const { page } = await openPage(browser, PHONE)
    await page.goto(shop.url)
    const links = [
      ['Imprimir todo', '/imprimitodo', 'Elegir archivos'],
      ['Inicio', '/', null],
      ['Subir PDF', '/imprimitodo/paso1', 'Elegir archivos'],
      ['Contacto', '/', null],
    ] as const
    for (const [name, path, field] of links) {
      const link = page
        .getByRole('navigation', { name: 'Principal' })
        // The link's name also has the discount, once that is known
        .getByRole('link', { name: new RegExp(`^${name}( \\d+% off)?$`) })
      if (name !== 'Subir PDF') await press(page.getByRole('button', { name: 'Abrir el menú' }))
      await press(link)
      await link.waitFor({ state: 'hidden' })
      if (field) await page.getByLabel(field).waitFor({ state: 'attached' })
      else await heading(page, /^Subí tu PDF/).waitFor()
      expect(pathOf(page)).toBe(path)
    }
    expect(new URL(page.url()).hash).toBe('#contacto')
  })

  it('works by keyboard alone, on a page that asked once for the session, which for a guest is no failure', async () => {
    const { page, problems } = await openPage(browser)
    const calls = watchCalls(page)
    await page.goto(shop.url)
    await accountButton(page).waitFor()
    await page.getByText('Alberdi', { exact: true }).first().waitFor() // the branches: then the other calls are made, too
    expect([timesIn(calls, CHECK), timesIn(calls, REFRESH), timesIn(calls, COUPONS)]).toEqual([1, 0, 0])
    expect(problems).toEqual([])
    await accountButton(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/registro')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })
})
