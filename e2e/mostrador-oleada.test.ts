// An hour's worth of changes in a minute, under the hands of two clerks.
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { fillPedidos } from '../bench/support/pedidos.ts'
import { openToStay } from './support/browser.ts'
import { addClerk, enterCounter } from './support/mostrador.ts'
import { shoot } from './support/screen.ts'
import { ownerBearer, request, rows } from './support/server.ts'
import { openStage } from './support/stage.ts'

const EVENTS = 60
/** The minute is shortened: 60 of them come in 24 s. */
const EVERY_MS = 400
const { shop, browser } = await openStage()
let pages: Page[] = []
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [n, page] of pages.entries()) await shoot(page, `FAILED oleada ${n}`).catch(() => {})
})

type Seen = { card: string | null; top: number }

/** Runs in the page: in each frame, which card is there and where it stands in the window. */
function watch(at: { x: number; y: number } | 'focus') {
  const seen: Seen[] = []
  const look = () => {
    const element = at === 'focus' ? document.activeElement : document.elementFromPoint(at.x, at.y)
    const card = element?.closest<HTMLElement>('[data-pedido]')
    const now = {
      card: card?.dataset.pedido ?? null,
      top: Math.round(card?.getBoundingClientRect().top ?? -1),
    }
    const last = seen.at(-1)
    if (!last || last.card !== now.card || last.top !== now.top) seen.push(now)
    requestAnimationFrame(look)
  }
  look()
  Object.assign(globalThis, { seen })
}

/** Scrolled until that order's card is in the middle of the window. */
async function toMiddle(page: Page, id: string): Promise<Locator> {
  const card = page.locator(`[data-pedido="${id}"]`)
  await card.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await page.waitForTimeout(1000) // until all cards are drawn
  await card.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  return card
}

/** Ids of the orders in a state, the oldest first. */
const open = async (estado: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(shop, 'select id from pedidos where estado = $1 order by numero', [estado])
  ).map(({ id }) => id)

it('60 changes in a minute: the card under the mouse and the one with the focus keep their places', async () => {
  await fillPedidos(shop, 490)
  const bearer = await ownerBearer(shop)
  const nadia = await openToStay(browser)
  const lucas = await openToStay(browser)
  pages = [nadia.page, lucas.page]
  await enterCounter(nadia.page, shop, await addClerk(shop, 'Nadia Sosa', null))
  await enterCounter(lucas.page, shop, await addClerk(shop, 'Lucas Paz', null))
  const paid = await open('pagado')
  const [hers, his] = [paid[24], paid[30]]
  if (!hers || !his) throw new Error('no orders')

  // Nadia aims at one with the mouse, and rests there; Lucas works by keyboard
  const card = await toMiddle(nadia.page, hers)
  const box = await card.boundingBox()
  if (!box) throw new Error('no card')
  const point = { x: Math.round(box.x + 120), y: Math.round(box.y + 50) }
  await nadia.page.mouse.move(point.x, point.y)
  await (await toMiddle(lucas.page, his)).getByRole('link').first().focus()
  await nadia.page.waitForTimeout(1000)
  await nadia.page.evaluate(watch, point)
  await lucas.page.evaluate(watch, 'focus' as const)

  const others = paid.filter((id) => id !== hers && id !== his)
  const ready = await open('en_produccion')
  const send = async (path: string, body: object, method = 'POST') => {
    const answer = await request(shop, `/api/mostrador/pedidos/${path}`, body, { method, headers: bearer })
    expect(answer.status, await answer.text()).toBe(200)
  }
  for (let n = 0; n < EVENTS; n++) {
    const id = others[n] ?? ''
    const kind = n % 4
    // Above them and below: to the top, out of the column, into the next one, in somebody's hand
    if (kind === 0) await send(id, { urgente: true }, 'PATCH')
    else if (kind === 1) await send(`${id}/estado`, { estado: 'en_produccion' })
    else if (kind === 2) await send(`${ready[n] ?? ''}/estado`, { estado: 'listo' })
    else await send(`${id}/tomar`, {})
    if (n === 40) await send(`${his}/tomar`, {})
    await nadia.page.waitForTimeout(EVERY_MS)
  }
  const seenBy = (page: Page) => page.evaluate<Seen[]>('seen')
  // They did arrive
  const board = (page: Page, id: string) => page.locator(`[data-pedido="${id}"]`).getAttribute('data-estado')
  for (const page of pages) await expect.poll(() => board(page, others[57] ?? '')).toBe('en_produccion')
  const [mouse, focus] = [await seenBy(nadia.page), await seenBy(lucas.page)]
  expect(mouse.map((seen) => seen.card)).toEqual(mouse.map(() => hers))
  expect(focus.map((seen) => seen.card)).toEqual(focus.map(() => his))
  const drift = (seen: Seen[]) => Math.max(...seen.map(({ top }) => Math.abs(top - (seen[0]?.top ?? 0))))
  expect(drift(mouse)).toBeLessThanOrEqual(1)
  expect(drift(focus)).toBeLessThanOrEqual(1)
})
