import { date, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * The sums of one day's facts for one report, stored once the day is over: rows as
 * `gestion/reportes/total.ts` makes them, money in centavos. Valid only while `dias_tocados` does not list
 * the day.
 */
export const totales = pgTable(
  'totales',
  {
    /** `clave` of the report. */
    que: text().notNull(),
    dia: date().notNull(),
    filas: jsonb().$type<Record<string, unknown>[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.que, t.dia] })],
)

/**
 * Days whose facts changed since they were last added up, written by triggers in the transaction of the
 * change (tocar_dias). Rows are only added, without a key: no two transactions wait for each other here.
 */
export const dias_tocados = pgTable('dias_tocados', { dia: date().notNull() }, (t) => [
  index('dias_tocados_dia').on(t.dia),
])
