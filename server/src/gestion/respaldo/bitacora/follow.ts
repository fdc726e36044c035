// Sends the log, copies of the database's folder, and customers' files to the second place as they come, so
// that a lost machine loses no more than a minute.
import { createReadStream, type Stats } from 'node:fs'
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { unlessMissing } from '../../../base/runtime/durable.ts'
import { sha256Of } from '../../../base/secrets/hash.ts'
import type { LugarDeCopia } from '../../../base/services/copia/port.ts'
import { isNombreDeArchivo } from '../archivo/archivos.ts'
import { RespaldoInvalido } from '../archivo/formato.ts'
import { BITACORA, isDeBitacora } from './nombres.ts'

type Que = { carpeta: string; alla: LugarDeCopia }

/**
 * Sends what was written in `carpeta` since `since` (ms since 1970); 0: all that is missing there. Sent files
 * are read back. A chain's state is sent last, as it was before anything was listed, so that it never names a
 * missing file.
 * @throws StoreDown, LugarInvalido, RespaldoInvalido
 */
export async function followCopia({ carpeta, alla }: Que, since: number): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'imprimitodo-estado-'))
  try {
    const estados = await keptEstados(carpeta, scratch)
    const there = since === 0 ? await alla.list() : null
    for (const { nombre, bytes, ms } of await written(carpeta))
      if (!isEstado(nombre) && ms >= since && there?.get(nombre) !== bytes)
        await sendOne(alla, nombre, join(carpeta, nombre))
    for (const { nombre, path, ms } of estados) if (ms >= since) await sendOne(alla, nombre, path)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function keptEstados(carpeta: string, scratch: string) {
  const found: (Escrito & { path: string })[] = []
  for (const it of (await written(carpeta)).filter(({ nombre }) => isEstado(nombre))) {
    const path = join(scratch, String(found.length))
    const isThere = await copyFile(join(carpeta, it.nombre), path).then(() => true, unlessMissing)
    if (isThere) found.push({ ...it, path })
  }
  return found
}

/** A file that is gone here was pruned meanwhile: it is not needed there. */
async function sendOne(alla: LugarDeCopia, nombre: string, path: string): Promise<void> {
  const here = await sha256Of(createReadStream(path)).catch(unlessMissing)
  if (!here) return
  const sent = await alla
    .put(nombre, path)
    .then(async () => sha256Of(await alla.open(nombre)))
    .catch(async (error) => {
      if (!(await stat(path).catch(unlessMissing))) return here
      throw error
    })
  if (here !== sent)
    throw new RespaldoInvalido(
      `Lo que quedó en ${alla.nombre} no es lo que se mandó. Fijate si ese disco o servicio falla.`,
    )
}

/** Deletes files of the log there that are not here any more. */
export async function pruneCopia({ carpeta, alla }: Que): Promise<void> {
  const there = [...(await alla.list()).keys()] // first: a file that comes meanwhile is listed here too
  const here = new Set((await written(carpeta)).map(({ nombre }) => nombre))
  for (const nombre of there) if (isDeBitacora(nombre) && !here.has(nombre)) await alla.delete(nombre)
}

const isEstado = (nombre: string): boolean => nombre.endsWith('.sellado')

type Escrito = { nombre: string; bytes: number; ms: number }

/** A large copy is verified before it gets its name, long after its last byte was written. */
const cameAt = ({ mtimeMs, ctimeMs }: Stats): number => Math.max(mtimeMs, ctimeMs)

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
      if (!Array.isArray(it)) found.push({ nombre, bytes: it.size, ms: cameAt(it) })
    }
  return found.toSorted((a, b) => a.ms - b.ms)
}

function none(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}
