import type { OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core'

export const sucursales = pgTable('sucursales', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  nombre: text().notNull().unique(),
  // Null until the owner fills it: it is shown nowhere then
  direccion: text(),
  /** Digits with country code, as wa.me wants them. */
  whatsapp: text(),
  /** Both or none. */
  lat: doublePrecision(),
  lng: doublePrecision(),
  horario: text(),
  /** Paper beside A4 that its owner turned on. */
  hojas: text().array().$type<OtraHoja[]>().notNull().default([]),
})
