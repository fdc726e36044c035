import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses unsafe calls made by another site's page: Sec-Fetch-Site `cross-site`, or an Origin whose host is
 * neither this request's nor PUBLIC_URL's. Programs other than browsers send neither header and pass.
 * @param open routes that accept them all the same, because they read and keep nothing
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string, open: readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method) || open.includes(request.routeOptions.url ?? '')) return
    if (isCrossSite(request, publicUrl)) throw refuse(403, 'Ese pedido vino de otro sitio.', 'otro_sitio')
  })
}

export function isCrossSite(request: FastifyRequest, publicUrl: string): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = request.headers
  if (!origin) return false
  const host = URL.canParse(origin) ? new URL(origin).host : ''
  return host !== request.host && host !== new URL(publicUrl).host
}

/** 'localhost:3000', '127.0.0.1', '[::1]:3000' */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host)

/**
 * The origin for addresses in answers: the request's own if its Host is PUBLIC_URL's, localhost or loopback,
 * otherwise PUBLIC_URL. A forged Host never reaches a page.
 */
export function originOf(request: FastifyRequest, publicUrl: string): string {
  const { host } = new URL(publicUrl)
  return request.host === host || isLoopbackHost(request.host)
    ? `${request.protocol}://${request.host}`
    : publicUrl
}
