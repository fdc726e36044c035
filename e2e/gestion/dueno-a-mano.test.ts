// What the owner sets by hand: the order of lists, the odds of the wheel, a branch on the map.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startMapas } from '../../server/src/testing/peers/mapas.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { DESKTOP, type OpenPage, openToStay, PHONE, press } from '../support/browser.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll, shoot } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const mapas = await startMapas()
afterAll(mapas.close)
const { shop, browser } = await openStage({
  env: { GEOCODER_URL: mapas.url, ROUTER_URL: mapas.url, MAP_TILES_URL: mapas.tiles },
})

/** The owner at the computer and at a phone, each for all of its tests. */
const opened = new Map<BrowserContextOptions, OpenPage>()
async function owner(device: BrowserContextOptions = DESKTOP): Promise<OpenPage> {
  const there = opened.get(device)
  if (there) return there
  const fresh = await openToStay(browser, device)
  await enterCounter(fresh.page, shop)
  opened.set(device, fresh)
  return fresh
}
type Point = { x: number; y: number }
const dialogOf = (on: Page) => on.getByRole('dialog')
const namesIn = (list: Locator) =>
  list.getByRole('listitem').locator('> span:nth-of-type(2)').allTextContents()

/** The products that customers see, among those in `names`. */
async function shownOf(names: string[]): Promise<string[]> {
  const products = (await (await fetch(`${shop.url}/api/v1/productos/`)).json()) as {
    producto: { nombre: string }
  }[]
  return products.map(({ producto }) => producto.nombre).filter((name) => names.includes(name))
}

async function openOrder(on: Page): Promise<Locator> {
  await on.goto(`${shop.url}/mostrador/dueno/catalogo`)
  await press(on.getByRole('button', { name: 'Ordenar productos' }))
  const list = dialogOf(on).getByRole('list').first()
  await list.waitFor()
  return list
}

const middleOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** One finger, from one place to another. */
async function dragByFinger(on: Page, from: Point, to: Point): Promise<void> {
  const session = await on.context().newCDPSession(on)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await touch('touchStart', from)
  for (let step = 1; step <= 6; step++)
    await touch('touchMove', {
      x: from.x + ((to.x - from.x) * step) / 6,
      y: from.y + ((to.y - from.y) * step) / 6,
    })
  await touch('touchEnd')
}

