import { bigint, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The nightly proofs that a stored sum equals the total of its lines. */
export const comprobaciones = pgTable('comprobaciones', {
  que: text({
    enum: ['puntos', 'cuentas_corrientes', 'caja', 'ventas', 'descuentos', 'promesas', 'impresoras', 'hojas'],
  }).primaryKey(),
  cuando: instant().notNull(),
  /** The two sums at that time: of all parts, or of `dia` alone if that day differed. */
  guardado: bigint({ mode: 'number' }).notNull(),
  contado: bigint({ mode: 'number' }).notNull(),
  /** How many parts (accounts, days) differed. */
  distintas: integer().notNull(),
  /** The first day that differed; null if none did, or the sum is not stored by day. */
  dia: date(),
})
