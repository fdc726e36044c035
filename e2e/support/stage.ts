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
 * Await it at the top of a file: gives its journeys a shop, which is removed after the last of them, and the browser
 * that all files share, whose visitors are closed after each file.
 * @param open `openBrowser` gives the file a browser of its own, closed after it. Journeys that change service workers
 * need their own: after such a change a reload may never end, and it would hold up the other files
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
