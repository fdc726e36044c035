import { MEDIOS_MOVIMIENTO } from '@imprimitodo/shared/rules/dinero/caja'
import { ESTADOS_PAGO } from '@imprimitodo/shared/rules/dinero/pago'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { centavos, instant } from './columns.ts'
import { operadores } from './mostrador.ts'
import { pedidos } from './pedidos.ts'

/** Every payment we know of, as the provider last told it. An order may have several. */
export const pagos = pgTable(
  'pagos',
  {
    id: text().primaryKey(),
    /** The kind of its provider; `caja` if the counter took the money itself. */
    proveedor: text().notNull(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id),
    estado: text({ enum: ESTADOS_PAGO }).notNull(),
    importe: centavos().notNull(),
    devuelto: centavos().notNull().default(0),
    /** The part that had gone back, or was on its way, when its order was paid. Null in older rows. */
    devuelto_antes: centavos(),
    moneda: text().notNull(),
    medio: text(),
    creado: instant().notNull(),
    /**
     * When we heard first that the shop has the money: no later news changes it. Null before that, and in older rows.
     */
    acreditado: instant(),
    /** The provider's date_last_updated: an older report never overwrites a newer one. */
    actualizado: instant().notNull(),
    /** When we asked for a refund (paid twice, or after a cancellation). */
    devolucion_pedida: instant(),
    /** The address of the buyer's cash ticket; null if there is none. */
    cupon: text(),
    /** The number for the cashier, below the ticket's bars. */
    cupon_numero: text(),
    /** For a card terminal: the number on its slip, as the counter typed it. */
    referencia: text(),
  },
  (t) => [
    index('pagos_pedido').on(t.pedido_id),
    index('pagos_creados').on(t.creado),
    index('pagos_acreditados').on(t.acreditado),
    index('pagos_devueltos').on(t.actualizado).where(sql`${t.devuelto} > 0 or ${t.estado} = 'charged_back'`),
  ],
)

/** Refunds by staff: requested at the counter, made at the provider at once or as soon as it answers. */
export const devoluciones = pgTable(
  'devoluciones',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * From the header Idempotency-Key, with the person who sent it: one click may refund several payments.
     */
    clave: text().notNull(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id),
    pago_id: text()
      .notNull()
      .references(() => pagos.id),
    importe: centavos().notNull(),
    motivo: text().notNull(),
    /** How the counter hands the money back; null: by the payment's own method. */
    medio: text({ enum: MEDIOS_MOVIMIENTO }),
    quien: text().notNull(),
    /** The same person: the money is in their drawer. Null in older rows. */
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    pedida: instant().notNull(),
    /** Its id at the provider, from the first answer on. Null at the counter, and in older rows. */
    id_en_proveedor: text(),
    /** When it was last taken up again because it was not done yet. */
    retomada: instant(),
    hecha: instant(),
    /** When it was refused for good, and the provider's words. */
    rechazada: instant(),
    respuesta: text(),
  },
  (t) => [
    uniqueIndex('devoluciones_clave').on(t.clave, t.pago_id),
    uniqueIndex('devoluciones_en_proveedor').on(t.pago_id, t.id_en_proveedor),
    index('devoluciones_pedido').on(t.pedido_id),
    index('devoluciones_pago').on(t.pago_id),
    index('devoluciones_hechas').on(t.hecha).where(sql`${t.hecha} is not null`),
    index('devoluciones_pendientes').on(t.pedida).where(sql`${t.hecha} is null and ${t.rechazada} is null`),
    check('devoluciones_importe', sql`${t.importe} > 0`),
  ],
)

/**
 * Money that went back of a payment without a `devolucion`, as its provider told it: automatically, in the provider's
 * panel, or taken by a bank. Append-only, so that the sums of past days never change. Together with the `devoluciones`
 * that are done, the rows of a payment add up to all money that went back.
 */
export const reintegros = pgTable(
  'reintegros',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id),
    pago_id: text()
      .notNull()
      .references(() => pagos.id),
    /** Below 0: the shop has it again, as from a bank that decided for the shop. */
    importe: centavos().notNull(),
    cuando: instant().notNull(),
  },
  (t) => [
    index('reintegros_pedido').on(t.pedido_id),
    index('reintegros_pago').on(t.pago_id),
    index('reintegros_cuando').on(t.cuando),
    check('reintegros_importe', sql`${t.importe} <> 0`),
  ],
)

/** Notifications as they arrived, once each; the payment is always read at the provider again. */
export const avisos_pago = pgTable('avisos_pago', {
  id: text().primaryKey(),
  /** The kind of the provider that sent it. */
  proveedor: text().notNull(),
  pago_id: text().notNull(),
  recibido: instant().notNull().defaultNow(),
  leido: instant(),
})

/**
 * Payments in the shop's account whose reference is of our form and is that of no order: a restore of a backup loses
 * orders that were paid after it.
 */
export const pagos_sin_pedido = pgTable('pagos_sin_pedido', {
  /** The provider's id. */
  id: text().primaryKey(),
  /** The kind of its provider. */
  proveedor: text().notNull(),
  /** The lost order's reference. */
  referencia: text().notNull(),
  importe: centavos().notNull(),
  moneda: text().notNull(),
  creado: instant().notNull(),
  /** When the owner said that it is dealt with, or we heard that it went back. */
  resuelto: instant(),
})
