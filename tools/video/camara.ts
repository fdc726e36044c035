// A phone whose screen is filmed: Chromium's own frames with the time of each, and taps that can be seen.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

export const PANTALLA = { width: 390, height: 670 }
/** Pixels of the film for one of the page. */
export const DENSIDAD = 1.6

/** Seconds of the computer's clock. */
export type Frame = { file: string; at: number }
export type Corte = { from: number; to: number }

export type Camera = {
  /** What is waited for is not in the film: it is as long as the machine that films is busy. */
  cut(waiting?: Promise<unknown>): Promise<void>
  end(): Promise<{ frames: Frame[]; cortes: Corte[] }>
}

/** Starts filming. */
export async function film(page: Page, dir: string): Promise<Camera> {
  mkdirSync(dir, { recursive: true })
  const frames: Frame[] = []
  const cortes: Corte[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(dir, `${String(frames.length).padStart(5, '0')}.png`)
    writeFileSync(file, Buffer.from(data, 'base64'))
    frames.push({ file, at: metadata.timestamp ?? Date.now() / 1000 })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {}) // the page has closed
  })
  await session.send('Page.startScreencast', { format: 'png' })
  return {
    async cut(waiting) {
      const from = Date.now() / 1000
      await waiting
      await page.waitForFunction(() => !document.querySelector('[role=status] [aria-hidden] > i')) // the spinner's inks
      await sleep(250) // the last of it is painted
      cortes.push({ from, to: Date.now() / 1000 })
    },
    async end() {
      await session.send('Page.stopScreencast')
      return { frames, cortes }
    },
  }
}

/** Brings it to the middle of the screen, as a thumb would, and waits until the page rests. */
export async function show(target: Locator, block: ScrollLogicalPosition = 'center') {
  await target.evaluate((element, block) => element.scrollIntoView({ behavior: 'smooth', block }), block)
  await reposo(target.page())
}

async function reposo(page: Page) {
  let before: number | undefined
  for (let same = 0; same < 3; ) {
    const at = await page.evaluate(() => scrollY)
    same = at === before ? same + 1 : 0
    before = at
    await sleep(80)
  }
}

type Toque = {
  act?: () => Promise<unknown>
  block?: ScrollLogicalPosition | 'none'
  /** Milliseconds in which nothing more is done. */
  after?: number
}

/** A finger comes down where it will press; `act` instead of the tap where pressing would open the system's own. */
export async function touch(target: Locator, { act, block, after = 700 }: Toque = {}) {
  if (block !== 'none') await show(target, block)
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not on the page`)
  const at = { x: box.x + Math.min(box.width / 2, 150), y: box.y + box.height / 2 }
  await target.page().evaluate(dedo, at)
  await sleep(420)
  await (act ? act() : target.page().touchscreen.tap(at.x, at.y))
  await sleep(after)
}

/** Runs in the page. In the top layer, above dialogs; styled through the CSSOM, which the page's CSP allows. */
function dedo({ x, y }: { x: number; y: number }) {
  document.documentElement.style.setProperty('-webkit-tap-highlight-color', 'transparent') // Chromium's own mark, blue
  const finger = document.createElement('div')
  finger.popover = 'manual'
  Object.assign(finger.style, {
    position: 'fixed',
    margin: '0',
    padding: '0',
    left: `${x - 24}px`,
    top: `${y - 24}px`,
    width: '48px',
    height: '48px',
    borderRadius: '50%',
    pointerEvents: 'none',
    border: '3px solid #17202e',
    background: 'rgb(245 197 24 / 55%)',
    inset: 'auto',
  })
  Object.assign(finger.style, { left: `${x - 24}px`, top: `${y - 24}px` })
  document.body.append(finger)
  finger.showPopover()
  finger
    .animate(
      [
        { opacity: 0, transform: 'scale(1.7)' },
        { opacity: 1, transform: 'scale(1)', offset: 0.35 },
        { opacity: 1, transform: 'scale(0.82)', offset: 0.5 },
        { opacity: 0, transform: 'scale(1.5)' },
      ],
      { duration: 900, easing: 'ease-out' },
    )
    .finished.then(() => finger.remove())
    .catch(() => {}) // the page is gone
}

/** Letter by letter, as with two thumbs. */
export async function write(field: Locator, text: string) {
  await touch(field, { after: 150 })
  await field.pressSequentially(text, { delay: 45 })
  await sleep(350)
}
