// Pictures of every mail, to be looked at: npm run correos -- DIR
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { provideChromium } from '../../scripts/chromium.ts'
import { everyCorreo } from '../../server/src/testing/correos.ts'

const WIDTHS = [320, 390, 600]
const MODES = ['light', 'dark'] as const

/** The text, the HTML and its pictures at each width, light and dark; names those that are wider than the screen. */
async function draw(dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-correos-'))
  const correos = Object.entries(everyCorreo(dataDir))
  rmSync(dataDir, { recursive: true })
  const { CHROMIUM, ...env } = (await provideChromium()) ?? {}
  if (!CHROMIUM) throw new Error('There is no Chromium here, and none can be brought.')
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    env: { ...process.env, ...env },
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  for (const [name, { asunto, texto, html }] of correos) {
    writeFileSync(join(dir, `${name}.txt`), `${asunto}\n\n${texto}`)
    writeFileSync(join(dir, `${name}.html`), html)
  }
  for (const width of WIDTHS)
    for (const colorScheme of MODES) {
      const page = await browser.newPage({ viewport: { width, height: 700 }, colorScheme })
      for (const [name, { html }] of correos) {
        await page.setContent(html)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) console.log(`${name}: ${wide} px wide at ${width}`)
        await page.screenshot({ path: join(dir, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      }
      await page.close()
    }
  await browser.close()
  console.log(`${correos.length} mails in ${dir}`)
}

const [dir] = process.argv.slice(2)
if (dir) await draw(dir)
else console.log('npm run correos -- DIR')
