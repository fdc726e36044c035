import { cajaApi, mostradorApi } from '@imprimitodo/shared/api/mostrador'
import { PedidoParams } from '@imprimitodo/shared/api/pedidos'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { duenoRoutes } from './app-dueno.ts'
import { serve } from './base/http/serve.ts'
import type { Deps } from './base/runtime/deps.ts'
import { reposicionesMostradorRoutes } from './compra/reposiciones/mostrador.ts'
import { arrepentimientosRoutes } from './dinero/arrepentimiento/mostrador.ts'
import { facturasRoutes } from './dinero/facturas/mostrador-routes.ts'
import { devolucionesRoutes, isLarge } from './dinero/pagos/mostrador.ts'
import { keyOf, sell } from './fidelidad/puntos/ventas.ts'
import { changeAjustes } from './gestion/ajustes/mostrador.ts'
import { ajustesAnswer, readAjustes } from './gestion/ajustes/service.ts'
import { reportesRoutes } from './gestion/reportes/mostrador.ts'
import { saludMostradorRoutes, saludRoutes } from './gestion/salud/mostrador.ts'
import { proveedoresRoutes } from './gestion/salud/proveedores.ts'
import type { SaludService } from './gestion/salud/service.ts'
import { seguridadRoutes } from './gestion/seguridad/mostrador.ts'
import { createConfirmacion } from './mostrador/acceso/confirmar.ts'
import { createGuesses } from './mostrador/acceso/guesses.ts'
import { createIngreso } from './mostrador/acceso/ingresar.ts'
import { recuperarRoutes } from './mostrador/acceso/recuperar.ts'
import { alcanceOf, checkRol } from './mostrador/acceso/roles.ts'
import { segundoFactorRoutes } from './mostrador/acceso/segundo-factor.ts'
import { createSesiones } from './mostrador/acceso/sesion.ts'
import { cobrarRoutes } from './mostrador/tablero/cobrar.ts'
import { lookAtCounter, markAtCounter } from './mostrador/tablero/codigos.ts'
import { takeStep, viewPedido } from './mostrador/tablero/detalle.ts'
import { createEventos } from './mostrador/tablero/eventos.ts'
import { mudar } from './mostrador/tablero/mudar.ts'
import { createPdfs } from './mostrador/tablero/pdfs.ts'
import { listPedidos } from './mostrador/tablero/tablero.ts'
import { soltar, tomar } from './mostrador/tablero/tomado.ts'
import { impresionesRoutes } from './taller/impresion/mostrador.ts'
import type { Trabajos } from './taller/trabajos/service.ts'
import type { Catalogo } from './vidriera/productos/service.ts'

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
    // First of all: a stranger learns nothing, not even what is wrong with the call
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
