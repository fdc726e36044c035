import type { Deps } from '../../base/runtime/deps.ts'
import { provePrueba } from './prueba.ts'
import { finishColor } from './service.ts'
import { isWanted } from './store.ts'

const LOOK_EVERY_MS = 2_000

export function archivosJobs(deps: Deps): void {
  deps.jobs.work('color', ({ contenido_id: id }, signal) =>
    whileWanted(deps, id, signal, (either) => finishColor(deps, id, either)),
  )
  deps.jobs.work('prueba', ({ contenido_id: id }, signal) =>
    whileWanted(deps, id, signal, (either) => provePrueba(deps, id, either)),
  )
}

/** Not for a file whose orders are given up, nor on once they are: ordering it again enqueues it again. */
async function whileWanted(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  id: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!(await isWanted(db, id))) return
  const givenUp = new AbortController()
  const look = setInterval(() => {
    isWanted(db, id).then(
      (wanted) => wanted || givenUp.abort(),
      (err) => log.warn({ err }, 'whether a file is still wanted'),
    )
  }, LOOK_EVERY_MS)
  try {
    await work(AbortSignal.any([signal, givenUp.signal]))
  } catch (error) {
    if (!givenUp.signal.aborted) throw error
  } finally {
    clearInterval(look)
  }
}
