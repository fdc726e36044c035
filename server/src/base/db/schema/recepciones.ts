import { ESTADOS_RECIBIDO } from '@imprimitodo/shared/rules/recepcion'
import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { operadores } from './mostrador.ts'
import { sucursales } from './sucursales.ts'

/** For one sale at the counter: a customer's phone may send files to it for a quarter of an hour. */
export const recepciones = pgTable(
  'recepciones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** What the QR leads to, and what is typed where there is no camera; hashes, as both open it. */
    token_hash: text().notNull().unique(),
    codigo_hash: text().notNull().unique(),
    sucursal_id: integer()
      .notNull()
      .references(() => sucursales.id),
    operador_id: integer()
      .notNull()
      .references(() => operadores.id, { onDelete: 'cascade' }),
    creada: instant().notNull(),
    vence: instant().notNull(),
    /** When its sale was charged or given up. */
    cerrada: instant(),
  },
  (t) => [index('recepciones_vence').on(t.vence)],
)

/** A file that came to a reception, or is on its way. */
export const recibidos = pgTable(
  'recibidos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    recepcion_id: integer()
      .notNull()
      .references(() => recepciones.id, { onDelete: 'cascade' }),
    /** The upload in parts that brings its bytes: `subidas.id`, and later `contenidos.id`. */
    subida: text().notNull(),
    nombre: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    estado: text({ enum: ESTADOS_RECIBIDO }).notNull().default('en_camino'),
    /** Once it is here. */
    paginas: integer(),
    /** What is wrong with it, in Spanish. */
    problema: text(),
  },
  (t) => [unique('recibidos_uno').on(t.recepcion_id, t.subida)],
)
