import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/** Papers that we made and keep just as they went out (tax law: ten years). Their bytes are in the backup with them. */
export const documentos = pgTable('documentos', {
  /** 128 random bits: who holds it may read the document. */
  id: text().primaryKey(),
  nombre: text().notNull(),
  bytes: bytes().notNull(),
  /** Of the bytes, hex. */
  sha256: text().notNull(),
  creado: instant().notNull(),
})
