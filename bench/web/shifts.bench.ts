import type { Browser } from 'playwright-core'
import { confirm, pay, sendTo, upload } from '../../e2e/support/buy.ts'
import { addSession, type Customer, makeCustomer } from '../../e2e/support/cuenta.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { atMost, type Row } from '../support/rows.ts'
import { launchBrowser } from './launch-browser.ts'

export const name = 'What jumps while a page arrives (CLS), at 390 and 1280 px'
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
/** A weak signal: 1.6 Mbit/s, 150 ms there and back. */
const WEAK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const LINES = [
  { line: 'loopback', limit: 0.01 },
  { line: 'slow line', limit: 0.05, network: WEAK },
]
/** How long shifts are still counted after the last call: fonts, pictures and late parts are drawn then. */
const REST_MS = 1_500

type Network = typeof WEAK
type Size = (typeof SIZES)[number]

export async function run(): Promise<Row[]> {
  const shop = await startShop()
  const browser = await launchBrowser()
  const customer = await makeCustomer(shop)
  try {
    const rows: Row[] = []
    for (const visit of await visitsOf(shop, customer))
      for (const { line, limit, network } of LINES)
        for (const size of SIZES) {
          const shift = await shiftOf(browser, shop, { ...visit, size, network })
          rows.push(atMost(`${visit.name}, ${size.width} px, ${line}`, shift, limit))
        }
    return rows
  } finally {
    await browser.close()
    await shop.remove()
  }
}

type Visit = { name: string; path: string; customer?: Customer }

async function visitsOf(shop: Shop, customer: Customer): Promise<Visit[]> {
  const send = sendTo(shop.url)
  const { pedido_id } = await upload(send, { bytes: await makePdf({ pages: 3 }) })
  await pay(send, pedido_id, await confirm(send, pedido_id))
  const paths = ['/', '/producto/1', '/imprimitodo', '/registro', '/login', '/terminos']
  return [
    ...paths.map((path) => ({ name: path, path })),
    { name: 'an order', path: `/pedido/${pedido_id}` },
    { name: 'an order that there is not', path: '/pedido/nada' },
    { name: '/perfil, led to /login', path: '/perfil' },
    { name: '/perfil', path: '/perfil', customer },
    { name: '/canje-puntos', path: '/canje-puntos', customer },
    { name: '/registro, led to /', path: '/registro', customer },
  ]
}

/** The worst of a first visit, as CLS adds it up. */
async function shiftOf(
  browser: Browser,
  shop: Shop,
  { path, customer, size, network }: Visit & { size: Size; network?: Network },
): Promise<number> {
  const context = await browser.newContext({ viewport: size })
  try {
    const page = await context.newPage()
    if (customer) await addSession(page, shop, customer)
    if (network) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', network)
    await page.addInitScript(watchShifts)
    await page.goto(shop.url + path)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(REST_MS)
    const shifts: unknown[] = await page.evaluate('shifts')
    for (const shift of shifts) console.log(`  ${path} ${size.width} px: ${JSON.stringify(shift)}`)
    return Number((await page.evaluate<number>('worst')).toFixed(4))
  } finally {
    await context.close()
  }
}

/** Runs in the page. Shifts less than a second apart, five seconds of them at most, count together. */
function watchShifts() {
  type Shift = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Element | null }[]
  }
  const page = Object.assign(globalThis, { worst: 0, shifts: [] as unknown[] })
  let [sum, first, last] = [0, 0, 0]
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue
      const goesOn = entry.startTime - last < 1_000 && entry.startTime - first < 5_000
      if (!goesOn) [sum, first] = [0, entry.startTime]
      sum += entry.value
      last = entry.startTime
      page.worst = Math.max(page.worst, sum)
      page.shifts.push([
        Math.round(entry.startTime),
        entry.value.toFixed(3),
        entry.sources.map(({ node }) => `${node?.nodeName}.${(node as Element)?.className}`).join(' '),
      ])
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
