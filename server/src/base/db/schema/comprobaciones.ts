import { bigint, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Each night's proof that a sum which is kept is what its lines add up to. */
export const comprobaciones = pgTable('comprobaciones', {
  que: text({
    enum: ['puntos', 'cuentas_corrientes', 'caja', 'ventas', 'descuentos', 'promesas', 'impresoras', 'hojas'],
  }).primaryKey(),
  cuando: instant().notNull(),
  /** The two sums as they were then: of all parts, or of `dia` alone where that one was not the same. */
  guardado: bigint({ mode: 'number' }).notNull(),
  contado: bigint({ mode: 'number' }).notNull(),
  /** How many parts (accounts, days) were not the same. */
  distintas: integer().notNull(),
  /** The first day that was not the same; null where there is none, and of what is not kept by day. */
  dia: date(),
})
