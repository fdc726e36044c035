// A backup is a sealed .tar.gz: `respaldo.json` first, then `lista.json` if the files lie beside it, then
// tables, secrets and files, and `fin.json` last: without it the backup was cut.
export type Cabeza = {
  formato: 2
  creado: string
  /** The database's migrations, in order: hashes of drizzle's own table. */
  migraciones: string[]
  /** In an order in which each table references only earlier ones. */
  tablas: { nombre: string; columnas: string[]; filas: number }[]
  secuencias: { nombre: string; valor: string }[]
}

/**
 * A stored file: a customer's PDF or a picture. `sha256` in hex; for a picture stored by older versions its
 * first half.
 */
export type ArchivoGuardado = { id: string; sha256: string }

/** A file that the database names but that could not be backed up unchanged. */
export type Falta = {
  id: string
  por: 'no está' | 'cambió'
  /** Numbers of the orders that name it; empty for a draft's or a picture. */
  pedidos: number[]
}

export type Fin = {
  archivos: ArchivoGuardado[]
  faltan: Falta[]
  /** The files are not in this archive but sealed one by one in the folder `archivos` beside it. */
  aparte: boolean
}

export const CABEZA = 'respaldo.json'
export const LISTA = 'lista.json'
export const FIN = 'fin.json'
/** `tablas/NAME/N`: rows come in parts of some megabytes, each ending at the end of a row. */
export const TABLAS = 'tablas/'
export const ARCHIVOS = 'archivos/'
export const SECRETOS = 'secretos/'
/** The suffix of a file that is still being written. */
export { PARTE } from '../../../base/runtime/part-name.ts'
/** The suffix of a backup with missing files: it is kept, and never counts as good. */
export const INCOMPLETO = '.incompleto'

/** Why a backup cannot be made or used, for the operator. */
export class RespaldoInvalido extends Error {}
/** The backup was sealed with a key other than ours. */
export class OtraClave extends RespaldoInvalido {}

/** The backup's migrations are not this program's. */
export class OtraVersion extends RespaldoInvalido {}

/** «3 archivos que la base nombra no están o cambiaron (pedidos 1042, 1043).» */
export function faltasWords(faltan: Falta[]): string {
  const numbers = [...new Set(faltan.flatMap(({ pedidos }) => pedidos))].sort((a, b) => a - b)
  const named = numbers.slice(0, 20).join(', ')
  const more = numbers.length > 20 ? '…' : ''
  const of = numbers.length > 0 ? ` (${numbers.length === 1 ? 'pedido' : 'pedidos'} ${named}${more})` : ''
  return faltan.length === 1
    ? `Un archivo que la base nombra no está o cambió${of}.`
    : `${faltan.length} archivos que la base nombra no están o cambiaron${of}.`
}
