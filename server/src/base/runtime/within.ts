import { setTimeout as sleep } from 'node:timers/promises'

/** What `work` results in, or undefined after `ms`: it goes on then, and its result is dropped. */
export const within = <T>(ms: number, work: T | Promise<T>): Promise<T | undefined> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])
