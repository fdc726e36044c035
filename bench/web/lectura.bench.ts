import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openStep1, pick } from '../../e2e/support/print.ts'
import { startShop } from '../../e2e/support/shop.ts'
import { atMost, median, type Row } from '../support/rows.ts'
import { launchBrowser } from './launch-browser.ts'

export const name = 'Step 1: from the pick to pages and price, as on a phone four times slower'
/** The work is in workers, which the browser's own brake does not reach: times are taken at full speed, times four. */
const SLOWER = 4
const TIMES = 5
const FILES = 12
const WORDS = 'Los archivos se leen en el navegador antes de viajar, y el precio es el que se va a cobrar. '

/** Text with a font of its own in it, as browsers and offices print it; of `blue` every page has a title in colour. */
async function textPdf(browser: Browser, pages: number, blue = false): Promise<Buffer> {
  const page = await browser.newPage()
  const body = `<h1 style="color:${blue ? '#1b3fbf' : '#000'}">Apunte</h1><p>${WORDS.repeat(22)}</p>`
  await page.setContent(
    Array.from({ length: pages }, () => `<div style="break-after:page">${body}</div>`).join(''),
  )
  const bytes = await page.pdf({ format: 'A4' })
  await page.close()
  return bytes
}

const file = (buffer: Buffer, name = 'apunte.pdf') => ({ name, mimeType: 'application/pdf', buffer })

/** Milliseconds from the choice of the file to the frame in which its row shows its pages and its price. */
async function read(page: Page, url: string, bytes: Buffer, pages: number) {
  await openStep1(page, { url } as Parameters<typeof openStep1>[1])
  await page.evaluate(
    ({ pages }) => {
      const told = Object.assign(window, { priced: 0, picked: 0 })
      document.addEventListener('change', () => (told.picked = performance.now()), true)
      const look = () => {
        const text = document.querySelector('section[aria-labelledby=tus-archivos]')?.textContent ?? ''
        if (text.includes(`${pages} páginas`) && /\$ [\d.]+,\d\d/.test(text)) told.priced = performance.now()
        else requestAnimationFrame(look)
      }
      look()
    },
    { pages },
  )
  await pick(page, [file(bytes)])
  await page.waitForFunction(() => (window as unknown as { priced: number }).priced > 0)
  return page.evaluate<number>('window.priced - window.picked')
}

/** Milliseconds a page that the worker alone takes to look for colour. */
async function colorOf(page: Page, bytes: Buffer, pages: number): Promise<number> {
  return page.evaluate(
    async ({ base64, pages }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const entries = performance.getEntriesByType('resource').map((entry) => entry.name)
      const worker = new Worker(entries.find((url) => /lector-worker/.test(url)) ?? '', { type: 'module' })
      const pdf = new File([bytes], 'x.pdf')
      const ask = (work: object) =>
        new Promise((resolve) => {
          worker.onmessage = resolve
          worker.postMessage({ id: 'x', file: pdf, ...work })
        })
      await ask({ que: 'contar' })
      const start = performance.now()
      await ask({ que: 'color', desde: 1, hasta: pages, ms: 60_000 })
      worker.terminate()
      return (performance.now() - start) / pages
    },
    { base64: bytes.toString('base64'), pages },
  )
}

/** The longest time that the page does not answer while twelve files are read, with its own thread slowed down. */
async function longestTask(page: Page, url: string, bytes: Buffer): Promise<number> {
  await openStep1(page, { url } as Parameters<typeof openStep1>[1])
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(() => {
    const told = Object.assign(window, { longest: 0 })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) told.longest = Math.max(told.longest, duration)
    }).observe({ type: 'longtask' })
  })
  // The files come from the disk, as a customer's do: passed as bytes, the page itself would decode them from text
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-lectura-'))
  const paths = Array.from({ length: FILES }, (_, index) => join(folder, `apunte-${index}.pdf`))
  for (const path of paths) writeFileSync(path, bytes)
  await pick(page, paths)
  await page
    .getByText('Ya llegó')
    .nth(FILES - 1)
    .waitFor({ timeout: 120_000 })
  rmSync(folder, { recursive: true })
  return page.evaluate<number>('window.longest')
}

export async function run(): Promise<Row[]> {
  const shop = await startShop()
  const browser = await launchBrowser()
  const fresh = () => browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  try {
    const [fifty, threeHundred] = [await textPdf(browser, 50), await textPdf(browser, 300)]
    const blue = await textPdf(browser, 50, true)
    const times = async (bytes: Buffer, pages: number) => {
      const taken: number[] = []
      for (let time = 0; time < TIMES; time++) {
        const context = await fresh()
        taken.push(await read(await context.newPage(), shop.url, bytes, pages))
        await context.close()
      }
      return median(taken) * SLOWER
    }
    const [short, long] = [await times(fifty, 50), await times(threeHundred, 300)]
    const context = await fresh()
    const page = await context.newPage()
    await read(page, shop.url, fifty, 50)
    const [plain, colored] = [await colorOf(page, threeHundred, 300), await colorOf(page, blue, 50)]
    await context.close()
    const slowed = await fresh()
    const longest = await longestTask(await slowed.newPage(), shop.url, fifty)
    return [
      atMost('50 pages of text: pages and price after the pick', short, 1_500, 'ms'),
      atMost('300 pages of text', long, 4_000, 'ms'),
      atMost('colour, a page without any', plain * SLOWER, 60, 'ms'),
      atMost('colour, a page with some', colored * SLOWER, 60, 'ms'),
      atMost(`longest task of the page while ${FILES} files are read`, longest, 200, 'ms'),
    ]
  } finally {
    await browser.close()
    await shop.remove()
  }
}
