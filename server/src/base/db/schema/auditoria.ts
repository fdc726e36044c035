import { AUDITADOS, AUDITORIA_ACCIONES } from '@imprimitodo/shared/rules/gestion/auditoria'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { operadores } from './mostrador.ts'

/** Changes by people of the back office, written in the transaction of the change. Append-only. */
export const auditoria = pgTable(
  'auditoria',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    cuando: instant().notNull(),
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    /** The person's name at that time. */
    quien: text().notNull(),
    /** The kind and the id of the changed thing. */
    que: text({ enum: AUDITADOS }).notNull(),
    clave: text().notNull(),
    /** The thing's name for the reader: 'Taza', 'Alberdi', 'Pedido 1042'. */
    nombre: text().notNull(),
    accion: text({ enum: AUDITORIA_ACCIONES }).notNull(),
    /**
     * Only the differences; null if there was nothing before, or is nothing after. Never passwords or
     * secrets.
     */
    antes: jsonb(),
    despues: jsonb(),
  },
  (t) => [index('auditoria_que').on(t.que, t.id), index('auditoria_operador').on(t.operador_id, t.id)],
)
