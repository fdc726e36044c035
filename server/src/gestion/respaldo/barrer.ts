import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { carpetaDeArchivos, sweepStored } from './archivos.ts'
import { INCOMPLETO } from './formato.ts'
import { enDisco, leerLista } from './leer.ts'

/** Removes the stored files in `folder` that none of its archives needs. @throws RespaldoInvalido where one cannot be read */
export async function barrerArchivos(folder: string, clave: Buffer): Promise<void> {
  const archives = (await readdir(folder)).filter(
    (name) => name.endsWith('.respaldo') || name.endsWith(INCOMPLETO),
  )
  const needed = new Set<string>()
  for (const name of archives)
    for (const { id } of await leerLista(enDisco(join(folder, name), clave))) needed.add(id)
  await sweepStored(carpetaDeArchivos(folder), clave, needed)
}
