import type { Auditado } from '@imprimitodo/shared/rules/gestion/auditoria'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { auditoria } from '../../base/db/schema/auditoria.ts'

export async function insertCambio(
  db: Queryable,
  cambio: Omit<typeof auditoria.$inferInsert, 'id'>,
): Promise<void> {
  await db.insert(auditoria).values(cambio)
}

type Igual = Pick<typeof auditoria.$inferSelect, 'que' | 'clave' | 'operador_id'> & {
  despues: unknown
  desde: Date
}

/** Whether that person made the same change of the same thing since `desde`. */
export async function isNoted(db: Queryable, same: Igual): Promise<boolean> {
  const [found] = await db
    .select({ id: auditoria.id })
    .from(auditoria)
    .where(
      and(
        eq(auditoria.que, same.que),
        eq(auditoria.clave, same.clave),
        eq(auditoria.operador_id, same.operador_id ?? 0),
        gte(auditoria.cuando, same.desde),
        sql`${auditoria.despues} = ${JSON.stringify(same.despues)}::jsonb`,
      ),
    )
    .limit(1)
  return found !== undefined
}

type Filtros = {
  que?: Auditado | undefined
  quien?: number | undefined
  desde?: Date | undefined
  hasta?: Date | undefined
  before?: number | undefined
}

/** Newest first. `desde` included, `hasta` not. */
export const listCambios = (db: Queryable, of: Filtros, limit: number) =>
  db
    .select()
    .from(auditoria)
    .where(
      and(
        of.que && eq(auditoria.que, of.que),
        of.quien === undefined ? undefined : eq(auditoria.operador_id, of.quien),
        of.desde && gte(auditoria.cuando, of.desde),
        of.hasta && lt(auditoria.cuando, of.hasta),
        of.before === undefined ? undefined : lt(auditoria.id, of.before),
      ),
    )
    .orderBy(desc(auditoria.id))
    .limit(limit)
