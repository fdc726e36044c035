import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage, openTab, PHONE, press } from './support/browser.ts'
import {
  access,
  accountButton,
  type Customer,
  chooseInMenu,
  enter,
  logIn,
  makeCustomer,
  timesIn,
  watchCalls,
} from './support/cuenta.ts'
import { pdf } from './support/files.ts'
import { heading, toStep2 } from './support/print.ts'
import { expectGoodScreen } from './support/screen.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()
let customer: Customer
beforeAll(async () => {
  customer = await makeCustomer(shop)
})

const CHECK = 'GET /api/auth/cliente-actual/'
const REFRESH = 'POST /api/auth/refresh/'
const COUPONS = 'GET /api/cupones/'
const PROTECTED = ['/perfil', '/logout', '/cupon', '/canje-puntos']

async function customerPage(options = {}): Promise<Page> {
  const { page } = await openPage(browser, options)
  await logIn(page, shop, customer)
  return page
}
const spoilAccess = (page: Page) => page.evaluate(() => sessionStorage.setItem('access', 'vencido'))
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

describe('starting', () => {
  it('asks for the configuration with its secret; a failure is told and public pages work', async () => {
    const { page } = await openPage(browser)
    const [asked] = await Promise.all([
      page.waitForRequest('**/api/obtener_preferencias_locales/'),
      page.goto(shop.url),
    ])
    expect(asked.postData()).toBe('secret=imprimitodo-web')
    await page.route('**/api/obtener_preferencias_locales/', (route) => route.fulfill({ status: 500 }))
    await page.reload()
    await page.getByRole('alert').getByText('No se pudo cargar la configuración del entorno.').waitFor()
    await press(page.getByRole('link', { name: 'Imprimir todo' }))
    await page.getByLabel('Elegir archivos').waitFor({ state: 'attached' })
  })

  it('unsafe calls carry the CSRF token; the bearer goes only if there is one', async () => {
    const { page } = await openPage(browser)
    const [asked] = await Promise.all([
      page.waitForRequest('**/api/obtener_preferencias_locales/'),
      page.goto(shop.url),
    ])
    const guest = await asked.allHeaders()
    expect(guest['x-csrftoken']).toMatch(/^[\w-]{43}$/)
    expect(guest.cookie).toContain('csrftoken=')
    expect(guest).not.toHaveProperty('authorization')
    await logIn(page, shop, customer)
    const [logged] = await Promise.all([page.waitForRequest('**/api/clientes/pedidos*'), page.reload()])
    expect((await logged.allHeaders()).authorization).toBe(`Bearer ${await access(page)}`)
  })
})

