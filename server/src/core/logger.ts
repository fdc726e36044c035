import { type FastifyBaseLogger, fastify } from 'fastify'

/**
 * pino, as Fastify sets it up. Addresses of requests may hold a pedido_id, which opens an order: the log gets the
 * path with every long segment shortened, and no query string.
 */
export function createLogger(level: string): FastifyBaseLogger {
  return fastify({
    logger: {
      level,
      serializers: {
        req: (request) => ({ method: request.method, url: discreet(request.url), host: request.host }),
      },
    },
  }).log
}

export const discreet = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/[\w-]{12,}/g, (segment) =>
    /\d|[A-Z]/.test(segment) ? `${segment.slice(0, 4)}…` : segment,
  )
