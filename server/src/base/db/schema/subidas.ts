import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * An upload in parts: its sender, and how far it came. If the parts are in the shared file store, any process
 * may go on with it; if they are on the disk, the file's length says where it goes on.
 */
export const subidas = pgTable(
  'subidas',
  {
    /** Unguessable, since it becomes the `contenidos.id`. */
    id: text().primaryKey(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** How many bytes have arrived. */
    llegado: bigint({ mode: 'number' }).notNull().default(0),
    /** The sender, for limits: the browser (a hash of its id), the address and the wider network. */
    navegador: text(),
    origen: text().notNull(),
    red: text(),
    metadatos: jsonb().$type<Record<string, string | null>>().notNull(),
    creada: instant().notNull(),
    /** When its last bytes arrived. */
    tocada: instant().notNull().defaultNow(),
  },
  (t) => [
    // Includes the arrived bytes: a sender's sum reads only the index, however many announcements there are
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
