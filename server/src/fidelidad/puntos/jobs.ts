import type { Deps } from '../../base/runtime/deps.ts'
import { settleDeuda, tellAnulados } from './deuda.ts'

export function puntosJobs(deps: Pick<Deps, 'jobs' | 'db' | 'now' | 'publicUrl'>): void {
  deps.jobs.work('saldar_deuda', ({ cliente_id }) =>
    deps.db.transaction(async (tx) => tellAnulados(tx, deps, await settleDeuda(tx, deps, cliente_id))),
  )
}
