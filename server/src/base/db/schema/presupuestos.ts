import type { Calculo } from '@imprimitodo/shared/rules/compra/calculadora'
import type { Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { centavos, instant } from './columns.ts'
import { operadores } from './mostrador.ts'
import { pedidos } from './pedidos.ts'
import { sucursales } from './sucursales.ts'

/**
 * A price that the counter gave to a customer as a link: of files, or of a number of pages, before there is a
 * file.
 */
export const presupuestos = pgTable(
  'presupuestos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    token_hash: text().notNull().unique(),
    sucursal_id: integer()
      .notNull()
      .references(() => sucursales.id),
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    /** The customer's name, as the counter typed it. */
    nombre: text(),
    /** The draft behind it, with files and prices. */
    pedido_id: text().references(() => pedidos.id, { onDelete: 'set null' }),
    /** Without files: the question, and the prices of that day. */
    calculo: jsonb().$type<{ que: Calculo; tarifas: Tarifas; porcentaje: number }>(),
    /** As quoted to the customer. */
    importe: centavos().notNull(),
    creado: instant().notNull(),
    vence: instant().notNull(),
  },
  (t) => [index('presupuestos_vence').on(t.vence), index('presupuestos_pedido').on(t.pedido_id)],
)
