// The counter asks a customer for a file again, and answers what came.
import { ArchivoParams, reposicionesMostradorApi } from '@imprimitodo/shared/api/reposiciones'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Sesiones } from '../../mostrador/acceso/service.ts'
import { asPdf, needPedido, viewPedido } from '../../mostrador/tablero/service.ts'
import { dropUnused } from '../archivos/service.ts'
import { aceptarReposicion, pedirReposicion, recibidoOf } from './service.ts'

export function reposicionesMostradorRoutes(counter: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  serve(counter, reposicionesMostradorApi, {
    'POST /api/mostrador/pedidos/:pedido_id/reposiciones': async ({ params, body, request }) => {
      const quien = sesiones.of(request).operador
      for (const id of await pedirReposicion(deps, params.pedido_id, body ?? {}, quien))
        await dropUnused(deps, id)
      return viewPedido(deps, params.pedido_id)
    },
    'POST /api/mostrador/pedidos/:pedido_id/reposiciones/:n/aceptar': async ({ params, body, request }) => {
      await aceptarReposicion(deps, { ...params, ...body }, sesiones.of(request).operador)
      return viewPedido(deps, params.pedido_id)
    },
  })

  const recibido = '/api/mostrador/pedidos/:pedido_id/reposiciones/:n/recibido.pdf'
  counter.get(recibido, { schema: { params: ArchivoParams } }, async (request, reply) => {
    const { pedido_id, n } = request.params as z.output<typeof ArchivoParams>
    const pedido = await needPedido(deps.db, pedido_id)
    const { bytes, stream } = await deps.files.open((await recibidoOf(deps.db, pedido, n)).id)
    return asPdf(reply, `${pedido.numero}-archivo-${n}.pdf`, bytes).send(stream)
  })
}
