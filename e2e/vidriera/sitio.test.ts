import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { KILL_WORKER } from '../../server/src/base/runtime/kill-worker.ts'
import { openBrowser, openPage, openTab, PHONE, WITH_WORKER } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { expectKept, heading, next, openStep1, pick, STEP2 } from '../support/print.ts'
import { startProxy } from '../support/proxy.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage({}, openBrowser)
const proxy = await startProxy(shop)
afterAll(() => proxy.stop())
beforeEach(() => {
  proxy.isDown = false
  proxy.rewrite = () => undefined
})

/** All files that the site stores on this device for use without a signal: paths by version. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const all: Record<string, string[]> = {}
    for (const name of await caches.keys())
      all[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    return all
  })

/** The names of the caches. They are not opened: `caches.open` would create one again that is being deleted. */
const versions = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys())

/** Until the service worker has everything and answers this page, and the page is at rest. */
async function ready(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

/**
 * Waits until no version is being installed: a browser whose workers are debugged can wait for ever on a
 * reload in between.
 */
async function settled(page: Page): Promise<void> {
  const onItsWay = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
      return [installing?.state, waiting?.state, active?.state].filter(
        (state) => state && state !== 'activated',
      )
    })
  await expect.poll(onItsWay).toEqual([])
}

async function cut(context: BrowserContext): Promise<void> {
  proxy.isDown = true
  await context.setOffline(true)
}
async function restore(context: BrowserContext): Promise<void> {
  proxy.isDown = false
  await context.setOffline(false)
}

/** A busy browser postpones its own check for a new worker. */
async function lookForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
}

const shopName = (page: Page) => page.getByRole('link', { name: 'imprimitodo, inicio' }).first()

test('every page that can be found has the title that it shows, an address of its own and its data in order', async () => {
  const { page, problems } = await openPage(browser, WITH_WORKER)
  const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
  const built = paths.filter((path) => !path.startsWith('/producto/'))
  expect(built.length).toBeGreaterThan(5)
  const product = paths.find((path) => path.startsWith('/producto/'))
  for (const path of [...built, ...(product ? [product] : [])]) {
    const answer = await fetch(shop.url + path)
    const html = await answer.text()
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1]?.replaceAll('&#39;', "'")
    expect(answer.status, path).toBe(200)
    expect(html, path).toContain(`<link rel="canonical" href="${shop.url}${path}">`)
    for (const [, json] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
      expect(JSON.parse(json ?? ''), path).toMatchObject({ '@context': 'https://schema.org' })
    await page.goto(shop.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.title(), { message: path }).toBe(title)
  }
  const image = await fetch(`${shop.url}/og.png`)
  expect(image.status).toBe(200)
  expect(image.headers.get('content-type')).toBe('image/png')
  expect(problems).toEqual([])
})

test('an unknown page is a 404, also without scripts', async () => {
  for (const path of ['/producto/999999', '/producto/x', '/nada']) {
    const answer = await fetch(shop.url + path, { headers: { accept: 'text/html' } })
    expect(answer.status, String(path)).toBe(404)
    expect(await answer.text()).toContain('<title>Esta página no existe · imprimitodo</title>')
  }
})

test('it can be installed: a manifest whose pictures are there', async () => {
  const { page } = await openPage(browser, WITH_WORKER)
  await page.goto(shop.url)
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await fetch(shop.url + href)
  expect(answer.headers.get('content-type')).toMatch('application/manifest+json')
  const manifest = (await answer.json()) as { icons: { src: string }[]; start_url: string }
  for (const { src } of manifest.icons) expect((await fetch(shop.url + src)).status, src).toBe(200)
  expect(manifest.start_url).toBe('/')
})

test('without signal a returning customer sees the site and the half-made order, and no stale answer; the counter does without it', async () => {
  const { page } = await openPage(browser, { ...PHONE, ...WITH_WORKER })
  const context = page.context()
  await page.goto(`${proxy.url}/mostrador`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('load')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  await openStep1(page, { ...shop, url: proxy.url })
  await pick(page, [await pdf('tesis.pdf', 2)])
  await expectKept(page, 1)
  await page.goto(proxy.url)
  await ready(page)

  await cut(context)
  await page.goto(proxy.url)
  await shopName(page).waitFor()
  // Offline emulation applies only to open documents: this one was opened later
  await context.setOffline(false)
  await context.setOffline(true)
  await page.getByText('Sin conexión.').waitFor()
  await page.goto(`${proxy.url}/imprimitodo`)
  await page.getByText('tesis.pdf').first().waitFor()
  await next(page)
  await heading(page, STEP2).waitFor()

  const calls = ['/api/precios', '/api/v1/productos/', '/get_token_local', '/api/auth/cliente-actual/']
  const answered = await page.evaluate(
    (paths) => Promise.all(paths.map((path) => fetch(path).then(String, () => 'no answer'))),
    calls,
  )
  expect(answered).toEqual(calls.map(() => 'no answer'))
  const all = Object.values(await kept(page)).flat()
  expect(all.filter((path) => !path.startsWith('/assets/'))).toEqual(['/imprimitodo/paso2'])
  const { page: counter } = await openTab(context)
  await expect(counter.goto(`${proxy.url}/mostrador`)).rejects.toThrow()
  await counter.close()

  await restore(context)
  await page.reload()
  await heading(page, STEP2).waitFor()
  expect(await page.getByText('Sin conexión.').count()).toBe(0)
})

test('a new version is used at once, breaks no open tab, and leaves only itself and the one before; turned off, it forgets everything', async () => {
  const { page } = await openPage(browser, WITH_WORKER)
  await page.goto(proxy.url)
  await ready(page)
  const [first = ''] = await versions(page)
  const deploy = (version: string) => {
    proxy.rewrite = (path, body) =>
      path === '/sw.js' ? body.replace(first.replace('web-', ''), version) : undefined
  }
  deploy('segunda')
  await page.reload()
  await expect.poll(() => versions(page)).toEqual([first, 'web-segunda'])
  await settled(page)
  // The tab that was open goes on loading its parts
  await page.getByRole('link', { name: 'Subir PDF' }).first().click()
  await heading(page, 'Empezá tu pedido')
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  deploy('tercera')
  await page.reload()
  await lookForWorker(page)
  await expect.poll(() => versions(page)).toEqual(['web-segunda', 'web-tercera'])
  await settled(page)
  await page.waitForLoadState('networkidle')
  proxy.rewrite = (path) => (path === '/sw.js' ? KILL_WORKER : undefined)
  // Without a reload: with one the new worker would be ready while the old one still answers the page's calls, and
  // Chromium may let it take over only after 30 s, and never while a debugger is attached
  await lookForWorker(page)
  await expect.poll(() => versions(page)).toEqual([])
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})

test('a page of another version than the worker’s is not stored, and the old version stays whole', async () => {
  const { page } = await openPage(browser, WITH_WORKER)
  await page.goto(proxy.url)
  await ready(page)
  const before = await kept(page)
  let asked = 0
  proxy.rewrite = (path, body) => {
    if (path === '/imprimitodo/paso2') asked++
    if (path === '/imprimitodo/paso2') return body.replace(/index-[\w-]{8}\.js/g, 'index-DEOTRA00.js')
    return path === '/sw.js' ? `${body}\n// changed` : undefined
  }
  await page.reload()
  await expect.poll(() => asked).toBeGreaterThan(0)
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing))
    .toBeNull()
  expect(Object.values(await kept(page)).filter((paths) => paths.length > 0)).toEqual(Object.values(before))
  await cut(page.context())
  await page.reload()
  await shopName(page).waitFor()
})
