// Work that one of the processes does at its time.
import pg from 'pg'
import type { Deps } from '../../base/runtime/deps.ts'

export type Vigia = {
  /** Does the work unless it is not due, or another process is at it. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** Right after a start customers come first; a machine that is off at night catches up a little later. */
const FIRST_LOOK_MS = 10 * 60_000
const LOOK_MS = 60_000

/** Looks every minute, one look at a time; `stop` aborts the current one by its signal, and waits for it. */
export function takeTurns(log: Deps['log'], work: (signal: AbortSignal) => Promise<void>): Vigia {
  const ending = new AbortController()
  let running: Promise<void> | undefined
  const look = () => {
    running ??= work(ending.signal).finally(() => {
      running = undefined
    })
    return running
  }
  const lookSafely = () => void look().catch((err) => log.error({ err }, 'respaldo'))
  let every: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    lookSafely()
    every = setInterval(lookSafely, LOOK_MS)
  }, FIRST_LOOK_MS)
  return {
    look,
    async stop() {
      clearTimeout(first)
      clearInterval(every)
      ending.abort()
      await running?.catch(() => {})
    },
  }
}

/** In one of all processes, and only when it is due. `lock`: any number, the same in every server. */
export async function doAlone(
  url: string,
  lock: number,
  isDue: () => Promise<boolean>,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await isDue())) return
  // The lock belongs to this connection: a process that dies releases it
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [lock])
    if (rows[0].mine && (await isDue())) await work()
  } finally {
    await client.end()
  }
}
