import { setTimeout as sleep } from 'node:timers/promises'

/** The shop refused the call. */
export class Refused extends Error {
  status: number

  constructor(path: string, status: number, text: string) {
    super(`${path} ${status} ${text}`)
    this.status = status
  }
}

const TRIES = 20
const PAUSE_MS = 250

/**
 * Repeats a call that was cut, as a page or a person would: after `recover`, until it is answered; a refusal
 * is an answer.
 */
export async function insist<T>(work: () => Promise<T>, recover?: () => Promise<void>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      if (tries > 1) await recover?.()
      return await work()
    } catch (error) {
      const isAnswer = error instanceof Refused && error.status < 500 && error.status !== 423
      if (isAnswer || tries === TRIES) throw error
      await sleep(PAUSE_MS)
    }
}
