import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { documentos } from './documentos.ts'

/**
 * Mails to send and sent, for a year. `clave` says what the mail is about: while its row is there, the same one is not
 * sent again. What is queued under a key later than that has been guarded by the state of what it tells of.
 */
export const correos = pgTable(
  'correos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clave: text().notNull().unique(),
    para: text().notNull(),
    asunto: text().notNull(),
    /** Empty once it has left (gestion/correos/limpieza.ts), as is `html`. */
    texto: text().notNull(),
    html: text().notNull(),
    creado: instant().notNull().defaultNow(),
    /** When a server took it; while none is connected, when it was kept instead. */
    enviado: instant(),
    /** Kept because no server was connected: it leaves once one is, if it is still true then. */
    guardado: instant(),
    /** Nobody is helped by it afterwards: its link has ended. Null: for as long as news lasts. */
    vale_hasta: instant(),
    /** When a new round of attempts began, after the first one ended without success. */
    reintentado: instant(),
    /** The words of the server that refused it for good; or that no server took it for days. */
    rechazado: instant(),
    motivo: text(),
    /** Goes with it. */
    documento_id: text().references(() => documentos.id),
    /** The order that it tells its owner of: its mails leave as they were queued. No foreign key: that would lock its row. */
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

/** Counts mails that strangers can cause, by mailbox and day. The count stays when the mail or the account goes. */
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
