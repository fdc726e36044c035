import { sql } from 'drizzle-orm'
import { index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { clientes } from './clientes.ts'
import { instant } from './columns.ts'
import { pedidos } from './pedidos.ts'
import { premios } from './puntos.ts'

/**
 * Every typed code. Available: `usado` null, `vence` ahead, and no order has it. An order has it while `pedido_id` is
 * set: for `reservado_hasta` (30 min from step 3), or, where that is null, until the order is paid or ends. A void one
 * ended when it was voided.
 */
export const codigos = pgTable(
  'codigos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** XXXX-XXXX-XXXX */
    codigo: text().notNull().unique(),
    tipo: text({ enum: ['hojas', 'premio', 'cupon', 'ruleta'] }).notNull(),
    cliente_id: integer().references(() => clientes.id, { onDelete: 'cascade' }),
    /** Whose it is where there is no account (ruleta); normalised. With an account its address of now counts. */
    email: text(),
    /** hojas: what it covers. */
    hojas: integer(),
    /** cupon, ruleta. */
    porcentaje: numeric({ precision: 5, scale: 2, mode: 'number' }),
    producto_nombre: text().notNull(),
    premio_id: integer().references(() => premios.id, { onDelete: 'set null' }),
    /** The code it is the change of, or that it gives back. */
    origen_id: integer(),
    creado: instant().notNull(),
    vence: instant().notNull(),
    /** Its points went back for a refund: `vence` says the same moment. */
    anulado: instant(),
    pedido_id: text().references(() => pedidos.id, { onDelete: 'set null' }),
    reservado_hasta: instant(),
    usado: instant(),
    /** The person of the back office, or 'pedido 1042'. */
    usado_por: text(),
  },
  (t) => [
    index('codigos_cliente').on(t.cliente_id, t.tipo, t.id),
    index('codigos_pedido').on(t.pedido_id).where(sql`${t.pedido_id} is not null`),
    index('codigos_email').on(t.email).where(sql`${t.email} is not null`),
    index('codigos_usados').on(t.usado).where(sql`${t.usado} is not null`),
  ],
)
