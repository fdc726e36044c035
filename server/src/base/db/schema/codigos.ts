import type { CodigoDeTabla } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { sql } from 'drizzle-orm'
import { index, integer, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { clientes } from './clientes.ts'
import { instant } from './columns.ts'
import { pedidos } from './pedidos.ts'
import { premios } from './puntos.ts'

/**
 * Every typed code. Available: `usado` null, `vence` in the future, and no order holds it. An order holds it
 * while `pedido_id` is set: for `reservado_hasta` (30 min from step 3), or, if that is null, until the order
 * is paid or ends. A void code ended when it was voided.
 */
export const codigos = pgTable(
  'codigos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** XXXX-XXXX-XXXX */
    codigo: text().notNull().unique(),
    tipo: text().$type<CodigoDeTabla>().notNull(),
    cliente_id: integer().references(() => clientes.id, { onDelete: 'cascade' }),
    /**
     * The mailbox it belongs to if there is no account (ruleta); normalised. With an account its current
     * address counts.
     */
    email: text(),
    /** hojas: the number of sheets. */
    hojas: integer(),
    /** cupon, ruleta. */
    porcentaje: numeric({ precision: 5, scale: 2, mode: 'number' }),
    producto_nombre: text().notNull(),
    premio_id: integer().references(() => premios.id, { onDelete: 'set null' }),
    /** The code whose rest it is, or that it replaces. */
    origen_id: integer(),
    /** The Idempotency-Key of the exchange of points that bought it; null without one. */
    clave: text(),
    creado: instant().notNull(),
    vence: instant().notNull(),
    /** When a refund took back its points: `vence` is the same moment. */
    anulado: instant(),
    /** When the unit of a prize that was not picked up before the code's end went back on the shelf. */
    unidad_devuelta: instant(),
    pedido_id: text().references(() => pedidos.id, { onDelete: 'set null' }),
    reservado_hasta: instant(),
    usado: instant(),
    /** The person of the back office, or 'pedido 1042'. */
    usado_por: text(),
  },
  (t) => [
    index('codigos_cliente').on(t.cliente_id, t.tipo, t.id),
    uniqueIndex('codigos_clave').on(t.cliente_id, t.premio_id, t.clave).where(sql`${t.clave} is not null`),
    index('codigos_pedido').on(t.pedido_id).where(sql`${t.pedido_id} is not null`),
    index('codigos_email').on(t.email).where(sql`${t.email} is not null`),
    index('codigos_por_retirar')
      .on(t.vence)
      .where(sql`${t.premio_id} is not null and ${t.usado} is null and ${t.unidad_devuelta} is null`),
    index('codigos_usados').on(t.usado).where(sql`${t.usado} is not null`),
  ],
)
