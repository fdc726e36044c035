// Why something came to nothing, in the owner's words where we know them.
import { isLost } from '../../base/db/lost.ts'
import { isDiskFull } from '../../base/http/down.ts'
import { whyNoLugar } from '../../base/services/copia/port.ts'
import { NoRoom } from '../../base/services/files/port.ts'
import { RespaldoInvalido } from './formato.ts'

/** A column or a table that this version reads is not there yet. */
const OLD_DATABASE =
  'La base es de una versión anterior: arrancá el servidor una vez, que la actualiza, y probá de nuevo.'

/** In the owner's words where we know them. */
export function whyOf(error: unknown): string {
  return WHY[codeOf(error)] ?? (error instanceof Error ? error.message : String(error)).slice(0, 500)
}

/** Of a restore that a full disk or a database ended: in the owner's words. Any other error as it is. */
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

/** Why something failed, of a copy. `lugar`: its name for people. */
export function whyNoCopia(error: unknown, lugar: string): string {
  return whyNoLugar(error, lugar) ?? whyOf(error)
}

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
