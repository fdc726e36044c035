import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { DATA_HEADERS } from '../web/prepared.ts'

/**
 * A scope for reads whose answer is the same for all visitors: no cookie, session or form is read, and only
 * failures are logged (a line for each call would cost more than the answer). It stands beside the scope of
 * the site, not in it: hooks apply to inner scopes (docs/decisions/014).
 */
export async function registerReads(
  root: FastifyInstance,
  routes: (scope: FastifyInstance) => void,
): Promise<void> {
  const quiet = root.log.child({}, { level: 'warn' })
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.setChildLoggerFactory(() => quiet)
    // For refusals only: prepared answers bring their own headers
    scope.addHook('onSend', (_, reply, _payload, done) => {
      reply.headers({ 'cache-control': 'no-store', ...DATA_HEADERS })
      done()
    })
    routes(scope)
  }
  await root.register(plugin)
}
