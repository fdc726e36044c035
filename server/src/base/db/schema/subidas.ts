import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * An upload in parts: whose it is, and how far it came. Where the parts wait in the shared store of files any process may
 * go on with it; where they wait on the disk, the file itself says where it goes on.
 */
export const subidas = pgTable(
  'subidas',
  {
    /** Unguessable, as a `contenidos.id`, which it becomes. */
    id: text().primaryKey(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** How many of them are here. */
    llegado: bigint({ mode: 'number' }).notNull().default(0),
    /** Who began it, for limits: the browser (a hash of its id), the address and the wider one. */
    navegador: text(),
    origen: text().notNull(),
    red: text(),
    metadatos: jsonb().$type<Record<string, string | null>>().notNull(),
    creada: instant().notNull(),
    /** When bytes of it arrived last. */
    tocada: instant().notNull().defaultNow(),
  },
  (t) => [
    // With how much arrived: adding up a sender's bytes passes over thousands of announcements without reading them
    index('subidas_de_navegador').on(t.navegador, t.llegado).where(sql`${t.navegador} is not null`),
    index('subidas_de_origen').on(t.origen, t.llegado),
    index('subidas_de_red').on(t.red, t.llegado).where(sql`${t.red} is not null`),
    index('subidas_creada').on(t.creada),
  ],
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
