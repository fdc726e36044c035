import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StoreDown } from '../files/port.ts'

/** Why a place cannot be used as it is set, for the operator: trying again alone would not help. */
export class LugarInvalido extends Error {}

/**
 * A second place for backups. Names are ours: `imprimitodo-DAY-HOUR.respaldo`, `archivos/XX/NAME`
 * and `bitacora/CHAIN/NAME`. What goes there is sealed already. Of what does not answer it throws StoreDown, of a setting that cannot work LugarInvalido.
 */
export type Lugar = {
  /** For people, without its secrets. */
  nombre: string
  /** Every file of ours by its name, in bytes. */
  list(): Promise<Map<string, number>>
  /** @throws NotKept */
  open(name: string): Promise<Readable>
  /** The file at `path`: whole and durable under its name before it answers, or not at all. */
  put(name: string, path: string): Promise<void>
  /** Not being there is fine. */
  delete(name: string): Promise<void>
  /** Bytes that it still takes; null where that is not known. */
  room(): Promise<number | null>
  /** Removes what a copy that was killed left half done a day ago: another one may write there now. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** Why a place cannot be used, for the owner; null: that is not known here. `lugar`: its name for people. */
export function whyNoLugar(error: unknown, lugar: string): string | null {
  if (error instanceof StoreDown) return `${lugar} no contesta, o no como debe.`
  if (error instanceof LugarInvalido) return `Lugar de la copia: ${error.message}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['ENOSPC', 'EDQUOT'].includes(code)) return `No hay lugar en ${lugar}.`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return `No se puede leer o escribir en ${lugar}.`
  return code.startsWith('E') ? `${lugar} falla (${code}).` : null
}

/** What a name ends with while it is being sent. */
export const PARTE = '.parte'

/** No file takes so long to be sent. */
export const OLD_PART_MS = 24 * 3600_000

/** Of its own each: two copies may send the same file at once. */
export const partOf = (path: string): string => `${path}.${randomBytes(4).toString('hex')}${PARTE}`

/** Those of ours below the place: nothing is looked for in others. */
export const FOLDERS = ['archivos', 'bitacora']

/** Names of ours; other files may have such names too. */
export const isHalf = (name: string): boolean =>
  name.endsWith(PARTE) && /^(?:imprimitodo-|archivos\/|bitacora\/)/.test(name)
