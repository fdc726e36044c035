import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { heading } from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { ask } from '../support/server.ts'
import { openStage } from '../support/stage.ts'
import { cards, catalogo, detalle, ofertas, search, shelf, waitUntilAt } from '../support/vidriera.ts'

const { shop, browser } = await openStage()

type Listed = {
  id: number
  producto: { nombre: string }
  categoria: { nombre: string } | null
  es_oferta: boolean
}
const listed = () => ask<Listed[]>(shop, '/api/v1/productos/')

const viewer = (page: Page): Locator => page.getByRole('region', { name: /^Imágenes de / })
const more = (within: Locator, nombre: string): Locator =>
  within.getByRole('link', { name: `Ver más de ${nombre}`, exact: true }).first()

/** Paths of the product calls a page makes from now on. */
function watchProductos(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/v1\/productos\/\d/.test(pathname)) calls.push(pathname + search)
  })
  return calls
}

it('from a shelf to the product and back to the shelf; from the offers by ofertas-1 and back to the offers', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  const found = (await listed()).filter(({ es_oferta, categoria }) => !es_oferta && categoria).at(-1)
  const [id, nombre, categoria] = [found?.id, found?.producto.nombre ?? '', found?.categoria?.nombre ?? '']
  const slug = categoria.toLowerCase().replaceAll(' ', '-')
  const calls = watchProductos(page)
  await page.goto(shop.url)
  await press(more(shelf(page, categoria), nombre))
  await heading(page, nombre).waitFor()
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, ...searchParams]).toEqual([`/producto/${id}`, ['categoria', slug], ['es_oferta', '0']])
  expect(calls).toEqual([`/api/v1/productos/${id}/`])
  expect(await page.title()).toContain(nombre)
  await expectGoodOnBoth(page, 'producto')
  await press(page.getByRole('link', { name: `Volver a ${categoria}` }))
  await waitUntilAt(page, slug)
  expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#${slug}`)

  // An offer's link has a slug of its own, and its page asks the server for it as an offer
  calls.length = 0
  await press(
    ofertas(page)
      .getByRole('link', { name: /^Ver más de/ })
      .first(),
  )
  await page.waitForURL(/\/producto\/\d+\?categoria=ofertas-1&es_oferta=1$/)
  await page.getByRole('link', { name: 'Volver a Ofertas' }).waitFor()
  await page.getByRole('main').getByText('OFERTA', { exact: true }).waitFor()
  expect(calls).toEqual([expect.stringMatching(/^\/api\/v1\/productos\/\d+\/\?es_oferta=1$/)])
  await press(page.getByRole('link', { name: 'Volver a Ofertas' }))
  await waitUntilAt(page, 'ofertas-1')
  expect(problems).toEqual([])
})

it('the button that leads to the order stands clear of the calculator below it', async () => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(`${shop.url}/producto/1`)
  const button = page.getByRole('main').getByRole('link', { name: /^Subir PDF/ })
  const [above, below] = await Promise.all([
    button.boundingBox(),
    page.getByRole('region', { name: '¿Cuánto sale?' }).boundingBox(),
  ])
  if (!above || !below) throw new Error('One of both is not shown')
  expect(below.y - above.y - above.height).toBeGreaterThanOrEqual(12)
})

it.each([390, 375, 360, 320])('the calculator cuts no word on a phone of %d px', async (width) => {
  const { page } = await openPage(browser, { ...PHONE, viewport: { width, height: 640 } })
  await page.goto(`${shop.url}/imprimitodo`)
  const choices = page.getByRole('region', { name: '¿Cuánto sale?' }).locator('fieldset')
  await choices.first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  const over = await choices.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
  expect(over).toEqual([0, 0, 0])
})

it('going back finds the search, the place and the scroll as they were', async () => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(shop.url)
  await search(page).fill('a')
  const last = cards(catalogo(page)).last()
  await last.scrollIntoViewIfNeeded()
  const nombre = (await last.getByRole('heading').textContent()) ?? ''
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(1_000)
  await press(more(catalogo(page), nombre))
  await heading(page, nombre).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => search(page).inputValue()).toBe('a')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 400)
})

