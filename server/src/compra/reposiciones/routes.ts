import multipart, { type MultipartFile } from '@fastify/multipart'
import { ArchivoParams, ReposicionAnswer, reposicionesApi } from '@imprimitodo/shared/api/reposiciones'
import { refusalMessage } from '@imprimitodo/shared/rules/compra/archivo'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { refuse } from '../../base/http/errors.ts'
import { readForm } from '../../base/http/form.ts'
import { keepPrivate } from '../../base/http/no-store.ts'
import { serve } from '../../base/http/serve.ts'
import type { UploadSlots } from '../../base/http/upload-slots.ts'
import { createVisitorLimit, rememberBrowser, senderOf } from '../../base/http/visitor.ts'
import { PdfRefused } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Received } from '../../base/services/files/port.ts'
import { dropUnused, keepReceived, needDiskSpace, type Parts } from '../archivos/service.ts'
import type { Acceso } from '../pedidos/service.ts'
import { refuseArchivos } from '../pedidos/service.ts'
import { needWanted, receiveReposicion } from './receive.ts'
import { viewPedida } from './vista.ts'

/** A campus is one address. */
const OF_VISITOR = { browser: 30, address: 600, windowMs: 15 * 60_000 }
/** Bytes of the form without its file. */
const FORM_BYTES = 64 * 1024
const NO_FILE = 'Falta el archivo.'

type Around = { subidas: Parts; slots: UploadSlots; acceso: Acceso }
type Where = z.output<typeof ArchivoParams>

export function reposicionesRoutes(app: FastifyInstance, deps: Deps, { subidas, slots, acceso }: Around) {
  const countVisitor = createVisitorLimit(deps.limits, 'reposicion', OF_VISITOR)

  const view = (request: FastifyRequest, reply: FastifyReply, where: Where) => {
    keepPrivate(reply)
    return viewPedida(deps, where, (pedido) => acceso.owns(request, pedido))
  }

  serve(app, reposicionesApi, {
    'GET /api/pedidos/:pedido_id/archivos/:n/reposicion': ({ params, request, reply }) =>
      view(request, reply, params),
  })

  /** The one file of the form, or the upload in parts that it names. */
  async function receive(request: FastifyRequest, reply: FastifyReply, where: Where, received: Received[]) {
    const sender = senderOf(request)
    const gone = new AbortController()
    request.raw.once('close', () => request.raw.readableEnded || gone.abort())
    const vuelo = await subidas.enter(sender)
    try {
      const onFile = async ({ file, filename = '' }: MultipartFile) => {
        if (received.length > 0) throw refuse(400, 'Mandá un solo archivo.')
        const one = await keepReceived(deps, vuelo.metered(file))
        if (one instanceof PdfRefused) throw refuseArchivos([refusalMessage(filename, one.reason)])
        received.push(one)
      }
      const form = { known: ['subida'], maxBytes: FORM_BYTES, maxParts: 10, onFile }
      const { subida } = await readForm(request, reply, form)
      const named = subida && received.length === 0 ? [subida] : []
      return await subidas.alone(named, async () => {
        const found = named[0] ? await subidas.finished(named[0]) : received[0]
        if (!found) throw refuse(400, NO_FILE)
        if (named[0]) received.push(found)
        return receiveReposicion(deps, where, { received: found, sender, signal: gone.signal })
      })
    } catch (error) {
      throw gone.signal.aborted ? refuse(400, 'La subida se cortó.') : error
    } finally {
      gone.abort()
      vuelo.end()
      for (const file of received) await file.drop()
    }
  }

  const upload: FastifyPluginAsync = async (scope) => {
    await scope.register(multipart)
    scope.post(
      '/api/pedidos/:pedido_id/archivos/:n/reposicion',
      {
        schema: { params: ArchivoParams, response: { 200: ReposicionAnswer } },
        config: { budget: 'upload', largeBody: 'A file, to the disk as it comes: 4 GiB; the rest 64 KB.' },
      },
      async (request, reply) => {
        const where = request.params as Where
        try {
          if (!request.isMultipart())
            throw refuse(415, 'El archivo se manda como formulario (multipart/form-data).')
          // Before the first byte, so that a stranger or an unwanted file costs nothing
          countVisitor(request)
          await acceso.need(request, reply, await needWanted(deps, where.pedido_id, where.n))
          rememberBrowser(request, reply)
          const release = await slots.take(request, reply)
          try {
            await needDiskSpace(deps, Number(request.headers['content-length'] ?? 0))
            for (const id of await receive(request, reply, where, [])) await dropUnused(deps, id)
          } finally {
            release()
          }
          return await view(request, reply, where)
        } catch (error) {
          // A client that is refused before all was read would send the rest for nothing
          if (!request.raw.complete) reply.header('connection', 'close')
          throw error
        }
      },
    )
  }
  app.register(upload)
}
