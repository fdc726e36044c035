import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { heading } from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { ask } from '../support/server.ts'
import { openStage } from '../support/stage.ts'
import {
  cards,
  catalogo,
  ofertas,
  pill,
  producto,
  search,
  shelf,
  showProductos,
} from '../support/vidriera.ts'

const { shop, browser } = await openStage()

const banner = (page: Page) => page.locator('#carousel-header')

/** Home with its products loaded. */
async function openHome(page: Page): Promise<void> {
  await page.goto(shop.url)
  await cards(catalogo(page)).first().waitFor()
}

type Listed = { id: number; producto: { nombre: string }; categoria: { nombre: string } | null }

it('the demo shop: banner, products by category, offers, signs, branches, networks and footer', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await openHome(page)
  await expect.poll(() => banner(page).getByRole('link', { name: 'Crear Cuenta' }).count()).toBe(1)
  const listed = await ask<Listed[]>(shop, '/api/v1/productos/')
  await expect.poll(() => cards(catalogo(page)).count()).toBe(listed.length)
  const names = [...new Set(listed.map(({ categoria }) => categoria?.nombre ?? 'Sin categoría'))]
  for (const name of names) {
    const own = listed.filter(({ categoria }) => (categoria?.nombre ?? 'Sin categoría') === name)
    const group = shelf(page, name)
    expect(await group.getByRole('heading', { level: 3 }).textContent()).toBe(`${name}${own.length} ítems`)
    expect(await cards(group).count()).toBe(own.length)
  }
  await ofertas(page).getByText('OFERTA', { exact: true }).first().waitFor()
  for (const kind of [/tradicional/i, /luz interior/i, /tridimensional/i])
    await page
      .getByRole('region', { name: 'Carteles a medida' })
      .getByRole('heading', { name: kind })
      .waitFor()
  const contacto = page.locator('#contacto')
  await contacto.scrollIntoViewIfNeeded()
  for (const [branch, address, number] of [
    ['Alberdi', 'Av. San Martín 512', '+54 9 3865 47-1200'],
    ['Aguilares', 'Rivadavia 248', '+54 9 3865 48-2300'],
  ] as const) {
    const card = contacto.getByRole('listitem').filter({ hasText: address })
    await card.getByRole('img', { name: new RegExp(`Croquis de la sucursal ${branch}`) }).waitFor()
    const link = card.getByRole('link', { name: `WhatsApp ${number}` })
    expect(await link.getAttribute('href')).toBe(`https://wa.me/${number.replace(/\D/g, '')}`)
  }
  await contacto.getByRole('link', { name: 'Instagram' }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Botón de arrepentimiento' }).waitFor()
  const footer = page.getByRole('contentinfo')
  await footer.getByText(/^CUIT/).waitFor()
  expect(await footer.evaluate((it) => it.getBoundingClientRect().height)).toBeLessThan(400)
  await expectGoodOnBoth(page, 'home')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Términos y condiciones' }).click()
  await banner(page).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

it('asks by itself for at most 125 kB of JavaScript; drawings beyond the first sight wait for a move', async () => {
  const { page } = await openPage(browser, PHONE)
  await openHome(page)
  await page.getByRole('contentinfo').getByText(/^CUIT/).waitFor()
  await page.waitForLoadState('networkidle')
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) =>
          entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js')
            ? [[entry.name, entry.encodedBodySize] as const]
            : [],
        ),
    )
  const asked = await scripts()
  expect(asked.some(([name]) => /\/react-[^/]+\.js$/.test(name))).toBe(true)
  expect(asked.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThanOrEqual(125_000)
  expect(asked.some(([name]) => name.includes('/drawings-all-'))).toBe(false)
  await page.mouse.wheel(0, 100)
  await expect
    .poll(async () => (await scripts()).some(([name]) => name.includes('/drawings-all-')))
    .toBe(true)
})

it('a page made ahead fetches no style sheet whose text is in it, nor does the screen after it', async () => {
  const [first] = await ask<Listed[]>(shop, '/api/v1/productos/')
  for (const path of ['/', `/producto/${first?.id}`, '/imprimitodo', '/registro']) {
    const { page } = await openPage(browser, PHONE)
    const sheets: string[] = []
    page.on('request', (request) => request.resourceType() === 'stylesheet' && sheets.push(request.url()))
    await page.goto(shop.url + path)
    const inPage = (await page.locator('head > style').textContent()) ?? ''
    await page.getByRole('contentinfo').getByText(/^CUIT/).waitFor()
    await page
      .getByRole('link', { name: /, inicio$/ })
      .first()
      .click()
    await cards(catalogo(page)).first().waitFor()
    await page.waitForLoadState('networkidle')
    const texts = await Promise.all(sheets.map(async (url) => (await fetch(url)).text()))
    expect(texts.length, path).toBeGreaterThan(0)
    expect(
      sheets.filter((_, index) => inPage.includes(texts[index] ?? '')),
      path,
    ).toEqual([])
    await page.context().close()
  }
})

