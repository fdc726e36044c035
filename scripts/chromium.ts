// Finds a Chromium that really runs, or installs one: the machine's, Debian's package (as root), the npm
// package's.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

/**
 * Debian's packages; the shell first: the same engine without windows of its own, which saves a second of
 * computing each.
 */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const NAMES = [...PACKAGES, 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The environment that the e2e tests need: CHROMIUM (path) and what the browser itself needs. */
type Found = { CHROMIUM: string; FONTCONFIG_FILE?: string; LD_LIBRARY_PATH?: string }

/** Undefined where there is none and none can be installed. */
export async function provideChromium(): Promise<Found | undefined> {
  return (await installed()) ?? (await fromDebian()) ?? (await fromNpm())
}

async function installed(): Promise<Found | undefined> {
  const folders = (process.env.PATH ?? '').split(':')
  const candidates = [
    process.env.CHROMIUM,
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ]
  for (const file of candidates) if (file && existsSync(file) && (await runs(file))) return { CHROMIUM: file }
  return undefined
}

/**
 * Whether it can show a page. An existing file is not enough: Ubuntu's chromium-browser only points to a
 * snap. Nor is its version: without fonts it crashes at its first page.
 */
async function runs(file: string, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  try {
    const browser = await chromium.launch({
      executablePath: file,
      args: ['--no-sandbox', '--disable-gpu'],
      env: { ...process.env, ...env },
      timeout: 40_000,
    })
    try {
      const page = await browser.newPage()
      await page.setContent('<p>hola</p>')
      return (await page.screenshot()).length > 0
    } finally {
      await browser.close()
    }
  } catch {
    return false
  }
}

async function fromDebian(): Promise<Found | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return undefined
  if (!/^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))) return undefined
  console.log('Instalando Chromium con apt (solo esta vez)...')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 240_000 })
  apt('update')
  for (const name of PACKAGES) {
    apt('install', '-y', '--no-install-recommends', name)
    const found = await installed()
    if (found) return found
  }
  return undefined
}

/** It unpacks to TMPDIR and trusts what is there, so a folder of this user's own; emptied if it does not run. */
async function fromNpm(): Promise<Found | undefined> {
  if (process.platform !== 'linux') return undefined
  const folder = join(tmpdir(), `imprimitodo-chromium-${userInfo().uid}`)
  const env = await unpack(folder)
  if (env) return env
  rmSync(folder, { recursive: true, force: true })
  return unpack(folder)
}

async function unpack(folder: string): Promise<Found | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { TMPDIR } = process.env
  // It contains NSS and expat too, but unpacks them only if it detects Lambda
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' })
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    const env: Found = { CHROMIUM: await packed.executablePath(), FONTCONFIG_FILE: fontsIn(folder) }
    if (process.env.LD_LIBRARY_PATH) env.LD_LIBRARY_PATH = process.env.LD_LIBRARY_PATH
    return (await runs(env.CHROMIUM, env)) ? env : undefined
  } catch (error) {
    console.error(`@sparticuz/chromium: ${String(error)}`)
    return undefined
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** Its configuration looks for fonts in Lambda's folder. The machine's fonts are added, if there are any. */
function fontsIn(folder: string): string {
  const file = join(folder, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`,
  )
  return file
}
