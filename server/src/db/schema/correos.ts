import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { documentos } from './documentos.ts'

/** Mails to send and sent. `clave` says what the mail is about: the same one is never sent twice. */
export const correos = pgTable(
  'correos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clave: text().notNull().unique(),
    para: text().notNull(),
    asunto: text().notNull(),
    texto: text().notNull(),
    html: text().notNull(),
    creado: instant().notNull().defaultNow(),
    enviado: instant(),
    /** When a new round of attempts began, after the first one ended without success. */
    reintentado: instant(),
    /** Refused for good by the receiving server, and its words; or nobody took it for days. */
    rechazado: instant(),
    motivo: text(),
    /** Goes with it. */
    documento_id: text().references(() => documentos.id),
  },
  (t) => [
    index('correos_para').on(t.para, t.id),
    index('correos_pendientes').on(t.creado).where(sql`${t.enviado} is null and ${t.rechazado} is null`),
  ],
)
