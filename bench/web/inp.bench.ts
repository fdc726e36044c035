import type { Page } from 'playwright-core'
import { PHONE, press } from '../../e2e/support/browser.ts'
import {
  choose,
  copies,
  expectStep3,
  fillContacto,
  heading,
  next,
  openFile,
  openStep1,
  pedidoIdOf,
  pick,
  STEP2,
} from '../../e2e/support/print.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { atMost, type Row } from '../support/rows.ts'
import { launchBrowser } from './launch-browser.ts'

export const name =
  'From a touch to the paint that answers it (INP), on a phone four times slower than this machine'
const ARCHIVOS = 12
const SLOWER = 4
const LIMIT_MS = 200
/** The browser reports a paint with a small delay. */
const REST_MS = 400

/** The slowest touch or key of each screen, in the order in which a customer meets them. */
export async function run(): Promise<Row[]> {
  const shop = await startShop()
  const browser = await launchBrowser()
  try {
    const page = await (await browser.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage()
    await page.addInitScript(watchEvents)
    const slow = await page.context().newCDPSession(page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const rows: Row[] = []
    for (const [screen, use] of Object.entries(SCREENS)) {
      await use(page, shop)
      await page.waitForTimeout(REST_MS)
      const { ms, what } = await page.evaluate<{ ms: number; what: string }>('slowest')
      rows.push(atMost(`${screen}: ${what}`, ms, LIMIT_MS, 'ms'))
      await page.evaluate('slowest = { ms: 0, what: "" }')
    }
    return rows
  } finally {
    await browser.close()
    await shop.remove()
  }
}

const SCREENS: Record<string, (page: Page, shop: Shop) => Promise<unknown>> = {
  async Home(page, { url }) {
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    await press(page.getByRole('button', { name: 'Diapositiva siguiente' }))
    await page.getByRole('searchbox').pressSequentially('cuaderno', { delay: 60 })
    await press(page.getByRole('button', { name: 'Abrir el menú y tu cuenta' }))
    await page.waitForTimeout(REST_MS)
    await page.keyboard.press('Escape')
  },
  async 'Step 1 with twelve files'(page, shop) {
    await openStep1(page, shop)
    await pick(page, await manyFiles())
    await page
      .getByText('Ya llegó')
      .nth(ARCHIVOS - 1)
      .waitFor({ timeout: 60_000 })
    await press(page.getByRole('button', { name: 'Quitar archivo-12.pdf' }))
  },
  async 'From step 1 to step 2'(page) {
    await next(page)
    await heading(page, STEP2).waitFor()
  },
  async 'Step 2'(page) {
    await press(page.getByRole('radio', { name: 'Trámite' }), { force: true })
    await press(page.getByRole('button', { name: 'Deshacer' }))
    await press(page.getByRole('button', { name: /^Cambiar una opción en los/ }))
    await choose(page, 'Tinta de todos los archivos', 'Color')
    await press(page.getByRole('button', { name: 'Una copia más de todos los archivos' }))
    await openFile(page, 'archivo-5.pdf')
    await choose(page, 'Caras de archivo-5.pdf', 'Simple faz')
    await copies(page, 'archivo-5.pdf').fill('3')
    await press(page.getByRole('button', { name: 'Hojear cómo sale archivo-5.pdf' }))
    const viewer = page.getByRole('dialog', { name: /^Hojear: / })
    await viewer.locator('figure img').first().waitFor()
    await press(viewer.getByRole('button', { name: /siguiente$/ }))
    await press(viewer.getByRole('button', { name: 'Cerrar' }))
  },
  async 'Grouping in step 2'(page) {
    await press(page.getByRole('button', { name: 'Agrupar archivos' }))
    for (const at of [1, 2, 3])
      await press(page.getByRole('checkbox', { name: `archivo-${at}.pdf`, exact: true }))
    await press(page.getByRole('button', { name: 'Anillar juntos' }))
  },
  async 'From step 2 to step 3'(page) {
    await next(page)
    await expectStep3(page)
  },
  async 'Step 3'(page) {
    await fillContacto(page)
    await page.getByLabel('E-mail').pressSequentially('x', { delay: 60 })
    await page.keyboard.press('Backspace')
    for (const detail of await page.locator('main summary').all()) await press(detail)
  },
  async 'The page of an order'(page, { url }) {
    await page.goto(`${url}/pedido/${await pedidoIdOf(page)}`)
    await page.getByRole('heading', { name: 'Archivos' }).waitFor()
    await page.waitForLoadState('networkidle')
    for (const detail of await page.locator('main summary').all()) await press(detail)
  },
}

const manyFiles = () =>
  Promise.all(
    Array.from({ length: ARCHIVOS }, async (_, at) => ({
      name: `archivo-${at + 1}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(await makePdf({ pages: 12, color: [2], text: `Archivo ${at}, página` })),
    })),
  )

/** Runs in the page. Keeps the slowest event that the browser counts as an interaction, and its element. */
function watchEvents() {
  type Timing = PerformanceEventTiming & { interactionId: number }
  const page = Object.assign(globalThis, { slowest: { ms: 0, what: '' } })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Timing[]) {
      if (!entry.interactionId || entry.duration <= page.slowest.ms) continue
      const target = entry.target as Element | null
      const named = target?.closest('button, a, label, summary, input') ?? target
      const what =
        named?.getAttribute('aria-label') ?? (named?.textContent || named?.getAttribute('name') || '')
      page.slowest = { ms: entry.duration, what: `${entry.name} on «${what.trim().slice(0, 40)}»` }
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
