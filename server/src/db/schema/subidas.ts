import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** An upload in parts that any process may go on with; used where the parts wait in the shared store of files. */
export const subidas = pgTable(
  'subidas',
  {
    /** Unguessable, as a `contenidos.id`, which it becomes. */
    id: text().primaryKey(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** How many of them are here: the sum of its parts. */
    llegado: bigint({ mode: 'number' }).notNull().default(0),
    origen: text().notNull(),
    metadatos: jsonb().$type<Record<string, string | null>>().notNull(),
    creada: instant().notNull(),
  },
  (t) => [index('subidas_origen').on(t.origen, t.creada), index('subidas_creada').on(t.creada)],
)

/** Bytes `desde`..`desde + bytes` of an upload lie in the store under `clave`. */
export const subida_partes = pgTable(
  'subida_partes',
  {
    subida_id: text()
      .notNull()
      .references(() => subidas.id, { onDelete: 'cascade' }),
    desde: bigint({ mode: 'number' }).notNull(),
    bytes: integer().notNull(),
    clave: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.subida_id, t.desde] })],
)
