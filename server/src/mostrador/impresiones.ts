// Printing at the counter: printers and what waits for them.
import { impresionApi } from '@imprimitodo/shared/api/impresion'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { notFound } from '../core/errors.ts'
import { serve } from '../core/serve.ts'
import {
  cambiarImpresora,
  cancelarImpresion,
  confirmar,
  crearAgente,
  crearImpresora,
  impresionesAnswer,
  imprimirPedido,
  imprimirPrueba,
  listarAgentes,
  listarImpresoras,
  moverImpresion,
  needAnswer,
  needImpresora,
  resolver,
  retirarImpresora,
  revocarAgente,
} from '../impresion/service.ts'
import { findSucursalByNombre } from '../pedidos/service.ts'
import { alcanceOf } from './roles.ts'
import type { Sesiones } from './sesion.ts'

export function impresionesRoutes(counter: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  type Call = { request: Parameters<Sesiones['of']>[0] }
  const quien = ({ request }: Call) => sesiones.of(request).operador.nombre

  serve(counter, impresionApi, {
    'GET /api/mostrador/impresoras': async ({ request }) => {
      const { operador } = sesiones.of(request)
      const isTheirs = ({ sucursal }: { sucursal: string }) =>
        alcanceOf(operador) === null || sucursal === operador.sucursal
      return {
        impresoras: (await listarImpresoras(deps)).filter(isTheirs),
        agentes: (await listarAgentes(deps)).filter(isTheirs),
      }
    },
    'POST /api/mostrador/impresoras': async (call) => {
      return crearImpresora(deps, call.body)
    },
    'PATCH /api/mostrador/impresoras/:id': async (call) => {
      return cambiarImpresora(deps, call.params.id, call.body)
    },
    'DELETE /api/mostrador/impresoras/:id': async (call) => {
      await retirarImpresora(deps, call.params.id)
      return {}
    },
    'POST /api/mostrador/impresoras/:id/prueba': async (call) => {
      const id = await imprimirPrueba(deps, await needImpresora(deps.db, call.params.id), quien(call))
      return needAnswer(deps, id)
    },
    'POST /api/mostrador/agentes': async (call) => {
      return crearAgente(deps, call.body)
    },
    'DELETE /api/mostrador/agentes/:id': async (call) => {
      await revocarAgente(deps, call.params.id)
      return {}
    },
    'GET /api/mostrador/impresiones': async ({ query, request }) => {
      const sucursal = query.sucursal ? await findSucursalByNombre(deps.db, query.sucursal) : undefined
      const alcance = alcanceOf(sesiones.of(request).operador)
      const isTheirs = alcance === null || !sucursal || sucursal.id === alcance
      if ((query.sucursal && !sucursal) || !isTheirs) throw notFound('Esa sucursal no existe.')
      const sucursal_id = alcance ?? sucursal?.id
      return impresionesAnswer(deps, { sucursal_id, pedido_id: query.pedido_id })
    },
    'POST /api/mostrador/pedidos/:pedido_id/imprimir': (call) =>
      imprimirPedido(
        deps,
        call.params.pedido_id,
        {
          trabajos: call.body?.trabajos ?? undefined,
          impresora: call.body?.impresora ?? undefined,
          motivo: call.body?.motivo ?? undefined,
        },
        quien(call),
      ),
    'POST /api/mostrador/impresiones/:id/resolver': (call) =>
      resolver(deps, call.params.id, call.body, quien(call)),
    'POST /api/mostrador/impresiones/:id/confirmar': (call) => confirmar(deps, call.params.id),
    'POST /api/mostrador/impresiones/:id/mover': (call) =>
      moverImpresion(deps, call.params.id, call.body.impresora, quien(call)),
    'POST /api/mostrador/impresiones/:id/cancelar': (call) =>
      cancelarImpresion(deps, call.params.id, quien(call)),
  })
}
