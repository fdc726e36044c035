// Mails to customers about money on its way back.
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { vueltaOf } from '@imprimitodo/shared/rules/dinero/medio'
import { inPesos, keptOf } from '@imprimitodo/shared/rules/dinero/pago'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { conOf, type Devuelto, mailDevuelto, mailSobra, type Pedido } from '../../compra/pedidos/service.ts'
import { findCliente } from '../../cuentas/auth/service.ts'
import { anuladosText, type Tomados, tellAnulados } from '../../fidelidad/puntos/service.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import { isDeCaja } from './caja.ts'
import { amountOf } from './notify.ts'
import type { Devolucion, PagoRow } from './store.ts'

type Told = Pick<PagoRow, 'id' | 'estado' | 'importe' | 'devuelto' | 'moneda' | 'medio'>

/** The part of a payment that did not go back yet, and where it goes back to. */
export const devueltoDe = (pago: Told, importe = keptOf(pago)): Devuelto => ({
  importe,
  vuelta: vueltaOf({ medio: pago.medio, en_caja: isDeCaja(pago) }),
})

/**
 * Tells that more of a payment went back than was known: requested at the counter, or made at the provider
 * itself. Automatic refunds were told when they were requested, and money that a bank took is no refund of
 * the shop. `waiting`: refunds of it that waited until now. `tomados`: what it took of the customer's points and codes.
 * Codes that it voided are told in the same mail, or where there is none, or where the account has another mailbox, in
 * a mail of their own.
 */
export async function tellDevuelto(
  tx: Tx,
  deps: Pick<Deps, 'dataDir' | 'jobs' | 'now' | 'publicUrl'>,
  pedido: Pedido,
  {
    known,
    fresh,
    waiting,
    tomados,
  }: {
    known: PagoRow | undefined
    fresh: Told
    waiting: readonly Devolucion[]
    tomados: Tomados | null
  },
): Promise<void> {
  const before = known?.devuelto ?? 0
  const importe = fresh.devuelto - before
  const isRefund = fresh.estado === 'approved' || fresh.estado === 'refunded'
  const isTold = importe > 0 && isRefund && inPesos(fresh) && !known?.devolucion_pedida
  const inMail = isTold && tomados && (await isMailboxOf(tx, tomados, pedido)) ? anuladosText(tomados) : null
  if (tomados && !inMail) await tellAnulados(tx, deps, tomados)
  if (!isTold) return
  const told = {
    clave: `${fresh.id}:${fresh.devuelto}`,
    devuelto: devueltoDe(fresh, importe),
    motivo: motivoOf(waiting, importe),
    anulados: inMail,
  }
  await queueCorreo(tx, deps, mailDevuelto(pedido, await conOf(tx, deps, pedido), told))
}

const isMailboxOf = async (tx: Tx, { cliente_id }: Tomados, { buzon }: Pedido): Promise<boolean> =>
  normaliseCorreo((await findCliente(tx, cliente_id))?.email ?? '') === buzon

/**
 * The reason, if the counter requested exactly this amount and still waits for it. Refunds may happen in
 * another order, or at the provider itself: then no reason is told rather than a wrong one.
 */
function motivoOf(waiting: readonly Devolucion[], importe: number): string | null {
  const asked = waiting.filter((one) => one.importe === importe)
  const [motivo, ...others] = new Set(asked.map((one) => one.motivo))
  return others.length === 0 ? (motivo ?? null) : null
}

/** Tells that a whole payment goes back automatically: the order is over, or was paid already. */
export async function tellSobra(
  tx: Tx,
  deps: Pick<Deps, 'dataDir' | 'jobs' | 'now' | 'publicUrl'>,
  pedido: Pedido,
  pago: PagoRow,
): Promise<void> {
  const told = {
    pagoId: pago.id,
    devuelto: devueltoDe(pago),
    enOtraMoneda: inPesos(pago) ? null : amountOf(keptOf(pago), pago.moneda),
  }
  await queueCorreo(tx, deps, mailSobra(pedido, await conOf(tx, deps, pedido), told))
}
