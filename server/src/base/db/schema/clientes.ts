import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Accounts of customers. Until its link is followed `activado` is null and the account cannot log in. */
export const clientes = pgTable(
  'clientes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case, since addresses compare without case. */
    email: text().notNull().unique(),
    nombre: text().notNull(),
    /** Digits: 10 national ones where that is certain. */
    celular: text().notNull(),
    /** Digits of the identity card, as the customer wrote it; the counter finds the account by it. */
    dni: text(),
    fecha_nacimiento: date({ mode: 'string' }).notNull(),
    password_hash: text().notNull(),
    creado: instant().notNull().defaultNow(),
    activado: instant(),
    /**
     * The address whose mailbox was confirmed. While it differs from `email`, no benefit is given for that
     * address.
     */
    email_confirmado: text(),
    /** The mailbox of `email_confirmado` in a single spelling. Null: not computed yet, or none. */
    buzon: text(),
    /** A requested new address; only the link that confirms it is sent there. Lower case. */
    email_pendiente: text(),
  },
  (t) => [
    index('clientes_buzon').on(t.buzon).where(sql`${t.buzon} is not null`),
    index('clientes_dni').on(t.dni).where(sql`${t.dni} is not null`),
  ],
)

/** Links in mails to customers. A void link has no row. */
export const enlaces = pgTable(
  'enlaces',
  {
    /** sha256, hex. */
    token_hash: text().primaryKey(),
    cliente_id: integer()
      .notNull()
      .references(() => clientes.id, { onDelete: 'cascade' }),
    tipo: text({ enum: ['activacion', 'recuperacion', 'confirmar_email', 'deshacer_email'] }).notNull(),
    /** deshacer_email: the address that it restores. */
    email_anterior: text(),
    creado: instant().notNull(),
    vence: instant().notNull(),
    usado: instant(),
  },
  (t) => [index('enlaces_cliente').on(t.cliente_id, t.tipo), index('enlaces_vence').on(t.vence)],
)
