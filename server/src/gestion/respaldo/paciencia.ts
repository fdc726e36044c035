/** Ends with what `late` says once nothing moved for `ms`, however long all of it takes. `seen` says that something moves. */
export function whileItMoves<T>(
  ms: number,
  late: () => Error,
  work: (seen: () => void) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => reject(late()), ms)
    work(() => silence.refresh())
      .then(resolve, reject)
      .finally(() => clearTimeout(silence))
  })
}
