// Compares stored totals each night with their facts, which are the truth.
import { addDias } from '@imprimitodo/shared/rules/base/fecha'
import { diasIn, type Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { isDue, saveComprobacion } from '../comprobaciones/service.ts'
import { PASO, TOTALES } from './count.ts'
import { type Comparado, compareTotales, guardadosOf, touchDias } from './store.ts'
import type { TotalDeReporte } from './total.ts'

/**
 * Once a day for each report, in the process that comes first. If a day differs from its facts, Salud says so
 * with both numbers, and the day is added up again.
 */
export async function checkTotales({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): Promise<void> {
  for (const total of TOTALES) {
    const malos = await db.transaction((tx) => check(tx, total, now()), {
      isolationLevel: 'repeatable read',
    })
    if (malos.length > 0)
      log.error({ que: total.que, dias: malos }, 'totals that are not what their facts add up to')
  }
}

/** @returns the days that differ */
async function check(tx: Tx, total: TotalDeReporte, now: Date): Promise<string[]> {
  const { que } = total
  if (!(await isDue(tx, que, now))) return []
  const sumas = { guardado: 0, contado: 0 }
  const malos: Comparado[] = []
  for (const tramo of pasosOf(await guardadosOf(tx, total)))
    for (const dia of await compareTotales(tx, total, tramo, now)) {
      sumas.guardado += dia.guardado
      sumas.contado += dia.contado
      if (!dia.igual) malos.push(dia)
    }
  const [primero] = malos
  const { guardado, contado } = primero ?? sumas
  await saveComprobacion(tx, {
    que,
    cuando: now,
    guardado,
    contado,
    distintas: malos.length,
    dia: primero?.dia ?? null,
  })
  const dias = malos.map(({ dia }) => dia)
  if (dias.length > 0) await touchDias(tx, dias)
  return dias
}

/** Splits years into parts that are each added up in a moment. */
function pasosOf(tramo: Rango | undefined): Rango[] {
  if (!tramo) return []
  return Array.from({ length: Math.ceil(diasIn(tramo) / PASO) }, (_, paso) => {
    const desde = addDias(tramo.desde, paso * PASO)
    return { desde, hasta: addDias(desde, PASO - 1) }
  })
}
