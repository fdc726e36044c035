import { pgTable, text } from 'drizzle-orm/pg-core'

/** What signs sessions and checks, where several machines must agree on it; else it lies in DATA_DIR alone. */
export const secretos = pgTable('secretos', {
  nombre: text().primaryKey(),
  valor: text().notNull(),
})
