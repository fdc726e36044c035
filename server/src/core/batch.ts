import { setTimeout as sleep } from 'node:timers/promises'

/** A connection that died without a word must not keep those who come after it waiting, too. */
const PATIENCE_MS = 500

/**
 * Questions that many ask at once, asked of the database together: whoever comes while one is under way waits for the
 * next, which holds everybody who came meanwhile. A single one waits for nobody. An answer is never older than its
 * question. `ask` answers with what there is; when it fails, those it was asked for fail.
 * @returns undefined for a key that there is nothing of
 */
export function createBatch<K extends string | number, V>(
  ask: (keys: K[]) => Promise<Map<K, V>>,
  patienceMs = PATIENCE_MS,
): (key: K) => Promise<V | undefined> {
  let waiting = new Set<K>()
  let next: Promise<Map<K, V>> | undefined
  let running: Promise<unknown> | undefined

  async function askNext(): Promise<Map<K, V>> {
    await (running && within(patienceMs, running)) // also for nothing: `next` has to be this call before it is cleared
    const keys = waiting
    waiting = new Set()
    next = undefined
    const answer = ask([...keys])
    const over = answer
      .catch(() => {}) // told to its own
      .then(() => {
        if (running === over) running = undefined
      })
    running = over
    return answer
  }

  return async (key) => {
    waiting.add(key)
    next ??= askNext()
    return (await next).get(key)
  }
}

/** Until `work` is over, or so long. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const waiting = new AbortController()
  const late = sleep(ms, undefined, { signal: waiting.signal, ref: false }).catch(() => {})
  await Promise.race([work, late])
  waiting.abort()
}
