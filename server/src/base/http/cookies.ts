import type { FastifyReply, FastifyRequest } from 'fastify'

/** Every cookie of ours. `refresh` keeps its plain name, because the page's own script tries to clear it. */
export type CookieName = 'refresh' | 'csrftoken' | 'cap' | 'pedidos' | 'ruleta' | 'navegador'

type Change = {
  /** Seconds; absent: until the browser is closed. */
  maxAge?: number
  sameSite?: 'lax' | 'strict'
}

/**
 * Over https the name begins with `__Host-`: browsers then accept it only from this very host, over https and
 * for the whole site, so that no neighbouring subdomain can set it (RFC 6265bis, section 4.1.3.2).
 */
const nameOf = (request: FastifyRequest, name: CookieName): string =>
  name !== 'refresh' && request.protocol === 'https' ? `__Host-${name}` : name

/** For this site's own requests, hidden from scripts, and over https only if the visitor came that way. */
const optionsOf = (request: FastifyRequest, sameSite: 'lax' | 'strict' = 'lax') => ({
  path: '/',
  httpOnly: true,
  sameSite,
  secure: request.protocol === 'https',
})

export const readCookie = (request: FastifyRequest, name: CookieName): string | undefined =>
  request.cookies?.[nameOf(request, name)]

export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  { maxAge, sameSite }: Change = {},
): void {
  const options = optionsOf(request, sameSite)
  reply.setCookie(nameOf(request, name), value, maxAge === undefined ? options : { ...options, maxAge })
}

export function dropCookie(request: FastifyRequest, reply: FastifyReply, name: CookieName): void {
  reply.clearCookie(nameOf(request, name), optionsOf(request))
}
