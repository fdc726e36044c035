import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Who takes a purchase back (Ley 24.240): said without an account, so nothing ties it to one. */
export const arrepentimientos = pgTable(
  'arrepentimientos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** XXXX-XXXX-XXXX: what the customer keeps. */
    codigo: text().notNull().unique(),
    /** Of the address, the purchase and the day: sent twice, it is one. */
    clave: text().notNull().unique(),
    nombre: text().notNull(),
    email: text().notNull(),
    /** The order's number, or what was bought, in the customer's words. */
    compra: text().notNull(),
    motivo: text(),
    creado: instant().notNull(),
    atendido: instant(),
    /** The person of the back office. */
    atendido_por: text(),
    /** What was done about it, in their words. */
    nota: text(),
  },
  (t) => [
    index('arrepentimientos_creado').on(t.creado),
    index('arrepentimientos_abiertos').on(t.id).where(sql`${t.atendido} is null`),
  ],
)
