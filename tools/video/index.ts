// node tools/video/index.ts [DIR]: films the explainer of step 1 on the real screens into web/src/pedido/video. Needs
// ffmpeg and a web that is built; DIR keeps what it is made of, and a sheet with one picture every two seconds.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { startShop } from '../../e2e/support/shop.ts'
import { provideChromium } from '../../scripts/chromium.ts'
import { DENSIDAD, film, PANTALLA } from './camara.ts'
import { afiche, banda, caratula, cierre } from './laminas.ts'
import { encode, ffmpeg, mount, subtitulos, type Toma } from './montaje.ts'
import { TOMAS } from './tomas.ts'

const NAME = join(import.meta.dirname, '../../web/src/pedido/video/como-imprimir')
const dir = process.argv[2] ? resolve(process.argv[2]) : mkdtempSync(join(tmpdir(), 'imprimitodo-video-'))
mkdirSync(dir, { recursive: true })
mkdirSync(join(NAME, '..'), { recursive: true })
const save = (name: string, bytes: Uint8Array) => {
  writeFileSync(join(dir, name), bytes)
  return join(dir, name)
}

const found = await provideChromium()
if (!found) throw new Error('No Chromium')
const { CHROMIUM } = found
const shop = await startShop()
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', `--force-device-scale-factor=${DENSIDAD}`, '--hide-scrollbars'],
})
const stills = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  const { frames, cortes, rodadas, pantalla } = await roll()
  const tomas: Toma[] = []
  for (const [index, toma] of rodadas.entries())
    tomas.push({ ...toma, banda: save(`banda-${index}.png`, await banda(stills, toma.titulo)) })
  const cards = {
    caratula: save('caratula.png', await caratula(stills)),
    cierre: save('cierre.png', await cierre(stills)),
  }
  const master = join(dir, 'master.mkv')
  const times = mount(dir, master, { frames, cortes, tomas, ...cards })
  writeFileSync(`${NAME}.vtt`, subtitulos(times))
  // Few colours without loss: half the size of a lossy one, and sharper
  const few = await sharp(await afiche(stills, pantalla))
    .png({ palette: true, colours: 16, dither: 0 })
    .toBuffer()
  await sharp(few).webp({ lossless: true, effort: 6 }).toFile(`${NAME}.webp`)
  encode(master, NAME)
  ffmpeg([
    '-i',
    `${NAME}.mp4`,
    '-vf',
    'fps=1/2,scale=208:-1,tile=10x3',
    '-frames:v',
    '1',
    join(dir, 'hoja.png'),
  ])
  console.log(`${times.at(-1)?.to.toFixed(1)} s, ${frames.length} frames; made of ${dir}`)
} finally {
  await browser.close()
  await stills.close()
  await shop.remove()
}

/** The takes, one after the other, and a picture of the options for the poster. */
async function roll() {
  const page = await browser.newPage({
    viewport: PANTALLA,
    deviceScaleFactor: DENSIDAD,
    hasTouch: true,
    isMobile: true,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Tucuman',
  })
  await page.goto(`${shop.url}/imprimitodo`)
  await page.locator('button:enabled', { hasText: 'Siguiente' }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  const camera = await film(page, join(dir, 'frames'))
  await camera.cut() // until the page is the browser's
  const rodadas: Omit<Toma, 'banda'>[] = []
  let pantalla: Buffer | undefined
  for (const { titulo, texto, toma } of TOMAS) {
    const from = Date.now() / 1000
    const picture = await toma(page, camera)
    if (picture instanceof Buffer) pantalla ??= picture
    rodadas.push({ titulo, texto, from, to: Date.now() / 1000 })
  }
  if (!pantalla) throw new Error('No take answered a picture for the poster')
  return { ...(await camera.end()), rodadas, pantalla }
}
