import { parseImagen } from '@imprimitodo/shared/rules/vidriera/imagen'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { NotKept } from '../../base/services/files/port.ts'
import { findImagenes } from './store.ts'
import type { Variantes } from './variantes.ts'

/** A picture's address is made from its bytes: its answer never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

const GONE = 'Esa imagen no existe.'

export function imagenesRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>, variantes: Variantes): void {
  /** Ids that were found once. Pictures are never deleted, and an unknown id makes no folder. */
  const known = new Set<string>()

  async function isOurs(id: string): Promise<boolean> {
    if (!known.has(id) && (await findImagenes(db, [id])).length > 0) known.add(id)
    return known.has(id)
  }

  app.get('/imagenes/:nombre', async (request, reply) => {
    const wanted = parseImagen(request.url.split('?')[0] ?? '')
    if (!wanted || !(await isOurs(wanted.id))) throw notFound(GONE)
    const bytes = await variantes.bytes(wanted.id, wanted.ancho, wanted.formato).catch((error) => {
      throw error instanceof NotKept ? notFound(GONE) : error
    })
    return reply.type(`image/${wanted.formato}`).header('cache-control', FOR_EVER).send(bytes)
  })
}
