/**
 * Questions that many ask at once, asked of the database together: whoever comes while one is under way waits for the
 * next, which holds everybody who came meanwhile. A single one waits for nobody. An answer is never older than its
 * question. `ask` answers with what there is; when it fails, those it was asked for fail.
 * @returns undefined for a key that there is nothing of
 */
export function createBatch<K extends string | number, V>(
  ask: (keys: K[]) => Promise<Map<K, V>>,
): (key: K) => Promise<V | undefined> {
  let waiting = new Set<K>()
  let next: Promise<Map<K, V>> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function askNext(): Promise<Map<K, V>> {
    await last
    const keys = waiting
    waiting = new Set()
    next = undefined
    const answer = ask([...keys])
    last = answer.catch(() => {}) // told to its own
    return answer
  }

  return async (key) => {
    waiting.add(key)
    next ??= askNext()
    return (await next).get(key)
  }
}
