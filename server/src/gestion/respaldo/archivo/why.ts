// Why a backup or a restore failed, in the owner's words where we know them.
import { isLost } from '../../../base/db/lost.ts'
import { isDiskFull } from '../../../base/http/down.ts'
import { whyNoLugar } from '../../../base/services/copia/port.ts'
import { NoRoom } from '../../../base/services/files/port.ts'
import { RespaldoInvalido } from './formato.ts'

/** Errors of a query for a column or table that does not exist yet. */
const OLD_DATABASE =
  'La base es de una versión anterior: arrancá el servidor una vez, que la actualiza, y probá de nuevo.'

const LOST = 'La base de datos se cortó. Probá de nuevo.'

/** In the owner's words where we know them. */
export function whyOf(error: unknown): string {
  if (isLost(error)) return LOST
  return WHY[codeOf(error)] ?? (error instanceof Error ? error.message : String(error)).slice(0, 500)
}

/** For a restore that a full disk or a database ended: in the owner's words. Any other error unchanged. */
export function toldOfRestore(error: unknown): unknown {
  if (error instanceof RespaldoInvalido) return error
  if (error instanceof NoRoom || isDiskFull(error))
    return new RespaldoInvalido('No hay lugar en el disco para restaurarlo. Hacé lugar y probá de nuevo.', {
      cause: error,
    })
  if (isLost(error))
    return new RespaldoInvalido(
      'La base de datos se cortó mientras se restauraba. Fijate que haya lugar en el disco, y probá de nuevo.',
      { cause: error },
    )
  return error
}

/** Why a copy failed. `lugar`: its name for people. */
export function whyNoCopia(error: unknown, lugar: string): string {
  return whyNoLugar(error, lugar) ?? whyOf(error)
}

/** '12 MB', rounded up. */
export const mb = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const WHY: Record<string, string> = {
  '42703': OLD_DATABASE,
  '42P01': OLD_DATABASE,
  ENOSPC: 'No hay lugar en el disco de los respaldos.',
  EACCES: 'No se puede escribir en la carpeta de los respaldos.',
  EPERM: 'No se puede escribir en la carpeta de los respaldos.',
  EROFS: 'El disco de los respaldos es de solo lectura.',
  ENOENT: 'No existe la carpeta de los respaldos.',
  ENOTDIR: 'La carpeta de los respaldos no es una carpeta.',
  EEXIST: 'La carpeta de los respaldos no es una carpeta.',
}
