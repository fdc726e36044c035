// Secrets of a backup: staged while it is restored, taken once its rows are committed.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECRETOS_RESTAURADOS } from './carpetas.ts'

/** `folder`: made if it does not exist. */
export function keepSecret(folder: string, name: string, value: string): void {
  if (!/^[\w-]+$/.test(name)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, name), value, { mode: 0o600, flush: true })
}

/** Each by a rename: after a kill the next start takes the rest. */
export function takeSecrets(dataDir: string): void {
  const staged = join(dataDir, SECRETOS_RESTAURADOS)
  if (!existsSync(staged)) return
  mkdirSync(join(dataDir, 'secretos'), { recursive: true, mode: 0o700 })
  for (const name of readdirSync(staged)) renameSync(join(staged, name), join(dataDir, 'secretos', name))
  rmSync(staged, { recursive: true, force: true })
}
