// A file of the program as it travels: packed once, and kept under its hash for as long as it is used.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ArchivoPrograma } from '@imprimitodo/shared/rules/taller/programa'
import { Refusal } from '../../../base/http/errors.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { partOf } from '../../../base/runtime/part-name.ts'
import { hashFile } from '../../../base/secrets/hash.ts'

/** A folder for files made for agents, which can be made again. */
export const carpetaPrograma = ({ dataDir }: Pick<Deps, 'dataDir'>): string => join(dataDir, 'agente')

/** There is one packed file for each content, at `path`. */
export type Pieza = ArchivoPrograma & { path: string }

type Making = Pick<Deps, 'dataDir' | 'diskReserveBytes'>

/** @throws 507 when the disk is full */
export async function packPieza(deps: Making, source: string, nombre: string): Promise<Pieza> {
  const folder = carpetaPrograma(deps)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const sha256 = await hashFile(source)
  const { size: bytes } = await stat(source)
  const path = join(folder, `${sha256}.gz`)
  const known = await knownGz(path)
  if (known) return { nombre, bytes, sha256, gz: known, path }
  await needDiskRoom(deps, bytes)
  const fresh = partOf(path) // the counter and an agent may ask for the same file at once
  try {
    await pipeline(
      createReadStream(source),
      createGzip(),
      createWriteStream(fresh, { mode: 0o600, flush: true }),
    )
    const gz = { bytes: (await stat(fresh)).size, sha256: await hashFile(fresh) }
    await writeFile(`${fresh}.json`, JSON.stringify(gz), { mode: 0o600, flush: true })
    await rename(fresh, path)
    // Written last: a packed file without it is packed again
    await rename(`${fresh}.json`, `${path}.json`)
    return { nombre, bytes, sha256, gz, path }
  } finally {
    // Nothing is left behind on a full disk
    for (const left of [fresh, `${fresh}.json`]) await rm(left, { force: true })
  }
}

/**
 * Marks it as used: unused files are deleted (forgetProgramas). The mtime stays: a cut download resumes by
 * it.
 */
export async function touch(path: string): Promise<void> {
  const { mtime } = await stat(path)
  await utimes(path, new Date(), mtime)
}

async function knownGz(path: string): Promise<ArchivoPrograma['gz'] | null> {
  const text = await readFile(`${path}.json`, 'utf8').catch(() => '')
  const found = await stat(path).catch(() => null)
  if (!text || !found) return null
  const gz = readGz(text)
  if (gz?.bytes !== found.size) return null
  await Promise.all([touch(path), touch(`${path}.json`)])
  return gz
}

/** Null: the file is damaged, as after a power cut. */
function readGz(text: string): ArchivoPrograma['gz'] | null {
  try {
    return JSON.parse(text) as ArchivoPrograma['gz']
  } catch {
    return null
  }
}

/** @throws 507 */
export async function needDiskRoom({ dataDir, diskReserveBytes }: Making, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize - bytes < diskReserveBytes)
    throw new Refusal(
      507,
      { detail: 'El servidor no tiene lugar en el disco para preparar el programa.' },
      { codigo: 'sin_lugar' },
    )
}
