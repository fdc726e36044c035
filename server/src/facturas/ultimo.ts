// This browser's last orders, so that /facturar finds the paid one without its id.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOptions } from '../core/cookies.ts'

const COOKIE = 'pedidos'
const KEPT = 5
const DAYS = 90
const ID = /^[\w-]{22}$/

/** Newest first. Which of them is paid is told by the orders themselves. */
export const rememberedPedidos = ({ cookies }: FastifyRequest): string[] =>
  (cookies[COOKIE] ?? '')
    .split('.')
    .filter((id) => ID.test(id))
    .slice(0, KEPT)

/**
 * Called where a browser goes to pay an order, and where it looks at one that is paid. Ids open orders, so the cookie is
 * for the server's eyes alone, and goes with calls of the API only.
 */
export function rememberPedido(request: FastifyRequest, reply: FastifyReply, id: string): void {
  const known = rememberedPedidos(request)
  if (known[0] === id || !ID.test(id)) return
  const ids = [id, ...known.filter((other) => other !== id)].slice(0, KEPT)
  reply.setCookie(COOKIE, ids.join('.'), {
    ...cookieOptions(request),
    path: '/api',
    maxAge: DAYS * 86_400,
  })
}
