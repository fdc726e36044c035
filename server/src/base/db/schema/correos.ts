import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { documentos } from './documentos.ts'

/**
 * Mails to send and sent, for a year. `clave` identifies the mail: as long as its row exists, the same mail
 * is not sent again. After a year only the state of its order, payment, voucher or account prevents a second
 * one.
 */
export const correos = pgTable(
  'correos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clave: text().notNull().unique(),
    para: text().notNull(),
    asunto: text().notNull(),
    /** Emptied some time after it was sent (gestion/correos/limpieza.ts), as is `html`. */
    texto: text().notNull(),
    html: text().notNull(),
    creado: instant().notNull().defaultNow(),
    /** When a server took it; without a server, when it was kept instead. */
    enviado: instant(),
    /** Kept because no server was connected: it is sent once one is, if it is still true then. */
    guardado: instant(),
    /**
     * After this it is not sent, since its link no longer works. Null: a kept mail is sent for three days
     * (NEWS_DAYS).
     */
    vale_hasta: instant(),
    /** When a new round of attempts began, after the first round failed. */
    reintentado: instant(),
    /** How often a server was given all of it and answered nothing: perhaps it took it. */
    sin_respuesta: integer().notNull().default(0),
    /**
     * It is not tried before this: a server may have taken it, or, with `arriendo`, a process is handing it over. Then
     * it is the end of the lease, by the database's clock.
     */
    no_antes: instant(),
    /** The lease of the process that is handing it over: a random word. */
    arriendo: text(),
    /** A person waits for it, as for a code: it has a queue of its own. */
    esperado: boolean().notNull().default(false),
    /** The mail became untrue while a process was handing it over: if that try fails, it is deleted, not repeated. */
    retirado: boolean().notNull().default(false),
    /** When a server refused it for good, in the words below, or no server took it for days. */
    rechazado: instant(),
    motivo: text(),
    /** Attached to the mail. */
    documento_id: text().references(() => documentos.id),
    /**
     * Its order: an order's mails are sent as they were queued. No foreign key, which would lock the order's
     * row.
     */
    pedido_id: text(),
  },
  (t) => [
    index('correos_para').on(t.para, t.id),
    index('correos_pendientes').on(t.creado).where(sql`${t.enviado} is null and ${t.rechazado} is null`),
    index('correos_rechazados').on(t.rechazado).where(sql`${t.rechazado} is not null`),
    index('correos_creados').on(t.creado),
    index('correos_pedido').on(t.pedido_id, t.id).where(sql`${t.pedido_id} is not null`),
    index('correos_guardados').on(t.guardado).where(sql`${t.guardado} is not null`),
    index('correos_con_texto').on(t.creado).where(sql`${t.html} <> ''`),
  ],
)

/**
 * Counts mails that strangers can cause, by mailbox and day. The count stays when the mail or the account is
 * deleted.
 */
export const correos_contados = pgTable(
  'correos_contados',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Hash of the kind and the normalised mailbox. */
    cupo: text().notNull(),
    cuando: instant().notNull(),
  },
  (t) => [index('correos_contados_cupo').on(t.cupo, t.cuando), index('correos_contados_cuando').on(t.cuando)],
)
