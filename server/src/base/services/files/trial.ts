import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { StoreDown } from './port.ts'

/** A store, or a second place for backups. */
type Place = {
  put(name: string, path: string): Promise<void>
  open(name: string): Promise<Readable>
  delete(name: string): Promise<void>
}

/** A name that no file and no backup has. */
export const TRIAL = 'prueba-de-escritura'

/**
 * Writes a small file there, reads it and deletes it: with a key that may only list, no upload would work, and with
 * one that may not delete, customers' files could never be deleted. Each trial writes and deletes the same name, so the
 * next one deletes the file that a failed trial left there.
 * @throws what the place throws; StoreDown where it keeps other bytes
 */
export async function tryToWrite(place: Place, folder = ''): Promise<void> {
  const name = folder + TRIAL
  const scratch = await mkdtemp(join(tmpdir(), 'imprimitodo-prueba-'))
  try {
    const path = join(scratch, TRIAL)
    await writeFile(path, TRIAL)
    await place.put(name, path)
    const kept = await place
      .open(name)
      .then(buffer)
      .catch(async (error) => {
        await place.delete(name).catch(() => {}) // the first error tells more
        throw error
      })
    await place.delete(name)
    if (kept.toString() !== TRIAL) throw new StoreDown('It keeps other bytes.')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
