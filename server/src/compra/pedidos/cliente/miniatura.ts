// A picture of a page of an order's file.
import { runsOf } from '@imprimitodo/shared/rules/compra/paginas'
import type { FastifyReply } from 'fastify'
import { notFound, refuse } from '../../../base/http/errors.ts'
import { keepPrivate } from '../../../base/http/no-store.ts'
import { senderOf } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { lineasOf, miniaturaChicaOf, miniaturaOf } from '../../archivos/service.ts'
import { noteLook, type Pedido } from '../filas/store.ts'

/**
 * `n` counts from 1, `page` too; without `page` the first printed page, the only one that a stranger sees,
 * small.
 * @throws 403, 404, also once the files are gone
 */
export async function sendMiniatura(
  deps: Pick<Deps, 'db' | 'files' | 'now' | 'pdf'>,
  reply: FastifyReply,
  asked: { pedido: Pedido; n: number; page: number | undefined; width: number; isOwn: boolean },
): Promise<FastifyReply> {
  // Another order may still need the bytes
  if (asked.pedido.archivos_borrados) throw notFound()
  const linea = (await lineasOf(deps.db, asked.pedido.id))[asked.n - 1]
  if (!linea) throw notFound()
  const first = runsOf(linea.archivo)[0]?.[0] ?? 1
  const { page = first } = asked
  if (!asked.isOwn && page > first) throw refuse(403, 'Esa página la ve solo quien hizo el pedido.')
  await noteLook(deps.db, asked.pedido, deps.now())
  const { origen } = senderOf(reply.request)
  const picture = await (asked.isOwn
    ? miniaturaOf(deps, linea.contenido, { origen, page, width: asked.width })
    : miniaturaChicaOf(deps, linea.contenido, { origen, page: first }))
  return keepPrivate(reply).type('image/webp').send(picture)
}