it('"Subir PDF" leads Home, ends within its first screen at every width, and is in the header', async () => {
  const { page } = await openPage(browser, PHONE)
  await openHome(page)
  const links = page.getByRole('link', { name: /^Subir PDF/ })
  expect(await links.count()).toBe(2)
  const first = page.getByRole('main').getByRole('link').first()
  await first.getByText('· 5% off').waitFor()
  expect(await first.textContent()).toMatch(/^Subir PDF/)
  const header = page.getByRole('navigation', { name: 'Principal' })
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    const box = await first.boundingBox()
    const bottom = (box?.y ?? Infinity) + (box?.height ?? 0)
    expect(bottom, `at ${width}`).toBeLessThan(height)
    const slides = await banner(page).boundingBox()
    if (width < 1000) expect(slides?.y, `at ${width}`).toBeGreaterThan(bottom)
    // One line, whatever its contents
    expect(await header.evaluate(({ clientHeight }) => clientHeight), `at ${width}`).toBeLessThan(70)
    // Both other sizes are checked together with the whole of Home
    if (width < 390) await expectGoodScreen(page, `home-primera ${width}`)
  }
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await press(header.getByRole('link', { name: 'Subir PDF' }))
    await page.waitForURL('**/imprimitodo/paso1')
    await page.getByLabel('Elegir archivos').waitFor({ state: 'attached' })
    expect(await header.getByRole('link', { name: 'Subir PDF' }).count()).toBe(0)
    await page.goBack()
    await banner(page).waitFor()
  }
})

it('the banner has three slides by button and by dot, wrapping; printing from home leads to the print flow', async () => {
  const { page } = await openPage(browser, PHONE)
  await openHome(page)
  const isShown = (slide: string) =>
    expect
      .poll(() => banner(page).getByRole('button', { name: slide }).getAttribute('aria-current'))
      .toBe('true')
  await isShown('Diapositiva 1')
  await press(banner(page).getByRole('button', { name: 'Diapositiva anterior' }))
  await isShown('Diapositiva 3')
  await press(banner(page).getByRole('button', { name: 'Diapositiva siguiente' }))
  await isShown('Diapositiva 1')
  await press(banner(page).getByRole('button', { name: 'Diapositiva 2' }))
  await isShown('Diapositiva 2')
  await banner(page)
    .getByRole('heading', {
      name: 'Sin filas ni demoras: usá nuestro servicio de impresión desde tu casa',
    })
    .waitFor()
  await press(banner(page).getByRole('link', { name: /^Imprimir/ }))
  await page.waitForURL('**/imprimitodo')
  await page.goBack()
  await press(banner(page).getByRole('link', { name: 'Crear Cuenta' }))
  await page.waitForURL('**/registro')
})

