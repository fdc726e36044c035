import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startMapas } from '../../server/src/testing/peers/mapas.ts'
import { DESKTOP, openPage, PHONE, press } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { fillContacto, payButton, toStep3 } from '../support/print.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const mapas = await startMapas()
mapas.places['Belgrano 120'] = [
  { lat: '-27.575', lon: '-65.612', display_name: '120, Belgrano, Alberdi, Tucumán, Argentina' },
]
afterAll(mapas.close)
const { shop, browser } = await openStage({
  env: { GEOCODER_URL: mapas.url, ROUTER_URL: mapas.url, MAP_TILES_URL: mapas.tiles },
})

const map = (page: Page) => page.getByRole('region', { name: 'Mapa del delivery desde Alberdi' })
const pin = (page: Page) => page.getByRole('button', { name: /^Tu dirección: movela/ })
const km = (page: Page, text: string) => page.getByText(`Distancia ${text} km`)
const LEAFLET = /\/assets\/mapa-[^/]+\.js$/

async function onDelivery(page: Page): Promise<void> {
  await toStep3(page, shop, [await pdf('tesis.pdf', 4)])
  await fillContacto(page)
  await press(page.getByText('Delivery', { exact: true }).first())
  await page.getByLabel('Dirección de entrega').fill('Belgrano 120')
  await page.getByLabel('Dirección de entrega').blur()
}

/** The addresses that the page asks the shop to measure from now on. */
function watchQuotes(page: Page): { lat: number | null; lng: number | null }[] {
  const quotes: { lat: number | null; lng: number | null }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/entregas/cotizar')) quotes.push(request.postDataJSON())
  })
  return quotes
}

describe('the way on a map', () => {
  it('is drawn by road on the shop’s tiles, for delivery alone; the pin dragged is measured anew', async () => {
    const { page, problems } = await openPage(browser, DESKTOP)
    const scripts: string[] = []
    page.on('request', (request) => void (LEAFLET.test(request.url()) && scripts.push(request.url())))
    const quotes = watchQuotes(page)
    await toStep3(page, shop, [await pdf('tesis.pdf', 4)])
    expect(scripts).toEqual([])
    await fillContacto(page)
    await press(page.getByText('Delivery', { exact: true }).first())
    await page.getByLabel('Dirección de entrega').fill('Belgrano 120')
    await page.getByLabel('Dirección de entrega').blur()
    await km(page, '3').waitFor()
    await expect.poll(() => map(page).locator('img.leaflet-tile-loaded').count()).toBeGreaterThan(3)
    expect(mapas.referrers).toEqual(new Set([`${shop.url}/`]))
    expect(await map(page).getByText('Esquema, no es un mapa').count()).toBe(0)
    await expectGoodScreen(page, 'paso3-mapa')

    mapas.roads = new Proxy({}, { get: () => ({ distance: 4_200 }) })
    await map(page).scrollIntoViewIfNeeded()
    const box = await pin(page).boundingBox()
    if (!box) throw new Error('No pin')
    await page.mouse.move(box.x + 22, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 70, { steps: 5 })
    await page.mouse.up()
    await km(page, '4,2').waitFor()
    await page.getByText(/^Medimos la distancia hasta el pin/).waitFor()
    const dragged = quotes.at(-1)
    expect(dragged?.lat).toBeLessThan(-27.575)
    expect(dragged?.lng).toBeGreaterThan(-65.612)

    await pin(page).focus()
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowUp')
    await expect.poll(() => quotes.at(-1)?.lat).toBeGreaterThan(dragged?.lat ?? 0)
    await expect.poll(() => pin(page).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(problems).toEqual([])
  })

  it('beyond the radius, or where no road leads, Pay is blocked; pickup needs no map', async () => {
    const { page } = await openPage(browser, PHONE)
    mapas.roads = {}
    await onDelivery(page)
    await km(page, '3').waitFor()
    mapas.roads = new Proxy({}, { get: () => ({ distance: 7_400 }) })
    await press(page.getByRole('button', { name: 'Pin al norte' }))
    await page.getByText('Hasta esa dirección no llegamos.').first().waitFor()
    expect(await payButton(page).getAttribute('aria-disabled')).toBe('true')
    await expectGoodScreen(page, 'paso3-mapa-lejos')
    mapas.roads = new Proxy({}, { get: () => ({ code: 'NoRoute' }) })
    await press(page.getByRole('button', { name: 'Pin al oeste' }))
    await page.getByRole('alert').getByText('No se pudo trazar la ruta. Verificá la dirección.').waitFor()
    expect(await pin(page).count()).toBe(1)
    await press(page.getByText('Retiro en el local'))
    expect(await map(page).count()).toBe(0)
    await expect.poll(() => payButton(page).getAttribute('aria-disabled')).toBe('false')
  })

  it('if no tile arrives it is a drawing, and says so', async () => {
    mapas.mood = 'down'
    const { page } = await openPage(browser, PHONE)
    await onDelivery(page)
    await map(page).getByText('Esquema, no es un mapa').waitFor()
    mapas.mood = 'fine'
  })
})

describe('the map of a branch', () => {
  const shown = (page: Page) => page.getByRole('region', { name: 'Mapa de la sucursal Aguilares' })
  const sketch = (page: Page) => page.getByRole('img', { name: /^Croquis de la sucursal Aguilares/ })

  it('comes over its sketch when its card comes near, and asks for nothing before', async () => {
    for (const size of [PHONE, DESKTOP]) {
      const { page, problems } = await openPage(browser, size)
      const asked: string[] = []
      page.on('request', (request) => {
        const url = request.url()
        if (LEAFLET.test(url) || url.startsWith(`${mapas.url}/teselas/`)) asked.push(url)
      })
      await page.goto(shop.url)
      await page.getByRole('heading', { name: 'Dónde estamos' }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(asked).toEqual([])
      await page.getByRole('heading', { name: 'Aguilares' }).scrollIntoViewIfNeeded()
      await expect.poll(() => shown(page).locator('img.leaflet-tile-loaded').count()).toBeGreaterThan(1)
      await sketch(page).waitFor({ state: 'detached' })
      await shown(page).getByRole('link', { name: 'OpenStreetMap' }).waitFor()
      expect(mapas.referrers).toEqual(new Set([`${shop.url}/`]))
      await expectGoodScreen(page, `home-mapa`)
      expect(problems).toEqual([])
    }
  })

  it('stays a sketch if no tile arrives', async () => {
    mapas.mood = 'down'
    const { page } = await openPage(browser, PHONE)
    const refused = page.waitForEvent('response', (answer) =>
      answer.url().startsWith(`${mapas.url}/teselas/`),
    )
    await page.goto(shop.url)
    await page.getByRole('heading', { name: 'Aguilares' }).scrollIntoViewIfNeeded()
    await refused
    await shown(page).waitFor({ state: 'detached' })
    await sketch(page).waitFor()
    await expectGoodScreen(page, 'home-mapa-sin-teselas')
    mapas.mood = 'fine'
  })
})
