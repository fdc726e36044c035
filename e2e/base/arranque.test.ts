import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectNoSidewaysScroll, openBrowser, openPage, WITH_WORKER } from '../support/browser.ts'
import { isGrande } from '../support/grande.ts'
import { OWNER, type Shop, startShop } from '../support/shop.ts'
import { startCopy } from '../support/stage.ts'

// With the embedded database and its folder. The start of several servers: server/src/procesos.test.ts
describe.skipIf(isGrande)('starting and ending, as npm start does', () => {
  const env = { SHOP_BUILT: '1' }
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop({ env })
  })
  afterAll(() => shop.remove())

  it('prints its address', () => expect.poll(() => shop.printed()).toMatch(`:${new URL(shop.url).port}`))

  it('refuses a second server on the same data, and says why', async () => {
    await expect(startShop({ env, dataDir: shop.dataDir })).rejects.toThrow(/Ya hay otro servidor/)
    expect((await fetch(`${shop.url}/api/salud`)).status).toBe(200)
  })

  it('runs beside another one', async () => {
    const other = await startShop({ env })
    expect((await fetch(`${other.url}/api/salud`)).status).toBe(200)
    expect(await other.stop()).toBe(0)
    await other.remove()
  })

  it('after kill -9 starts again by itself, with its owner', async () => {
    await shop.kill9()
    shop = await startShop({ env, dataDir: shop.dataDir })
    const answer = await fetch(`${shop.url}/api/mostrador/ingresar`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(OWNER),
    })
    expect(answer.status).toBe(200)
  })

  it('ends cleanly on SIGTERM', async () => expect(await shop.stop()).toBe(0))
})

describe('first pages', () => {
  let shop: Shop
  let browser: Browser
  beforeAll(async () => {
    ;[shop, browser] = await Promise.all([startCopy(), openBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await shop.remove()
  })

  for (const path of ['/', '/imprimitodo/paso1', '/mostrador', '/no-existe'])
    it(`${path} is accessible, fits and raises no error, at 360 and 1280 px`, async () => {
      const { page, problems } = await openPage(browser, {
        ...WITH_WORKER,
        viewport: { width: 360, height: 800 },
      })
      const answer = await page.goto(shop.url + path)
      expect(answer?.status()).toBe(path === '/no-existe' ? 404 : 200)
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.waitForLoadState('networkidle')
        await expectNoAxeViolations(page)
        await expectNoSidewaysScroll(page)
      }
      // The browser itself logs the 404 of the address it was sent to
      expect(problems.filter((text) => !text.includes('/no-existe)'))).toEqual([])
    })

  it('the footer comes with the screen: shown before, it would jump', async () => {
    const { page } = await openPage(browser, { ...WITH_WORKER, viewport: { width: 1280, height: 800 } })
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/pedidos/nada', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${shop.url}/pedido/nada`)
    const footer = page.getByRole('contentinfo')
    await page.getByText('Buscando tu pedido…').waitFor()
    expect(await footer.isVisible()).toBe(false)
    answer()
    await page.getByRole('heading', { name: 'No encontramos ese pedido' }).waitFor()
    expect(await footer.isVisible()).toBe(true)
  })

  for (const path of ['/', '/imprimitodo', '/registro'])
    it(`${path} works when the first bundle is the last to arrive`, async () => {
      const { page, problems } = await openPage(browser, {
        ...WITH_WORKER,
        viewport: { width: 390, height: 800 },
      })
      const own = page.waitForEvent('requestfinished', (one) => /\/assets\/index-[^/]+\.js$/.test(one.url()))
      await page.route('**/assets/react-*.js', async (route) => {
        await own
        await page.waitForTimeout(300) // in which it would run, and fail
        await route.continue()
      })
      await page.goto(shop.url + path, { waitUntil: 'commit' })
      await page.getByRole('banner').getByRole('button').and(page.locator(':enabled')).first().waitFor()
      for (const family of ['Figtree', 'Bricolage Grotesque'])
        await page.waitForFunction(
          (wanted) =>
            [...document.fonts].some(
              (font) => font.family.replaceAll('"', '') === wanted && font.status === 'loaded',
            ),
          family,
        )
      expect(problems).toEqual([])
    })
})
