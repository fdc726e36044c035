import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What a mailbox is given once for ever. Not of the account: it outlives it, and does not say whose it is. */
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
