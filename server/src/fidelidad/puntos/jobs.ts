import type { Deps } from '../../base/runtime/deps.ts'
import { settleDeuda } from './deuda.ts'

export function puntosJobs({ jobs, db, now }: Pick<Deps, 'jobs' | 'db' | 'now'>): void {
  jobs.work('saldar_deuda', ({ cliente_id }) =>
    db.transaction(async (tx) => {
      await settleDeuda(tx, { now }, cliente_id)
    }),
  )
}
