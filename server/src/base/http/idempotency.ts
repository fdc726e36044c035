import type { FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

const MAX_KEY = 200

/** The header Idempotency-Key; an empty one counts as none. @throws 400 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = String(headers['idempotency-key'] ?? '').trim()
  if (key.length > MAX_KEY)
    throw refuse(400, `La clave del pedido es demasiado larga: hasta ${MAX_KEY} letras.`)
  return key || null
}
