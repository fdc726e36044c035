import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openPage, PHONE, press } from '../support/browser.ts'
import { heavyPdfOnDisk } from '../support/files.ts'
import { isGrande } from '../support/grande.ts'
import {
  carritoOf,
  expectKept,
  expectStep3,
  heading,
  next,
  openStep1,
  pick,
  STEP2,
  toStep2,
} from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { expectOneOrder, rows } from '../support/server.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { startCopy } from '../support/stage.ts'

let shop: Shop
let browser: Browser
let file: string
beforeAll(async () => {
  file = await heavyPdfOnDisk('escaneo.pdf', 20)
  shop = await startCopy()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
  rmSync(dirname(file), { recursive: true })
})

/** The calls to /api/subidas on the network. */
type Traffic = { created: number; offsets: number[] }

function watch(page: Page): Traffic {
  const traffic: Traffic = { created: 0, offsets: [] }
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/subidas')) return
    if (request.method() === 'POST') traffic.created++
    if (request.method() === 'PATCH') traffic.offsets.push(Number(request.headers()['upload-offset']))
  })
  return traffic
}

const MB = 1024 ** 2
/** A line slow enough for the tests to cut it on the way. */
const SLOW = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: 2 * MB }
const FAST = { ...SLOW, uploadThroughput: -1 }

async function network(page: Page): Promise<{ session: CDPSession; set(to: typeof SLOW): Promise<unknown> }> {
  const session = await page.context().newCDPSession(page)
  return { session, set: (to) => session.send('Network.emulateNetworkConditions', to) }
}

const bar = (page: Page) => page.getByRole('progressbar', { name: 'Subida de tus archivos' })

async function sentUntil(page: Page, percent: number): Promise<void> {
  const now = async () => Number(await bar(page).getAttribute('aria-valuenow', { timeout: 2_000 }))
  await expect.poll(now, { timeout: 30_000, interval: 50 }).toBeGreaterThanOrEqual(percent)
}

const RED = 'rgb(201, 58, 34)'
const LEMON = 'rgb(245, 197, 24)'
const LEAF = 'rgb(11, 107, 78)'

type Ink = { percent: number; color: string }

/** In the page: notes every state of the upload bar, as it is drawn. */
function recordBar(): void {
  const seen = new Map<number, string>()
  const look = () => {
    const bar = document.querySelector('[role=progressbar][aria-label="Subida de tus archivos"]')
    const ink = bar?.querySelector('i')
    if (bar && ink) seen.set(Number(bar.getAttribute('aria-valuenow')), getComputedStyle(ink).backgroundColor)
    Object.assign(window, { seenInks: [...seen].map(([percent, color]) => ({ percent, color })) })
    requestAnimationFrame(look)
  }
  look()
}
const inksOf = (page: Page): Promise<Ink[]> =>
  page.evaluate(() => (window as unknown as { seenInks: Ink[] }).seenInks)

/** It continued where it was: one upload, every accepted byte sent once, the file whole on the server. */
async function expectResumed(page: Page, { created, offsets }: Traffic): Promise<void> {
  expect(created).toBe(1)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
  const { carrito } = await carritoOf(page)
  await expectOneOrder(shop, carrito, 'borrador')
  const original = hashOf(file)
  const kept = readdirSync(shop.archivos, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size === statSync(file).size)
  expect(kept.map(hashOf)).toContain(original)
  // A killed process of several leaves its piece of a part on its own disk, for an hour
  if (isGrande) await expect.poll(() => rows(shop, 'select id from subidas')).toEqual([])
  else expect(readdirSync(join(shop.dataDir, 'subidas'))).toEqual([])
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('more than 8 MB go in parts', { timeout: 90_000 }, () => {
  it('without signal, cancelled and after a reload it goes on by itself, says how far it is, and sends nothing twice', async () => {
    const { page } = await openPage(browser, PHONE)
    const traffic = watch(page)
    const net = await network(page)
    await net.set(SLOW)
    await openStep1(page, shop)
    await page.evaluate(recordBar)
    await pick(page, [file])
    await expectKept(page, 1)
    await next(page)
    await heading(page, STEP2).waitFor()
    await next(page)
    await page.getByText(/Si se corta la señal, seguimos desde ahí\.$/).waitFor()
    expect(await page.getByRole('button', { name: 'Quitar escaneo.pdf' }).isDisabled()).toBe(true)
    await sentUntil(page, 20)
    await net.set({ ...SLOW, offline: true })
    await page.getByText('Esperando señal…').waitFor()
    await page.getByText('Sin conexión.').waitFor()
    await expectGoodScreen(page, 'paso2-sin-senal')

    await net.set({ ...SLOW, uploadThroughput: 0.6 * MB })
    await page.getByText('Subiendo tus archivos…').waitFor()
    await expectGoodOnBoth(page, 'paso2-subiendo-grande')
    await press(page.getByRole('button', { name: 'Cancelar', exact: true }))
    await page.getByRole('button', { name: 'Volver' }).waitFor()
    const before = await inksOf(page)
    await page.reload()
    await page.evaluate(recordBar)
    await heading(page, STEP2).waitFor()
    await sentUntil(page, 21)
    await expectGoodScreen(page, 'paso2-por-la-mitad')
    await next(page)
    await net.set({ ...SLOW, uploadThroughput: 7 * MB })
    await expectStep3(page)
    const inks = [...before, ...(await inksOf(page))]
    for (const { percent, color } of inks)
      expect({ percent, color }).toEqual({
        percent,
        color: percent <= 40 ? RED : percent <= 80 ? LEMON : LEAF,
      })
    expect(new Set(inks.map(({ color }) => color)).size).toBe(3)
    await expectResumed(page, traffic)
  })

  it('cut by the network, and by a server that is killed halfway and comes back, it goes on where it was', async () => {
    const { page } = await openPage(browser)
    const traffic = watch(page)
    let parts = 0
    await page.route('**/api/subidas/*', (route) =>
      route.request().method() === 'PATCH' && ++parts === 2
        ? route.abort('connectionreset')
        : route.continue(),
    )
    const net = await network(page)
    await net.set(SLOW)
    await toStep2(page, shop, [file])
    await next(page)
    await sentUntil(page, 40)
    await shop.kill9()
    shop = await startShop({ dataDir: shop.dataDir, port: Number(new URL(shop.url).port) })
    await net.set(FAST)
    await heading(page, 'Confirmá tu pedido').waitFor({ timeout: 40_000 })
    expect(parts).toBeGreaterThan(5)
    await expectResumed(page, traffic)
  })
})
