import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Backups that came to their end, and those that did not: the counter warns when the last good one is old. */
export const respaldos = pgTable('respaldos', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  cuando: instant().notNull(),
  archivos: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  /** Why it came to nothing, for the owner; null: it is whole, and was read again. */
  falla: text(),
})

/** Copies of backups in a second place that came to their end, and those that did not. */
export const copiasRespaldo = pgTable('copias_respaldo', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** When it began: a backup made since is not there yet. */
  cuando: instant().notNull(),
  /** When the backup that is there now was made; null where it came to nothing. */
  respaldo: instant(),
  /** Sent this time. */
  archivos: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  /** What was found wrong there, for the owner. */
  aviso: text(),
  /** Why it came to nothing, for the owner; null: all of it is there, and was read back. */
  falla: text(),
})

/** Backups that were restored to try it, into a place that was thrown away. */
export const ensayos = pgTable('ensayos', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  cuando: instant().notNull(),
  /** When the backup that was restored was made. */
  respaldo: instant(),
  archivos: integer().notNull(),
  /** How long it took; null: it could not begin. */
  segundos: integer(),
  /** Why it came to nothing, for the owner; null: all of it came back. */
  falla: text(),
})
