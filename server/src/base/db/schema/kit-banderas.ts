import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/** The owner's PDF of the flag kits, one row or none. Its bytes are in the database's backup. */
export const kit_banderas = pgTable(
  'kit_banderas',
  {
    id: integer().primaryKey(),
    bytes: bytes().notNull(),
    /** Hash of the bytes, hex. */
    sha256: text().notNull(),
    paginas: integer().notNull(),
    subido: instant().notNull(),
  },
  (t) => [check('kit_banderas_uno', sql`${t.id} = 1`)],
)
