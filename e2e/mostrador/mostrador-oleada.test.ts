// An hour's changes in one minute, while two clerks work on the board.
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { fillPedidos } from '../../bench/support/pedidos.ts'
import { openToStay } from '../support/browser.ts'
import { addClerk, enterCounter } from '../support/mostrador.ts'
import { shoot } from '../support/screen.ts'
import { ownerBearer, request, rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

/** Four at a time: above the two cards and below. */
const ROUNDS = 15
const { shop, browser } = await openStage()
let pages: Page[] = []
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [n, page] of pages.entries()) await shoot(page, `FAILED oleada ${n}`).catch(() => {})
})

type Seen = { card: string | null; top: number }

/** Runs in the page: records for each frame the card at the point or with the focus, and its place in the window. */
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

/** Scrolled until that order's card is in the middle of the window, and stays: cards above it are drawn meanwhile. */
async function toMiddle(page: Page, id: string): Promise<Locator> {
  const card = page.locator(`[data-pedido="${id}"]`)
  await card.evaluate(async (element) => {
    let [still, last] = [0, Number.NaN]
    while (still < 10) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      const { top } = element.getBoundingClientRect()
      still = top === last ? still + 1 : 0
      last = top
    }
  })
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
  await nadia.page.evaluate(watch, point)
  await lucas.page.evaluate(watch, 'focus' as const)

  const others = paid.filter((id) => id !== hers && id !== his)
  const ready = await open('en_produccion')
  const send = async (path: string, body: object, method = 'POST') => {
    const answer = await request(shop, `/api/mostrador/pedidos/${path}`, body, { method, headers: bearer })
    expect(answer.status, await answer.text()).toBe(200)
  }
  const onBoth = (id: string, look: (card: Locator, page: Page) => Promise<void>) =>
    Promise.all(pages.map((page) => look(page.locator(`[data-pedido="${id}"]`), page)))
  const shows = (id: string, text: string) =>
    onBoth(id, (card) => card.getByText(text).waitFor({ state: 'attached' }))
  const leaves = (id: string, estado: string) =>
    onBoth(id, (card, page) =>
      card.and(page.locator(`[data-estado=${estado}]`)).waitFor({ state: 'detached' }),
    )
  // The minute is shortened: the next four come once these are on both boards
  for (let round = 0; round < ROUNDS; round++) {
    const [urgent = '', begun = '', held = ''] = others.slice(round * 3)
    const done = ready[round] ?? ''
    await send(urgent, { urgente: true }, 'PATCH') // to the top
    await send(`${begun}/estado`, { estado: 'en_produccion' }) // out of the column
    await send(`${done}/estado`, { estado: 'listo' })
    await send(`${held}/tomar`, {}) // in a clerk's hands
    if (round === 10) await send(`${his}/tomar`, {})
    await shows(urgent, 'Urgente')
    await leaves(begun, 'pagado')
    await leaves(done, 'en_produccion')
    await shows(held, 'Lo tiene')
  }
  const seenBy = (page: Page) => page.evaluate<Seen[]>('seen')
  const [mouse, focus] = [await seenBy(nadia.page), await seenBy(lucas.page)]
  expect(mouse.map((seen) => seen.card)).toEqual(mouse.map(() => hers))
  expect(focus.map((seen) => seen.card)).toEqual(focus.map(() => his))
  const drift = (seen: Seen[]) => Math.max(...seen.map(({ top }) => Math.abs(top - (seen[0]?.top ?? 0))))
  expect(drift(mouse)).toBeLessThanOrEqual(1)
  expect(drift(focus)).toBeLessThanOrEqual(1)
})

it('a card shows all that an urgent order is made of, on a tablet too', async () => {
  await fillPedidos(shop, 20)
  await rows(shop, `update pedidos set urgente = true where estado = 'listo'`)
  await rows(
    shop,
    `update archivos set anillado = true, duplicado = 4
     where pedido_id in (select id from pedidos where estado = 'listo')`,
  )
  const { page } = await openToStay(browser)
  pages = [page]
  await enterCounter(page, shop, await addClerk(shop, 'Inés Luna', 1))
  for (const width of [1280, 820]) {
    await page.setViewportSize({ width, height: 1180 })
    const card = page.locator('[data-estado=listo]').first()
    const line = card.getByRole('list', { name: 'Marcas del equipo' }).locator('..')
    await line.getByText('4 anillados').waitFor()
    const hidden = await line.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight),
    )
    expect(hidden, `at ${width}`).toBeLessThanOrEqual(1)
  }
})
