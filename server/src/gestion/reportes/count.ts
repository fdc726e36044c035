// Stores the totals of finished days, a few days at a time, and again those of days whose facts changed.
import { addDias, dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../base/runtime/deps.ts'
import { pedidosSql } from '../../compra/pedidos/service.ts'
import { ventasSql } from '../../dinero/ventas/service.ts'
import { impresionesSql } from '../../taller/impresion/service.ts'
import { TOTAL_CAJA } from './caja.ts'
import { TOTAL_DESCUENTOS } from './descuentos.ts'
import { fechaOf } from './hechos.ts'
import { tramosOf } from './read.ts'
import { diasToCount, forgetTocados, saveTotales } from './store.ts'
import { TOTAL_HOJAS, TOTAL_IMPRESORAS, TOTAL_PROMESAS } from './taller.ts'
import { TOTAL_VENTAS } from './ventas.ts'

export const TOTALES = [
  TOTAL_CAJA,
  TOTAL_VENTAS,
  TOTAL_DESCUENTOS,
  TOTAL_PROMESAS,
  TOTAL_IMPRESORAS,
  TOTAL_HOJAS,
]

/** Days of one step: some tenths of a second at a hundred orders a day. */
export const PASO = 31

/** Earlier days have no facts to store, and are added up whenever they are asked for. */
const PRIMERO = sql`
  select ${fechaOf(sql`least(
    (select min(pagado) from ${pedidosSql} p), (select min(cuando) from ${ventasSql} v),
    (select min(terminada) from ${impresionesSql} i)
  )`)}`

/**
 * One step, in the process that comes first, newest days first. False once there is nothing left to store. A
 * report adds up days without a stored total itself, so that nothing waits for this.
 */
export function countDias({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  const ahora = now()
  return db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended('contar dias', 0)) as mine`,
      )
      if (!rows[0]?.mine) return false
      await forgetTocados(tx)
      const hasta = addDias(dayOf(ahora), -1)
      const claves = TOTALES.map(({ clave }) => clave)
      const dias = await diasToCount(tx, { claves, primero: PRIMERO, hasta, limit: PASO })
      for (const tramo of tramosOf(dias))
        for (const total of TOTALES) await saveTotales(tx, total, tramo, ahora)
      return dias.length === PASO
    },
    { isolationLevel: 'repeatable read' },
  )
}
