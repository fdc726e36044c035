import type { AvisoCodigo } from '@imprimitodo/shared/rules/compra/aviso'
import { A4, type NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { PorCarilla } from '@imprimitodo/shared/rules/compra/paginas'
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

/**
 * Page numbers from 1. `imagen`: pages that are printed as a picture, as they cannot be printed otherwise.
 * `imposibles`: pages that cannot be printed at all.
 */
export type PruebaDeArchivo = {
  imagen: number[]
  imposibles: number[]
  avisos: { codigo: AvisoCodigo; paginas: number[] }[]
}

/**
 * An unfinished proof: the findings up to page `hasta`, the milliseconds of work, and the pages that are left
 * (not known if an earlier version began it).
 */
export type PruebaParcial = PruebaDeArchivo & { hasta: number; ms: number; quedan?: number[] }

/**
 * Bytes that arrived complete. An order's line names one; several orders may share it (a new quote, a
 * repeated order).
 */
export const contenidos = pgTable(
  'contenidos',
  {
    /** Unguessable: with it, as `subida`, the uploader may reuse the bytes. */
    id: text().primaryKey(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Hash of the bytes as they arrived, hex; null: from before hashes were kept, and not read since. */
    sha256: text(),
    /** When the bytes were last read completely and compared. */
    revisado: instant(),
    /** The fault that was found then; null: none. */
    danado: text({ enum: ['no está', 'cambió'] }),
    /** Null until counted. */
    paginas: integer(),
    /** Run-length coded page sizes in pt: [{pages, width, height}]. */
    tamanos: jsonb().$type<{ pages: number; width: number; height: number }[]>(),
    /** The file is damaged: a repaired copy of it is read, counted and printed. */
    reparado: boolean().notNull().default(false),
    /** An XFA form: only Adobe's reader draws it; its pages say little more than that. */
    xfa: boolean().notNull().default(false),
    /** The result of comparing its printed pages with the file; null until every page was compared. */
    prueba: jsonb().$type<PruebaDeArchivo>(),
    /** How far the proof got; null: not begun, or done. */
    prueba_parcial: jsonb().$type<PruebaParcial>(),
    /** Pages 1..color_hasta have been examined; those with colour are in paginas_color. */
    color_hasta: integer().notNull().default(0),
    paginas_color: integer().array().notNull().default([]),
    /**
     * The sender, for limits: the browser (a hash of its id), the address and the wider network. Forgotten
     * with the bytes.
     */
    navegador: text(),
    origen: text(),
    red: text(),
    creado: instant().notNull().defaultNow(),
    /** When retention deleted the bytes. The facts stay with the order. */
    borrado: instant(),
  },
  (t) => [
    index('contenidos_navegador').on(t.navegador).where(sql`${t.navegador} is not null`),
    index('contenidos_origen').on(t.origen, t.creado),
    index('contenidos_red').on(t.red).where(sql`${t.red} is not null`),
    index('contenidos_revisar').on(t.revisado.nullsFirst(), t.creado).where(sql`${t.borrado} is null`),
    index('contenidos_danados').on(t.id).where(sql`${t.danado} is not null and ${t.borrado} is null`),
    index('contenidos_guardados').on(t.creado).where(sql`${t.borrado} is null`),
  ],
)

/** The counts by which a line was priced. `paginas` and `color_hasta` as in `contenidos`. */
export type LineaCobrada = { paginas: number; color_hasta: number; paginas_color: number[] }

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
    /** The pages that are printed, '1-10,15,20-'; null: all. */
    rango: text(),
    por_carilla: integer().$type<PorCarilla>().notNull().default(1),
    /** Printed sides of one copy, after `rango` and `por_carilla`, for sums. Null: one for each page. */
    carillas: integer(),
    /** The paper. */
    hoja: text().$type<NombreHoja>().notNull().default(A4.nombre),
    /** Counts of the file that it was bought with, if another one is printed since. Null: the same file. */
    cobrado: jsonb().$type<LineaCobrada>(),
  },
  (t) => [
    uniqueIndex('archivos_posicion').on(t.pedido_id, t.posicion),
    index('archivos_contenido').on(t.contenido_id),
    check('archivos_duplicado', sql`${t.duplicado} between 1 and 9999`),
  ],
)

/**
 * A customer is asked for a file again, because ours is missing or changed. At most one is open for each
 * line.
 */
export const reposiciones = pgTable(
  'reposiciones',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    archivo_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => archivos.id, { onDelete: 'cascade' }),
    /**
     * `repuesta`: the same bytes came. `aceptada`: other bytes came, and a person of the counter accepted
     * them.
     */
    estado: text({ enum: ['pedida', 'recibida', 'repuesta', 'aceptada'] }).notNull(),
    /** The new bytes, until the counter decides. */
    nuevo_id: text().references(() => contenidos.id),
    /**
     * Increases with each request and each file, so that a person's answer is about the file that they saw.
     */
    vez: integer().notNull().default(1),
    /** When it was last asked for, and by whom. */
    pedida: instant().notNull(),
    quien: text().notNull(),
    recibida: instant(),
    cerrada: instant(),
  },
  (t) => [
    uniqueIndex('reposiciones_abiertas').on(t.archivo_id).where(sql`${t.cerrada} is null`),
    index('reposiciones_archivo').on(t.archivo_id, t.id),
    index('reposiciones_nuevo').on(t.nuevo_id).where(sql`${t.nuevo_id} is not null`),
    check('reposiciones_recibida', sql`(${t.estado} = 'recibida') = (${t.nuevo_id} is not null)`),
  ],
)
