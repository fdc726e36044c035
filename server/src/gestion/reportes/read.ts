// Reads a report: stored totals of finished days whose facts did not change since, and the facts of all other
// days.
import { addDias, dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { instantsOf, type Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { diasSinTotal } from './store.ts'
import type { TotalDeReporte } from './total.ts'

/** Each stretch costs a query: more than these are read as one, with the days between them. */
const FEW = 8

/**
 * Hands `work` the rows of a report as a subquery. All of it is read in one snapshot: a stored total is used
 * only if it contains every change that was committed by then.
 */
export function readTotal<T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  total: TotalDeReporte,
  rango: Rango,
  work: (tx: Tx, filas: SQL) => Promise<T>,
): Promise<T> {
  const ahora = now()
  return db.transaction(
    async (tx) => {
      const abiertos = tramosOf(await diasSinTotal(tx, total.clave, rango, dayOf(ahora)))
      return work(tx, filasOf(total, rango, abiertos.length > FEW ? [rango] : abiertos, ahora))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function filasOf(
  { clave, columnas, vivos }: TotalDeReporte,
  { desde, hasta }: Rango,
  abiertos: Rango[],
  now: Date,
): SQL {
  const contados = abiertos.map((tramo) => sql` and t.dia not between ${tramo.desde} and ${tramo.hasta}`)
  const guardados = sql`
    select t.dia, f.* from totales t cross join lateral jsonb_to_recordset(t.filas) as f (${columnas})
    where t.que = ${clave} and t.dia between ${desde} and ${hasta}${sql.join(contados)}`
  const todos = [
    guardados,
    ...abiertos.map((tramo) => sql`select * from (${vivos(instantsOf(tramo), now)}) v`),
  ]
  return sql.join(todos, sql` union all `)
}

/** Joins consecutive days into stretches. */
export function tramosOf(dias: string[]): Rango[] {
  const tramos: Rango[] = []
  for (const dia of dias) {
    const last = tramos.at(-1)
    if (last && addDias(last.hasta, 1) === dia) last.hasta = dia
    else tramos.push({ desde: dia, hasta: dia })
  }
  return tramos
}
