import { pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Secrets that sign sessions and checks, if several machines must share them; otherwise they are in DATA_DIR
 * alone.
 */
export const secretos = pgTable('secretos', {
  nombre: text().primaryKey(),
  valor: text().notNull(),
})
