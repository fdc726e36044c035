import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

/** What helmet's headers mean for data: it is no page, runs nothing and is embedded nowhere. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}

/**
 * A scope for reads that everybody makes and everybody gets the same answer to: no cookie, session or form is looked
 * at, and only what goes wrong is logged (a line for each would cost more than the answer). It stands beside the
 * scope of the site, not in it: hooks reach down (docs/decisions/014).
 */
export async function registerHot(
  root: FastifyInstance,
  routes: (scope: FastifyInstance) => void,
): Promise<void> {
  const quiet = root.log.child({}, { level: 'warn' })
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.setChildLoggerFactory(() => quiet)
    scope.addHook('onRequest', (_, reply, done) => {
      reply.headers(HEADERS)
      done()
    })
    routes(scope)
  }
  await root.register(plugin)
}
