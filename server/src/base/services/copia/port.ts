import type { Readable } from 'node:stream'
import { PARTE } from '../../runtime/part-name.ts'
import { StoreDown, StoreForbids } from '../files/port.ts'

/** Tells the operator why a place cannot be used with its settings: trying again would not help. */
export class LugarInvalido extends Error {}

/**
 * A second place for backups. Names are ours: `imprimitodo-DAY-HOUR.respaldo`, `archivos/XX/NAME` and
 * `bitacora/CHAIN/NAME`. The files are sealed already. A place that does not answer throws StoreDown, a
 * setting that cannot work LugarInvalido.
 */
export type LugarDeCopia = {
  /** The name for people, without secrets. */
  nombre: string
  /** Every file of ours by its name, in bytes. */
  list(): Promise<Map<string, number>>
  /** @throws NotKept */
  open(name: string): Promise<Readable>
  /** The file at `path`: whole and durable under its name before it answers, or not at all. */
  put(name: string, path: string): Promise<void>
  /** A missing file is no error. */
  delete(name: string): Promise<void>
  /** Free bytes; null if unknown. */
  room(): Promise<number | null>
  /** Deletes parts that a killed copy left more than a day ago: another copy may be writing there now. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** Why a place cannot be used, for the owner; null: unknown here. `lugar`: its name for people. */
export function whyNoLugar(error: unknown, lugar: string): string | null {
  if (error instanceof StoreForbids)
    return `${lugar} contesta, pero esa clave no puede todo lo que hace falta: leer, escribir, listar y borrar.`
  if (error instanceof StoreDown) return `${lugar} no contesta, o no como debe.`
  if (error instanceof LugarInvalido) return `Lugar de la copia: ${error.message}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['ENOSPC', 'EDQUOT'].includes(code)) return `No hay lugar en ${lugar}.`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return `No se puede leer o escribir en ${lugar}.`
  return code.startsWith('E') ? `${lugar} falla (${code}).` : null
}

/** No file takes so long to be sent. */
export const OLD_PART_MS = 24 * 3600_000

/** Our folders in the place: others are not searched. */
export const FOLDERS = ['archivos', 'bitacora']

/** Whether it is an unfinished file of ours; other files may have such names too. */
export const isHalf = (name: string): boolean =>
  name.endsWith(PARTE) && /^(?:imprimitodo-|archivos\/|bitacora\/)/.test(name)
