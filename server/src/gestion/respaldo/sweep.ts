import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { carpetaDeArchivos, sweepStored } from './archivos.ts'
import { cadenasEn, partidasQueQuedan } from './bitacora/guardados.ts'
import { INCOMPLETO } from './formato.ts'
import { enDisco, readLista, readSello } from './read.ts'
import { selloDeClave } from './sello.ts'

/** What a copy names was read when it began; its instant is that of its end. */
const LONGEST_COPY_MS = 24 * 3600_000

/**
 * Removes the stored files in `folder` that none of its archives needs, nor any moment that its log leads to: what a kept
 * copy of the database names, and what was stored since. What another key sealed names nothing to us: all files of that key
 * stay as long as an archive of it. @throws RespaldoInvalido where one of ours cannot be read
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
  // A first copy may be under way
  const ends = conBitacora ? [Date.now(), ...partidas.map(({ hora }) => hora)] : []
  const young = Math.min(...ends.map((hora) => hora - LONGEST_COPY_MS))
  await sweepStored(carpetaDeArchivos(folder), clave, { needed, otherKeys, young })
}
