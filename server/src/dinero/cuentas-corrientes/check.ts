// What each cuenta corriente owes, as its row has it, proved each night against its ledger, which is the truth.
import type { Deps } from '../../base/runtime/deps.ts'
import { isDue, saveComprobacion } from '../../gestion/comprobaciones/service.ts'
import { mendSaldos, sumaSaldos } from './store.ts'

const QUE = 'cuentas_corrientes'

/**
 * Once a day, by whichever process comes first: both sums are written down, Salud tells where they differ, and the row
 * becomes what the ledger says.
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
