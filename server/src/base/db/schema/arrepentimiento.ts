import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Withdrawals from a purchase (Ley 24.240): declared without an account, so nothing ties them to one. */
export const arrepentimientos = pgTable(
  'arrepentimientos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** XXXX-XXXX-XXXX: the customer's proof. */
    codigo: text().notNull().unique(),
    /** Hash of address, purchase and day: sent twice, it is one row. */
    clave: text().notNull().unique(),
    nombre: text().notNull(),
    email: text().notNull(),
    /** The order's number, or what was bought, in the customer's words. */
    compra: text().notNull(),
    motivo: text(),
    creado: instant().notNull(),
    atendido: instant(),
    /** The person of the back office who handled it. */
    atendido_por: text(),
    /** Their note on it. */
    nota: text(),
  },
  (t) => [
    index('arrepentimientos_creado').on(t.creado),
    index('arrepentimientos_abiertos').on(t.id).where(sql`${t.atendido} is null`),
  ],
)
