import { setTimeout as sleep } from 'node:timers/promises'

/** The result of `work`, or undefined after `ms`: then the work goes on, and its result is dropped. */
export const within = <T>(ms: number, work: T | Promise<T>): Promise<T | undefined> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])
