import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { clientes } from './clientes.ts'
import { centavos, instant } from './columns.ts'
import { imagenes } from './imagenes.ts'
import { pedidos } from './pedidos.ts'

/**
 * Prizes that points buy: an ordinary one (`cantidad` is its stock) or free sheets as a code (`cantidad` per
 * multiple).
 */
export const premios = pgTable(
  'premios',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    nombre: text().notNull(),
    descripcion: text().notNull(),
    imagen_id: text().references(() => imagenes.id),
    puntos_requeridos: integer().notNull(),
    cantidad: integer().notNull(),
    es_codigo_canje: boolean().notNull().default(false),
    /** Its worth, for the owner alone; for sheets the price list tells it. */
    valor: centavos(),
    orden: integer().notNull().default(0),
    retirado: instant(),
  },
  (t) => [
    check('premios_puntos', sql`${t.puntos_requeridos} > 0`),
    check('premios_cantidad', sql`${t.cantidad} >= 0`),
  ],
)

/**
 * The ledger of points, append-only: a balance is the sum of its lines. A sum below zero is a debt, which only a refund
 * can make and the next earned points pay. Code that takes points locks the customer's row first.
 */
export const puntos = pgTable(
  'puntos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    cliente_id: integer()
      .notNull()
      .references(() => clientes.id, { onDelete: 'cascade' }),
    tipo: text({ enum: ['pedido', 'venta', 'canje', 'devolucion', 'ajuste'] }).notNull(),
    /** Signed, never 0. */
    puntos: bigint({ mode: 'number' }).notNull(),
    /**
     * How many of them were earned by typed amounts: the owner's limits count them, on the day of the line; of an order,
     * on the day of its last peso.
     */
    tipeados: bigint({ mode: 'number' }).notNull().default(0),
    /** The reason for the customer, in plain Spanish. */
    motivo: text().notNull(),
    /** Names the fact, so that it is never written twice. */
    clave: text().notNull().unique(),
    pedido_id: text().references(() => pedidos.id, { onDelete: 'set null' }),
    /** 'cliente', 'sistema', the person of the back office, or who took the payment that gave them. */
    quien: text().notNull(),
    cuando: instant().notNull(),
  },
  (t) => [
    index('puntos_cliente').on(t.cliente_id, t.id),
    index('puntos_pedido').on(t.pedido_id),
    check('puntos_no_cero', sql`${t.puntos} <> 0`),
  ],
)

/**
 * The points that an order gives, by the rate and the limits when its last peso was paid: to its account at once, and
 * to a guest's account once the mailbox is confirmed, however much later that is.
 */
export const puntos_pedidos = pgTable(
  'puntos_pedidos',
  {
    pedido_id: text()
      .primaryKey()
      .references(() => pedidos.id, { onDelete: 'cascade' }),
    puntos: bigint({ mode: 'number' }).notNull(),
    tipeados: bigint({ mode: 'number' }).notNull(),
    /** When the last peso came. */
    cuando: instant().notNull(),
  },
  (t) => [index('puntos_pedidos_cuando').on(t.cuando).where(sql`${t.tipeados} > 0`)],
)

/**
 * The total of each account's lines, kept by a trigger in the transaction of the line (0049_balances): for
 * reports over all accounts. Code that spends points reads the ledger itself. An old account has no row until
 * housekeeping makes it.
 */
export const saldos = pgTable(
  'saldos',
  {
    cliente_id: integer()
      .primaryKey()
      .references(() => clientes.id, { onDelete: 'cascade' }),
    puntos: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('saldos_puntos').on(t.puntos).where(sql`${t.puntos} > 0`)],
)