describe('a session that ran out', () => {
  it('is renewed once, and every request that failed is sent again', async () => {
    const page = await customerPage()
    await spoilAccess(page)
    const calls = watchCalls(page)
    await page.reload()
    await heading(page, /^Hola, /).waitFor()
    await page.getByText('Todavía no hiciste ningún pedido').waitFor()
    expect(timesIn(calls, REFRESH)).toBe(1)
    expect(await access(page)).toMatch(/^[\w-]{20,}$/)
  })

  it('two tabs that renew at once both stay in', async () => {
    const page = await customerPage()
    const { page: other } = await openTab(page.context())
    await other.goto(`${shop.url}/perfil`)
    await heading(other, /^Hola, /).waitFor()
    await Promise.all([spoilAccess(page), spoilAccess(other)])
    await Promise.all([page.reload(), other.reload()])
    await Promise.all([heading(page, /^Hola, /).waitFor(), heading(other, /^Hola, /).waitFor()])
  })

  it.each(['/imprimitodo', '/cupon?x=1'])(
    'that cannot be renewed is over, logged, and leads Home from %s',
    async (path) => {
      const page = await customerPage()
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      await page.goto(shop.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await spoilAccess(page)
      await page.context().clearCookies({ name: 'refresh' })
      await page.reload()
      await page.waitForURL(`${shop.url}/`)
      await heading(page, /^Subí tu PDF/).waitFor()
      expect(await access(page)).toBeNull()
      expect(logged).toContainEqual(expect.stringMatching(/^La sesión no se pudo renovar: 401/))
      // A page that needed it is where the next login leads, once
      await page.reload()
      await page.goto(`${shop.url}/login`)
      await enter(page, customer)
      await page.waitForURL(shop.url + (path === '/imprimitodo' ? '/perfil' : path))
      expect(await page.evaluate(() => sessionStorage.getItem('volver'))).toBeNull()
    },
  )

  it('a visitor whose cookie is worth nothing stays on a public page, and is led to the login from another', async () => {
    const { page } = await openPage(browser)
    await page
      .context()
      .addCookies([{ name: 'refresh', value: 'vencida', url: shop.url, httpOnly: true, sameSite: 'Lax' }])
    await page.goto(`${shop.url}/imprimitodo`)
    await accountButton(page).waitFor()
    expect(pathOf(page)).toBe('/imprimitodo')
    await page.goto(`${shop.url}/perfil?x=1`)
    await page.waitForURL('**/login?*')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/perfil?x=1')
  })

  it('a half-made order survives it, and Home offers to go on', async () => {
    const page = await customerPage()
    await toStep2(page, shop, [await pdf('tesis.pdf', 2)])
    await spoilAccess(page)
    await page.context().clearCookies({ name: 'refresh' })
    await page.reload()
    await page.waitForURL(`${shop.url}/`)
    await page.getByText('Dejaste un pedido sin terminar').waitFor()
  })

  it('whose renewal throws goes to Home, cleared', async () => {
    const page = await customerPage()
    await page.route('**/api/auth/refresh/', (route) => route.abort())
    await spoilAccess(page)
    await page.reload()
    await page.waitForURL(`${shop.url}/`)
    expect(await access(page)).toBeNull()
  })

  it('a visitor without one stays where they are', async () => {
    const { page } = await openPage(browser)
    await page.route('**/api/auth/refresh/', (route) => route.abort())
    await page.goto(`${shop.url}/imprimitodo`)
    await accountButton(page).waitFor()
    expect(pathOf(page)).toBe('/imprimitodo')
  })
})

describe('guards', () => {
  it.each(PROTECTED)('%s without a session tries the coupons call once, then the login', async (path) => {
    const { page } = await openPage(browser)
    const calls = watchCalls(page)
    await page.goto(shop.url + path)
    await page.waitForURL('**/login?*')
    await heading(page, 'Iniciar sesión').waitFor()
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(path)
    expect(timesIn(calls, COUPONS)).toBe(1)
    expect(await access(page)).toBeNull()
  })

  it('with only the refresh cookie the coupons call lets in, and its token is kept', async () => {
    const page = await customerPage()
    const { page: tab } = await openTab(page.context())
    const calls = watchCalls(tab)
    const answered = tab.waitForResponse('**/api/cupones/')
    await tab.goto(`${shop.url}/perfil`)
    await heading(tab, /^Hola, /).waitFor()
    const body: { access: string } = await (await answered).json()
    expect(await access(tab)).toBe(body.access)
    // Later the page asks for its own, about the welcome coupon
    const before = calls.slice(0, calls.indexOf('GET /api/auth/cliente-actual/'))
    expect([timesIn(before, COUPONS), timesIn(calls, REFRESH)]).toEqual([1, 0])
  })

  it('after the login one is back where one wanted to go, with the query', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${shop.url}/cupon?de=aqui`)
    await page.waitForURL('**/login?*')
    await enter(page, customer)
    await page.waitForURL('**/cupon?de=aqui')
  })

  it.each(['https://malo.example/', '//malo.example', '/\\malo.example', '/nada', '/login', '/logout'])(
    'a redirect to %s is not followed',
    async (redirect) => {
      const { page } = await openPage(browser)
      await page.goto(`${shop.url}/login?${new URLSearchParams({ redirect })}`)
      await enter(page, customer)
      await page.waitForURL(`${shop.url}/perfil`)
    },
  )

  it('a customer is sent to Home from /registro, /login and /activar/{token}; a guest is not', async () => {
    const page = await customerPage()
    const { page: guest } = await openPage(browser)
    for (const path of ['/registro', '/login', '/activar/abc']) {
      await page.goto(shop.url + path)
      await page.waitForURL(`${shop.url}/`)
      await guest.goto(shop.url + path)
      await guest.getByRole('heading', { level: 1 }).waitFor()
      expect(pathOf(guest)).toBe(path)
    }
  })

  it('public pages need no login', async () => {
    const { page } = await openPage(browser)
    for (const path of ['/', '/imprimitodo', '/imprimitodo/paso1', '/imprimitodo/paso2', '/recuperar']) {
      await page.goto(shop.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(pathOf(page)).not.toMatch(/^\/login/)
    }
    expect((await page.goto(`${shop.url}/no-existe`))?.status()).toBe(404)
    await heading(page, 'Esta página no existe').waitFor()
  })
})

describe('the nav bar', () => {
  it('spins while the session is checked, then offers what a guest needs', async () => {
    const { page } = await openPage(browser)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/auth/cliente-actual/', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(shop.url)
    await page.getByRole('navigation').getByText('Comprobando tu sesión…').waitFor()
    answer()
    await press(accountButton(page))
    const menu = page.getByRole('navigation', { name: 'Principal' })
    for (const name of ['Iniciar Sesión', 'Crear Cuenta']) await menu.getByRole('link', { name }).waitFor()
    expect(await menu.getByRole('link', { name: 'Mi Perfil' }).count()).toBe(0)
  })

  it.each([
    ['a computer', {}],
    ['a phone', PHONE],
  ])('on %s it shows the e-mail before the @, opens, closes and leads on', async (name, device) => {
    const page = await customerPage(device)
    const who = customer.email.split('@')[0] ?? ''
    // On a phone above its links, in the site's menu
    if (name === 'a computer') expect(await accountButton(page).textContent()).toContain(who)
    await press(accountButton(page))
    await page
      .getByRole('navigation', { name: 'Principal' })
      .getByText(who)
      .filter({ visible: true })
      .waitFor()
    await expectGoodScreen(page, `menu de cuenta (${name})`)
    await page.keyboard.press('Escape')
    expect(await accountButton(page).getAttribute('aria-expanded')).toBe('false')
    await chooseInMenu(page, 'Cerrar Sesión')
    // Its heading takes the focus, which closes a menu that is open by then
    await heading(page, 'Cerrar Sesión').waitFor()
    await expect.poll(() => accountButton(page).getAttribute('aria-expanded')).toBe('false')
    await chooseInMenu(page, 'Mi Perfil')
    await page.waitForURL('**/perfil')
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
        // With the discount once it is known
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

  it('works by keyboard alone', async () => {
    const { page } = await openPage(browser)
    await page.goto(shop.url)
    await accountButton(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/registro')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })
})

it('the check of every page is one call, which for a guest is no failure', async () => {
  const { page, problems } = await openPage(browser)
  const calls = watchCalls(page)
  await page.goto(shop.url)
  await accountButton(page).waitFor()
  await page.getByText('Alberdi', { exact: true }).first().waitFor() // the branches: the rest was asked for, too
  expect([timesIn(calls, CHECK), timesIn(calls, REFRESH), timesIn(calls, COUPONS)]).toEqual([1, 0, 0])
  expect(problems).toEqual([])
})

it('a check that fails is only logged, and the visitor goes on as a guest', async () => {
  const { page, problems } = await openPage(browser)
  await page.route('**/api/auth/cliente-actual/', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(shop.url)
  await press(accountButton(page))
  const menu = page.getByRole('navigation', { name: 'Principal' })
  await menu.getByRole('link', { name: 'Iniciar Sesión' }).waitFor()
  expect(problems.join()).toContain('No se pudo comprobar la sesión')
  expect(await page.getByRole('alert').count()).toBe(0)
})

it('a new tab of a customer has the cookie alone: it is renewed once, on a public page too', async () => {
  const page = await customerPage()
  const { page: other } = await openTab(page.context())
  const calls = watchCalls(other)
  await other.goto(`${shop.url}/registro`)
  await other.waitForURL(`${shop.url}/`)
  expect([timesIn(calls, REFRESH), timesIn(calls, COUPONS)]).toEqual([1, 0])
  expect(await access(other)).toMatch(/\w{20,}/)
})
