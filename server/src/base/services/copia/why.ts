import { StoreDown } from '../files/port.ts'
import { LugarInvalido } from './port.ts'

/** Why a place cannot be used, for the owner; null: that is not known here. `lugar`: its name for people. */
export function whyNoLugar(error: unknown, lugar: string): string | null {
  if (error instanceof StoreDown) return `${lugar} no contesta, o no como debe.`
  if (error instanceof LugarInvalido) return `Lugar de la copia: ${error.message}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['ENOSPC', 'EDQUOT'].includes(code)) return `No hay lugar en ${lugar}.`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return `No se puede leer o escribir en ${lugar}.`
  return code.startsWith('E') ? `${lugar} falla (${code}).` : null
}
