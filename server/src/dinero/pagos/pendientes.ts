// The part of a payment that is still the order's money: refunds that were requested may be on their way.
import type { Queryable, Tx } from '../../base/db/open.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { type Devolucion, devolucionesOf, type PagoRow, setDevueltoAntes } from './store.ts'

type Asked = Pick<Devolucion, 'pago_id' | 'importe' | 'hecha' | 'rechazada'>

const sumOf = (asked: readonly Asked[]): number => asked.reduce((sum, { importe }) => sum + importe, 0)

/**
 * Centavos of a payment that neither went back nor are on their way. The same money is told by the provider and marked
 * as done, and either may come first; a refund in the provider's own panel is only told.
 */
export function restOf(
  { id, importe, devuelto }: Pick<PagoRow, 'id' | 'importe' | 'devuelto'>,
  asked: readonly Asked[],
): number {
  const own = asked.filter(({ pago_id, rechazada }) => pago_id === id && !rechazada)
  const back = Math.max(devuelto, sumOf(own.filter(({ hecha }) => hecha)))
  return Math.max(0, importe - back - sumOf(own.filter(({ hecha }) => !hecha)))
}

/** The same, read from the database. */
export const remainsOf = async (db: Queryable, pago: PagoRow): Promise<number> =>
  restOf(pago, await devolucionesOf(db, pago.pedido_id))

/**
 * Centavos of a payment that went back, or were on their way, before its order was paid, at `pagado`; for an unpaid
 * order all such centavos.
 */
export function backBefore(
  pago: Pick<PagoRow, 'id' | 'importe' | 'devuelto' | 'devuelto_antes'>,
  asked: readonly (Asked & Pick<Devolucion, 'pedida'>)[],
  pagado: Date | null,
): number {
  const back = pago.importe - restOf(pago, asked)
  if (!pagado) return back
  const own = asked.filter((one) => one.pago_id === pago.id && !one.rechazada && one.pedida <= pagado)
  // A refund that was on its way then and was refused later never went back
  return Math.min(back, pago.devuelto_antes ?? sumOf(own))
}

/** An order's payments, each with the part that never paid the order. */
export async function withBefore(
  db: Queryable,
  { id, pagado }: Pedido,
  pagos: PagoRow[],
): Promise<(PagoRow & { devuelto_antes: number })[]> {
  const asked = await devolucionesOf(db, id)
  return pagos.map((pago) => ({ ...pago, devuelto_antes: backBefore(pago, asked, pagado) }))
}

/** Called when a locked order is paid. */
export async function keepBefore(
  tx: Tx,
  pagos: readonly Pick<PagoRow, 'id' | 'devuelto_antes'>[],
): Promise<void> {
  for (const { id, devuelto_antes } of pagos)
    if (devuelto_antes) await setDevueltoAntes(tx, id, devuelto_antes)
}
