import { Readable } from 'node:stream'
import type { VideoDueno } from '@imprimitodo/shared/api/catalogo'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { SIN_CONFIRMAR } from '../../mostrador/acceso/service.ts'
import { addVideo, refuseHeavy } from './service.ts'

const VIDEO = { budget: 'video', largeBody: 'A video of up to 50 MB.', permiso: SIN_CONFIRMAR } as const

/** A video for a product, sent as its bytes: in a scope of its own, since no other call accepts videos. */
export function videosMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
): void {
  counter.register((videos, _, ready) => {
    videos.addContentTypeParser(/^video\//, (_request, body, done) => done(null, body))
    videos.post(
      '/api/mostrador/videos',
      { config: VIDEO },
      async ({ raw, body, headers }, reply): Promise<VideoDueno> => {
        if (!(body instanceof Readable)) throw refuse(415, 'Mandá el video como video/mp4 o video/webm.')
        refuseHeavy(headers['content-length'])
        try {
          // The request itself must stay open when its body is given up, or the refusal could not be sent
          return { video: await addVideo(deps, Readable.from(body.iterator({ destroyOnReturn: false }))) }
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
