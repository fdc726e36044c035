import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoAxeViolations } from './axe.ts'

/** Every address of the site that needs no order: those for customers with a session, or the others. */
export const pathsOf = (isCustomers: boolean): string[] =>
  Object.entries(RUTAS)
    .filter(
      ([path, ruta]) =>
        !/[:*]/.test(path) && isCustomers === ('access' in ruta && ruta.access === 'customers'),
    )
    .map(([path]) => path)

/** Where pictures of every screen go, if they are wanted: SHOTS=/tmp/pictures npm run e2e */
const SHOTS = process.env.SHOTS

/**
 * Expects that a screen fits and is accessible in its present state: nothing sticks out sideways at 390 and 360 px, and
 * axe finds nothing at 360 px. `name` is the picture's. The window is made as high as the page, since an element half
 * under a sticky bar would seem too small to be touched.
 */
export async function expectGoodScreen(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await settled(page)
  const height = await page.evaluate(() => Math.max(innerHeight, document.documentElement.scrollHeight))
  await page.setViewportSize({ width: size.width, height })
  await settled(page)
  await shoot(page, `${name}-${size.width}`)
  for (const width of size.width < 768 ? [size.width, 360] : [size.width]) {
    if (width !== page.viewportSize()?.width) await page.setViewportSize({ width, height })
    await expectFits(page, name)
  }
  await expectNoAxeViolations(page)
  await page.setViewportSize(size)
}

const PHONE = { width: 390, height: 844 }
const COMPUTER = { width: 1280, height: 800 }

/** The devices of the counter: its phone, its tablet, and its computer, whose size the window keeps. */
const COUNTER = [PHONE, { width: 820, height: 1180 }, COMPUTER]

/** A screen of the counter is good on each of its machines. */
export async function expectGoodOnAll(page: Page, name: string): Promise<void> {
  for (const size of COUNTER) {
    await page.setViewportSize(size)
    await expectGoodScreen(page, name)
  }
}

/** A screen of the site is good on a phone and on a computer, in one visit. The window ends as it was. */
export async function expectGoodOnBoth(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? COMPUTER
  for (const one of [PHONE, COMPUTER]) {
    await page.setViewportSize(one)
    await expectGoodScreen(page, name)
  }
  await page.setViewportSize(size)
}

async function expectFits(page: Page, name: string): Promise<void> {
  // Not innerWidth: a phone zooms out, and it grows with the page
  const window = page.viewportSize()?.width ?? 0
  const { content, widest } = await page.evaluate((window) => {
    const outside = [...document.querySelectorAll('main *')].filter(
      (element) => element.getBoundingClientRect().right > window + 1,
    )
    const widest = outside.map(({ tagName, className }) => `${tagName}.${className}`).slice(0, 3)
    return { content: document.documentElement.scrollWidth, widest }
  }, window)
  expect(content, `${name} is wider than ${window} px: ${widest.join(', ')}`).toBeLessThanOrEqual(window)
}

/** Fonts, and every animation that ends: halfway through one, colours have no contrast yet. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** A picture of the page, where they are wanted. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}
