import type { Browser } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { type Shop, type ShopOptions, startShop } from './shop.ts'

/**
 * A shop for journeys, on a copy of one that was started before: this takes a third of the time of an empty
 * one.
 */
export const startCopy = (options: ShopOptions = {}): Promise<Shop> =>
  startShop({ plantilla: inject('plantilla'), ...options })

/**
 * The shop of one file's journeys, gone after the last of them, and the browser that it shares with the files before and
 * after it: their visitors are gone. Awaited at the top of the file.
 * @param open `openBrowser` for one of its own, closed after it: of journeys that change service workers, which can make
 * a browser wait for ever on a reload
 */
export async function openStage(
  options: ShopOptions = {},
  open: () => Promise<Browser> = sharedBrowser,
): Promise<{ shop: Shop; browser: Browser }> {
  const shop = await startCopy(options)
  try {
    const browser = await open()
    afterAll(async () => {
      if (open === sharedBrowser) await Promise.all(browser.contexts().map((context) => context.close()))
      else await browser.close()
      await shop.remove()
    })
    return { shop, browser }
  } catch (error) {
    await shop.remove()
    throw error
  }
}
