import { facturasApi } from '@imprimitodo/shared/api/facturas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Deps } from '../core/deps.ts'
import { notFound } from '../core/errors.ts'
import { originOf } from '../core/origin.ts'
import { serve } from '../core/serve.ts'
import type { Emisor } from './emitir.ts'
import { createPadron } from './padron.ts'
import { estadoFactura, facturar, lastPaid, needFacturable } from './pedir.ts'
import { findDocumento, findFactura } from './store.ts'
import { rememberedPedidos } from './ultimo.ts'

const Pdf = z.object({ id: z.string().max(100) })

export function facturasRoutes(app: FastifyInstance, deps: Deps, emisor: Emisor): void {
  const padron = createPadron(deps)
  const origin = (request: FastifyRequest) => originOf(request, deps.publicUrl)

  serve(app, facturasApi, {
    'POST /api/pedido_para_facturar/': async ({ body, request }) => {
      const asked = body?.pedido_id
      if (!asked) return { pedido_id: await lastPaid(deps, rememberedPedidos(request)) }
      return { pedido_id: (await needFacturable(deps, asked)).pedido.id }
    },
    'POST /api/estado_pedido/:pedido_id/': ({ params, request }) =>
      estadoFactura(deps, params.pedido_id, origin(request)),
    'POST /api/facturar/:pedido_id/': ({ params, body, request }) =>
      facturar(deps, emisor, params.pedido_id, body, origin(request)),
    'POST /api/facturas/padron': ({ body, request, reply }) => padron(body, request, reply),
  })

  app.get('/api/facturas/:id.pdf', { schema: { params: Pdf } }, async (request, reply) => {
    const factura = await findFactura(deps.db, (request.params as z.output<typeof Pdf>).id)
    const documento = factura?.documento_id && (await findDocumento(deps.db, factura.documento_id))
    if (!documento) throw notFound('Esa factura no existe.')
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${ascii(documento.nombre)}"`)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'same-origin')
      .header('etag', `"${documento.sha256}"`)
      .send(documento.bytes)
  })
}

/** Names of files in headers: 'Nota-de-crédito-…' keeps its letters without their marks. */
const ascii = (text: string): string => text.normalize('NFD').replace(/[^\w.-]/g, '')
