import { cajaApi, mostradorApi } from '@imprimitodo/shared/api/mostrador'
import { PedidoParams } from '@imprimitodo/shared/api/pedidos'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ajustesAnswer, readAjustes } from '../ajustes/service.ts'
import type { Deps } from '../core/deps.ts'
import { serve } from '../core/serve.ts'
import type { Catalogo } from '../productos/service.ts'
import type { SaludService } from '../salud/service.ts'
import type { Trabajos } from '../trabajos/service.ts'
import { changeAjustes } from './ajustes.ts'
import { arrepentimientosRoutes } from './arrepentimientos.ts'
import { cobrarRoutes } from './cobrar.ts'
import { lookAtCounter, markAtCounter } from './codigos.ts'
import { createConfirmacion } from './confirmar.ts'
import { takeStep, viewPedido } from './detalle.ts'
import { devolucionesRoutes, isLarge } from './devoluciones.ts'
import { duenoRoutes } from './dueno.ts'
import { createEventos } from './eventos.ts'
import { facturasRoutes } from './facturas.ts'
import { createGuesses } from './guesses.ts'
import { impresionesRoutes } from './impresiones.ts'
import { createIngreso } from './ingresar.ts'
import { mudar } from './mudar.ts'
import { createPdfs } from './pdfs.ts'
import { proveedoresRoutes } from './proveedores.ts'
import { recuperarRoutes } from './recuperar.ts'
import { reportesRoutes } from './reportes.ts'
import { reposicionesMostradorRoutes } from './reposiciones.ts'
import { alcanceOf, checkRol } from './roles.ts'
import { saludMostradorRoutes, saludRoutes } from './salud.ts'
import { segundoFactorRoutes } from './segundo-factor.ts'
import { seguridadRoutes } from './seguridad.ts'
import { createSesiones } from './sesion.ts'
import { listPedidos } from './tablero.ts'
import { soltar, tomar } from './tomado.ts'
import { keyOf, sell } from './ventas.ts'

const Trabajo = PedidoParams.extend({ id: z.coerce.number().int() })
const ENTER = 'POST /api/mostrador/ingresar'
const { [ENTER]: enter, ...guarded } = mostradorApi

export function mostradorRoutes(
  app: FastifyInstance,
  deps: Deps,
  { trabajos, catalogo, salud }: { trabajos: Trabajos; catalogo: Catalogo; salud: SaludService },
): void {
  const sesiones = createSesiones(deps)
  const guesses = createGuesses(deps)
  const ingresar = createIngreso(deps, guesses)
  const eventos = createEventos(app, deps, sesiones)
  const pdfs = createPdfs(deps, trabajos)

  serve(app, { [ENTER]: enter }, { [ENTER]: ({ body, request, reply }) => ingresar(body, request, reply) })

  saludRoutes(app, salud, sesiones)
  recuperarRoutes(app, deps, guesses)

  app.register((counter, _, ready) => {
    // First of all: whoever has no session learns nothing, not even what is wrong with the call
    counter.addHook('onRequest', (request) => sesiones.guard(request))
    counter.addHook<{ Params: { pedido_id?: string; id?: string } }>('onRequest', (request) =>
      checkRol(deps, sesiones.of(request).operador, request),
    )
    counter.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
    })

    const confirmacion = createConfirmacion(deps, sesiones, guesses)
    confirmacion.routes(counter)

    serve(counter, guarded, {
      'POST /api/mostrador/salir': async ({ request }) => {
        await sesiones.leave(sesiones.of(request))
        return {}
      },
      'GET /api/mostrador/pedidos': ({ query, request }) =>
        listPedidos(deps, query, alcanceOf(sesiones.of(request).operador)),
      'GET /api/mostrador/pedidos/:pedido_id': ({ params }) => viewPedido(deps, params.pedido_id),
      'POST /api/mostrador/pedidos/:pedido_id/estado': async ({ params, body, request, reply }) => {
        if (body.estado === 'cancelado' && (await isLarge(deps, params.pedido_id, null)))
          await confirmacion.need({ request, reply })
        const quien = sesiones.of(request).operador
        return takeStep(deps, params.pedido_id, body.estado, { quien, request })
      },
      'POST /api/mostrador/pedidos/:pedido_id/tomar': async ({ params, request }) => {
        await tomar(deps, params.pedido_id, sesiones.of(request).operador)
        return viewPedido(deps, params.pedido_id)
      },
      'POST /api/mostrador/pedidos/:pedido_id/soltar': async ({ params, request }) => {
        await soltar(deps, params.pedido_id, sesiones.of(request).operador)
        return viewPedido(deps, params.pedido_id)
      },
      'POST /api/mostrador/pedidos/:pedido_id/sucursal': async ({ params, body, request }) => {
        await mudar(deps, params.pedido_id, body.sucursal, sesiones.of(request).operador.nombre)
        return viewPedido(deps, params.pedido_id)
      },
      'GET /api/mostrador/ajustes': async () => ajustesAnswer(await readAjustes(deps.db)),
      'PUT /api/mostrador/ajustes': async ({ body, request, reply }) => {
        if (body.seguridad) await confirmacion.need({ request, reply })
        return changeAjustes(deps, sesiones.of(request), body)
      },
    })

    serve(counter, cajaApi, {
      'GET /api/mostrador/codigos/:codigo': ({ params, request }) =>
        lookAtCounter(deps, params.codigo, sesiones.of(request).operador),
      'POST /api/mostrador/codigos/:codigo/usar': ({ params, body, request }) =>
        markAtCounter(deps, { ...params, email: body?.email?.trim() || null }, sesiones.of(request).operador),
      'POST /api/mostrador/ventas': async ({ body, request }) =>
        sell(deps, sesiones.of(request).operador, body, keyOf(request.headers['idempotency-key'])),
    })

    cobrarRoutes(counter, deps, sesiones)
    impresionesRoutes(counter, deps, sesiones)
    devolucionesRoutes(counter, deps, sesiones, confirmacion)
    reposicionesMostradorRoutes(counter, deps, sesiones)
    facturasRoutes(counter, deps)
    arrepentimientosRoutes(counter, deps, sesiones)
    reportesRoutes(counter, deps, sesiones)
    proveedoresRoutes(counter, deps)
    saludMostradorRoutes(counter, salud, sesiones)
    duenoRoutes(counter, deps, sesiones, { catalogo, guesses })
    seguridadRoutes(counter, deps)
    segundoFactorRoutes(counter, deps, sesiones, guesses)
    counter.get('/api/mostrador/eventos', (request, reply) => eventos(sesiones.of(request), reply))

    const trabajo = '/api/mostrador/pedidos/:pedido_id/trabajos/:id.pdf'
    counter.get(trabajo, { schema: { params: Trabajo } }, (request, reply) => {
      const { pedido_id, id } = request.params as z.output<typeof Trabajo>
      return pdfs.sendTrabajo(reply, pedido_id, id)
    })

    const ticket = '/api/mostrador/pedidos/:pedido_id/ticket.pdf'
    counter.get(ticket, { schema: { params: PedidoParams } }, (request, reply) => {
      const { pedido_id } = request.params as z.output<typeof PedidoParams>
      return pdfs.sendTicket(reply, pedido_id)
    })
    ready()
  })
}
