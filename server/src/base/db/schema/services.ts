import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { centavos, instant } from './columns.ts'

/** The books of the embedded checkout, as a real provider keeps them: preferences and payments. */
export const simulado_preferencias = pgTable('simulado_preferencias', {
  id: text().primaryKey(),
  referencia: text().notNull().unique(),
  titulo: text().notNull(),
  importe: centavos().notNull(),
  vuelta: text().notNull(),
  vence: instant().notNull(),
})

export const simulado_pagos = pgTable(
  'simulado_pagos',
  {
    id: text().primaryKey(),
    referencia: text().notNull(),
    estado: text({
      enum: ['pending', 'in_process', 'approved', 'rejected', 'cancelled', 'refunded'],
    }).notNull(),
    medio: text({ enum: ['tarjeta', 'efectivo'] }).notNull(),
    importe: centavos().notNull(),
    devuelto: centavos().notNull().default(0),
    /** Keys of refunds that were made: a repeated key is the same refund. */
    claves: text().array().notNull().default([]),
    creado: instant().notNull(),
    actualizado: instant().notNull(),
  },
  (t) => [index('simulado_pagos_referencia').on(t.referencia)],
)

/** ARCA's login tickets (12 h), shared by all processes: ARCA refuses a second ticket while one is valid. */
export const arca_tickets = pgTable('arca_tickets', {
  /** Service, CUIT and address of the login service. */
  clave: text().primaryKey(),
  /** Token and sign, encrypted with a key derived from the certificate's. Null: no ticket. */
  secreto: text(),
  vence: instant(),
  /** ARCA says that a ticket exists which we do not have: not asked again before this time. */
  espera: instant(),
})

/** The books of the simulated ARCA. */
export const simulado_comprobantes = pgTable(
  'simulado_comprobantes',
  {
    cuit: text().notNull(),
    punto_venta: integer().notNull(),
    tipo: integer().notNull(),
    numero: integer().notNull(),
    fecha: date({ mode: 'string' }).notNull(),
    doc_tipo: integer().notNull(),
    doc_nro: text().notNull(),
    importe: centavos().notNull(),
    cae: text().notNull(),
    cae_vence: date({ mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.cuit, t.punto_venta, t.tipo, t.numero] })],
)

/** Answers of map services, kept so that they are not asked twice. */
export const mapas_cache = pgTable(
  'mapas_cache',
  {
    /** Service and normalised question. */
    clave: text().primaryKey(),
    /** Null: the service does not know it. */
    valor: jsonb(),
    vence: instant().notNull(),
  },
  (t) => [index('mapas_cache_vence').on(t.vence)],
)

/** Providers that the owner connected on the screen. */
export const conexiones = pgTable('conexiones', {
  /** Which of `CONECTABLES`. */
  cual: text().primaryKey(),
  /** JSON of texts by their key, sealed with the installation's key (`base/secrets/seal.ts`), bound to `cual`. */
  valores: text().notNull(),
  /** When the owner last tried it with success, since its last change; null: not yet. */
  probado: instant(),
})
