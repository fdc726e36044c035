// The calls of the board, and of an order on it.
import { tableroApi } from '@imprimitodo/shared/api/mostrador'
import { PedidoParams } from '@imprimitodo/shared/api/pedidos'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Deps } from '../../base/runtime/deps.ts'
import { tellDemora } from '../../compra/pedidos/service.ts'
import { isLarge, limiteDevolucion } from '../../dinero/pagos/service.ts'
import type { Trabajos } from '../../taller/trabajos/service.ts'
import { alcanceOf, type Confirmacion, type SesionesMostrador, serveMostrador } from '../acceso/service.ts'
import { letGoPedido, takePedido } from '../tomado/service.ts'
import { takeStep, undoStep, viewEnMostrador } from './detalle.ts'
import { createEventosDelTablero } from './eventos.ts'
import { addNotaEquipo, changeFicha } from './ficha.ts'
import { movePedidoAway } from './move-away.ts'
import { createPdfs } from './pdfs.ts'
import { listPedidos, viewTablero } from './tablero.ts'
import { PAPELES_PDF } from './ticket.ts'
import { doVarios } from './varios.ts'

const Trabajo = PedidoParams.extend({
  id: z.coerce
    .number()
    .int()
    .max(2 ** 31 - 1),
})
const PapelQuery = z.object({ papel: z.enum(PAPELES_PDF, 'Ese papel no existe.').default('a4') })

export function tableroMostradorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  {
    sesiones,
    confirmacion,
    trabajos,
  }: {
    sesiones: SesionesMostrador
    confirmacion: Confirmacion
    trabajos: Trabajos
  },
): void {
  /** `aunque_tomado` as the call says it: the person was told which clerk has the order in hand. */
  function whoGoesOn(request: FastifyRequest, body: { aunque_tomado?: boolean | null | undefined }) {
    const { id, nombre } = sesiones.of(request).operador
    return { id, nombre, aunque_tomado: body.aunque_tomado === true }
  }

  serveMostrador(
    counter,
    tableroApi,
    {
      'GET /api/mostrador/tablero': 'todos',
      // The handler checks the branch of each order
      'POST /api/mostrador/varios': 'todos',
      'GET /api/mostrador/pedidos': 'todos',
      'GET /api/mostrador/pedidos/:pedido_id': 'pedido',
      // Only for a refund above the owner's amount
      'POST /api/mostrador/pedidos/:pedido_id/estado': { rol: 'pedido', confirma: 'segun' },
      // The handler checks who may do it after the first moments
      'POST /api/mostrador/pedidos/:pedido_id/deshacer': 'pedido',
      'PATCH /api/mostrador/pedidos/:pedido_id': 'pedido',
      'POST /api/mostrador/pedidos/:pedido_id/notas': 'pedido',
      'POST /api/mostrador/pedidos/:pedido_id/tomar': 'pedido',
      'POST /api/mostrador/pedidos/:pedido_id/soltar': 'pedido',
      'POST /api/mostrador/pedidos/:pedido_id/sucursal': 'pedido',
      'POST /api/mostrador/pedidos/:pedido_id/demora': 'pedido',
    },
    {
      'GET /api/mostrador/tablero': ({ query, request }) =>
        viewTablero(deps, query, alcanceOf(sesiones.of(request).operador)),
      'POST /api/mostrador/varios': ({ body, request }) =>
        doVarios(deps, body, {
          ...whoGoesOn(request, body),
          alcance: alcanceOf(sesiones.of(request).operador),
        }),
      'GET /api/mostrador/pedidos': ({ query, request }) =>
        listPedidos(deps, query, alcanceOf(sesiones.of(request).operador)),
      'GET /api/mostrador/pedidos/:pedido_id': ({ params }) => viewEnMostrador(deps, params.pedido_id),
      'POST /api/mostrador/pedidos/:pedido_id/estado': async ({ params, body, request, reply }) => {
        if (body.estado === 'cancelado' && (await isLarge(deps, params.pedido_id, null)))
          await confirmacion.need({ request, reply })
        const { operador } = sesiones.of(request)
        const { autoriza } = body
        const limite = await limiteDevolucion(deps, params.pedido_id, {
          operador,
          autoriza,
          confirmacion,
          request,
          reply,
        })
        const step = {
          estado: body.estado,
          motivo: body.motivo || null,
          limite,
          estante: body.estante || undefined,
        }
        return takeStep(deps, params.pedido_id, step, whoGoesOn(request, body))
      },
      'POST /api/mostrador/pedidos/:pedido_id/deshacer': ({ params, body, request }) => {
        const { operador } = sesiones.of(request)
        const { id, nombre } = operador
        const asked = { seen: body?.estado ?? null, motivo: body?.motivo || null }
        return undoStep(deps, params.pedido_id, asked, {
          id,
          nombre,
          mayLate: alcanceOf(operador) === null,
        })
      },
      'PATCH /api/mostrador/pedidos/:pedido_id': async ({ params, body, request }) => {
        await changeFicha(deps, params.pedido_id, cambioOf(body), sesiones.of(request).operador)
        return viewEnMostrador(deps, params.pedido_id)
      },
      'POST /api/mostrador/pedidos/:pedido_id/notas': async ({ params, body, request }) => {
        await addNotaEquipo(deps, params.pedido_id, body.texto, sesiones.of(request).operador)
        return viewEnMostrador(deps, params.pedido_id)
      },
      'POST /api/mostrador/pedidos/:pedido_id/tomar': async ({ params, request }) => {
        await takePedido(deps, params.pedido_id, sesiones.of(request).operador)
        return viewEnMostrador(deps, params.pedido_id)
      },
      'POST /api/mostrador/pedidos/:pedido_id/soltar': async ({ params, request }) => {
        await letGoPedido(deps, params.pedido_id, sesiones.of(request).operador)
        return viewEnMostrador(deps, params.pedido_id)
      },
      'POST /api/mostrador/pedidos/:pedido_id/sucursal': async ({ params, body, request }) => {
        await movePedidoAway(deps, params.pedido_id, body.sucursal, whoGoesOn(request, body))
        return viewEnMostrador(deps, params.pedido_id)
      },
      'POST /api/mostrador/pedidos/:pedido_id/demora': async ({ params, body, request }) => {
        const quien = sesiones.of(request).operador.nombre
        const hora = body?.hora ? new Date(body.hora) : null
        await tellDemora(deps, params.pedido_id, { hora, quien })
        return viewEnMostrador(deps, params.pedido_id)
      },
    },
  )

  const eventos = createEventosDelTablero(counter, deps, sesiones)
  counter.get('/api/mostrador/eventos', { config: { permiso: 'todos' } }, (request, reply) =>
    eventos(sesiones.of(request), reply),
  )

  pdfRoutes(counter, createPdfs(deps, trabajos))
}

