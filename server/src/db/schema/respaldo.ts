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
