import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/**
 * Documents that we made and keep exactly as sent (tax law: ten years). Their bytes are in the database's
 * backup.
 */
export const documentos = pgTable('documentos', {
  /** 128 random bits: it authorises reading the document. */
  id: text().primaryKey(),
  nombre: text().notNull(),
  bytes: bytes().notNull(),
  /** Hash of the bytes, hex. */
  sha256: text().notNull(),
  creado: instant().notNull(),
})
