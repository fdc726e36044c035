// Calls for restoring a backup before anyone can sign in: each brings the installation's code.
import { Readable } from 'node:stream'
import { CODIGO_HEADER, PEDAZO_BYTES, restauracionApi } from '@imprimitodo/shared/api/restauracion'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import { serve } from '../../base/http/serve.ts'
import type { NeedCodigo } from './codigo.ts'
import type { RestauracionService } from './restauracion.ts'

/** Longer than any code. */
const CODIGO_MAX = 40

const PIECE = {
  budget: 'video',
  largeBody: `A piece of a backup, to the disk as it comes: at most ${PEDAZO_BYTES / 1024 ** 2} MB.`,
} as const

export function restauracionRoutes(
  app: FastifyInstance,
  restauracion: RestauracionService,
  needCodigo: NeedCodigo,
): void {
  const uncached = (reply: FastifyReply) => reply.header('cache-control', 'private, no-store')

  serve(app, restauracionApi, {
    'POST /api/mostrador/instalacion/respaldo': async ({ body: { codigo, ...archivo }, request, reply }) => {
      uncached(reply)
      restauracion.needFree()
      await needCodigo(request, codigo)
      return { recibidos: await restauracion.subida.begin(archivo) }
    },
    'POST /api/mostrador/instalacion/respaldos': async ({ body, request, reply }) => {
      uncached(reply)
      await needCodigo(request, body.codigo)
      return { lugares: await restauracion.places() }
    },
    'POST /api/mostrador/instalacion/restaurar': async ({ body: { codigo, ...pedido }, request, reply }) => {
      uncached(reply)
      restauracion.needFree()
      await needCodigo(request, codigo)
      return restauracion.begin(pedido)
    },
    'POST /api/mostrador/instalacion/restauracion': async ({ body, request, reply }) => {
      uncached(reply)
      await needCodigo(request, body.codigo)
      return restauracion.view()
    },
  })

  app.register((pieces, _, ready) => {
    pieces.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    pieces.put<{ Params: { desde: string } }>(
      '/api/mostrador/instalacion/respaldo/:desde',
      { config: PIECE },
      async (request, reply) => {
        uncached(reply)
        const { raw, body, headers, params } = request
        try {
          restauracion.needFree()
          await needCodigo(request, [headers[CODIGO_HEADER]].flat().join('').slice(0, CODIGO_MAX))
          if (!(body instanceof Readable)) throw refuse(415, 'Mandá el pedazo como application/octet-stream.')
          if (!/^\d{1,15}$/.test(params.desde)) throw refuse(400, 'No se entiende desde dónde sigue.')
          // The request itself must stay open when its body is given up, or the refusal could not be sent
          const piece = Readable.from(body.iterator({ destroyOnReturn: false }))
          return { recibidos: await restauracion.subida.append(Number(params.desde), piece) }
        } catch (error) {
          // A refused client would otherwise send the rest for nothing
          if (!raw.complete) reply.header('connection', 'close')
          throw error
        }
      },
    )
    ready()
  })
}
