import { facturasApi } from '@imprimitodo/shared/api/facturas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { notFound, Refusal } from '../../base/http/errors.ts'
import { originOf } from '../../base/http/origin.ts'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Acceso, Pedido } from '../../compra/pedidos/service.ts'
import { findDocumento } from '../../gestion/correos/service.ts'
import type { Emisor } from './issue.ts'
import { createPadron } from './padron.ts'
import { estadoFactura, lastPaid, NO_PEDIDO, needFacturable, requestFactura } from './request.ts'
import { findFactura } from './store.ts'

const Pdf = z.object({ id: z.string().max(100) })

export function facturasRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'fiscal' | 'jobs' | 'limits' | 'locks' | 'now' | 'publicUrl'>,
  { emisor, acceso }: { emisor: Emisor; acceso: Acceso },
): void {
  const padron = createPadron(deps)
  const origin = (request: FastifyRequest) => originOf(request, deps.publicUrl)

  serve(app, facturasApi, {
    'POST /api/pedido_para_facturar/': async ({ body, request, reply }) => {
      const asked = body?.pedido_id
      if (!asked) return { pedido_id: await lastPaid(deps, acceso.remembered(request)) }
      const { id } = await needOwn(request, reply, asked, body.email).catch(asUnknown)
      return { pedido_id: id }
    },
    'POST /api/estado_pedido/:pedido_id/': async ({ params, body, request, reply }) => {
      await needOwn(request, reply, params.pedido_id, body?.email)
      return estadoFactura(deps, params.pedido_id, origin(request))
    },
    'POST /api/facturar/:pedido_id/': async ({ params, body: { email, ...datos }, request, reply }) => {
      await needOwn(request, reply, params.pedido_id, email).catch(asError)
      return requestFactura(deps, emisor, params.pedido_id, datos, origin(request))
    },
    'POST /api/facturas/padron': async ({ body, request, reply }) => {
      await needOwn(request, reply, body.pedido_id)
      return padron(body, request)
    },
  })

  /** Only for the owner of an order that may be invoiced. @throws 404 where it may not, 403, 429 */
  async function needOwn(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    email?: string | null,
  ): Promise<Pedido> {
    const { pedido } = await needFacturable(deps, id)
    await acceso.need(request, reply, pedido, email)
    return pedido
  }

  app.get('/api/facturas/:id.pdf', { schema: { params: Pdf } }, async (request, reply) => {
    const factura = await findFactura(deps.db, (request.params as z.output<typeof Pdf>).id)
    const documento = factura?.documento_id && (await findDocumento(deps.db, factura.documento_id))
    if (!documento) throw notFound('Esa factura no existe.')
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${ascii(documento.nombre)}"`)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'same-origin')
      .send(documento.bytes)
  })
}

/**
 * Another person's order is answered like one that is not there. Its code tells our screen that the e-mail of its
 * customer, typed once, opens it. A wrong e-mail is told at its field.
 */
function asUnknown(error: unknown): never {
  if (!(error instanceof Refusal) || error.status !== 403 || 'email' in error.body) throw error
  throw new Refusal(404, { detail: NO_PEDIDO }, error.hints)
}

/** Refusals of `facturar` are told in the field `error`; those that other calls have too, in `detail` as well. */
function asError(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { detail, email } = error.body
  if (error.status === 403) throw new Refusal(403, { error: [detail ?? email].flat().join(' ') }, error.hints)
  throw detail === undefined
    ? error
    : new Refusal(error.status, { ...error.body, error: detail }, error.hints)
}

/** Names of files in headers: 'Nota-de-crédito-…' keeps its letters without their marks. */
const ascii = (text: string): string => text.normalize('NFD').replace(/[^\w.-]/g, '')
