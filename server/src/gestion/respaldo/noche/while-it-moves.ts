/**
 * Fails with what `late` returns after `ms` without progress, however long the whole takes. `seen` reports
 * progress.
 */
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
