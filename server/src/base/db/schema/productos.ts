import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { centavos, instant } from './columns.ts'
import { imagenes } from './imagenes.ts'

export const categorias = pgTable('categorias', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  nombre: text().notNull().unique(),
  orden: integer().notNull().default(0),
})

export const productos = pgTable(
  'productos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    nombre: text().notNull(),
    texto: text(),
    categoria_id: integer().references(() => categorias.id, { onDelete: 'set null' }),
    importe: centavos(),
    es_oferta: boolean().notNull().default(false),
    /** Its price before the offer, and again when the offer ends. */
    precio_anterior: centavos(),
    /** The offer's last day, in Tucumán; null: until the owner ends it. */
    oferta_hasta: date({ mode: 'string' }),
    /** A print or a binding: its page leads to the first step of an order. */
    es_impresion: boolean().notNull().default(false),
    /** A file of this site, or a page of YouTube or Vimeo; shown before the pictures. */
    video: text(),
    /** The picture that the video shows until it is played. */
    portada_id: text().references(() => imagenes.id),
    orden: integer().notNull().default(0),
    /** Taken off the shop window, kept in the books. */
    retirado: instant(),
    actualizado: instant().notNull().defaultNow(),
  },
  (t) => [
    index('productos_categoria').on(t.categoria_id),
    check('productos_importe', sql`${t.importe} >= 0`),
  ],
)

export const producto_imagenes = pgTable(
  'producto_imagenes',
  {
    producto_id: integer()
      .notNull()
      .references(() => productos.id, { onDelete: 'cascade' }),
    imagen_id: text()
      .notNull()
      .references(() => imagenes.id),
    posicion: integer().notNull(),
    es_principal: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('producto_imagenes_posicion').on(t.producto_id, t.posicion),
    uniqueIndex('producto_imagenes_principal').on(t.producto_id).where(sql`${t.es_principal}`),
    index('producto_imagenes_imagen').on(t.imagen_id),
  ],
)

/** Signs made to order. */
export const carteles = pgTable('carteles', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  tipo: text({ enum: ['tradicional', 'luz_interior', 'tridimensional'] }).notNull(),
  titulo: text().notNull(),
  texto: text().notNull(),
  imagen_id: text().references(() => imagenes.id),
  orden: integer().notNull().default(0),
})
