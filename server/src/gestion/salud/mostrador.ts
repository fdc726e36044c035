import { saludApi } from '@imprimitodo/shared/api/salud'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import { isLocalPeer } from '../../base/http/local-peer.ts'
import { alcanceOf, type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import type { SaludService } from './service.ts'

/** Without a session: a load balancer has none. */
export function saludRoutes(app: FastifyInstance, salud: SaludService, sesiones: SesionesMostrador): void {
  const config = { budget: 'health' } as const
  app.get('/api/salud/vivo', { config }, (_, reply) =>
    reply.header('cache-control', 'no-store').send(salud.alive()),
  )
  app.get('/api/salud', { config }, async (_, reply) => {
    const { isReady, body } = await salud.ready()
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body)
  })
  app.get('/metrics', { config }, async (request, reply) => {
    if (!isLocalPeer(request)) {
      await sesiones.guard(request)
      if (sesiones.of(request).operador.rol !== 'dueno')
        throw refuse(403, 'Esto es solo del dueño.', 'solo_dueno')
    }
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await salud.metrics())
  })
}

/** The counter's view of the shop's problems, in plain words. */
export function saludMostradorRoutes(
  counter: FastifyInstance,
  salud: SaludService,
  sesiones: SesionesMostrador,
): void {
  serveMostrador(counter, saludApi, 'todos', {
    'GET /api/mostrador/salud': ({ request }) => {
      const { operador } = sesiones.of(request)
      return salud.asuntos(alcanceOf(operador) === null ? null : operador.sucursal)
    },
  })
}
