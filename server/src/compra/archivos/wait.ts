// Waiting for what jobs find out about a file: proof and colour count.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal } from '../../base/http/errors.ts'

/** How long a call waits for the examination of its files. */
export const EXAMEN_WAIT_MS = 20_000

type Wait<T> = {
  /** In milliseconds since 1970. */
  until: number
  isPending: (found: T) => boolean
  read: () => Promise<T>
  /** The refusal when it takes longer. */
  tooSoon: (found: T) => Refusal | Promise<Refusal>
}

/** Reads again, first after 100 ms and then every 300 ms, while it is pending. @throws the error of `tooSoon` */
export async function waitWhilePending<T>(
  first: T,
  { until, isPending, read, tooSoon }: Wait<T>,
): Promise<T> {
  let found = first
  for (let ms = 100; isPending(found); ms = 300) {
    if (Date.now() > until) throw await tooSoon(found)
    await sleep(ms)
    found = await read()
  }
  return found
}
