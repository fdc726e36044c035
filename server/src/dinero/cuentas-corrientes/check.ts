// Proves each night that the balance in each cuenta corriente's row is the sum of its ledger, which is the
// truth.
import type { Deps } from '../../base/runtime/deps.ts'
import { isDue, saveComprobacion } from '../../gestion/comprobaciones/service.ts'
import { mendSaldos, sumaSaldos } from './store.ts'

const QUE = 'cuentas_corrientes'

/**
 * Once a day, in the first process that gets there: writes both sums down, lets Salud tell a difference, and
 * corrects rows by the ledger.
 */
export async function checkCuentasCorrientes({
  db,
  now,
  log,
}: Pick<Deps, 'db' | 'now' | 'log'>): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await isDue(tx, QUE, now()))) return
    const { distintas, ...sumas } = await sumaSaldos(tx)
    await saveComprobacion(tx, {
      ...sumas,
      que: QUE,
      cuando: now(),
      distintas: distintas.length,
      dia: null,
    })
    if (distintas.length === 0) return
    log.error({ cuentas: distintas.length }, 'cuentas corrientes that are not what their movements add up to')
    await mendSaldos(tx, distintas)
  })
}
