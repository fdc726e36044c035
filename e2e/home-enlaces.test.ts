import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP, openPage, PHONE, press } from './support/browser.ts'
import { accountButton, enter, makeCustomer } from './support/cuenta.ts'
import { makePedidoListo } from './support/puntos.ts'
import { expectGoodScreen } from './support/screen.ts'
import { openStage } from './support/stage.ts'
import { cards, catalogo, waitUntilAt } from './support/vidriera.ts'

const { shop, browser } = await openStage()

const nav = (page: Page) => page.getByRole('navigation', { name: 'Principal' })
const SECTIONS = [
  ['Contacto', 'contacto'],
  ['Novedades', 'carousel-header'],
  ['Carteles', 'carteles'],
  ['Ofertas', 'ofertas'],
  ['Productos', 'productos'],
] as const

it.each([
  ['390 px', PHONE],
  ['1280 px', DESKTOP],
])('in-page links scroll there, on Home and from another screen, at %s', async (_, device) => {
  const { page } = await openPage(browser, device)
  const isPhone = device === PHONE
  const follow = async (name: string) => {
    if (isPhone) await press(page.getByRole('button', { name: 'Abrir el menú' }))
    await press(nav(page).getByRole('link', { name, exact: true }))
    if (isPhone) await nav(page).getByRole('link', { name, exact: true }).waitFor({ state: 'hidden' })
  }
  await page.goto(shop.url)
  await cards(catalogo(page)).first().waitFor()
  for (const [name, id] of SECTIONS) {
    await follow(name)
    await waitUntilAt(page, id)
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#${id}`)
  }
  for (const [name, id] of SECTIONS.slice(2, 4)) {
    await page.goto(`${shop.url}/imprimitodo`)
    await follow(name)
    await waitUntilAt(page, id)
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

it('opened with an anchor, Home goes there although the list is still on its way', async () => {
  const { page } = await openPage(browser, PHONE)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/productos/', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${shop.url}/#contacto`)
  await waitUntilAt(page, 'contacto')
  answer()
  await cards(catalogo(page)).first().waitFor({ state: 'attached' })
  await waitUntilAt(page, 'contacto')
})

it('the wheel is led to by Home, the account menu, the footer and the page of an order', async () => {
  const { page } = await openPage(browser, PHONE)
  const leads = async (link: Locator) => {
    await press(link)
    await page.waitForURL('**/ruleta')
    await page.getByRole('heading', { level: 1, name: /Girá y llevate/ }).waitFor()
  }
  await page.goto(shop.url)
  await page.getByRole('heading', { name: 'Descuentos para hoy' }).scrollIntoViewIfNeeded()
  await page.getByRole('heading', { name: 'Cupón de bienvenida del 10 %' }).waitFor()
  await leads(page.getByRole('link', { name: 'Probar la ruleta' }))
  await press(accountButton(page))
  await leads(nav(page).getByRole('link', { name: 'Ruleta de descuentos' }))
  await page.goto(shop.url)
  await leads(page.getByRole('contentinfo').getByRole('link', { name: 'Ruleta de descuentos' }))
  const { id } = await makePedidoListo(shop)
  await page.goto(`${shop.url}/pedido/${id}`)
  await leads(page.getByRole('main').getByRole('link', { name: 'Ruleta de descuentos' }))
})

it('the flag kit is a PDF in a tab of its own', async () => {
  const { page } = await openPage(browser)
  await page.goto(shop.url)
  const kit = nav(page).getByRole('link', { name: /Banderas/ })
  expect(await kit.getAttribute('href')).toMatch(/^\/[\w-]+\.pdf$/)
  expect(await kit.getAttribute('target')).toBe('_blank')
})

it.each([
  ['390 px', PHONE],
  ['1280 px', DESKTOP],
])('the account menu of a customer leads to profile, prizes, coupon and out, at %s', async (name, device) => {
  const { page } = await openPage(browser, device)
  const customer = await makeCustomer(shop)
  await page.goto(`${shop.url}/login`)
  await enter(page, customer)
  await page.waitForURL('**/perfil')
  // A page that takes the focus as it arrives closes the menu
  const arrived = () => expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await arrived()
  for (const [entry, path] of [
    ['Canjear Puntos', '/canje-puntos'],
    ['Cupon Descuento', '/cupon'],
    ['Mi Perfil', '/perfil'],
  ] as const) {
    const account = accountButton(page)
    await press(account)
    await press(nav(page).getByRole('link', { name: entry }))
    await page.waitForURL(`**${path}`)
    await expect.poll(() => account.getAttribute('aria-expanded')).toBe('false')
    await arrived()
  }
  await page.goto(shop.url)
  // The banner offers a customer what the points are good for
  await page.locator('#carousel-header').getByRole('link', { name: 'Canjear Puntos' }).waitFor()
  await cards(catalogo(page)).first().waitFor()
  await expectGoodScreen(page, `home-cliente ${name}`)
})
