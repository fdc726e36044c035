// The PDF of the flag kits: uploaded by the owner, served at the address in the settings.
import { Readable } from 'node:stream'
import type { KitDueno } from '@imprimitodo/shared/api/catalogo'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { refusalMessage } from '@imprimitodo/shared/rules/compra/archivo'
import { KIT_MAX_BYTES } from '@imprimitodo/shared/rules/vidriera/producto'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import { refuseField } from '../../base/http/errors.ts'
import { PdfRefused } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { deleteKit, findKit, findKitBytes, type Kit, putKit } from './kit-store.ts'

/** Served at the owner's address while there is a kit; any other `.pdf` at the root is 404. */
export function kitBanderasRoute(app: FastifyInstance, { db, tienda }: Pick<Deps, 'db' | 'tienda'>): void {
  /** The last bytes read, so that many readers cost one query. */
  let last: { sha256: string; bytes: Buffer } | undefined

  app.get<{ Params: { token: string } }>('/:token.pdf', async (request, reply) => {
    const { token } = request.params
    const { ajustes } = await tienda.read()
    const kit = token === ajustes.vidriera.kit_banderas ? await findKit(db) : undefined
    if (!kit) return reply.callNotFound()
    const etag = `"${kit.sha256}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (last?.sha256 !== kit.sha256) {
      const bytes = await findKitBytes(db, kit.sha256)
      if (!bytes) return reply.callNotFound()
      last = { sha256: kit.sha256, bytes }
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${token}.pdf"`)
      .send(last.bytes)
  })
}

/** Null where the shop has none. */
export async function readKitDueno({ db }: Pick<Deps, 'db'>): Promise<{ kit: KitDueno | null }> {
  const kit = await findKit(db)
  return { kit: kit ? answerOf(kit) : null }
}

const answerOf = ({ paginas, subido }: Kit): KitDueno => ({ paginas, subido: subido.toISOString() })

/** Replaces the previous one. @throws 400 {kit: [..]}: more than 20 MB, or not a readable PDF */
export async function replaceKit(
  deps: Pick<Deps, 'db' | 'now' | 'files' | 'pdf'>,
  quien: Quien,
  bytes: Buffer,
): Promise<{ kit: KitDueno }> {
  const paginas = await pagesOf(deps, bytes)
  const subido = deps.now()
  const kit = await deps.db.transaction((tx) =>
    written(tx, quien, subido, () => putKit(tx, { bytes, paginas, subido })),
  )
  return { kit: answerOf(kit) }
}

export async function removeKit({ db, now }: Pick<Deps, 'db' | 'now'>, quien: Quien): Promise<void> {
  await db.transaction((tx) => written(tx, quien, now(), () => deleteKit(tx)))
}

/** In one transaction with the audit's row. */
async function written<T>(tx: Tx, quien: Quien, cuando: Date, change: () => Promise<T>): Promise<T> {
  const factsOf = (kit: Kit | undefined) =>
    kit
      ? { kit_banderas: `${count(kit.paginas, 'página')} (${kit.sha256.slice(0, 12)})` }
      : { kit_banderas: null }
  const antes = factsOf(await findKit(tx))
  const done = await change()
  const despues = factsOf(await findKit(tx))
  await noteCambio(tx, quien, cuando, { que: 'ajustes', clave: 1, nombre: 'Kit de banderas', antes, despues })
  return done
}

/** Damaged files are refused: a visitor's browser may not be able to show what the engine repaired. */
async function pagesOf({ files, pdf }: Pick<Deps, 'files' | 'pdf'>, bytes: Buffer): Promise<number> {
  if (bytes.length > KIT_MAX_BYTES) throw refuseField('kit', 'El PDF pesa demasiado: hasta 20 MB.')
  // A copy, since the store frees the buffers that it is given
  const received = await files.receive(Readable.from([Buffer.from(bytes)]), bytes.length + 1)
  try {
    const { pages, reparado } = await pdf.inspect(received.path)
    if (reparado) throw new PdfRefused('danado')
    return pages
  } catch (error) {
    if (error instanceof PdfRefused) throw refuseField('kit', refusalMessage('kit de banderas', error.reason))
    throw error
  } finally {
    await received.drop()
  }
}
