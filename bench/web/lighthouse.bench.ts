import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { freePort, startShop } from '../../e2e/support/shop.ts'
import { atLeast, atMost, median, note, type Row } from '../support/rows.ts'
import { startBarePage } from './bare-page.ts'
import { launchBrowser } from './launch-browser.ts'
import { provideLighthouse, type Report } from './provide-lighthouse.ts'

export const name = 'Lighthouse, mobile, median of 5'
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

export async function run(): Promise<Row[]> {
  const lighthouse = await provideLighthouse()
  const [shop, port] = [await startShop(), await freePort()]
  const browser = await launchBrowser(`--remote-debugging-port=${port}`)
  const bare = await startBarePage(shop.url)
  const measure = async (url: string): Promise<Report> => {
    const done = await lighthouse(url, { port, logLevel: 'error', onlyCategories: CATEGORIES })
    if (!done) throw new Error(`No report of ${url}`)
    return done.lhr
  }
  /** The first visit warms up the server and does not count. */
  const rounds = async (url: string): Promise<Report[]> => {
    await (await fetch(url)).text()
    const reports: Report[] = []
    for (let round = 0; round < ROUNDS; round++) reports.push(await measure(url))
    return reports
  }
  try {
    const yardstick = medianOf(await rounds(bare.url), 'largest-contentful-paint')
    const rows: Row[] = [note('bare static page: LCP', yardstick, 'ms')]
    for (const path of ['/', await aProduct(shop.url), '/imprimitodo', '/registro'])
      rows.push(...rowsOf(path, await rounds(shop.url + path), yardstick))
    return rows
  } finally {
    bare.stop()
    await browser.close()
    await shop.remove()
  }
}

async function aProduct(origin: string): Promise<string> {
  const all = (await (await fetch(`${origin}/api/v1/productos/`)).json()) as ProductoAnswer[]
  const shown = all.find(({ imagenes }) => imagenes.length > 0) ?? all[0]
  return `/producto/${shown?.id}`
}

const medianOf = (reports: Report[], audit: string): number =>
  median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))

const scoreOf = (reports: Report[], category: string): number =>
  Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0)))

function rowsOf(path: string, reports: Report[], yardstick: number): Row[] {
  const lcp = medianOf(reports, 'largest-contentful-paint')
  for (const audit of failed(reports)) console.log(`  ${path}: ${audit}`)
  return [
    atLeast(`${path} performance`, scoreOf(reports, 'performance'), 95),
    atLeast(`${path} accessibility`, scoreOf(reports, 'accessibility'), 100),
    atLeast(`${path} best-practices`, scoreOf(reports, 'best-practices'), 100),
    atLeast(`${path} seo`, scoreOf(reports, 'seo'), 100),
    note(`${path} FCP`, medianOf(reports, 'first-contentful-paint'), 'ms'),
    note(`${path} LCP`, lcp, 'ms'),
    atMost(`${path} LCP as a multiple of the bare page's`, lcp / yardstick, 1.8),
    atMost(`${path} CLS`, medianOf(reports, 'cumulative-layout-shift'), 0.01),
    atMost(`${path} TBT`, medianOf(reports, 'total-blocking-time'), 150, 'ms'),
  ]
}

/** What cost points in the last round, in Lighthouse's words. */
function failed(reports: Report[]): string[] {
  const audits = Object.entries(reports.at(-1)?.audits ?? {})
  const bad = audits.filter(([id, { score }]) => score === 0 && !/insight|unused|cache/.test(id))
  return bad.map(
    ([id, { title, details }]) => `${id}: ${title} ${JSON.stringify(details?.items ?? '').slice(0, 300)}`,
  )
}
