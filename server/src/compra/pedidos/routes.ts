import multipart from '@fastify/multipart'
import { type Compra, Cotizacion, PedidoParams, pedidosApi } from '@imprimitodo/shared/api/pedidos'
import { codigosApi } from '@imprimitodo/shared/api/puntos'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { tarifasDe } from '@imprimitodo/shared/rules/compra/precio'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { refuse } from '../../base/http/errors.ts'
import { keepPrivate } from '../../base/http/no-store.ts'
import { originOf } from '../../base/http/origin.ts'
import { serve } from '../../base/http/serve.ts'
import type { UploadSlots } from '../../base/http/upload-slots.ts'
import { createVisitorLimit, rememberBrowser, senderOf } from '../../base/http/visitor.ts'
import type { Deps, Tienda } from '../../base/runtime/deps.ts'
import type { Sesiones } from '../../cuentas/auth/service.ts'
import { facturaDe } from '../../dinero/facturas/service.ts'
import { ajustesAnswer, hojasAnswer, otrasHojas, precioHojasOf } from '../../gestion/ajustes/service.ts'
import { needDiskSpace, type Parts } from '../archivos/service.ts'
import { pedidasOf } from '../reposiciones/service.ts'
import { ayudaRoutes } from './cliente/ayuda.ts'
import { createBusqueda, listDelNavegador } from './cliente/find.ts'
import { sendMiniatura } from './cliente/miniatura.ts'
import { viewPedido, viewPromesasYPago } from './cliente/vista.ts'
import { completeCompra, recordWithoutPago } from './confirm/buy.ts'
import type { Acceso } from './filas/acceso.ts'
import { needPedido } from './filas/need.ts'
import type { Pedido } from './filas/store.ts'
import { createCanjeTanteos, redeemImpresion } from './precio/redeem.ts'
import { removeCodigo } from './precio/remove-codigo.ts'
import { createFloods } from './subida/floods.ts'
import { uploadPedido } from './subida/upload.ts'

const typedBy = ({ email, codigosAplicados }: Compra) => ({ email, codigos: codigosAplicados?.length ?? 0 })

/**
 * Each purchase may cost a call to the maps, as a quote does. Counted apart, since a quote comes just before
 * it.
 */
const CON_ENTREGA = { browser: 20, address: 600, windowMs: 15 * 60_000 }

/** The answer whether or not there is such an order. */
const BUSCADO =
  'Si hay un pedido con ese número y ese contacto, te mandamos el enlace a su correo. Revisá también el correo no deseado.'

const Miniatura = {
  params: PedidoParams.extend({ n: z.coerce.number().int().min(1).max(100_000) }),
  querystring: z.object({
    ancho: z.coerce.number().int().min(1).max(2000).default(200),
    /** Absent: the first printed page. */
    pagina: z.coerce.number().int().min(1).max(1_000_000).optional(),
    /** The counter's signature for pictures, from the answer to its own call. */
    firma: z.string().max(100).optional(),
  }),
}

/** The parts that other features add to an order's page. */
async function othersOf(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  request: FastifyRequest,
  pedido: Pedido,
) {
  const factura = await facturaDe(db, pedido.id, originOf(request, publicUrl))
  return { ...factura, reposiciones: await pedidasOf(db, pedido) }
}

