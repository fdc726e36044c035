import type { FastifyInstance, FastifyRequest } from 'fastify'
import { announcesBody } from './bodies.ts'
import { budgetOf } from './budgets.ts'

/** Small bodies come at once: a client that takes a minute for one only holds the connection. */
export function cutSlowBodies(
  app: FastifyInstance,
  limitOf = (request: FastifyRequest): number | null => budgetOf(request).bodyMs,
): void {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    const bodyMs = limitOf(request)
    if (bodyMs !== null && announcesBody(raw.headers)) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy()
      }, bodyMs)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
