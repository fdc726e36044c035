import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { clientes } from './clientes.ts'
import { centavos, instant } from './columns.ts'
import { operadores } from './mostrador.ts'
import { pedidos } from './pedidos.ts'
import { sucursales } from './sucursales.ts'

/**
 * Sales at the counter. A sale that was typed as an amount gave points, and is money of its own; a sale of
 * lines (`de_pedidos`) consists of the orders in `ventas_pedidos`, whose payments are its money.
 */
export const ventas = pgTable(
  'ventas',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** From the header Idempotency-Key, with the person who sent it; null without one. */
    clave: text().unique(),
    cliente_id: integer().references(() => clientes.id, { onDelete: 'set null' }),
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    importe: centavos().notNull(),
    /** For a typed sale: the points it gave, and those above the owner's limits, which it did not give. */
    puntos: bigint({ mode: 'number' }).notNull(),
    recortados: bigint({ mode: 'number' }).notNull().default(0),
    cuando: instant().notNull(),
    de_pedidos: boolean().notNull().default(false),
    /** The branch; null: typed by a person who works for all branches and had no drawer. */
    sucursal_id: integer().references(() => sucursales.id),
    /** Hash of the request, and the stored answer: repeated with the same key it is the same sale. */
    huella: text(),
    respuesta: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [index('ventas_cuando').on(t.cuando), index('ventas_cliente').on(t.cliente_id, t.cuando)],
)

/** The orders of a sale, in sequence. An order belongs to the sale that charged it last. */
export const ventas_pedidos = pgTable(
  'ventas_pedidos',
  {
    pedido_id: text()
      .primaryKey()
      .references(() => pedidos.id, { onDelete: 'cascade' }),
    venta_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => ventas.id),
    posicion: integer().notNull(),
  },
  (t) => [index('ventas_pedidos_venta').on(t.venta_id, t.posicion)],
)
