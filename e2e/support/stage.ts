import type { Browser } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { openBrowser } from './browser.ts'
import { type Shop, type ShopOptions, startShop } from './shop.ts'

/** The shop and the browser of one file's journeys, gone after the last of them. Awaited at the top of the file. */
export async function openStage(options: ShopOptions = {}): Promise<{ shop: Shop; browser: Browser }> {
  const shop = await startShop({ plantilla: inject('plantilla'), ...options })
  try {
    const browser = await openBrowser()
    afterAll(async () => {
      await browser.close()
      await shop.remove()
    })
    return { shop, browser }
  } catch (error) {
    await shop.remove()
    throw error
  }
}
