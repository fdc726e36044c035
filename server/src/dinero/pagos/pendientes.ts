// Refunds that were requested and are still on their way.
import type { Queryable } from '../../base/db/open.ts'
import { type Devolucion, devolucionesOf, type Pago } from './store.ts'

type Asked = Pick<Devolucion, 'pago_id' | 'importe' | 'hecha' | 'rechazada'>

const sumOf = (asked: readonly Asked[]): number => asked.reduce((sum, { importe }) => sum + importe, 0)

/** Centavos of a payment that its waiting refunds give back. */
export const pendingOf = ({ id }: Pick<Pago, 'id'>, asked: readonly Asked[]): number =>
  sumOf(asked.filter(({ pago_id, hecha, rechazada }) => pago_id === id && !hecha && !rechazada))

/**
 * Centavos of a payment that neither went back nor are on their way. The provider tells a refund before it is
 * marked as done: meanwhile it is in both sums, so they are not added up.
 */
export function restOf(
  { id, importe, devuelto }: Pick<Pago, 'id' | 'importe' | 'devuelto'>,
  asked: readonly Asked[],
): number {
  const own = sumOf(asked.filter(({ pago_id, rechazada }) => pago_id === id && !rechazada))
  return importe - Math.max(devuelto, own)
}

/** The same, read from the database. */
export const remainsOf = async (db: Queryable, pago: Pago): Promise<number> =>
  restOf(pago, await devolucionesOf(db, pago.pedido_id))

/**
 * Centavos of a payment that went back before its order was paid, at `pagado`: what staff asked back until
 * then. Of an unpaid order all that went back.
 */
export function backBefore(
  { id, devuelto }: Pick<Pago, 'id' | 'devuelto'>,
  asked: readonly (Asked & Pick<Devolucion, 'pedida'>)[],
  pagado: Date | null,
): number {
  if (!pagado) return devuelto
  return sumOf(asked.filter((one) => one.pago_id === id && !one.rechazada && one.pedida <= pagado))
}
