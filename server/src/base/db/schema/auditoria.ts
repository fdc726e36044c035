import { AUDITADOS, AUDITORIA_ACCIONES } from '@imprimitodo/shared/rules/auditoria'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { operadores } from './mostrador.ts'

/** What the people of the back office changed, written with the change itself. Append-only. */
export const auditoria = pgTable(
  'auditoria',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    cuando: instant().notNull(),
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    /** Their name, as it was then. */
    quien: text().notNull(),
    /** What kind of thing, and which one. */
    que: text({ enum: AUDITADOS }).notNull(),
    clave: text().notNull(),
    /** For the reader: 'Taza', 'Alberdi', 'Pedido 1042'. */
    nombre: text().notNull(),
    accion: text({ enum: AUDITORIA_ACCIONES }).notNull(),
    /** Only what differs; null where there was nothing, or nothing is left. Never passwords or secrets. */
    antes: jsonb(),
    despues: jsonb(),
  },
  (t) => [index('auditoria_que').on(t.que, t.id), index('auditoria_operador').on(t.operador_id, t.id)],
)
