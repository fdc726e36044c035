// The counter asks a customer for a file again, and accepts or refuses the file that comes.
import { ArchivoParams, reposicionesMostradorApi } from '@imprimitodo/shared/api/reposiciones'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { NotKept } from '../../base/services/files/port.ts'
import { type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { asPdf, viewEnMostrador } from '../../mostrador/tablero/service.ts'
import { dropUnused } from '../archivos/service.ts'
import { needEnMostrador } from '../pedidos/service.ts'
import { acceptReposicion, recibidoOf } from './accept.ts'
import { askReposicion } from './ask.ts'

const GONE = 'El archivo que mandó el cliente ya no está. Pedíselo de nuevo.'

export function reposicionesMostradorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: SesionesMostrador,
): void {
  serveMostrador(counter, reposicionesMostradorApi, 'pedido', {
    'POST /api/mostrador/pedidos/:pedido_id/reposiciones': async ({ params, body, request }) => {
      const quien = sesiones.of(request).operador
      for (const id of await askReposicion(deps, params.pedido_id, body ?? {}, quien))
        await dropUnused(deps, id)
      return viewEnMostrador(deps, params.pedido_id)
    },
    'POST /api/mostrador/pedidos/:pedido_id/reposiciones/:n/aceptar': async ({ params, body, request }) => {
      await acceptReposicion(deps, { ...params, ...body }, sesiones.of(request).operador)
      return viewEnMostrador(deps, params.pedido_id)
    },
  })

  const recibido = '/api/mostrador/pedidos/:pedido_id/reposiciones/:n/recibido.pdf'
  const config = { permiso: 'pedido' } as const
  counter.get(recibido, { config, schema: { params: ArchivoParams } }, async (request, reply) => {
    const { pedido_id, n } = request.params as z.output<typeof ArchivoParams>
    const pedido = await needEnMostrador(deps.db, pedido_id)
    const { id } = await recibidoOf(deps.db, pedido, n)
    const { bytes, stream } = await deps.files.open(id).catch((error) => {
      throw error instanceof NotKept ? notFound(GONE) : error
    })
    return asPdf(reply, `${pedido.numero}-archivo-${n}.pdf`, bytes).send(stream)
  })
}
