import type { Deps } from '../core/deps.ts'
import { finishColor } from './service.ts'

export async function archivosJobs(deps: Deps): Promise<void> {
  await deps.jobs.work('color', ({ contenido_id }, signal) => finishColor(deps, contenido_id, signal))
}
