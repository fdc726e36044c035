// The still pictures of the film in the shop's design, drawn by Chromium: cards, the bands above the screen, the poster.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, ViewportSize } from 'playwright-core'
import { DENSIDAD, PANTALLA } from './camara.ts'

const UI = join(import.meta.dirname, '../../web/src/ui')
const tokens = readFileSync(join(UI, 'tokens.css'), 'utf8').replaceAll(
  /url\("\.\/fonts\/([^"]+)"\)/g,
  (_, name) => `url(data:font/woff2;base64,${readFileSync(join(UI, 'fonts', name), 'base64')})`,
)

export const PELICULA = { width: 624, height: 1280 }
/** The height of the title. Below it two lines of captions have room: elsewhere they would cover the screen's buttons. */
export const BANDA = 96
export const PANTALLA_ALTO = Math.round(PANTALLA.height * DENSIDAD)
export const AFICHE = { width: 744, height: 464 }

const STYLE = `${tokens}
  * { box-sizing: border-box; margin: 0 }
  body { background: var(--lemon); color: var(--ink); font: 400 30px/1.35 var(--body); overflow: hidden }
  .fill { position: fixed; inset: 0; display: grid; align-content: center; gap: 34px; padding: 56px }
  h1 { font: 800 84px/1.04 var(--display); letter-spacing: -0.03em }
  mark { background: var(--blue); color: #fff; padding: 0 14px }
  .band { position: fixed; inset: 0; display: grid; align-content: center; padding: 0 28px;
    background: var(--lemon); border-bottom: 5px solid var(--ink); font: 800 46px/1.05 var(--display); letter-spacing: -0.02em }
  .inks { position: fixed; left: 0; right: 0; bottom: 0; height: 26px; display: flex }
  .inks i { flex: 1 }
  .logo { width: 190px }
  .poster { grid-template-columns: 1fr 224px; align-content: start; gap: 20px; padding: 44px 44px 0 }
  .poster h1 { font-size: 58px }
  .poster img { width: 224px; border: 5px solid var(--ink); border-radius: 18px }`

const LOGO = `<svg class="logo" viewBox="0 0 60 40" aria-hidden="true"><circle cx="20" cy="20" r="18" fill="#fff"/><circle cx="20" cy="20" r="18" fill="#f5c518" stroke="#17202e"/><circle cx="40" cy="20" r="18" fill="#1b3fbf"/><path d="M30 5a18 18 0 0 1 0 30 18 18 0 0 1 0-30Z" fill="#0b6b4e"/></svg>`
const INKS = `<div class="inks">${['#00a0c6', '#d6006e', '#f5c518', '#fbf6ea', '#c93a22', '#0b6b4e'].map((ink) => `<i style="background:${ink}"></i>`).join('')}</div>`

/** @returns the PNG's bytes */
async function draw(browser: Browser, body: string, viewport: ViewportSize) {
  const page = await browser.newPage({ viewport })
  await page.setContent(`<!doctype html><style>${STYLE}</style>${body}`)
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot()
  await page.close()
  return picture
}

export const caratula = (browser: Browser) =>
  draw(
    browser,
    `<div class="fill">${LOGO}<h1>Imprimí desde tu <mark>casa</mark></h1><p>Así mandás tus archivos.</p></div>${INKS}`,
    PELICULA,
  )

export const cierre = (browser: Browser) =>
  draw(
    browser,
    `<div class="fill">${LOGO}<h1>Empezá tu pedido</h1><p>Subí tus PDF acá mismo, desde el celular o la compu.</p></div>${INKS}`,
    PELICULA,
  )

export const banda = (browser: Browser, titulo: string) =>
  draw(browser, `<div class="band">${titulo}</div>`, {
    width: PELICULA.width,
    height: BANDA,
  })

/** `pantalla` is a picture of the phone's. */
export const afiche = (browser: Browser, pantalla: Buffer) =>
  draw(
    browser,
    `<div class="fill poster"><h1>Cómo mandar tus archivos</h1><img src="data:image/png;base64,${pantalla.toString('base64')}"></div>`,
    AFICHE,
  )
