import type { Deps } from '../core/deps.ts'
import { finishColor } from './service.ts'

export function archivosJobs(deps: Deps): void {
  deps.jobs.work('color', ({ contenido_id }, signal) => finishColor(deps, contenido_id, signal))
}
