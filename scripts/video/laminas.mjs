// The still pictures of the film in the shop's design, drawn by Chromium: cards, the bands above the screen, the poster.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const UI = join(import.meta.dirname, '../../web/src/ui')
const tokens = readFileSync(join(UI, 'tokens.css'), 'utf8').replaceAll(
  /url\("\.\/fonts\/([^"]+)"\)/g,
  (_, name) => `url(data:font/woff2;base64,${readFileSync(join(UI, 'fonts', name), 'base64')})`,
)

export const PELICULA = { width: 624, height: 1280 }
export const BANDA = 128
export const AFICHE = { width: 744, height: 464 }

const STYLE = `${tokens}
  * { box-sizing: border-box; margin: 0 }
  body { background: var(--lemon); color: var(--ink); font: 400 30px/1.35 var(--body); overflow: hidden }
  .fill { position: fixed; inset: 0; display: grid; align-content: center; gap: 34px; padding: 56px }
  h1 { font: 800 84px/0.98 var(--display); letter-spacing: -0.03em }
  mark { background: var(--blue); color: #fff; padding: 0 14px }
  .band { position: fixed; inset: 0; display: flex; align-items: center; gap: 22px; padding: 0 30px;
    background: var(--lemon); border-bottom: 5px solid var(--ink); font: 800 42px/1.05 var(--display); letter-spacing: -0.02em }
  .band b { flex: none; width: 72px; height: 72px; border-radius: 50%; background: var(--ink); color: var(--lemon);
    display: grid; place-items: center; font-size: 40px }
  .inks { position: fixed; left: 0; right: 0; bottom: 0; height: 26px; display: flex }
  .inks i { flex: 1 }
  .logo { width: 190px }
  .poster { grid-template-columns: 1fr 190px; align-items: center; gap: 30px; padding: 40px 44px 84px }
  .poster h1 { font-size: 62px }
  .poster img { width: 190px; border: 5px solid var(--ink); border-radius: 14px; height: 340px; object-fit: cover; object-position: top }`

const LOGO = `<svg class="logo" viewBox="0 0 60 40" aria-hidden="true"><circle cx="20" cy="20" r="18" fill="#fff"/><circle cx="20" cy="20" r="18" fill="#f5c518" stroke="#17202e"/><circle cx="40" cy="20" r="18" fill="#1b3fbf"/><path d="M30 5a18 18 0 0 1 0 30 18 18 0 0 1 0-30Z" fill="#0b6b4e"/></svg>`
const INKS = `<div class="inks">${['#00a0c6', '#d6006e', '#f5c518', '#fbf6ea', '#c93a22', '#0b6b4e'].map((ink) => `<i style="background:${ink}"></i>`).join('')}</div>`

/** @returns the PNG's bytes */
async function dibujar(browser, body, viewport) {
  const page = await browser.newPage({ viewport })
  await page.setContent(`<!doctype html><style>${STYLE}</style>${body}`)
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot()
  await page.close()
  return picture
}

export const caratula = (browser, pasos) =>
  dibujar(
    browser,
    `<div class="fill">${LOGO}<h1>Imprimí desde tu <mark>casa</mark></h1><p>Tu pedido en ${pasos} pasos, sin filas ni demoras.</p></div>${INKS}`,
    PELICULA,
  )

export const cierre = (browser) =>
  dibujar(
    browser,
    `<div class="fill">${LOGO}<h1>Empezá tu pedido</h1><p>Subí tus PDF acá mismo, desde el celular o la compu.</p></div>${INKS}`,
    PELICULA,
  )

export const banda = (browser, numero, titulo) =>
  dibujar(browser, `<div class="band"><b>${numero}</b><span>${titulo}</span></div>`, {
    width: PELICULA.width,
    height: BANDA,
  })

/** `pantalla` is a picture of the phone's. */
export const afiche = (browser, pantalla) =>
  dibujar(
    browser,
    `<div class="fill poster"><h1>Cómo mandar tus archivos</h1><img src="data:image/png;base64,${pantalla.toString('base64')}"></div>`,
    AFICHE,
  )
