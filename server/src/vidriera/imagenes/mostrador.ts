import type { FastifyInstance } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { SIN_CONFIRMAR } from '../../mostrador/acceso/service.ts'
import { addImagen, imagenUrl } from './service.ts'

const PICTURE = { budget: 'picture', largeBody: 'A picture as a camera makes it.' } as const
const MAX_IMAGEN_BYTES = 26_000_000 // a little above the limit, whose refusal is clearer

/**
 * A picture of goods, signs or prizes, sent as its bytes: in a scope of its own, since no other call accepts
 * pictures.
 */
export function imagenesMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'files' | 'jobs' | 'now'>,
): void {
  counter.register((pictures, _, ready) => {
    const parser = { parseAs: 'buffer' as const, bodyLimit: MAX_IMAGEN_BYTES }
    pictures.addContentTypeParser(/^image\//, parser, (_request, body, done) => done(null, body))
    pictures.post(
      '/api/mostrador/imagenes',
      { bodyLimit: MAX_IMAGEN_BYTES, config: { ...PICTURE, permiso: SIN_CONFIRMAR } },
      async ({ body }) => {
        if (!Buffer.isBuffer(body)) throw refuse(415, 'Mandá la imagen como image/jpeg, png, webp o avif.')
        const imagen_id = await addImagen(deps, body)
        return { imagen_id, imagen: imagenUrl(imagen_id) }
      },
    )
    ready()
  })
}
