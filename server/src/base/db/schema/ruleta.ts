import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { codigos } from './codigos.ts'
import { instant } from './columns.ts'

/** Spins of the wheel: a unique key allows two rows for each address and day. */
export const tiradas = pgTable(
  'tiradas',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Normalised: case, +tags, and dots where the mail host ignores them. */
    correo: text().notNull(),
    /** Keyed hash of the browser's id; null before it was kept. */
    navegador: text(),
    /** The Idempotency-Key of the press that it answers; null without one. */
    clave: text(),
    /** In Tucumán. */
    dia: date({ mode: 'string' }).notNull(),
    /** 1 or 2. */
    vez: integer().notNull(),
    valor: integer().notNull(),
    codigo_id: integer()
      .notNull()
      .references(() => codigos.id),
    cuando: instant().notNull(),
  },
  (t) => [
    uniqueIndex('tiradas_dia').on(t.correo, t.dia, t.vez),
    uniqueIndex('tiradas_clave').on(t.navegador, t.correo, t.clave),
    index('tiradas_navegador').on(t.navegador, t.dia),
    // For the wheel's gifts of a day to all mailboxes: the owner's budget
    index('tiradas_de_un_dia').on(t.dia),
    check('tiradas_vez', sql`${t.vez} in (1, 2)`),
  ],
)
