import { MEDIOS_PAGO_CUENTA, TIPOS_CUENTA_CORRIENTE } from '@imprimitodo/shared/rules/dinero/cuenta-corriente'
import { CONDICIONES_IVA } from '@imprimitodo/shared/rules/dinero/factura'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { centavos, instant } from './columns.ts'
import { operadores } from './mostrador.ts'
import { pedidos } from './pedidos.ts'
import { sucursales } from './sucursales.ts'

/**
 * The account of a school or an office that takes now and pays later. Charges, payments and refunds lock the
 * row.
 */
export const cuentas_corrientes = pgTable(
  'cuentas_corrientes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The only branch that may charge to it; null: every branch. */
    sucursal_id: integer().references(() => sucursales.id),
    nombre: text().notNull(),
    /** 11 digits of a CUIT, or the 7 or 8 of a DNI. */
    documento: text(),
    condicion_iva: text({ enum: CONDICIONES_IVA }),
    direccion: text(),
    /** The address for its monthly extracto. */
    email: text(),
    limite: centavos().notNull(),
    /** Its debt: the sum of its movements, updated with each of them. Negative: it has credit. */
    saldo: centavos().notNull().default(0),
    /** Since when nothing is charged to it. It can still be paid. */
    suspendida: instant(),
    abierta: instant().notNull(),
  },
  (t) => [
    index('cuentas_corrientes_nombre').on(t.nombre),
    check('cuentas_corrientes_limite', sql`${t.limite} >= 0`),
  ],
)

/**
 * People who may take what is charged to the account. Removed ones stay, for the movements that name them.
 */
export const autorizados = pgTable(
  'autorizados',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    cuenta_id: integer()
      .notNull()
      .references(() => cuentas_corrientes.id),
    nombre: text().notNull(),
    dni: text(),
    agregado: instant().notNull(),
    quitado: instant(),
  },
  (t) => [index('autorizados_cuenta').on(t.cuenta_id, t.id)],
)

/** The ledger of the cuentas corrientes, append-only. */
export const movimientos_cuenta_corriente = pgTable(
  'movimientos_cuenta_corriente',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    cuenta_id: integer()
      .notNull()
      .references(() => cuentas_corrientes.id),
    tipo: text({ enum: TIPOS_CUENTA_CORRIENTE }).notNull(),
    /** Signed: new debt is positive. */
    importe: centavos().notNull(),
    /** The debt after this movement. */
    saldo: centavos().notNull(),
    pedido_id: text().references(() => pedidos.id),
    /** For a charge: who took it, with the name at that time. */
    retira: text(),
    /** For a payment: its method, and the facts on its paper. */
    medio: text({ enum: MEDIOS_PAGO_CUENTA }),
    referencia: text(),
    /** For a refund: the reason. */
    motivo: text(),
    /** The branch where it was done; null: by a person who works for all branches. */
    sucursal_id: integer().references(() => sucursales.id),
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    quien: text().notNull(),
    /** Names the fact, so that it is never written twice. */
    clave: text().notNull().unique(),
    cuando: instant().notNull(),
  },
  (t) => [
    index('movimientos_cuenta_corriente_cuenta').on(t.cuenta_id, t.id),
    index('movimientos_cuenta_corriente_pedido').on(t.pedido_id),
    index('movimientos_cuenta_corriente_pagos').on(t.cuando).where(sql`${t.tipo} = 'pago'`),
    check(
      'movimientos_cuenta_corriente_signo',
      sql`${t.importe} <> 0 and (${t.importe} > 0) = (${t.tipo} in ('inicial', 'cargo'))`,
    ),
  ],
)
