import type { FastifyInstance } from 'fastify'
import type { RegisteredCall } from './budgets.ts'
import { Refusal } from './errors.ts'

/**
 * Answers 405 with Allow (RFC 9110, 15.5.6) if an address below /api belongs to a call and only the method is
 * wrong. All other addresses stay 404.
 */
export function refuseOtherMethods(root: FastifyInstance, calls: readonly RegisteredCall[]): void {
  root.addHook('onRequest', async ({ is404, method, routeOptions, url }, reply) => {
    // With a built web its files have a route for any address
    const isNoCall = is404 || routeOptions.url === '/*'
    if (!isNoCall || !url.startsWith('/api/')) return
    const path = segmentsOf(url.split('?')[0] ?? '')
    const methods = calls.flatMap((call) => (isOf(path, segmentsOf(call.url)) ? call.method : []))
    // With the right method the address names a thing that cannot exist
    if (methods.length === 0 || methods.includes(method)) return
    reply.header('allow', [...new Set(methods)].sort().join(', '))
    throw new Refusal(405, { detail: 'Ese método no existe acá.' })
  })
}

const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/')

/** ':id' stands for one segment. */
const isOf = (path: readonly string[], pattern: readonly string[]): boolean =>
  path.length === pattern.length &&
  pattern.every((segment, at) => segment.startsWith(':') || segment === path[at])
