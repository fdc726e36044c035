import multipart from '@fastify/multipart'
import { Cotizacion, PedidoParams, pedidosApi } from '@imprimitodo/shared/api/pedidos'
import { codigosApi } from '@imprimitodo/shared/api/puntos'
import { toPesos } from '@imprimitodo/shared/rules/dinero'
import { isFacturable } from '@imprimitodo/shared/rules/factura'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { ajustesAnswer } from '../ajustes/service.ts'
import { needRoom, type Parts } from '../archivos/service.ts'
import type { Sesiones } from '../auth/service.ts'
import type { Deps } from '../core/deps.ts'
import { refuse } from '../core/errors.ts'
import { originOf } from '../core/origin.ts'
import { serve } from '../core/serve.ts'
import type { Turns } from '../core/turns.ts'
import { rememberPedido } from '../facturas/service.ts'
import { canjearImpresion, createTanteos } from './canjear.ts'
import { completarCompra, registrarSinPago } from './comprar.ts'
import { limitDrafts } from './limpieza.ts'
import { quitarImpresion } from './quitar.ts'
import { subirPedido } from './subir.ts'
import { sendMiniatura, viewPedido } from './vista.ts'

const Miniatura = {
  params: PedidoParams.extend({ n: z.coerce.number().int().min(1) }),
  querystring: z.object({
    ancho: z.coerce.number().int().min(1).max(2000).default(200),
    pagina: z.coerce.number().int().min(1).default(1),
  }),
}

export function pedidosRoutes(
  app: FastifyInstance,
  deps: Deps,
  { subidas, turns, sesiones }: { subidas: Parts; turns: Turns; sesiones: Sesiones },
) {
  const compradorOf = async (request: FastifyRequest) => (await sesiones.ifAny(request))?.cliente ?? null
  const tanteos = createTanteos(deps)
  serve(app, codigosApi, {
    'POST /api/puntos/canjear-impresion/': ({ body, request, reply }) =>
      tanteos(request, reply, body.email, () => canjearImpresion(deps, body)),
    'POST /api/puntos/quitar-impresion/': ({ body }) => quitarImpresion(deps, body),
  })
  serve(app, pedidosApi, {
    'GET /api/get_config_delivery/': async () => {
      const { radioPermitido, precioDelivery, descuentoCompra } = (await deps.tienda.read()).ajustes
      return { radioPermitido, precioDelivery: toPesos(precioDelivery), descuentoCompra }
    },
    'GET /api/precios': async () => {
      const { ajustes } = await deps.tienda.read()
      const { precios, color_por_hoja, anillado, retencion_dias } = ajustesAnswer(ajustes)
      return { ...precios, color_por_hoja, anillado, retencion_dias }
    },
    'GET /api/sucursales': async () => (await deps.tienda.read()).sucursales,
    'GET /api/pedidos/:pedido_id': async ({ params, query, request, reply }) => {
      reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
      const origin = originOf(request, deps.publicUrl)
      const shown = await viewPedido(deps, params.pedido_id, { origin, sucursal: query.sucursal })
      if (isFacturable(shown)) rememberPedido(request, reply, params.pedido_id)
      return shown
    },
    'POST /api/completar_compra': async ({ body, request, reply }) => {
      const comprador = await compradorOf(request)
      return tanteos(request, reply, body.email, () => completarCompra(deps, body, comprador))
    },
    'POST /api/registrar_compra_sin_pago': async ({ body, request, reply }) => {
      const comprador = await compradorOf(request)
      return tanteos(request, reply, body.email, () => registrarSinPago(deps, body, comprador))
    },
  })

  app.get('/api/pedidos/:pedido_id/archivos/:n/miniatura.webp', { schema: Miniatura }, (request, reply) => {
    const { pedido_id: id, n } = request.params as z.output<typeof Miniatura.params>
    const { ancho: width, pagina: page } = request.query as z.output<typeof Miniatura.querystring>
    return sendMiniatura(deps, reply, { id, n, page, width })
  })

  const upload: FastifyPluginAsync = async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.post('/api/upload_archivo', { schema: { response: { 200: Cotizacion } } }, async (request) => {
      if (!request.isMultipart())
        throw refuse(415, 'Los archivos se mandan como formulario (multipart/form-data).')
      const cliente = await compradorOf(request) // before the first byte: a bearer that ended is told at once
      const announced = Number(request.headers['content-length'] ?? 0)
      const release = await turns.take(request.ip, request.raw)
      try {
        await needRoom(deps, announced)
        await limitDrafts(deps, request.ip, announced)
        return await subirPedido(deps, subidas, request, cliente?.id ?? null)
      } finally {
        release()
      }
    })
  }
  app.register(upload)
}
