import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Backups that came to their end: the counter warns when the last one is old. */
export const respaldos = pgTable('respaldos', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  cuando: instant().notNull(),
  archivos: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
})