describe('the order of the products', () => {
  it('dragged with the mouse is what customers see at once; Escape puts the row back and leaves the dialog', async () => {
    const { page, problems } = await owner()
    const list = await openOrder(page)
    const before = await namesIn(list)
    const [first = '', second = '', third = ''] = before
    await expectGoodOnAll(page, 'ordenar-productos')
    await page.setViewportSize({ width: 1280, height: 800 })
    const handle = await middleOf(list.getByRole('button', { name: `Mover ${first}` }))
    const target = await middleOf(list.getByRole('listitem').nth(2))
    await page.mouse.move(handle.x, handle.y)
    await page.mouse.down()
    await page.mouse.move(handle.x, (handle.y + target.y) / 2, { steps: 5 })
    await page.mouse.move(handle.x, target.y + 4, { steps: 5 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await namesIn(list)).toEqual(before)
    expect(await dialogOf(page).count()).toBe(1)

    await page.mouse.move(handle.x, handle.y)
    await page.mouse.down()
    await page.mouse.move(handle.x, target.y + 4, { steps: 8 })
    await shoot(page, 'ordenar-arrastrando')
    await page.mouse.up()
    const after = [second, third, first, ...before.slice(3)]
    expect(await namesIn(list)).toEqual(after)
    await dialogOf(page).getByText(`${first}: lugar 3 de ${before.length}.`).waitFor({ state: 'attached' })
    await expect.poll(() => shownOf(before)).toEqual(after)

    // With the keyboard, and the focus stays on the row that moves
    await list.getByRole('button', { name: `Mover ${first}` }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => shownOf(before)).toEqual(before)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await focused()).toBe(`Mover ${first}`)
    await dialogOf(page).getByRole('button', { name: 'Listo' }).click()
    expect(await dialogOf(page).count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('dragged with a finger on a phone, whose other touches scroll', async () => {
    const phone = await owner(PHONE)
    const list = await openOrder(phone.page)
    const before = await namesIn(list)
    const [first = '', second = ''] = before
    const handle = await middleOf(list.getByRole('button', { name: `Mover ${second}` }))
    const target = await middleOf(list.getByRole('listitem').first())
    await dragByFinger(phone.page, handle, { x: handle.x, y: target.y - 4 })
    const after = [second, first, ...before.slice(2)]
    expect(await namesIn(list)).toEqual(after)
    await expect.poll(() => shownOf(before)).toEqual(after)
    await expectNoAxeViolations(phone.page)
    await press(list.getByRole('button', { name: `Subir ${first}` }))
    await expect.poll(() => shownOf(before)).toEqual(before)
  })
})

it('the odds of the wheel are set with sliders, which say what they cost', async () => {
  const { page } = await owner()
  await page.goto(`${shop.url}/mostrador/dueno/negocio`)
  await page.getByRole('button', { name: 'Editar la ruleta' }).click()
  const dialog = dialogOf(page)
  const slider = (valor: number) => dialog.getByRole('slider', { name: `Tiradas que dan ${valor} %` })
  await slider(8).focus()
  await page.keyboard.press('End')
  expect(await slider(2).inputValue()).toBe('0')
  await dialog.getByText(/regala el\s+8 %/).waitFor()
  await page.keyboard.press('ArrowLeft')
  await dialog.getByText('Suman 100 %').waitFor()
  await expectGoodOnAll(page, 'ruleta-editor')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('End')
  await dialog.getByLabel('Tope por día').fill('0')
  await dialog.getByLabel('Tope por día').press('Enter')
  await dialog.getByText('El presupuesto es un número desde 1.').waitFor()
  await dialog.getByLabel('Tope por día').fill('500')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText(/8 %: 100 de cada 100/).waitFor()
  await page.getByText(/Regala hasta 500 puntos de descuento por día/).waitFor()
  await expectGoodOnAll(page, 'ruleta-seccion')
})

it('a branch is found by its address, its pin is moved, and deliveries are measured from there', async () => {
  mapas.places['San Martín 500, Aguilares'] = [
    { lat: '-27.43', lon: '-65.61', display_name: 'San Martín 500, Aguilares, Tucumán', place_rank: 30 },
  ]
  const { page, problems } = await owner()
  await page.goto(`${shop.url}/mostrador/dueno/sucursales`)
  await page.getByRole('button', { name: 'Editar Aguilares', exact: true }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Dirección', { exact: true }).fill('Mitre 99999')
  await dialog.getByRole('button', { name: 'Buscar la dirección' }).click()
  await dialog.getByText('No encontramos esa dirección.').waitFor()
  await dialog.getByLabel('Dirección', { exact: true }).fill('San Martín 500, Aguilares')
  await dialog.getByRole('button', { name: 'Buscar la dirección' }).click()
  await dialog.getByText('La encontramos en el mapa. Está en 27,43000° sur, 65,61000° oeste.').waitFor()
  const map = dialog.getByRole('region', { name: 'Mapa de la sucursal' })
  await expect.poll(() => map.locator('img.leaflet-tile-loaded').count()).toBeGreaterThan(3)
  await expectGoodOnAll(page, 'sucursal-mapa')
  await page.setViewportSize({ width: 1280, height: 800 })

  const pin = dialog.getByRole('button', { name: 'La sucursal: movela con las flechas del teclado' })
  await pin.focus()
  await page.keyboard.press('ArrowUp')
  await dialog.getByText(/Está en 27,42\d+° sur, 65,61000° oeste/).waitFor()
  await pin.scrollIntoViewIfNeeded()
  const from = await middleOf(pin)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y, { steps: 6 })
  await page.mouse.up()
  await dialog.getByText(/Está en 27,42\d+° sur, 65,60\d+° oeste/).waitFor()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const shops = (await (await fetch(`${shop.url}/api/sucursales`)).json()) as {
    nombre: string
    lng: number
  }[]
  const lng = shops.find(({ nombre }) => nombre === 'Aguilares')?.lng ?? 0
  expect(lng).toBeGreaterThan(-65.61)
  expect(lng).toBeLessThan(-65.6)
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
})

it('on a phone a finger moves the pin; without pictures of the map it is a schema, and says so', async () => {
  mapas.mood = 'down'
  const { page } = await owner(PHONE)
  await page.goto(`${shop.url}/mostrador/dueno/sucursales`)
  await press(page.getByRole('button', { name: 'Editar Alberdi', exact: true }))
  const dialog = dialogOf(page)
  await dialog.getByText('Esquema, no es un mapa').waitFor()
  const where = dialog.getByRole('status').filter({ hasText: 'Está en' })
  const before = await where.textContent()
  const pin = dialog.getByRole('button', { name: 'La sucursal: movela con las flechas del teclado' })
  await pin.scrollIntoViewIfNeeded()
  const from = await middleOf(pin)
  await dragByFinger(page, from, { x: from.x + 50, y: from.y - 40 })
  await expect.poll(() => where.textContent()).not.toBe(before)
  await press(dialog.getByRole('button', { name: 'Cancelar' }))
  mapas.mood = 'fine'
})
