import { date, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * What the facts of one day of the shop add up to for one report, kept once the day is over: rows as
 * `gestion/reportes/total.ts` makes them, money in centavos. Worth something only as long as `dias_tocados` does not have the day.
 */
export const totales = pgTable(
  'totales',
  {
    /** The report. Whoever changes what its rows hold gives it another name, so that two versions never read each other's. */
    que: text().notNull(),
    dia: date().notNull(),
    filas: jsonb().$type<Record<string, unknown>[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.que, t.dia] })],
)

/**
 * Days on which something changed since they were added up last, written by triggers in the transaction of the change
 * (tocar_dias). Only ever added to, without a key: no two transactions wait for each other here.
 */
export const dias_tocados = pgTable('dias_tocados', { dia: date().notNull() }, (t) => [
  index('dias_tocados_dia').on(t.dia),
])