export function pedidosRoutes(
  app: FastifyInstance,
  deps: Deps,
  {
    subidas,
    slots,
    sesiones,
    acceso,
  }: { subidas: Parts; slots: UploadSlots; sesiones: Sesiones; acceso: Acceso },
) {
  const compradorOf = async (request: FastifyRequest) => (await sesiones.ifAny(request))?.cliente ?? null
  const tanteos = createCanjeTanteos(deps)
  const countVisitor = createVisitorLimit(deps.limits, 'comprar-entrega', CON_ENTREGA)
  const countEntrega = (request: FastifyRequest, { modo_entrega }: Compra) => {
    if (modo_entrega === 'delivery') countVisitor(request)
  }
  const busqueda = createBusqueda(deps)
  ayudaRoutes(app, deps, { acceso })
  codigosRoutes(app, deps, { acceso, tanteos })
  serve(app, pedidosApi, {
    'GET /api/get_config_delivery/': async () => {
      const { radioPermitido, precioDelivery, descuentoCompra } = (await deps.tienda.read()).ajustes
      return { radioPermitido, precioDelivery: toPesos(precioDelivery), descuentoCompra }
    },
    'GET /api/precios': async () => preciosAnswer(await deps.tienda.read()),
    'GET /api/sucursales': async () => {
      const { ajustes, sucursales } = await deps.tienda.read()
      return sucursales.map(({ hojas: own, ...sucursal }) => {
        const hojas = precioHojasOf(ajustes, { hojas: own })
        return { ...sucursal, ...(hojas.length > 0 && { hojas }) }
      })
    },
    'GET /api/pedidos': ({ request, reply }) => {
      keepPrivate(reply)
      return listDelNavegador(deps, acceso.remembered(request))
    },
    'POST /api/pedidos/buscar': async ({ body, request, reply }) => {
      rememberBrowser(request, reply)
      await busqueda(request, body)
      return { detail: BUSCADO }
    },
    'GET /api/pedidos/:pedido_id': async ({ params, query, request, reply }) => {
      keepPrivate(reply)
      const pedido = await needPedido(deps.db, params.pedido_id)
      const isOwn = await acceso.owns(request, pedido)
      // The page's pictures are requested without a bearer
      if (isOwn) acceso.remember(request, reply, pedido.id)
      return viewPedido(deps, pedido, { ...query, others: await othersOf(deps, request, pedido), isOwn })
    },
    'GET /api/pedidos/:pedido_id/para-pagar': async ({ params, reply }) => {
      keepPrivate(reply)
      return viewPromesasYPago(deps, await needPedido(deps.db, params.pedido_id))
    },
    'POST /api/pedidos/:pedido_id/acceso': async ({ params, body: { llave, email }, request, reply }) => {
      keepPrivate(reply)
      const pedido = await needPedido(deps.db, params.pedido_id)
      if (llave) acceso.unlock(request, reply, pedido, llave)
      else await acceso.need(request, reply, pedido, email)
      return viewPedido(deps, pedido, { others: await othersOf(deps, request, pedido), isOwn: true })
    },
    'POST /api/completar_compra': async ({ body, request, reply }) => {
      rememberBrowser(request, reply)
      countEntrega(request, body)
      const sender = senderOf(request)
      const comprador = await compradorOf(request)
      return tanteos(request, typedBy(body), async () => {
        const mayChange = await acceso.mayChange(request, reply, body.pedido_id, body.email)
        const compra = await completeCompra(deps, body, { comprador, mayChange, sender })
        acceso.remember(request, reply, compra.pedido_id)
        return compra
      })
    },
    'POST /api/registrar_compra_sin_pago': async ({ body, request, reply }) => {
      countEntrega(request, body)
      const sender = senderOf(request)
      const comprador = await compradorOf(request)
      return tanteos(request, typedBy(body), async () => {
        const mayChange = await acceso.mayChange(request, reply, body.pedido_id, body.email)
        return recordWithoutPago(deps, body, { comprador, mayChange, sender })
      })
    },
  })

  app.get(
    '/api/pedidos/:pedido_id/archivos/:n/miniatura.webp',
    { schema: Miniatura },
    async (request, reply) => {
      const { pedido_id: id, n } = request.params as z.output<typeof Miniatura.params>
      const { ancho: width, pagina: page, firma } = request.query as z.output<typeof Miniatura.querystring>
      const pedido = await needPedido(deps.db, id)
      const isOwn = acceso.isFirma(id, firma) || (await acceso.owns(request, pedido))
      return sendMiniatura(deps, reply, { pedido, n, page, width, isOwn })
    },
  )

  uploadRoute(app, deps, { subidas, slots, acceso, compradorOf })
}

