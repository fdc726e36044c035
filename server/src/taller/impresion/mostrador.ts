// Printing at the counter: printers and what waits for them.
import { type Impresora, impresionApi } from '@imprimitodo/shared/api/impresion'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import { notFound } from '../../base/http/errors.ts'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findSucursalByNombre } from '../../compra/pedidos/service.ts'
import { anotar } from '../../gestion/auditoria/service.ts'
import { alcanceOf, type Sesiones } from '../../mostrador/acceso/service.ts'
import {
  aceptarHuella,
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
} from './service.ts'

type Facts = { nombre: string; clave?: string }

/** What the owner set, without what the printer tells by itself. */
const factsOf = ({
  nombre,
  sucursal,
  uri,
  usuario,
  huella,
  repetir_copias,
  automatica,
}: Impresora): Facts => ({
  ...{ nombre, sucursal, uri, usuario, huella, repetir_copias, automatica },
})

export function impresionesRoutes(counter: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  type Call = { request: Parameters<Sesiones['of']>[0] }
  const who = ({ request }: Call) => sesiones.of(request).operador
  const quien = (call: Call) => who(call).nombre
  const written = (tx: Tx, call: Call, id: number, antes: Facts | null, despues: Facts | null) =>
    anotar(tx, who(call), deps.now(), {
      ...{ que: 'impresora', clave: id, nombre: (despues ?? antes)?.nombre ?? '', antes, despues },
      ...(!despues && { accion: 'retirar' }),
    })

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
    'POST /api/mostrador/impresoras': (call) =>
      deps.db.transaction(async (tx) => {
        const { clave } = call.body
        const made = await crearImpresora({ ...deps, db: tx }, call.body)
        await written(tx, call, made.id, null, { ...factsOf(made), ...(clave && { clave: 'nueva' }) })
        return made
      }),
    'PATCH /api/mostrador/impresoras/:id': (call) =>
      deps.db.transaction(async (tx) => {
        const { id } = call.params
        const [before] = await listarImpresoras({ ...deps, db: tx }, id)
        const after = await cambiarImpresora({ ...deps, db: tx }, id, call.body)
        const secret = call.body.clave === undefined ? {} : { clave: call.body.clave ? 'nueva' : 'sin clave' }
        await written(tx, call, id, before ? factsOf(before) : null, { ...factsOf(after), ...secret })
        return after
      }),
    'POST /api/mostrador/impresoras/:id/huella': (call) =>
      deps.db.transaction(async (tx) => {
        const { id } = call.params
        const [before] = await listarImpresoras({ ...deps, db: tx }, id)
        const after = await aceptarHuella({ ...deps, db: tx }, id, call.body.huella)
        await written(tx, call, id, before ? factsOf(before) : null, factsOf(after))
        return after
      }),
    'DELETE /api/mostrador/impresoras/:id': (call) =>
      deps.db.transaction(async (tx) => {
        const { id } = call.params
        const [before] = await listarImpresoras({ ...deps, db: tx }, id)
        await retirarImpresora({ ...deps, db: tx }, id)
        if (before) await written(tx, call, id, factsOf(before), null)
        return {}
      }),
    'POST /api/mostrador/impresoras/:id/prueba': async (call) => {
      const id = await imprimirPrueba(deps, await needImpresora(deps.db, call.params.id), quien(call))
      return needAnswer(deps, id)
    },
    'POST /api/mostrador/agentes': (call) =>
      deps.db.transaction(async (tx) => {
        const made = await crearAgente({ ...deps, db: tx }, call.body)
        const { id, nombre, sucursal } = made
        const hecho = { que: 'agente', clave: id, nombre, despues: { nombre, sucursal } } as const
        await anotar(tx, who(call), deps.now(), hecho)
        await deps.seguridad.noteIn(tx, call.request, 'agente_vinculado', {
          cuenta: { tipo: 'operador', id: who(call).id },
          detalle: `«${nombre}», llave nueva para ${sucursal}`,
        })
        return made
      }),
    'DELETE /api/mostrador/agentes/:id': (call) =>
      deps.db.transaction(async (tx) => {
        const { id } = call.params
        const agente = (await listarAgentes({ db: tx })).find((one) => one.id === id)
        await revocarAgente({ ...deps, db: tx }, id)
        if (!agente) return {}
        const { nombre, sucursal } = agente
        const hecho = {
          que: 'agente',
          clave: id,
          nombre,
          antes: { nombre, sucursal },
          accion: 'retirar',
        } as const
        await anotar(tx, who(call), deps.now(), hecho)
        return {}
      }),
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
