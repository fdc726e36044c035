// An order that must be there.
import type { Queryable, Tx } from '../../../base/db/open.ts'
import { notFound } from '../../../base/http/errors.ts'
import { findPedido, lockPedido, type Pedido } from './store.ts'

/** @throws 404 */
export async function needPedido(db: Queryable, id: string): Promise<Pedido> {
  const pedido = await findPedido(db, id)
  if (!pedido) throw notFound('No encontramos ese pedido.')
  return pedido
}

/** An order that staff may see: not a draft, which is the customer's own. @throws 404 */
export const needEnMostrador = async (db: Queryable, id: string): Promise<Pedido> =>
  notDraft(await findPedido(db, id))

/** The same, locked until the transaction ends. @throws 404 */
export const lockEnMostrador = async (tx: Tx, id: string): Promise<Pedido> =>
  notDraft(await lockPedido(tx, id))

function notDraft(pedido: Pedido | undefined): Pedido {
  if (!pedido || pedido.estado === 'borrador') throw notFound('Ese pedido no existe.')
  return pedido
}
