// Refunds that were asked for and are still on their way.
import type { Queryable } from '../../base/db/open.ts'
import { type Devolucion, devolucionesOf, type Pago } from './store.ts'

/** Centavos of a payment that refunds of their own give back: nothing else may count them again. */
export const pendingOf = ({ id }: Pick<Pago, 'id'>, asked: readonly Devolucion[]): number =>
  asked
    .filter(({ pago_id, hecha, rechazada }) => pago_id === id && !hecha && !rechazada)
    .reduce((sum, { importe }) => sum + importe, 0)

/** Centavos of a payment that neither went back nor are on their way. */
export async function remainsOf(db: Queryable, pago: Pago): Promise<number> {
  return pago.importe - pago.devuelto - pendingOf(pago, await devolucionesOf(db, pago.pedido_id))
}
