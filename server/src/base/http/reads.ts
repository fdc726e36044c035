import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { DATA_HEADERS } from '../web/prepared.ts'

/**
 * A scope for reads whose answer is the same for all visitors: no cookie, session or form is looked
 * at, and only what goes wrong is logged (a line for each would cost more than the answer). It stands beside the
 * scope of the site, not in it: hooks reach down (docs/decisions/014).
 */
export async function registerReads(
  root: FastifyInstance,
  routes: (scope: FastifyInstance) => void,
): Promise<void> {
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
}
