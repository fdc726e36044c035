import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Videos that the owner uploaded for goods; the bytes are in the file store. Each upload is a row of its own.
 */
export const videos = pgTable('videos', {
  /** 128 random bits, hex. */
  id: text().primaryKey(),
  formato: text({ enum: ['mp4', 'webm'] }).notNull(),
  /** Hash of the bytes, hex. */
  sha256: text().notNull(),
  creado: instant().notNull(),
})
