import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { carpetaDeArchivos, sweepStored } from './archivos.ts'
import { cadenasEn, partidasQueQuedan } from './bitacora/guardados.ts'
import { INCOMPLETO } from './formato.ts'
import { enDisco, readLista } from './read.ts'

/** What a copy names was read when it began; its instant is that of its end. */
const LONGEST_COPY_MS = 24 * 3600_000

/**
 * Removes the stored files in `folder` that none of its archives needs, nor any moment that its log leads to: what a kept
 * copy of the database names, and what was stored since. @throws RespaldoInvalido where one cannot be read
 */
export async function sweepArchivos(folder: string, clave: Buffer, conBitacora: boolean): Promise<void> {
  const archives = (await readdir(folder)).filter(
    (name) => name.endsWith('.respaldo') || name.endsWith(INCOMPLETO),
  )
  const needed = new Set<string>()
  for (const name of archives)
    for (const { id } of await readLista(enDisco(join(folder, name), clave))) needed.add(id)
  const partidas = conBitacora ? partidasQueQuedan(await cadenasEn(folder)) : []
  for (const { nombre } of partidas)
    for (const { id } of await readLista(enDisco(join(folder, nombre), clave))) needed.add(id)
  // A first copy may be under way
  const ends = conBitacora ? [Date.now(), ...partidas.map(({ hora }) => hora)] : []
  const young = Math.min(...ends.map((hora) => hora - LONGEST_COPY_MS))
  await sweepStored(carpetaDeArchivos(folder), clave, needed, young)
}
