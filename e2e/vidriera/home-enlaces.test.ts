import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { accountButton, enter, makeCustomer } from '../support/cuenta.ts'
import { makePedidoListo } from '../support/puntos.ts'
import { expectGoodOnBoth } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'
import { cards, catalogo, waitUntilAt } from '../support/vidriera.ts'

const { shop, browser } = await openStage()

const nav = (page: Page) => page.getByRole('navigation', { name: 'Principal' })
const SMALL = { width: 390, height: 844 }
const COMPUTER = { width: 1280, height: 800 }
const SECTIONS = [
  ['Contacto', 'contacto'],
  ['Novedades', 'carousel-header'],
  ['Carteles', 'carteles'],
  ['Ofertas', 'ofertas'],
  ['Productos', 'productos'],
] as const

it('in-page links scroll there, on Home and from another screen, on a phone and on a computer', async () => {
  const { page } = await openPage(browser, PHONE)
  const follow = async (name: string, isPhone: boolean) => {
    if (isPhone) await press(page.getByRole('button', { name: 'Abrir el menú' }))
    await press(nav(page).getByRole('link', { name, exact: true }))
    if (isPhone) await nav(page).getByRole('link', { name, exact: true }).waitFor({ state: 'hidden' })
  }
  await page.goto(shop.url)
  await cards(catalogo(page)).first().waitFor()
  for (const size of [SMALL, COMPUTER]) {
    await page.setViewportSize(size)
    for (const [name, id] of SECTIONS) {
      await follow(name, size === SMALL)
      await waitUntilAt(page, id)
      expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#${id}`)
    }
  }
  const kit = nav(page).getByRole('link', { name: /Banderas/ })
  expect(await kit.getAttribute('href')).toMatch(/^\/[\w-]+\.pdf$/)
  expect(await kit.getAttribute('target')).toBe('_blank')
  for (const [size, [name, id]] of [
    [COMPUTER, SECTIONS[2]],
    [SMALL, SECTIONS[3]],
  ] as const) {
    await page.setViewportSize(size)
    await page.goto(`${shop.url}/imprimitodo`)
    await follow(name, size === SMALL)
    await waitUntilAt(page, id)
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

it('opened with an anchor, Home goes there although the list is still loading', async () => {
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

it('Home, the account menu, the footer and an order’s page have a link to the wheel', async () => {
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
  const { id } = await makePedidoListo(shop)
  await page.goto(`${shop.url}/pedido/${id}`)
  await leads(page.getByRole('main').getByRole('link', { name: 'Ruleta de descuentos' }))
  await page.goBack()
  await page.waitForURL('**/pedido/*')
  await leads(page.getByRole('contentinfo').getByRole('link', { name: 'Ruleta de descuentos' }))
})

it('the account menu of a customer leads to profile, prizes, coupon and out, on a phone and on a computer', async () => {
  const { page } = await openPage(browser, PHONE)
  const customer = await makeCustomer(shop)
  await page.goto(`${shop.url}/login`)
  await enter(page, customer)
  await page.waitForURL('**/perfil')
  // A page that takes the focus as it arrives closes the menu
  const arrived = () => expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  // Every button to the print flow shows the discount
  const print = page.getByRole('main').getByRole('link', { name: /^Imprimir/ })
  await arrived()
  for (const size of [SMALL, COMPUTER]) {
    await page.setViewportSize(size)
    for (const [entry, path, prints] of [
      ['Canjear Puntos', '/canje-puntos', []],
      ['Cupon Descuento', '/cupon', ['Imprimir· 5% off']],
      ['Mi Perfil', '/perfil', ['Imprimir· 5% off']],
    ] as const) {
      const account = accountButton(page)
      await press(account)
      await press(nav(page).getByRole('link', { name: entry }))
      await page.waitForURL(`**${path}`)
      await expect.poll(() => account.getAttribute('aria-expanded')).toBe('false')
      await arrived()
      if (size === SMALL) await expect.poll(() => print.allTextContents()).toEqual(prints)
    }
  }
  await page.goto(shop.url)
  // For a customer the banner links to the page where points are spent
  await page.locator('#carousel-header').getByRole('link', { name: 'Canjear Puntos' }).waitFor()
  await cards(catalogo(page)).first().waitFor()
  await expectGoodOnBoth(page, 'home-cliente')
})
