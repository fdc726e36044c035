/** Files at work together: each waits for a disk or a line most of its time. */
const AT_ONCE = 4

/** `AT_ONCE` together; after one fails no other begins, and what had begun has ended. @throws what the first one that failed threw */
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
