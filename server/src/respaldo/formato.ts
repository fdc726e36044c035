// A backup is one .tar.gz: `respaldo.json` first, then tables, secrets and files, and `fin.json` last: without it
// the file was cut.
export type Cabeza = {
  formato: 1
  creado: string
  /** Migrations it was made under, in order: hashes of drizzle's own table. */
  migraciones: string[]
  /** In an order in which each names only earlier ones. */
  tablas: { nombre: string; columnas: string[]; filas: number }[]
  secuencias: { nombre: string; valor: string }[]
}
export type Fin = { archivos: number; faltan: string[] }

export const CABEZA = 'respaldo.json'
export const FIN = 'fin.json'
export const TABLAS = 'tablas/'
export const ARCHIVOS = 'archivos/'
export const SECRETOS = 'secretos/'
/** Jobs that were not done: mails to send, money to give back. */
export const TRABAJOS = 'pgboss.job'

/** What its name ends with while it is being made. */
export const PARTE = '.parte'

/** Why a backup cannot be made or used, for the operator. */
export class RespaldoInvalido extends Error {}
