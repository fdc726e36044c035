import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

export type OpenPage = {
  page: Page
  /** What a visitor's console would show in red: errors, uncaught exceptions, refused content. */
  problems: string[]
}

/** Chromium, as found by scripts/chromium.mjs. Close it in afterAll. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A visitor of their own (cookies, storage), 1280 px wide unless told. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Tucuman',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  return { page, problems }
}

/** No page may scroll sideways: on a phone that is the first sign of a broken layout. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content, `${page.url()} is wider than the window`).toBeLessThanOrEqual(window ?? 0)
}