/** Codes that step 3 puts into an order, or takes out. */
function codigosRoutes(
  app: FastifyInstance,
  deps: Deps,
  { acceso, tanteos }: { acceso: Acceso; tanteos: ReturnType<typeof createCanjeTanteos> },
): void {
  serve(app, codigosApi, {
    'POST /api/puntos/canjear-impresion/': ({ body, request, reply }) =>
      tanteos(request, { email: body.email, codigos: 1 }, async () => {
        const mayChange = await acceso.mayChange(request, reply, body.pedido_id ?? '', body.email)
        return redeemImpresion(deps, body, mayChange)
      }),
    'POST /api/puntos/quitar-impresion/': async ({ body, request, reply }) =>
      removeCodigo(deps, body, await acceso.mayChange(request, reply, body.pedido_id, body.email)),
  })
}

type Receiving = {
  subidas: Parts
  slots: UploadSlots
  acceso: Acceso
  compradorOf(request: FastifyRequest): Promise<{ id: number } | null>
}

/** In a scope of its own, since the body is a form and no JSON. */
function uploadRoute(app: FastifyInstance, deps: Deps, receiving: Receiving): void {
  const lookForFloods = createFloods(deps)
  const upload: FastifyPluginAsync = async (scope) => {
    await scope.register(multipart)
    scope.post(
      '/api/upload_archivo',
      {
        schema: { response: { 200: Cotizacion } },
        config: {
          budget: 'upload',
          largeBody: 'Files, to the disk as they come: 4 GiB each; the rest of the form 1 MB.',
        },
      },
      (request, reply) => receive(deps, { ...receiving, lookForFloods }, request, reply),
    )
  }
  app.register(upload)
}

async function receive(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'files' | 'jobs' | 'now' | 'pdf' | 'publicUrl' | 'tienda'>,
  {
    subidas,
    slots,
    acceso,
    compradorOf,
    lookForFloods,
  }: Receiving & { lookForFloods: ReturnType<typeof createFloods> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Cotizacion> {
  if (!request.isMultipart())
    throw refuse(415, 'Los archivos se mandan como formulario (multipart/form-data).')
  const cliente = await compradorOf(request) // before the first byte, to refuse an expired bearer
  const announced = Number(request.headers['content-length'] ?? 0)
  rememberBrowser(request, reply)
  const release = await slots.take(request, reply)
  let floods: ReturnType<typeof lookForFloods> | undefined
  try {
    floods = lookForFloods(request)
    await needDiskSpace(deps, announced)
    const uploader = { cliente_id: cliente?.id ?? null, formBytes: floods.formBytes }
    const cotizacion = await uploadPedido(deps, subidas, { request, reply }, uploader)
    acceso.remember(request, reply, cotizacion.pedido_id)
    return cotizacion
  } catch (error) {
    // A client that is refused before all was read would send the rest for nothing
    if (!request.raw.complete) reply.header('connection', 'close')
    throw floods ? floods.refusalOf(error) : error
  } finally {
    release()
  }
}

function preciosAnswer(tienda: Tienda) {
  const { ajustes } = tienda
  const { precios, color_por_hoja, anillado, sensibilidad_color } = ajustesAnswer(ajustes)
  const { retencion_dias, retencion_listo_dias } = ajustes
  // Half a price list is not shown: the shop takes no orders with it
  const known = tarifasDe(ajustes) ? { ...precios, anillado } : { byn: null, color: null, anillado: [] }
  const hojas = tarifasDe(ajustes) ? hojasAnswer(otrasHojas(tienda)) : {}
  return {
    ...known,
    ...(Object.keys(hojas).length > 0 && { hojas }),
    color_por_hoja,
    retencion_dias,
    retencion_listo_dias,
    sensibilidad_color,
  }
}
