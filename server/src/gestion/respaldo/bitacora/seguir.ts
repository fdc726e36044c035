// The log, its copies of the database's folder, and customers' files into the second place as they come, so that a machine
// that is lost takes no more than a minute with it.
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sha256Of } from '../../../base/secrets/hash.ts'
import type { Lugar } from '../../../base/services/copia/port.ts'
import { isNombreDeArchivo } from '../archivos.ts'
import { RespaldoInvalido } from '../formato.ts'
import { BITACORA, isDeBitacora } from './nombres.ts'

type Que = { carpeta: string; alla: Lugar }

/**
 * What was written in `carpeta` from `since` on (ms since 1970); 0: all that is not there. What was sent is read back.
 * @throws StoreDown, LugarInvalido, RespaldoInvalido
 */
export async function seguirCopia({ carpeta, alla }: Que, since: number): Promise<void> {
  const there = since === 0 ? await alla.list() : null
  for (const { nombre, bytes, ms } of await written(carpeta)) {
    if (ms < since || (there?.get(nombre) === bytes && !isEstado(nombre))) continue
    const path = join(carpeta, nombre)
    await alla.put(nombre, path)
    const [here, sent] = [await sha256Of(createReadStream(path)), await sha256Of(await alla.open(nombre))]
    // The state is written anew meanwhile, and sent again with the next look
    if (here !== sent && !isEstado(nombre))
      throw new RespaldoInvalido(
        `Lo que quedó en ${alla.nombre} no es lo que se mandó. Fijate si ese disco o servicio falla.`,
      )
  }
}

/** Of the log that is in the second place what is not here any more. */
export async function podarCopia({ carpeta, alla }: Que): Promise<void> {
  const there = [...(await alla.list()).keys()] // first: what comes meanwhile is here too
  const here = new Set((await written(carpeta)).map(({ nombre }) => nombre))
  for (const nombre of there) if (isDeBitacora(nombre) && !here.has(nombre)) await alla.delete(nombre)
}

const isEstado = (nombre: string): boolean => nombre.endsWith('.sellado')

type Escrito = { nombre: string; bytes: number; ms: number }

/** What says that the rest is whole comes last. */
async function written(carpeta: string): Promise<Escrito[]> {
  const found: Escrito[] = []
  for (const folder of ['archivos', BITACORA])
    for (const entry of await readdir(join(carpeta, folder), { recursive: true, withFileTypes: true }).catch(
      none,
    )) {
      const path = join(entry.parentPath, entry.name)
      const nombre = relative(carpeta, path)
      if (!isNombreDeArchivo(nombre) && !isDeBitacora(nombre)) continue
      const it = await stat(path).catch(none)
      if (!Array.isArray(it)) found.push({ nombre, bytes: it.size, ms: it.mtimeMs })
    }
  return found.toSorted((a, b) => Number(isEstado(a.nombre)) - Number(isEstado(b.nombre)) || a.ms - b.ms)
}

function none(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}
