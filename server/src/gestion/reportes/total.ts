// What the facts of a day add up to, for one report: summed up where it is asked for, or kept once the day is over.
import { type SQL, sql } from 'drizzle-orm'
import type { Comprobable as Comprobada } from '../comprobaciones/service.ts'
import type { Tramo } from './hechos.ts'

/** `que` of the table `totales`. */
export type Totalizable = Exclude<Comprobada, 'puntos' | 'cuentas_corrientes'>

export type Total = {
  que: Totalizable
  /** The columns of its rows beside `dia`, with their types in PostgreSQL. */
  columnas: SQL
  /** Of one row `f` in jsonb: the number that people would compare. Centavos, orders, sides or sheets. */
  medida: SQL
  /**
   * `dia` and the columns, of each day in the stretch: one row at most for the same day and words. What is still open at
   * `now` belongs to the days that are not over then.
   */
  vivos: (tramo: Tramo, now: Date) => SQL
}

/** A column of `f`. */
export const medidaDe = (column: string): SQL => sql`(f ->> ${sql.raw(`'${column}'`)})::bigint`
