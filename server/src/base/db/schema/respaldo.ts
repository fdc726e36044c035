import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Finished and failed backups: the counter warns when the last good one is old. */
export const respaldos = pgTable('respaldos', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  cuando: instant().notNull(),
  archivos: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  /** Why it failed, for the owner; null: it is complete, and was verified. */
  falla: text(),
})

/** Finished and failed copies of backups in a second place. */
export const copiasRespaldo = pgTable('copias_respaldo', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** When it began: later backups are not there yet. */
  cuando: instant().notNull(),
  /** When the backup that is now there was made; null if the copy failed. */
  respaldo: instant(),
  /** Number of files sent this time. */
  archivos: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  /** Tells the owner what was found damaged there. */
  aviso: text(),
  /** Why it failed, for the owner; null: all of it is there, and was read back. */
  falla: text(),
})

/** Test restores of backups into a temporary place. */
export const ensayos = pgTable('ensayos', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  cuando: instant().notNull(),
  /** When the restored backup was made. */
  respaldo: instant(),
  archivos: integer().notNull(),
  /** How long it took; null: it could not begin. */
  segundos: integer(),
  /** Why it failed, for the owner; null: all of it was restored. */
  falla: text(),
})

/** Restores into this database that are done: what happened after their backup is unknown here. */
export const restauraciones = pgTable('restauraciones', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** The moment that was restored. */
  respaldo: instant().notNull(),
  cuando: instant().notNull().defaultNow(),
  /** When all payments since that moment had been looked for. */
  pagos_buscados: instant(),
})
