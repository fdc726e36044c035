import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Benefits that each mailbox gets only once. The row outlives the account, and does not tell whose it was.
 */
export const beneficios_unicos = pgTable(
  'beneficios_unicos',
  {
    /** Keyed hash of the normalised address. */
    casilla: text().notNull(),
    beneficio: text({ enum: ['primer_cupon'] }).notNull(),
    cuando: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.casilla, t.beneficio] })],
)
