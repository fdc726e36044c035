import { conNombre } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { escapeHtml } from '../../base/web/html.ts'
import { readAjustes } from '../ajustes/service.ts'
import { hasClave, hasTema, insertCorreo, queueOf, withdrawUnsent } from './store.ts'

export { forgetCupos, hasCupo, takeCupo, takeCupos } from './cupo.ts'
export { type IsStillTrue, releaseGuardados } from './guardados.ts'
export {
  correosSql,
  deleteCorreosLike,
  findCorreo,
  findDocumento,
  insertDocumento,
  isQueued,
} from './store.ts'

/** `clave` identifies the mail: a second one with the same key is dropped. */
export type NewCorreo = {
  clave: string
  para: string
  asunto: string
  texto: string
  html: string
  /** The row of `documentos` to attach. */
  documento_id?: string | null
  /**
   * The order that it is about: subscribed devices get the same news, and its mails leave one after another.
   */
  avisa?: string
  /** A person waits for it, as for a code: it does not stand behind mails that can wait. */
  esperado?: boolean
  /** Useless after this instant: a mail that was kept for lack of a server is not sent any more. */
  hasta?: Date
}

/** With the shop's name filled in: mails are written with a blank in its place (EN_BLANCO). */
export const named = <Mail extends Pick<NewCorreo, 'asunto' | 'texto' | 'html'>>(
  mail: Mail,
  elegido: string | undefined,
): Mail => ({
  ...mail,
  asunto: conNombre(mail.asunto, elegido),
  texto: conNombre(mail.texto, elegido),
  html: conNombre(mail.html, elegido, escapeHtml),
})

/**
 * Queues a mail and its job in the caller's transaction: after a rollback there is no mail. Addresses of
 * `.invalid` (RFC 2606) get none: they stand for customers who left no address at the counter, or deleted
 * their account.
 */
export async function queueCorreo(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  correo: NewCorreo,
): Promise<void> {
  if (correo.para.endsWith('.invalid')) return
  const { vidriera } = await readAjustes(tx)
  const { avisa, hasta, esperado = false, ...kept } = named(correo, vidriera.nombre)
  const row = { ...kept, esperado, pedido_id: avisa ?? null, vale_hasta: hasta ?? null, creado: now() }
  const id = await insertCorreo(tx, row)
  if (id === undefined) return
  await jobs.send(tx, queueOf(row), { id })
  if (avisa) await jobs.send(tx, 'avisar_push', { pedido_id: avisa, correo_id: id })
}

type Withdraw = Pick<Deps, 'jobs'>

/** Removes a mail that is no longer true, unless it has left. */
export const withdrawCorreo = (tx: Tx, deps: Withdraw, clave: string): Promise<void> =>
  withdraw(tx, deps, hasClave(clave))

/** As `withdrawCorreo`, for all mails of an order whose keys begin with one of `temas` and a colon. */
export const withdrawCorreos = (
  tx: Tx,
  deps: Withdraw,
  { pedido_id, temas }: { pedido_id: string; temas: readonly string[] },
): Promise<void> => withdraw(tx, deps, hasTema(pedido_id, temas))

/** A mail that is being handed over goes afterwards, in a job, if no server takes it. */
async function withdraw(tx: Tx, { jobs }: Withdraw, which: SQL | undefined): Promise<void> {
  const busy = await withdrawUnsent(tx, which)
  if (busy.length > 0) await jobs.send(tx, 'retirar_correos', { ids: busy })
}
