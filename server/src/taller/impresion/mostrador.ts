// Printing at the counter: printers and the works that wait for them.
import { impresionApi } from '@imprimitodo/shared/api/impresion'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findPedido } from '../../compra/pedidos/service.ts'
import { findSucursalByNombre } from '../../gestion/sucursales/service.ts'
import {
  alcanceOf,
  type Confirmacion,
  limitePara,
  type SesionesMostrador,
  SIN_CONFIRMAR,
  serveMostrador,
} from '../../mostrador/acceso/service.ts'
import { printPedido, printPrueba } from './enqueue.ts'
import {
  acceptHuella,
  createImpresora,
  retireImpresora,
  updateImpresora,
  viewAgentes,
  viewImpresoras,
} from './impresoras.ts'
import { agentesMostradorRoutes } from './mostrador-agentes.ts'
import { cancelImpresion, confirmImpresion, moveImpresion, resolveImpresion } from './resolve.ts'
import { impresionesAnswer, needAnswer, needImpresora } from './respuesta.ts'
import { printTicket, viewTicketTermico } from './termica.ts'

export function impresionMostradorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: SesionesMostrador,
  confirmacion: Confirmacion,
): void {
  type Call = { request: Parameters<SesionesMostrador['of']>[0] }
  const who = ({ request }: Call) => sesiones.of(request).operador
  const quien = (call: Call) => who(call).nombre

  agentesMostradorRoutes(counter, deps, sesiones)
  serveMostrador(
    counter,
    impresionApi,
    {
      'GET /api/mostrador/impresoras': 'todos',
      'POST /api/mostrador/impresoras': SIN_CONFIRMAR,
      'PATCH /api/mostrador/impresoras/:id': SIN_CONFIRMAR,
      'POST /api/mostrador/impresoras/:id/huella': SIN_CONFIRMAR,
      'DELETE /api/mostrador/impresoras/:id': SIN_CONFIRMAR,
      'POST /api/mostrador/impresoras/:id/prueba': 'impresora',
      'GET /api/mostrador/impresiones': 'todos',
      'POST /api/mostrador/pedidos/:pedido_id/imprimir': 'pedido',
      'GET /api/mostrador/pedidos/:pedido_id/ticket-termico': 'pedido',
      'POST /api/mostrador/pedidos/:pedido_id/ticket-termico': 'pedido',
      'POST /api/mostrador/impresiones/:id/resolver': 'impresion',
      'POST /api/mostrador/impresiones/:id/confirmar': 'impresion',
      'POST /api/mostrador/impresiones/:id/mover': 'impresion',
      'POST /api/mostrador/impresiones/:id/cancelar': 'impresion',
    },
    {
      'GET /api/mostrador/impresoras': async (call) => {
        const operador = who(call)
        const isTheirs = ({ sucursal }: { sucursal: string }) =>
          alcanceOf(operador) === null || sucursal === operador.sucursal
        return {
          impresoras: (await viewImpresoras(deps)).filter(isTheirs),
          agentes: (await viewAgentes(deps)).filter(isTheirs),
        }
      },
      'POST /api/mostrador/impresoras': (call) => createImpresora(deps, who(call), call.body),
      'PATCH /api/mostrador/impresoras/:id': (call) =>
        updateImpresora(deps, who(call), call.params.id, call.body),
      'POST /api/mostrador/impresoras/:id/huella': (call) =>
        acceptHuella(deps, who(call), call.params.id, call.body.huella),
      'DELETE /api/mostrador/impresoras/:id': async (call) => {
        await retireImpresora(deps, who(call), call.params.id)
        return {}
      },
      'POST /api/mostrador/impresoras/:id/prueba': async (call) => {
        const id = await printPrueba(deps, await needImpresora(deps.db, call.params.id), quien(call))
        return needAnswer(deps, id)
      },
      'GET /api/mostrador/impresiones': async (call) => {
        const { sucursal: nombre, pedido_id } = call.query
        const sucursal = nombre ? await findSucursalByNombre(deps.db, nombre) : undefined
        const alcance = alcanceOf(who(call))
        const isTheirs = alcance === null || !sucursal || sucursal.id === alcance
        if ((nombre && !sucursal) || !isTheirs) throw notFound('Esa sucursal no existe.')
        return impresionesAnswer(deps, { sucursal_id: alcance ?? sucursal?.id, pedido_id })
      },
      'POST /api/mostrador/pedidos/:pedido_id/imprimir': async (call) => {
        const { autoriza, aunque_tomado, trabajos, impresora, motivo } = call.body ?? {}
        const operador = who(call)
        const { pedido_id } = call.params
        const limite = await limitePara(deps, 'reimpresion', {
          operador,
          confirmacion,
          request: call.request,
          reply: call.reply,
          autoriza,
          sucursal_id: autoriza ? (await findPedido(deps.db, pedido_id))?.sucursal_id : null,
        })
        const encargo = { trabajos, impresora, motivo, limite }
        return printPedido(deps, pedido_id, encargo, {
          ...operador,
          aunque_tomado: aunque_tomado === true,
        })
      },
      'GET /api/mostrador/pedidos/:pedido_id/ticket-termico': (call) =>
        viewTicketTermico(deps, call.params.pedido_id),
      'POST /api/mostrador/pedidos/:pedido_id/ticket-termico': (call) =>
        printTicket(
          deps,
          call.params.pedido_id,
          { papel: call.body?.papel ?? 'ticket', impresora: call.body?.impresora ?? undefined },
          quien(call),
        ),
      'POST /api/mostrador/impresiones/:id/resolver': (call) =>
        resolveImpresion(deps, call.params.id, call.body, quien(call)),
      'POST /api/mostrador/impresiones/:id/confirmar': (call) => confirmImpresion(deps, call.params.id),
      'POST /api/mostrador/impresiones/:id/mover': (call) =>
        moveImpresion(deps, call.params.id, call.body.impresora, quien(call)),
      'POST /api/mostrador/impresiones/:id/cancelar': (call) =>
        cancelImpresion(deps, call.params.id, quien(call)),
    },
  )
}
