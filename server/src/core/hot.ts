import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { DATA_HEADERS, type Prepared, writePrepared } from './prepared.ts'

export type Hot = {
  /** What is ready to be sent at this address as it came; undefined where somebody has to make it, or nobody knows it. */
  atHand(url: string): Prepared<unknown> | undefined
  routes(scope: FastifyInstance): void
  /** Told of each answer that no hook saw. `url` as it came, `seconds` until it was handed over. */
  answered(url: string, status: number, seconds: number): void
}

/**
 * A scope for reads that everybody makes and everybody gets the same answer to: no cookie, session or form is looked
 * at, and only what goes wrong is logged (a line for each would cost more than the answer). It stands beside the
 * scope of the site, not in it: hooks reach down (docs/decisions/014).
 */
export async function registerHot(root: FastifyInstance, { routes, ...hot }: Hot): Promise<void> {
  const quiet = root.log.child({}, { level: 'warn' })
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.setChildLoggerFactory(() => quiet)
    // Refusals only: what is prepared brings its own
    scope.addHook('onSend', (_, reply, _payload, done) => {
      reply.headers({ 'cache-control': 'no-store', ...DATA_HEADERS })
      done()
    })
    routes(scope)
  }
  await root.register(plugin)
  answerAtHand(root, hot)
}

/**
 * What is at hand is sent before the router is asked, which costs as much as sending it. The same answer as that of
 * its route, byte for byte: whatever is not at hand, or no plain GET, goes there.
 */
function answerAtHand(root: FastifyInstance, { atHand, answered }: Omit<Hot, 'routes'>): void {
  let closing = false
  root.addHook('preClose', (done) => {
    closing = true // Fastify ends the connections of those who ask now
    done()
  })
  root.addHook('onReady', (done) => {
    const route = root.server.listeners('request')
    root.server.removeAllListeners('request')
    root.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { method, url = '' } = request
      const prepared = method === 'GET' && !closing ? atHand(url) : undefined
      if (!prepared) {
        for (const handle of route) handle.call(root.server, request, response)
        return
      }
      const started = performance.now()
      writePrepared(request, response, prepared)
      answered(url, response.statusCode, (performance.now() - started) / 1000)
    })
    done()
  })
}
