import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Pictures of goods, prizes and signs; the bytes, in several widths and formats, live in the file store. */
export const imagenes = pgTable('imagenes', {
  /** From the hash of the original's bytes, so that the same picture is kept once. */
  id: text().primaryKey(),
  ancho: integer().notNull(),
  alto: integer().notNull(),
  creado: instant().notNull().defaultNow(),
  /** Null until its widths and formats have been made. */
  lista: instant(),
})
