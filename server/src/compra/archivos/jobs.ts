import type { Deps } from '../../base/runtime/deps.ts'
import { priorityOf } from './cola.ts'
import { provePrueba } from './prueba.ts'
import { finishColor } from './service.ts'
import { isWanted } from './store.ts'

const LOOK_EVERY_MS = 2_000

type TurnDeps = Pick<Deps, 'db' | 'files' | 'log' | 'pdf' | 'tienda'>

export function archivosJobs(deps: TurnDeps & Pick<Deps, 'jobs'>): void {
  inTurns(deps, 'color', finishColor)
  inTurns(deps, 'prueba', provePrueba)
}

/** A file that takes long is queued again after each turn, where it counts as one more file of its sender. */
function inTurns(
  deps: TurnDeps & Pick<Deps, 'jobs'>,
  name: 'color' | 'prueba',
  takeTurn: (deps: TurnDeps, id: string, signal: AbortSignal) => Promise<boolean>,
): void {
  deps.jobs.work(name, ({ contenido_id, turno = 0, antes = { own: 0, address: 0 } }, signal) =>
    whileWanted(deps, contenido_id, signal, async (either) => {
      if (await takeTurn(deps, contenido_id, either)) return
      const next = turno + 1
      await deps.jobs.send(
        deps.db,
        name,
        { contenido_id, turno: next, antes },
        { priority: priorityOf({ ...antes, own: antes.own + next }) },
      )
    }),
  )
}

/**
 * Skips a file whose orders are given up, and aborts its work once they are. A new order enqueues it again.
 */
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
