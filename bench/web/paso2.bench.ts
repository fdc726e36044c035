import type { Page } from 'playwright-core'
import { PHONE } from '../../e2e/support/browser.ts'
import { choose, expectStep3, heading, next, STEP2, toStep2 } from '../../e2e/support/print.ts'
import { startShop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { atMost, type Row } from '../support/rows.ts'
import { launchBrowser } from './launch-browser.ts'

export const name = 'Step 2 with 60 files, on a phone four times slower than this machine'
const ARCHIVOS = 60
const SLOWER = 4

export async function run(): Promise<Row[]> {
  const shop = await startShop()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext(PHONE)
    const page = await context.newPage()
    await toStep2(page, shop, await manyFiles())
    await page.waitForLoadState('networkidle') // read, and their bytes sent
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    const longest = await longestTask(page)
    const seconds = await secondsToStep3(page)
    return [
      atMost('longest task while options change', longest, 200, 'ms'),
      atMost('height of the page', height, 6_000, 'px'),
      atMost('from «Siguiente» to step 3, at full speed', seconds, 4, 's'),
    ]
  } finally {
    await browser.close()
    await shop.remove()
  }
}

const manyFiles = () =>
  Promise.all(
    Array.from({ length: ARCHIVOS }, async (_, at) => ({
      name: `archivo-${at + 1}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(await makePdf({ pages: 3, text: `Archivo ${at}, página` })),
    })),
  )

/** The longest task while the panel of all files, a preset and one file are used on a slowed processor. */
async function longestTask(page: Page): Promise<number> {
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(watchTasks)
  await page.getByRole('radio', { name: 'Trámite' }).click({ force: true })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: /^Cambiar una opción en los/ }).click()
  await choose(page, 'Tinta de todos los archivos', 'Color')
  await page.getByRole('button', { name: 'Una copia más de todos los archivos' }).click()
  await choose(page, 'Caras de archivo-30.pdf', 'Simple faz')
  await page.waitForTimeout(1_000)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return Math.round(await page.evaluate<number>('longest'))
}

/** Runs in the page. */
function watchTasks() {
  const page = Object.assign(globalThis, { longest: 0 })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) page.longest = Math.max(page.longest, duration)
  }).observe({ type: 'longtask' })
}

async function secondsToStep3(page: Page): Promise<number> {
  await heading(page, STEP2).waitFor()
  const start = performance.now()
  await next(page)
  await expectStep3(page)
  return Number(((performance.now() - start) / 1000).toFixed(1))
}
