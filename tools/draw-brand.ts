// Draws what the web is known by outside its pages: icons of the installed app, the card of a shared link. Run by
// hand when the logo, the colours or the words change; the pictures are committed (web/public).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { provideChromium } from '../scripts/chromium.ts'

const web = join(import.meta.dirname, '../web')
const out = join(web, 'public')
const PAPER = '#fbf6ea'
const PROOF_BAR = ['#00a0c6', '#d6006e', '#f5c518', '#17202e', '#c93a22', '#0b6b4e']
const DOTS = `<circle cx="12" cy="15" r="11" fill="#f5c518"/><circle cx="18" cy="15" r="11" fill="#1b3fbf"/>
  <path d="M15 4.42a11 11 0 0 1 0 21.16 11 11 0 0 1 0-21.16Z" fill="#0b6b4e"/>`

mkdirSync(join(out, 'icons'), { recursive: true })
await icon('icon-192', 192, { share: 0.8, radius: 5 })
await icon('icon-512', 512, { share: 0.8, radius: 5 })
// Systems cut a circle or a squircle out of it: nothing that matters outside the middle 80 %
await icon('maskable-512', 512, { share: 0.6 })
await icon('apple-touch-icon', 180, { share: 0.72 })
await card()

/** `share` of the width that the dots take, `radius` of the paper's corners; both on a side of 30. */
async function icon(name: string, size: number, { share, radius = 0 }: { share: number; radius?: number }) {
  const scale = (share * 30) / 28
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" width="${size}" height="${size}">
    <rect width="30" height="30" rx="${radius}" fill="${PAPER}"/>
    <g transform="translate(15 15) scale(${scale}) translate(-15 -15)">${DOTS}</g></svg>`
  const file = join(out, `icons/${name}.png`)
  await sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toFile(file)
}

/** 1200 x 630, the size previews ask for. In a browser: only there our fonts are loaded. */
async function card() {
  const font = (file: string) =>
    `data:font/woff2;base64,${readFileSync(join(web, 'src/ui/fonts', file), 'base64')}`
  const mark = (place: string) =>
    `<svg class="mark" style="${place}" viewBox="0 0 40 40"><g fill="none" stroke="#17202e" stroke-width="2"><circle cx="20" cy="20" r="10"/><path d="M0 20h40M20 0v40"/></g></svg>`
  const page = `<!doctype html><style>
    @font-face { font-family: D; src: url(${font('bricolage-grotesque-800.woff2')}); font-weight: 800 }
    @font-face { font-family: B; src: url(${font('figtree-400-700.woff2')}); font-weight: 400 700 }
    body { margin: 0; width: 1200px; height: 630px; background: ${PAPER}; color: #17202e; position: relative; overflow: hidden }
    .name { position: absolute; left: 84px; top: 84px; display: flex; align-items: center; gap: 18px; font: 800 46px/1 D; letter-spacing: -.02em }
    h1 { position: absolute; left: 84px; top: 182px; width: 660px; margin: 0; font: 800 80px/1.14 D; letter-spacing: -.035em }
    mark { display: inline-block; line-height: .98; background: #f5c518; padding: 0 .12em .06em; border-radius: 8px; color: inherit }
    p { position: absolute; left: 84px; bottom: 86px; margin: 0; font: 600 34px/1.3 B; color: #4a5466 }
    .dots { position: absolute; right: 66px; top: 120px; width: 390px }
    .mark { position: absolute; width: 40px }
    .bar { position: absolute; left: 0; bottom: 0; display: flex; width: 100% } .bar i { flex: 1; height: 22px }
  </style>
  <div class="name"><svg width="62" viewBox="0 0 30 30">${DOTS}</svg>imprimitodo</div>
  <h1>Imprimí tus PDF <mark>sin filas</mark> ni demoras</h1>
  <p>Alberdi y Aguilares, Tucumán · retiro o delivery</p>
  <svg class="dots" viewBox="0 0 30 30">${DOTS}</svg>
  ${mark('right:40px;top:40px')}${mark('right:40px;bottom:62px')}
  <div class="bar">${PROOF_BAR.map((ink) => `<i style="background:${ink}"></i>`).join('')}</div>`
  const found = await provideChromium()
  if (!found) throw new Error('No Chromium')
  const browser = await chromium.launch({ executablePath: found.CHROMIUM, args: ['--no-sandbox'] })
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await tab.setContent(page)
  await tab.evaluate(() => document.fonts.ready)
  const picture = await tab.screenshot()
  await browser.close()
  const small = await sharp(picture).png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer()
  writeFileSync(join(out, 'og.png'), small)
}
