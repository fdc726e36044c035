import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { pedidos } from './pedidos.ts'

/** Bytes that reached us whole. An order's line names one; several orders may (a new quote, a repeated order). */
export const contenidos = pgTable(
  'contenidos',
  {
    /** Unguessable: it is also the `subida` that lets its uploader reuse the bytes. */
    id: text().primaryKey(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Null until counted. */
    paginas: integer(),
    /** Run-length coded page sizes in pt: [{pages, width, height}]. */
    tamanos: jsonb().$type<{ pages: number; width: number; height: number }[]>(),
    /** Pages 1..color_hasta have been examined; those with colour are in paginas_color. */
    color_hasta: integer().notNull().default(0),
    paginas_color: integer().array().notNull().default([]),
    /** Address it came from, for the 5 GiB of drafts per address; emptied when it is confirmed. */
    origen: text(),
    creado: instant().notNull().defaultNow(),
    /** The bytes are gone: retention. The facts stay with the order. */
    borrado: instant(),
  },
  (t) => [index('contenidos_origen').on(t.origen, t.creado)],
)

/** The lines of an order, `posicion` from 0 in the customer's order; options after the groups' rules. */
export const archivos = pgTable(
  'archivos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id, { onDelete: 'cascade' }),
    posicion: integer().notNull(),
    contenido_id: text()
      .notNull()
      .references(() => contenidos.id),
    nombre: text().notNull(),
    paginas: integer().notNull(),
    grupo: text({ enum: ['grupo0', 'grupo1', 'grupo2', 'default'] }).notNull(),
    doble_faz: boolean().notNull(),
    orientacion: text({ enum: ['vertical', 'horizontal'] }).notNull(),
    color: text({ enum: ['color', 'blanco y negro'] }).notNull(),
    duplicado: integer().notNull(),
    anillado: boolean().notNull(),
  },
  (t) => [
    uniqueIndex('archivos_posicion').on(t.pedido_id, t.posicion),
    index('archivos_contenido').on(t.contenido_id),
    check('archivos_duplicado', sql`${t.duplicado} between 1 and 500`),
  ],
)
