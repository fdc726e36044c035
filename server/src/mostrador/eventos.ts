import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { createStreams } from '../core/sse.ts'
import type { Sesion, Sesiones } from './sesion.ts'

/** Live changes: new `confirmado` orders and every change of state. */
export function createEventos(app: FastifyInstance, deps: Deps, sesiones: Sesiones) {
  const stream = createStreams(app)
  return (sesion: Sesion, reply: FastifyReply): FastifyReply =>
    stream(reply, {
      listen: deps.events.listen,
      isAlive: () => sesiones.isAlive(sesion),
      lives: sesion.vence.getTime() - deps.now().getTime(),
    })
}
