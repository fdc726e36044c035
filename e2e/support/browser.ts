import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { shoot } from './screen.ts'

export type OpenPage = {
  page: Page
  /** What a visitor's console would show in red: errors, uncaught exceptions, refused content. */
  problems: string[]
}

/** A phone: touch, no mouse, the browser's mobile layout. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; moto g54) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

/** Chromium, as found by scripts/chromium.ts, with `more` of its switches. Close it in afterAll. */
export function openBrowser(more: string[] = []): Promise<Browser> {
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
      ...more,
    ],
  })
}

let shared: Promise<Browser> | undefined

/**
 * One for all files of a worker, which run one after another. It ends with the worker; a crashed one is
 * replaced.
 */
export async function sharedBrowser(): Promise<Browser> {
  const found = await shared?.catch(() => undefined)
  if (found?.isConnected()) return found
  shared = openBrowser()
  return shared
}

/** For tests of the service worker, or of a whole customer journey: the service worker is installed. */
export const WITH_WORKER: BrowserContextOptions = { serviceWorkers: 'allow' }

/**
 * A visitor of their own (cookies, storage), 1280 px wide unless told, who leaves when the test ends. Without the service
 * worker unless told: each new visitor would load the whole site for it, which is a third of what a journey computes.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await newVisitor(browser, options)
  // Pages left open would go on making calls and drawing during the next tests
  onTestFinished(() => context.close())
  return openTab(context)
}

/** As `openPage`, but the page stays open after the test, for a journey that is split into several tests. */
export async function openToStay(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> {
  return openTab(await newVisitor(browser, options))
}

const newVisitor = (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> =>
  browser.newContext({
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Tucuman',
    serviceWorkers: 'block',
    ...DESKTOP,
    ...options,
  })

/**
 * Every page begins by asking for a session. Without one the browser logs the 401, which is no problem of the page.
 */
const IS_NO_SESSION = / 401 .*\/api\/(?:auth\/(?:cliente-actual|refresh)|cupones)\/\)$/

/** Another tab of the same visitor. */
export async function openTab(context: BrowserContext): Promise<OpenPage> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  // Not checked after a failure: by then the page is closed
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await shoot(page, `FAILED ${task.name.slice(0, 60).replace(/\W+/g, ' ')} ${Date.now()}`).catch(() => {})
  })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    const text = `console: ${message.text()} (${message.location().url})`
    if (message.type() === 'error' && !IS_NO_SESSION.test(text)) problems.push(text)
  })
  return { page, problems }
}

const touches = new WeakMap<Page, Promise<boolean>>()

/** A tap on a phone, a click elsewhere. `force` for aria-disabled buttons, which answer anyway. */
export async function press(target: Locator, options: { force?: boolean } = {}): Promise<void> {
  const page = target.page()
  const isTouch = touches.get(page) ?? page.evaluate(() => navigator.maxTouchPoints > 0)
  touches.set(page, isTouch)
  await ((await isTouch) ? target.tap(options) : target.click(options))
}

/** No page may scroll sideways: on a phone that is the first sign of a broken layout. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const content = await page.evaluate(() => document.documentElement.scrollWidth)
  // Not innerWidth: a phone zooms out, and it grows with the page
  expect(content, `${page.url()} is wider than the window`).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  )
}
