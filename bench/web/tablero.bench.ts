import type { Browser, Page } from 'playwright-core'
import { enterCounter } from '../../e2e/support/mostrador.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { fillPedidos } from '../support/pedidos.ts'
import { atLeast, atMost, median, note, type Row } from '../support/rows.ts'
import { launchBrowser } from './launch-browser.ts'

export const name = 'The board on screen with 20 and with 200 open orders, 1280x800'
/** Four of seven orders are open. */
const [FEW, MANY] = [35, 350]
const ROUNDS = 11
const SLOWER = 4
const STEPS = 40
const FRAME_MS = 50
const REST_MS = 1_000

/** First paint: from the start of a reload until a card was drawn, in turns on both shops. */
export async function run(): Promise<Row[]> {
  const [few, many] = [await startShop(), await startShop()]
  const browser = await launchBrowser()
  try {
    await fillPedidos(few, FEW)
    await fillPedidos(many, MANY)
    const [small, large] = [await openBoard(browser, few), await openBoard(browser, many)]
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = -2; round < ROUNDS; round++) {
      const [one, other] = [await firstCard(small), await firstCard(large)]
      if (round < 0) continue // compiled code, warm pages
      times.small.push(one)
      times.large.push(other)
    }
    const cards = await large.locator('[data-pedido]').count()
    const longest = await scrollSlowly(large)
    return [
      note('first paint, 20 open orders', median(times.small), 'ms'),
      note('first paint, 200 open orders', median(times.large), 'ms'),
      atMost('first paint: 200 against 20', median(times.large) / median(times.small), 1.3),
      atLeast('cards in the page', cards, 200),
      atLeast('whole cards of a column in the window', await wholeCards(large), 7),
      atMost('longest task while it scrolls, 4x slower', longest, FRAME_MS, 'ms'),
    ]
  } finally {
    await browser.close()
    await few.remove()
    await many.remove()
  }
}

async function openBoard(browser: Browser, shop: Shop): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.addInitScript(watchCards)
  await enterCounter(page, shop)
  return page
}

async function firstCard(page: Page): Promise<number> {
  await page.reload()
  const drawn = await page.evaluate<number>('drawn')
  await page.waitForTimeout(REST_MS) // the rest of the cards
  return drawn
}

const wholeCards = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, 0)
    const column = document.querySelector('[data-estado=pagado]')?.parentElement
    return [...(column?.children ?? [])].filter((card) => {
      const { top, bottom } = card.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }).length
  })

/** Milliseconds of the longest task, from the top of the page to its foot by the wheel. 0: none took 50. */
async function scrollSlowly(page: Page): Promise<number> {
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.mouse.move(900, 600)
  await page.waitForTimeout(1_000)
  await page.evaluate('longest = 0')
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.wheel(0, 150)
    await page.waitForTimeout(60)
  }
  const longest = await page.evaluate<number>('longest')
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return longest
}

/** Runs in the page. */
function watchCards() {
  const { promise, resolve } = Promise.withResolvers<number>()
  const page = Object.assign(globalThis, { drawn: promise, longest: 0 })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) page.longest = Math.max(page.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-pedido]')) return
    observer.disconnect()
    // The time of the frame after the one that draws the first card
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}