describe('the viewer', () => {
  const imagen = (name: string, es_principal = false) => ({ imagen: `/favicon.svg?${name}`, es_principal })
  const withVideo = detalle(7, {
    producto: { nombre: 'Sello «Ñandú» & Cía' },
    texto: 'Autoentintado.',
    importe_actual: 1234.5,
    video: '/muestra/sello.mp4',
    imagenes: [imagen('uno', true), imagen('dos')],
  })
  const openDetail = async (page: Page, json: unknown = withVideo) => {
    await page.route('**/api/v1/productos/7/**', (route) => route.fulfill({ json }))
    await page.goto(`${shop.url}/producto/7?categoria=sellos&es_oferta=0`)
    // Wait for the answer above: the page first shows the shop window's data, which arrived with it
    await viewer(page).and(page.getByLabel('Imágenes de Sello «Ñandú» & Cía')).waitFor()
  }
  const isAt = (page: Page, place: number) =>
    viewer(page).getByText(`${place} / 3`, { exact: true }).waitFor()

  it('video first, then the images; previous and next wrap; keys, finger and thumbnails too; name, text, price, and a question by WhatsApp', async () => {
    const { page } = await openPage(browser)
    const videos: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.mp4')) videos.push(request.url())
    })
    await openDetail(page)
    const thumbnails = page.getByRole('list', { name: 'Miniaturas' }).getByRole('button')
    const names = await thumbnails.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(names).toEqual(['Video', 'Imagen 1 de 2', 'Imagen 2 de 2'])
    await isAt(page, 1)
    await press(viewer(page).getByRole('button', { name: 'Anterior' }))
    await isAt(page, 3)
    await press(viewer(page).getByRole('button', { name: 'Siguiente' }))
    await isAt(page, 1)
    await page.keyboard.press('ArrowRight')
    await isAt(page, 2)
    await press(thumbnails.nth(2))
    await isAt(page, 3)
    expect(await thumbnails.nth(2).getAttribute('aria-current')).toBe('true')
    // The viewer scrolls as by a finger's swipe
    await viewer(page)
      .getByRole('list')
      .first()
      .evaluate((track) => track.scrollTo({ left: 0, behavior: 'instant' }))
    await isAt(page, 1)
    // No video is loaded before the play button is pressed
    expect(videos).toEqual([])
    const video = viewer(page).locator('video')
    expect(await video.evaluate((one: HTMLVideoElement) => [one.controls, one.preload])).toEqual([
      true,
      'none',
    ])
    expect(await video.getAttribute('poster')).toBe('/favicon.svg?uno')

    await heading(page, 'Sello «Ñandú» & Cía').waitFor()
    await page.getByText('Autoentintado.', { exact: true }).waitFor()
    await page.getByText('$ 1.234,50', { exact: true }).waitFor()
    // With the name and the address of the page
    const link = page.getByRole('link', { name: 'Más info por WhatsApp' })
    const { origin, pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '')
    expect(origin + pathname).toMatch(/^https:\/\/wa\.me\/\d{13}$/)
    expect(searchParams.get('text')).toContain('Sello «Ñandú» & Cía')
    expect(searchParams.get('text')).toContain(page.url())
    await expectGoodOnBoth(page, 'producto-video')

    await page.unroute('**/api/v1/productos/7/**')
    await page.route('**/api/v1/productos/7/**', (route) =>
      route.fulfill({ json: detalle(7, { importe_actual: null, texto: null }) }),
    )
    await page.reload()
    for (const text of ['Sin imagen', 'Consultar precio', 'Producto sin descripción'])
      await page.getByText(text, { exact: true }).waitFor()
    await expectGoodOnBoth(page, 'producto-sin-nada')
  })
})

describe('pages that cannot be shown', () => {
  it('an unknown product says that it does not exist, with a link', async () => {
    const { page } = await openPage(browser, PHONE)
    for (const pk of ['1%20or%201', 'nada', '999999']) {
      await page.goto(`${shop.url}/producto/${pk}`)
      await heading(page, 'Este producto ya no está').waitFor()
    }
    await expectGoodScreen(page, 'producto-no-esta')
    await press(page.getByRole('link', { name: 'Ver el catálogo' }))
    await waitUntilAt(page, 'productos')
  })

  it('a failed call is reported, and can be tried again', async () => {
    const { page } = await openPage(browser, PHONE)
    const [first] = await listed()
    await page.goto(shop.url)
    await more(catalogo(page), first?.producto.nombre ?? '').waitFor()
    await page.route('**/api/v1/productos/*/**', (route) => route.abort())
    await press(more(catalogo(page), first?.producto.nombre ?? ''))
    await page.waitForURL('**/producto/*')
    await page.locator('[data-skeleton]').waitFor()
    await expectGoodScreen(page, 'producto-cargando')
    await heading(page, 'No pudimos cargar el producto').waitFor()
    await expectGoodScreen(page, 'producto-error')
    await page.unroute('**/api/v1/productos/*/**')
    await press(page.getByRole('button', { name: 'Reintentar' }))
    await heading(page, first?.producto.nombre ?? '').waitFor()
  })
})

describe('a product whose page is opened', () => {
  const refuse = (page: Page) =>
    page.route('**/api/v1/productos/*/**', (route) =>
      route.fulfill({ status: 404, headers: { 'x-codigo': 'no_existe' }, json: { detail: 'No está.' } }),
    )

  it('is there before any script, nothing in it to be pressed in vain, and its call is made all the same', async () => {
    const [first] = await listed()
    const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false })
    await page.goto(`${shop.url}/producto/${first?.id}`)
    await heading(page, first?.producto.nombre ?? '').waitFor()
    expect(await page.getByRole('main').getByRole('button', { disabled: false }).count()).toBe(0)
    await page.context().close()

    const { page: whole, problems } = await openPage(browser, PHONE)
    const calls = watchProductos(whole)
    await whole.goto(`${shop.url}/producto/${first?.id}?categoria=x&es_oferta=1`)
    await whole.getByRole('link', { name: 'Más info por WhatsApp' }).waitFor()
    expect(calls).toEqual([`/api/v1/productos/${first?.id}/?es_oferta=1`])
    expect(problems).toEqual([])
  })

  it('and was taken off the window meanwhile, is gone', async () => {
    const [first] = await listed()
    const { page } = await openPage(browser, PHONE)
    await refuse(page)
    await page.goto(`${shop.url}/producto/${first?.id}`)
    await heading(page, 'Este producto ya no está').waitFor()
  })
})
