import { ROLES } from '@imprimitodo/shared/rules/mostrador/rol'
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { sucursales } from './sucursales.ts'

/** People of the back office. */
export const operadores = pgTable('operadores', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Lower case. */
  email: text().notNull().unique(),
  nombre: text().notNull(),
  rol: text({ enum: ROLES }).notNull(),
  sucursal_id: integer().references(() => sucursales.id),
  password_hash: text().notNull(),
  /** Since when the person no longer works here: the account cannot sign in, and past records keep its name. */
  retirado: instant(),
  /** Sealed with the installation's key (`base/secrets/seal.ts`), bound to this row; null: no second factor. */
  totp_secreto: text(),
  /** Since when codes are asked for; null while the secret was only shown. */
  totp_activado: instant(),
  /** The last 30 s step whose code was accepted: no code counts twice. */
  totp_paso: bigint({ mode: 'number' }),
  /** sha256 of each unused recovery code, hex. */
  totp_recuperacion: text().array().notNull().default([]),
})

export const sesiones_mostrador = pgTable('sesiones_mostrador', {
  /** sha256 of the bearer token, hex: a leaked table opens nothing. */
  token_hash: text().primaryKey(),
  operador_id: integer()
    .notNull()
    .references(() => operadores.id, { onDelete: 'cascade' }),
  vence: instant().notNull(),
  /** Until when sensitive calls are allowed: the person confirmed their identity. */
  confirmada: instant(),
})

/** Links in mails that set a forgotten password, once. A void link has no row. */
export const enlaces_mostrador = pgTable(
  'enlaces_mostrador',
  {
    /** sha256, hex. */
    token_hash: text().primaryKey(),
    operador_id: integer()
      .notNull()
      .references(() => operadores.id, { onDelete: 'cascade' }),
    vence: instant().notNull(),
  },
  (t) => [index('enlaces_mostrador_operador').on(t.operador_id)],
)