function pdfRoutes(counter: FastifyInstance, pdfs: ReturnType<typeof createPdfs>): void {
  const config = { permiso: 'pedido' } as const
  const trabajo = '/api/mostrador/pedidos/:pedido_id/trabajos/:id.pdf'
  counter.get(trabajo, { config, schema: { params: Trabajo } }, (request, reply) => {
    const { pedido_id, id } = request.params as z.output<typeof Trabajo>
    return pdfs.sendTrabajo(reply, pedido_id, id)
  })
  const ticket = '/api/mostrador/pedidos/:pedido_id/ticket.pdf'
  counter.get(
    ticket,
    { config, schema: { params: PedidoParams, querystring: PapelQuery } },
    (request, reply) => {
      const { pedido_id } = request.params as z.output<typeof PedidoParams>
      const { papel } = request.query as z.output<typeof PapelQuery>
      return pdfs.sendTicket(reply, pedido_id, papel)
    },
  )
}

/** '' and null become null; an absent key stays absent. */
const orNone = (text: string | null | undefined) => (text === undefined ? undefined : text || null)

type CambioBody = z.output<(typeof tableroApi)['PATCH /api/mostrador/pedidos/:pedido_id']['body']>

/** An absent key leaves its fact unchanged. */
const cambioOf = ({ nombre, urgente, estante, partes_listas, parte }: CambioBody) => ({
  nombre: orNone(nombre),
  estante: orNone(estante),
  urgente: urgente ?? undefined,
  partes_listas: partes_listas ?? undefined,
  parte: parte ?? undefined,
})
