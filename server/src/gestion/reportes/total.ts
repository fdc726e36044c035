// The sum of a day's facts for one report: added up at each query, or stored once the day is over.
import { type SQL, sql } from 'drizzle-orm'
import type { Comprobable as Comprobada } from '../comprobaciones/service.ts'
import type { Ventana } from './hechos.ts'

/** The stored sums that are proved each night. */
export type Totalizable = Exclude<Comprobada, 'puntos' | 'cuentas_corrientes'>

export type TotalDeReporte = {
  que: Totalizable
  /**
   * Its name in the table `totales`. If the meaning of its rows changes, it needs another name: two versions must never
   * read each other's.
   */
  clave: string
  /** The columns of its rows beside `dia`, with their types in PostgreSQL. */
  columnas: SQL
  /** The number of a row `f` (jsonb) that is compared with the facts. Centavos, orders, sides or sheets. */
  medida: SQL
  /**
   * `dia` and the columns, for each day in the stretch: at most one row for the same day and texts. Facts
   * that are still open at `now` belong to days that are not over then.
   */
  vivos: (tramo: Ventana, now: Date) => SQL
}

/** A column of `f`. */
export const medidaOf = (column: string): SQL => sql`(f ->> ${sql.raw(`'${column}'`)})::bigint`
