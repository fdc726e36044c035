import { ESTADOS_RECIBIDO } from '@imprimitodo/shared/rules/compra/recepcion'
import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { operadores } from './mostrador.ts'
import { sucursales } from './sucursales.ts'

/** A recepcion: for a quarter of an hour a customer's phone may send files to one sale at the counter. */
export const recepciones = pgTable(
  'recepciones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The QR's token, and the code to type without a camera; as hashes, since both open it. */
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

/** A file that came to a recepcion, or is on its way. */
export const recibidos = pgTable(
  'recibidos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    recepcion_id: integer()
      .notNull()
      .references(() => recepciones.id, { onDelete: 'cascade' }),
    /** The upload in parts of its bytes: `subidas.id`, and later `contenidos.id`. */
    subida: text().notNull(),
    nombre: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    estado: text({ enum: ESTADOS_RECIBIDO }).notNull().default('en_camino'),
    /** Set once the file has arrived. */
    paginas: integer(),
    /** The problem of the file, in Spanish. */
    problema: text(),
  },
  (t) => [unique('recibidos_uno').on(t.recepcion_id, t.subida)],
)
