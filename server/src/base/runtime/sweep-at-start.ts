// Deletes files that a killed server left in the file store, when the next server starts. Reads do not wait
// for it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Requests that waited for the server to listen are answered before the sweep takes the processor. */
export const FIRST_ANSWERS_MS = 100

/**
 * Runs `sweep` once, as soon as the server listens and answered the first requests. It gets the least age of
 * a file to delete: older than this process. Until it is over every call that may change data waits: a file
 * without a row is left over only as long as nothing arrives. An app that never listens sweeps nothing.
 */
export function sweepAtStart(app: FastifyInstance, sweep: (olderThanMs: number) => Promise<unknown>): void {
  let sweeping: Promise<unknown> | undefined
  app.addHook('onListen', (done) => {
    sweeping = sleep(FIRST_ANSWERS_MS)
      .then(() => sweep(performance.now()))
      // A store that is down must not keep the shop closed
      .catch((err) => app.log.error({ err }, 'sweep'))
      .finally(() => {
        sweeping = undefined
      })
    done()
  })
  app.addHook('onRequest', (request, _, done) => {
    if (!sweeping || request.method === 'GET' || request.method === 'HEAD') done()
    else sweeping.then(() => done())
  })
  app.addHook('onClose', () => sweeping)
}
