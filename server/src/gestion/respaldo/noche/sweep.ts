import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { carpetaDeArchivos, sweepStored } from '../archivo/archivos.ts'
import { INCOMPLETO } from '../archivo/formato.ts'
import { enDisco, readLista, readSello } from '../archivo/read.ts'
import { selloDeClave } from '../archivo/sello.ts'
import { cadenasEn, partidasQueQuedan } from '../bitacora/guardados.ts'

/** A copy's instant is that of its end; the names in it were read when it began, at most this long before. */
const LONGEST_COPY_MS = 24 * 3600_000

/**
 * Deletes the stored files in `folder` that neither an archive needs nor a moment of the bitacora: those
 * named in a kept copy of the database, and those stored since. An archive of another key does not tell us
 * its files: all files of that key stay as long as there is one. @throws RespaldoInvalido if one of ours
 * cannot be read
 */
export async function sweepArchivos(folder: string, clave: Buffer, conBitacora: boolean): Promise<void> {
  const archives = (await readdir(folder)).filter(
    (name) => name.endsWith('.respaldo') || name.endsWith(INCOMPLETO),
  )
  const partidas = conBitacora ? partidasQueQuedan(await cadenasEn(folder)) : []
  const needed = new Set<string>()
  const otherKeys = new Set<string>()
  for (const name of [...archives, ...partidas.map(({ nombre }) => nombre)]) {
    const guardado = enDisco(join(folder, name), clave)
    const sello = await readSello(guardado)
    if (sello !== null && sello !== selloDeClave(clave)) otherKeys.add(sello)
    else for (const { id } of await readLista(guardado)) needed.add(id)
  }
  // The very first copy may be under way
  const ends = conBitacora ? [Date.now(), ...partidas.map(({ hora }) => hora)] : []
  const young = Math.min(...ends.map((hora) => hora - LONGEST_COPY_MS))
  await sweepStored(carpetaDeArchivos(folder), clave, { needed, otherKeys, young })
}
