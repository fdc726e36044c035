import type { Page } from 'playwright-core'
import { startShop } from '../../e2e/support/shop.ts'
import { producto, search, showProductos } from '../../e2e/support/vidriera.ts'
import { atMost, note, type Row } from '../support/rows.ts'
import { launchBrowser } from './launch-browser.ts'

export const name = 'Search: 2,000 products, on a CPU slowed to a quarter'
const PRODUCTS = 2_000
const SLOWED = 4
/** Letters that leave all, many, few and none; then the way back. */
const TYPED = ['c', 'u', 'a', 'd', 'e', 'r', 'n', 'o', ' ', '7', '7', 'x', ...Array(12).fill('Backspace')]
const PAUSE_MS = 180
const LONGEST = 'Math.max(0, ...tasks)'

/**
 * Measures the time from a key to the next paint, as browsers report it for INP: the worst one, as INP counts up to 50
 * interactions. And how long the page does not answer when the list arrives and nothing is typed yet.
 */
export async function run(): Promise<Row[]> {
  const shop = await startShop()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 412, height: 823 } })
    await showProductos(
      page,
      Array.from({ length: PRODUCTS }, (_, index) =>
        producto(index + 1, {
          producto: { nombre: `Cuaderno ${index} de ${index % 97} hojas` },
          categoria: { nombre: `Categoría ${index % 8}` },
        }),
      ),
    )
    await page.addInitScript(watchEvents)
    const answer = await holdList(page)
    await page.goto(shop.url)
    await page.locator('[data-skeleton]').first().waitFor()
    await page.waitForTimeout(1_000) // what the page does by itself
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    await page.evaluate('tasks.length = 0')
    answer()
    await page.getByText(`Todos ${PRODUCTS}`).waitFor()
    await page.waitForTimeout(1_000)
    const arrival: number = await page.evaluate(LONGEST)
    const waits = await type(page)
    return [
      note('longest task as the list arrives', arrival, 'ms'),
      note('keys', TYPED.length),
      atMost('key to paint, the worst', Math.max(...waits), 200, 'ms'),
      note('longest task while typing', await page.evaluate(LONGEST), 'ms'),
    ]
  } finally {
    await browser.close()
    await shop.remove()
  }
}

/** Runs in the page: what each interaction took, and each long task. What is quicker than 16 ms is not reported. */
function watchEvents() {
  const page: { waits: Record<number, number>; tasks: number[] } = Object.assign(globalThis, {
    waits: {},
    tasks: [],
  })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration } = entry as PerformanceEventTiming
      if (interactionId) page.waits[interactionId] = Math.max(page.waits[interactionId] ?? 0, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) page.tasks.push(duration)
  }).observe({ type: 'longtask' })
}

/** The list waits until `answer` is called. */
async function holdList(page: Page): Promise<() => void> {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/productos/', async (route) => {
    await held
    await route.fallback()
  })
  return answer
}

async function type(page: Page): Promise<number[]> {
  await search(page).focus()
  await page.evaluate('tasks.length = 0')
  for (const key of TYPED) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(PAUSE_MS)
  }
  await page.waitForTimeout(1_000)
  return [16, ...Object.values<number>(await page.evaluate('waits'))]
}
