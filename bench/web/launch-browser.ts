import { type Browser, chromium } from 'playwright-core'
import { provideChromium } from '../../scripts/chromium.ts'

/** The machine's Chromium, without a window. @param more options of its command line */
export async function launchBrowser(...more: string[]): Promise<Browser> {
  const found = await provideChromium()
  if (!found) throw new Error('No Chromium')
  return chromium.launch({
    executablePath: found.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', ...more],
  })
}
