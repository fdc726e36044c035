import { doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core'

export const sucursales = pgTable('sucursales', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  nombre: text().notNull().unique(),
  direccion: text().notNull(),
  /** Digits with country code, as wa.me wants them. */
  whatsapp: text().notNull(),
  lat: doublePrecision().notNull(),
  lng: doublePrecision().notNull(),
  horario: text().notNull(),
})
