import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSameSecret } from '../secrets/sign.ts'
import { readCookie, setCookie } from './cookies.ts'
import { refuse } from './errors.ts'
import { rememberBrowser } from './visitor.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * GET /get_token_local returns the token in the header X-CSRFToken and the same token in a cookie.
 * A wrong token is refused everywhere; a call that demands one uses `needCsrf`.
 */
export function csrfRoutes(app: FastifyInstance): void {
  app.get('/get_token_local', async (request, reply) => {
    const known = readCookie(request, 'csrftoken')
    const token = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
    setCookie(request, reply, 'csrftoken', token)
    rememberBrowser(request, reply) // before the first upload, which is limited by browser
    return reply.header('x-csrftoken', token).header('cache-control', 'no-store').send({})
  })
  app.addHook('onRequest', async (request) => {
    if (!SAFE.has(request.method) && request.headers['x-csrftoken'] !== undefined) needCsrf(request)
  })
}

/** For unsafe calls that a cookie alone would authorise. @throws 403 */
export function needCsrf(request: FastifyRequest): void {
  const kept = readCookie(request, 'csrftoken')
  if (!kept)
    throw refuse(
      403,
      'Tu navegador no guarda las cookies de este sitio. Permitilas, recargá la página y probá de nuevo.',
      'pagina_vieja',
    )
  if (!isSameSecret(String(request.headers['x-csrftoken'] ?? ''), kept))
    throw refuse(403, 'La página quedó vieja. Recargala y probá de nuevo.', 'pagina_vieja')
}
