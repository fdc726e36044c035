import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const TRIAL = '.prueba-de-escritura'

/** A disk may have room and take nothing: it became read-only, or it has no inodes left. */
export async function takesFiles(folder: string): Promise<boolean> {
  const path = join(folder, TRIAL)
  try {
    await writeFile(path, 'x', { mode: 0o600 })
    await rm(path, { force: true })
    return true
  } catch {
    return false
  }
}
