import type { CuponEvento } from '@imprimitodo/shared/api/cupones'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { tooMany } from '../../base/http/rate-limit.ts'
import { createStreams } from '../../base/http/sse.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Sesion, Sesiones } from '../../cuentas/auth/service.ts'

/** Tabs and devices of one customer that are told at once; further ones learn it from their next poll. */
const MAX_OF_CLIENTE = 5
/** Streams of all customers together, in one process; further pages still poll. */
const MAX_OF_ALL = 2000
/** The life of a stream is that of an access token: then the page reconnects with a new token. */
const LIVES_MS = 15 * 60_000
const RETRY_SECONDS = 60

/** Tells a customer's open pages at once that the coupon was used, at the counter or by an order. */
export function createEventosDelCupon(app: FastifyInstance, deps: Pick<Deps, 'events'>, sesiones: Sesiones) {
  const stream = createStreams(app)
  const open = new Map<number, number>()
  let total = 0

  function count(clienteId: number, change: 1 | -1): void {
    total += change
    const left = (open.get(clienteId) ?? 0) + change
    if (left > 0) open.set(clienteId, left)
    else open.delete(clienteId)
  }

  /** @throws 429 with Retry-After */
  return (sesion: Sesion, reply: FastifyReply): FastifyReply => {
    const { id } = sesion.cliente
    if (total >= MAX_OF_ALL || (open.get(id) ?? 0) >= MAX_OF_CLIENTE) throw tooMany(RETRY_SECONDS)
    count(id, 1)
    return stream(reply, {
      listen(tell, check) {
        const stops = [
          deps.events.listen('cupones', ({ cliente_id, codigo }) => {
            if (cliente_id === id) tell({ tipo: 'usado', codigo } satisfies CuponEvento)
          }),
          deps.events.listen('sesiones', (event) => {
            if (event.cuenta === 'cliente' && event.id === id) check()
          }),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      },
      isAlive: () => sesiones.isAlive(sesion),
      lives: LIVES_MS,
      closed: () => count(id, -1),
    })
  }
}
