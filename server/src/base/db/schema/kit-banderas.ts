import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/** The PDF of the flag kits as the owner uploaded it, one row or none. Its bytes are in the backup with it. */
export const kit_banderas = pgTable(
  'kit_banderas',
  {
    id: integer().primaryKey(),
    bytes: bytes().notNull(),
    /** Of the bytes, hex. */
    sha256: text().notNull(),
    paginas: integer().notNull(),
    subido: instant().notNull(),
  },
  (t) => [check('kit_banderas_uno', sql`${t.id} = 1`)],
)
