/** Files processed at once: each waits for a disk or a network most of its time. */
const AT_ONCE = 4

/**
 * `AT_ONCE` at once; after a failure no further one begins, and those that had begun have ended. @throws the
 * first error
 */
export async function each<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]()
  const errors: unknown[] = []
  const worker = async () => {
    for (let next = left.next(); !next.done && errors.length === 0; next = left.next())
      await work(next.value).catch((error) => errors.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (errors.length > 0) throw errors[0]
}
