import { refuse } from './errors.ts'

/** Runs `work` when its turn comes. @throws 429 when too many wait already */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

/**
 * At most `atOnce` run together; the others wait in the order they came. If `maxWaiting` is given, more than
 * that are refused with `full`.
 */
export function createLine(
  atOnce: number,
  maxWaiting = Number.POSITIVE_INFINITY,
  full = 'Hay demasiada gente entrando a la vez. Probá de nuevo en unos segundos.',
): Line {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running++
    else if (waiting.length >= maxWaiting) throw refuse(429, full)
    else await new Promise<void>((enter) => waiting.push(enter)) // a leaving one hands its place over
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
