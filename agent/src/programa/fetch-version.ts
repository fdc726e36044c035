// A newer version from the shop: fetched, verified, unpacked beside the running one, and put on trial. If it
// is killed at any point, the running version is still the one that starts.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, link, lstat, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ArchivoPrograma, Plataforma } from '@imprimitodo/shared/rules/taller/programa'
import { needFreeSpace, sizeOf } from '../disk.ts'
import { syncFolder } from '../sync-folder.ts'
import {
  isInstalled,
  onTrial,
  placesIn,
  programaIn,
  readPuntero,
  sweepVersiones,
  writePuntero,
} from './carpeta-programa.ts'
import { type Firmado, openManifiesto } from './firma.ts'

/** The shop's side of an update. */
export type Origen = {
  manifiesto(plataforma: Plataforma): Promise<Firmado>
  /** Appends to `path`, from where it ends. Rejects when it was stopped or the connection broke. */
  archivo(of: { plataforma: Plataforma; sha256: string }, path: string, signal: AbortSignal): Promise<void>
}

type Lugar = { base: string; plataforma: Plataforma; clave: string }

/** The bytes that arrived differ from those that the manifest announced. */
export class PaqueteRefused extends Error {}

/**
 * Makes `versiones/<version>` of what the shop offers now. @returns its name, or null if there is nothing to
 * do: it runs already, or did not work before. @throws FirmaRefused, PaqueteRefused
 */
export async function fetchVersion(
  { base, plataforma, clave }: Lugar,
  origen: Origen,
  signal: AbortSignal,
): Promise<string | null> {
  const puntero = readPuntero(base)
  const manifiesto = openManifiesto(await origen.manifiesto(plataforma), clave, plataforma)
  const { version } = manifiesto
  if (!puntero || puntero.actual === version || puntero.malas.includes(version)) return null
  if (isInstalled(base, version, plataforma)) return version
  const { versiones } = placesIn(base)
  const fresh = join(versiones, `.${version}`)
  // An unfinished download of another version is deleted; the parts of this one are kept
  sweepVersiones(base, puntero, `.${version}`)
  await mkdir(fresh, { recursive: true, mode: 0o755 })
  const running = programaIn(base, puntero.actual, plataforma).folder
  for (const archivo of manifiesto.archivos)
    await place(archivo, { from: running, to: fresh }, (path) =>
      origen.archivo({ plataforma, sha256: archivo.gz.sha256 }, path, signal),
    )
  await syncFolder(fresh)
  await rename(fresh, join(versiones, version))
  await syncFolder(versiones)
  return version
}

/** From the next start on `version` runs, on trial: the launcher goes back if it does not work. */
export function switchTo(base: string, version: string): void {
  const puntero = readPuntero(base)
  if (puntero) writePuntero(base, onTrial(puntero, version))
}

async function place(
  archivo: ArchivoPrograma,
  { from, to }: { from: string; to: string },
  fetch: (path: string) => Promise<void>,
): Promise<void> {
  const path = join(to, archivo.nombre)
  if (await isFile(path, archivo)) return
  await rm(path, { recursive: true, force: true })
  // Node changes seldom: the same bytes are neither fetched nor kept twice
  if (await isFile(join(from, archivo.nombre), archivo)) await linkOrCopy(join(from, archivo.nombre), path)
  else await unpack(archivo, path, fetch)
  if (!(await isFile(path, archivo))) throw await refused(path, archivo)
  await chmod(path, 0o755)
}

async function unpack(
  archivo: ArchivoPrograma,
  path: string,
  fetch: (path: string) => Promise<void>,
): Promise<void> {
  const packed = `${path}.gz.parte`
  // A link that lies there would be written through
  if (!(await lstat(packed).catch(() => null))?.isFile()) await rm(packed, { recursive: true, force: true })
  await needFreeSpace(dirname(path), archivo.bytes + archivo.gz.bytes - (await sizeOf(packed)))
  if (!(await isFile(packed, archivo.gz))) await fetch(packed)
  if (!(await isFile(packed, archivo.gz))) throw await refused(packed, archivo)
  await pipeline(
    createReadStream(packed),
    createGunzip(),
    upTo(archivo.bytes),
    // 'wx': never through a link that lies there
    createWriteStream(path, { flags: 'wx', mode: 0o755, flush: true }),
  ).catch(async (error) => {
    await rm(path, { force: true })
    throw error
  })
  await rm(packed)
}

async function refused(path: string, { nombre }: ArchivoPrograma): Promise<PaqueteRefused> {
  await rm(path, { recursive: true, force: true })
  return new PaqueteRefused(`${nombre} no llegó como lo firmó la tienda: no se instala.`)
}

/** Bytes that unpack to more than was signed are not written. */
function upTo(bytes: number): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length
      if (left < 0) done(new PaqueteRefused('Lo que llegó es más de lo que firmó la tienda: no se instala.'))
      else done(null, chunk)
    },
  })
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() =>
    pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o755, flush: true })),
  )
}

async function isFile(path: string, { bytes, sha256 }: { bytes: number; sha256: string }): Promise<boolean> {
  const found = await lstat(path).catch(() => null)
  if (!found?.isFile() || found.size !== bytes) return false
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex') === sha256
}
