// Puts a package's files where an agent lives: a new folder, or an installed one, whose shop and papers stay.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  type Manifiesto,
  type Plataforma,
  type Procedencia,
  readManifiesto,
} from '@imprimitodo/shared/rules/taller/programa'
import { nodeNameOf, placesIn, programaIn, readPuntero, writePuntero } from './carpeta-programa.ts'

/** The package's folder does not hold what its manifest lists. */
export class PaqueteIncompleto extends Error {}

/** The shop that a package was made for. @throws PaqueteIncompleto */
export function readTienda(folder: string): Procedencia {
  try {
    const told: unknown = JSON.parse(readFileSync(join(folder, 'tienda.json'), 'utf8'))
    const { server, sucursal } = Object(told) as Partial<Record<keyof Procedencia, unknown>>
    if (typeof server === 'string' && typeof sucursal === 'string') return { server, sucursal }
  } catch {
    // Reported below
  }
  throw new PaqueteIncompleto(`En ${folder} falta tienda.json: bajá el programa de nuevo.`)
}

/**
 * Installs from the folder `from` of an unpacked package. If it is killed in the middle, the previous version
 * still starts, and a second run finishes it. @returns its version @throws PaqueteIncompleto
 */
export function installPaquete(from: string, base: string, plataforma: Plataforma): string {
  const manifiesto = readPackage(from, plataforma)
  readTienda(from)
  const { version } = manifiesto
  const places = placesIn(base)
  for (const folder of [base, places.lanzador, places.versiones, places.datos])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { folder } = programaIn(base, version, plataforma)
  if (!isWholeIn(folder, manifiesto)) {
    const fresh = join(places.versiones, `.${version}.paquete`)
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { mode: 0o700 })
    for (const { nombre } of manifiesto.archivos) putFile(join(from, nombre), join(fresh, nombre))
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
  }
  // A copy: a link would share the file with the version's, which the agent's account can change
  const nodeName = nodeNameOf(plataforma)
  putFile(join(from, nodeName), join(places.lanzador, nodeName))
  putFile(join(from, 'lanzador.cjs'), join(places.lanzador, 'lanzador.cjs'))
  putFile(join(from, 'tienda.json'), places.tienda)
  const before = readPuntero(base)
  // A person installed it: it is not on trial, and may be one that the launcher went back from
  if (before?.actual !== version)
    writePuntero(base, {
      actual: version,
      anterior: before?.actual ?? null,
      a_prueba: null,
      malas: (before?.malas ?? []).filter((one) => one !== version),
    })
  return version
}

function readPackage(from: string, plataforma: Plataforma): Manifiesto {
  const path = join(from, 'manifiesto.json')
  const read = existsSync(path) ? readManifiesto(readFileSync(path, 'utf8'), plataforma) : null
  if (!read) throw new PaqueteIncompleto('Este programa no es para esta computadora, o no se bajó entero.')
  if (!isWholeIn(from, read))
    throw new PaqueteIncompleto('El programa no se bajó entero, o lo cambiaron: bajalo de nuevo.')
  return read
}

const isWholeIn = (folder: string, { archivos }: Manifiesto): boolean =>
  archivos.every(({ nombre, bytes, sha256 }) => {
    const path = join(folder, nombre)
    const found = lstatSync(path, { throwIfNoEntry: false })
    return found?.isFile() === true && found.size === bytes && hashOf(path) === sha256
  })

/** Never writes into a running file: a new file takes its name. */
function putFile(from: string, to: string): void {
  const fresh = `${to}.nuevo`
  rmSync(fresh, { force: true })
  copyFileSync(from, fresh, constants.COPYFILE_EXCL)
  chmodSync(fresh, 0o700)
  try {
    renameSync(fresh, to)
  } catch (error) {
    // Windows locks a running program: the installed launcher stays
    if (!existsSync(to)) throw error
    rmSync(fresh, { force: true })
  }
}

function hashOf(path: string): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  const chunk = Buffer.alloc(1024 ** 2)
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
    hash.update(chunk.subarray(0, read))
  closeSync(file)
  return hash.digest('hex')
}
