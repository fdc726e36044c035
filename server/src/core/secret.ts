import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A secret of this installation (256 bits, base64url), made at its first use and kept in DATA_DIR/secretos, readable
 * by our user alone. Written whole under another name and then linked: two processes that start at once end up with
 * the same one, and a crash never leaves half of it.
 */
export function installationSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secretos')
  const path = join(folder, name)
  const known = read(path)
  if (known) return known
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  const file = openSync(fresh, 'wx', 0o600)
  writeSync(file, randomBytes(32).toString('base64url'))
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(fresh, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(fresh)
  }
  return readFileSync(path, 'utf8')
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