describe('the list', () => {
  it('category and search are in the address: a link opens them, the way back leads through them', async () => {
    const { page } = await openPage(browser, PHONE)
    await showProductos(page, [
      producto(1, { producto: { nombre: 'Cuaderno' } }),
      producto(2, { producto: { nombre: 'Taza' }, categoria: { nombre: 'Regalería' } }),
      producto(3, { producto: { nombre: 'Tazón' }, categoria: { nombre: 'Regalería' } }),
    ])
    await page.goto(`${shop.url}/?categoria=regalería&buscar=tason`)
    const shown = () => expect.poll(() => cards(catalogo(page)).getByRole('heading').allTextContents())
    await shown().toEqual(['Tazón'])
    expect(await search(page).inputValue()).toBe('tason')
    await search(page).fill('taz')
    await shown().toEqual(['Taza', 'Tazón'])
    const before = await page.evaluate(() => window.scrollY)
    await press(pill(page, 'Todos'))
    await expect.poll(() => new URL(page.url()).search).toBe('?buscar=taz')
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(before)
    await search(page).fill('')
    await shown().toEqual(['Cuaderno', 'Taza', 'Tazón'])
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.goBack()
    await shown().toEqual(['Taza', 'Tazón'])
    expect(await search(page).inputValue()).toBe('taz')
    expect(await pill(page, 'Regalería').getAttribute('aria-pressed')).toBe('true')
    await page.goForward()
    await shown().toEqual(['Cuaderno', 'Taza', 'Tazón'])
    expect(await search(page).inputValue()).toBe('')
    await page.goBack()
    await page.reload()
    await shown().toEqual(['Taza', 'Tazón'])
    await search(page).fill('xilofón')
    await catalogo(page).getByText('No encontramos resultados para tu búsqueda.').first().waitFor()
    await expectGoodScreen(page, 'home-sin-resultados')
  })

  it('of thousands of cards only those near the window are laid out, and every one is found', async () => {
    const { page } = await openPage(browser, PHONE)
    const many = Array.from({ length: 1_000 }, (_, index) =>
      producto(index + 1, { categoria: { nombre: `Categoría ${index % 8}` } }),
    )
    await showProductos(page, many)
    await openHome(page)
    await pill(page, 'Todos').getByText('1000').waitFor()
    const goTo = (id: string) =>
      page.evaluate((it) => document.getElementById(it)?.scrollIntoView({ behavior: 'instant' }), id)
    const laidOut = (categoria: string) =>
      cards(shelf(page, categoria))
        .first()
        .evaluate((card) => card.checkVisibility({ contentVisibilityAuto: true }))
    expect(await shelf(page, 'Categoría 7').getByRole('heading', { level: 3 }).textContent()).toMatch(
      /125 ítems$/,
    )
    await goTo('categoría-0')
    await expect.poll(() => laidOut('Categoría 0')).toBe(true)
    expect(await laidOut('Categoría 7')).toBe(false)
    await goTo('categoría-7')
    await cards(shelf(page, 'Categoría 7')).getByText('Producto 8', { exact: true }).waitFor()
    await expect.poll(() => laidOut('Categoría 7')).toBe(true)
    await search(page).fill('producto 999')
    await expect
      .poll(() => cards(catalogo(page)).getByRole('heading').allTextContents())
      .toEqual(['Producto 999'])
  })
})

it('a name of 140 characters takes two lines, on its card and on its page', async () => {
  const { page } = await openPage(browser, PHONE)
  const nombre = 'Cuaderno universitario anillado de tapa dura '.repeat(4).slice(0, 140)
  const long = producto(1, { producto: { nombre } })
  await showProductos(page, [long])
  await page.route('**/api/v1/productos/1/*', (route) =>
    route.fulfill({ json: { ...long, video: null, portada: null } }),
  )
  await openHome(page)
  const lines = (heading: Locator) =>
    heading.evaluate((it) => Math.round(it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight)))
  expect(await lines(cards(catalogo(page)).first().getByRole('heading'))).toBe(2)
  await press(cards(catalogo(page)).first().getByRole('link'))
  await page.waitForURL('**/producto/1?*')
  const title = heading(page, nombre)
  await title.waitFor()
  expect(await lines(title)).toBe(2)
  await expectGoodScreen(page, 'producto-nombre-largo')
})

const four = [1, 2, 3, 4].map((id) => producto(id, { es_oferta: true }))
const namesBySlide = (page: Page) =>
  ofertas(page)
    .locator('[data-slide]')
    .evaluateAll((slides) =>
      slides.map((slide) => [...slide.querySelectorAll('h3')].map(({ textContent }) => textContent?.at(-1))),
    )

it('offers stand in slides of 2 at 767 px, of 3 at 768, the short one filled by repeating', async () => {
  const { page } = await openPage(browser, { viewport: { width: 767, height: 800 } })
  await showProductos(page, four)
  await openHome(page)
  await expect
    .poll(() => namesBySlide(page))
    .toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  await page.setViewportSize({ width: 768, height: 800 })
  await expect
    .poll(() => namesBySlide(page))
    .toEqual([
      ['1', '2', '3'],
      ['4', '1', '2'],
    ])
  await ofertas(page).getByText('1 / 2').waitFor()
  await press(ofertas(page).getByRole('button', { name: 'Más ofertas' }))
  await ofertas(page).getByText('2 / 2').waitFor()
  await press(ofertas(page).getByRole('button', { name: 'Más ofertas' }))
  await ofertas(page).getByText('1 / 2').waitFor()
})

it('an unknown route shows a page with links', async () => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(`${shop.url}/no-existe`)
  await heading(page, 'Esta página no existe').waitFor()
  await press(page.getByRole('main').getByRole('link', { name: 'Ir al inicio' }))
  await banner(page).waitFor()
  // So does an unknown order
  await page.goto(`${shop.url}/pedido/no-existe`)
  const print = page.getByRole('main').getByRole('link', { name: /^Hacer otro/ })
  await expect.poll(() => print.allTextContents()).toEqual(['Hacer otro pedido· 5% off'])
})
