// Reads a backup from its first byte to its last: shared by restoring and verifying it.
import { createReadStream, existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { extract } from 'tar-stream'
import type { LugarDeCopia } from '../../../base/services/copia/port.ts'
import { NotKept, StoreDown } from '../../../base/services/files/port.ts'
import {
  ARCHIVOS,
  type ArchivoGuardado,
  CABEZA,
  type Cabeza,
  FIN,
  type Fin,
  LISTA,
  RespaldoInvalido,
  SECRETOS,
  TABLAS,
} from './formato.ts'
import { newestRespaldo } from './retencion.ts'
import { SELLO_BYTES, selloDeClave, selloOf, unsealRespaldo } from './sello.ts'

const NO_ES = 'Ese archivo no es un respaldo de ImprimiTodo.'

/** The handlers of each part, in the order they come; a part is read to its end before the next one. */
export type Lector = {
  cabeza(cabeza: Cabeza): Promise<void>
  /** Several times for one table: each part has whole rows. */
  tabla(name: string, rows: Readable): Promise<void>
  secreto(name: string, value: string): void
  /** Not called if the files lie beside the archive. */
  archivo(id: string, bytes: Readable): Promise<void>
}

/** An archive where it lies, with the files beside it. `clave`: 32 bytes. */
export type RespaldoGuardado = { lugar: Pick<LugarDeCopia, 'open'>; nombre: string; clave: Buffer }

export const enDisco = (path: string, clave: Buffer): RespaldoGuardado => ({
  lugar: carpetaEnDisco(dirname(path)),
  nombre: basename(path),
  clave,
})

/** The archives in a folder of this machine. */
export const carpetaEnDisco = (folder: string): RespaldoGuardado['lugar'] => ({
  async open(name) {
    const at = join(folder, name)
    if (!existsSync(at)) throw new NotKept()
    return createReadStream(at)
  },
})

/** @throws RespaldoInvalido: not a backup, of another key, damaged, changed, or cut */
export async function readRespaldo(
  guardado: RespaldoGuardado,
  lector: Lector,
): Promise<{ cabeza: Cabeza; fin: Fin }> {
  const { tar, reading } = await openTar(guardado)
  let cabeza: Cabeza | undefined
  let fin: Fin | undefined
  let archivos = 0
  try {
    for await (const entry of tar) {
      const { name } = entry.header
      const bytes = entry as unknown as Readable // streamx, as its types have it
      if (!cabeza) {
        if (name !== CABEZA) throw new RespaldoInvalido(NO_ES)
        cabeza = JSON.parse(await text(bytes)) as Cabeza
        await lector.cabeza(cabeza)
      } else if (name.startsWith(TABLAS)) await lector.tabla(tableOf(name), bytes)
      else if (name.startsWith(SECRETOS)) lector.secreto(name.slice(SECRETOS.length), await text(bytes))
      else if (name.startsWith(ARCHIVOS)) {
        await lector.archivo(name.slice(ARCHIVOS.length), bytes)
        archivos++
      } else if (name === FIN) fin = JSON.parse(await text(bytes)) as Fin
      else entry.resume()
    }
    await reading
  } catch (error) {
    throw toldAs(error)
  }
  const isWhole = fin && archivos === (fin.aparte ? 0 : fin.archivos.length)
  if (!cabeza || !fin || !isWhole) throw new RespaldoInvalido('El respaldo está cortado.')
  return { cabeza, fin }
}

/** Its first entry: enough to know whether the key opens it. @throws RespaldoInvalido */
export async function readCabeza(guardado: RespaldoGuardado): Promise<Cabeza> {
  const { tar } = await openTar(guardado)
  try {
    for await (const entry of tar) {
      if (entry.header.name !== CABEZA) break
      return JSON.parse(await text(entry as unknown as Readable)) as Cabeza
    }
  } catch (error) {
    throw toldAs(error)
  }
  throw new RespaldoInvalido(NO_ES)
}

/** The id of the key that sealed a file; null: not sealed by this program, or missing. */
export async function readSello({
  lugar,
  nombre,
}: Pick<RespaldoGuardado, 'lugar' | 'nombre'>): Promise<string | null> {
  const found: Buffer[] = []
  try {
    for await (const part of (await lugar.open(nombre)) as AsyncIterable<Buffer>) {
      found.push(part)
      if (Buffer.concat(found).length >= SELLO_BYTES) break
    }
  } catch (error) {
    const isGone =
      error instanceof NotKept || (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    if (!isGone) throw error
  }
  return selloOf(Buffer.concat(found))
}

/** The newest whole archive that our key opens: before a restore the installation had another key. */
export async function newestOurs(
  { lugar, clave }: Pick<RespaldoGuardado, 'lugar' | 'clave'>,
  names: Iterable<string>,
): Promise<string | undefined> {
  const left = new Set(names)
  for (let nombre = newestRespaldo(left); nombre; nombre = newestRespaldo(left)) {
    const sello = await readSello({ lugar, nombre })
    if (sello === null || sello === selloDeClave(clave)) return nombre
    left.delete(nombre)
  }
  return undefined
}

/** The files that an archive needs beside it, from the archive's beginning. @throws RespaldoInvalido */
export async function readLista(guardado: RespaldoGuardado): Promise<ArchivoGuardado[]> {
  const { tar, reading } = await openTar(guardado)
  try {
    for await (const entry of tar) {
      if (entry.header.name === LISTA)
        return JSON.parse(await text(entry as unknown as Readable)) as ArchivoGuardado[]
      if (entry.header.name.startsWith(TABLAS)) return []
      entry.resume()
    }
    await reading
  } catch (error) {
    throw toldAs(error)
  }
  return []
}

async function openTar({ lugar, nombre, clave }: RespaldoGuardado) {
  const sealed = await lugar.open(nombre).catch((error) => {
    throw error instanceof NotKept ? new RespaldoInvalido(`No existe el respaldo ${nombre}.`) : error
  })
  const tar = extract()
  // Reading to the end awaits its end; an error reaches the loop through the stream
  const reading = pipeline(sealed, unsealRespaldo(clave), createGunzip(), tar)
  reading.catch((error) => tar.destroy(error))
  return { tar, reading }
}

/** The table's name in 'tablas/NAME/N'. */
const tableOf = (name: string): string => dirname(name).slice(TABLAS.length)

/** Errors of the database or the disk are not the backup's fault. */
function toldAs(error: unknown): unknown {
  const isOurs =
    error instanceof RespaldoInvalido ||
    error instanceof StoreDown ||
    error instanceof pg.DatabaseError ||
    (error instanceof Error && 'code' in error && ['ENOSPC', 'EACCES', 'ENOENT'].includes(String(error.code)))
  return isOurs
    ? error
    : new RespaldoInvalido(
        `El respaldo está dañado o cortado (${error instanceof Error ? error.message : error}).`,
      )
}
