// A refund takes points back, and codes and prizes that the points had bought.

import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { puntosLost } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { giveBackCodigos, insertHistorial, type Pedido } from '../../compra/pedidos/service.ts'
import { findEarned, takeBackPuntos } from '../../fidelidad/puntos/service.ts'
import type { Pago } from './store.ts'

/**
 * Takes points and codes back for a refund: `before` and `after` are all payments of the order, whose row is
 * locked. Points that the customer cannot give are noted for the owner. For an order cancelled late, codes
 * bought with points come back with the last peso.
 */
export async function settlePuntos(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  pedido: Pedido,
  { before, after }: { before: Pago[]; after: Pago[] },
): Promise<void> {
  const isBack = (pagos: Pago[]) => puntosLost(1, pedido.importe_final, pagos) === 1
  if (pedido.estado === 'cancelado' && isBack(after) && !isBack(before))
    await giveBackCodigos(tx, deps, pedido)
  const earned = await findEarned(tx, pedido.id)
  if (!earned) return
  const lost = (pagos: Pago[]) => puntosLost(earned.puntos, pedido.importe_final, pagos)
  const puntos = lost(after) - lost(before)
  if (puntos <= 0) return
  const { anulados, deuda } = await takeBackPuntos(tx, deps, {
    cliente_id: earned.cliente_id,
    tipo: 'devolucion',
    puntos,
    pedido_id: pedido.id,
    motivo: `Devolución del pedido ${pedido.numero}`,
    clave: `devolucion:${pedido.id}:${lost(after)}`,
    quien: 'sistema',
    cuando: deps.now(),
  })
  for (const nota of [anuladosText(anulados.length), deudaText(deuda)])
    if (nota)
      await insertHistorial(tx, {
        pedido_id: pedido.id,
        estado: pedido.estado,
        cuando: deps.now(),
        quien: 'sistema',
        nota,
      })
}

/**
 * For an order whose last peso came after a part of it had gone back: it just gave the points of its whole
 * price, so the points of that part are taken back. `pagos`: all its payments.
 */
export const settleDevuelto = (
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  pedido: Pedido,
  pagos: Pago[],
): Promise<void> => {
  const whole = (pago: Pago): Pago => ({
    ...pago,
    devuelto: 0,
    estado: pago.estado === 'refunded' ? 'approved' : pago.estado,
  })
  return settlePuntos(tx, deps, pedido, { before: pagos.map(whole), after: pagos })
}

const anuladosText = (codigos: number): string | null =>
  codigos === 0
    ? null
    : `Por la devolución se ${codigos === 1 ? 'anuló' : 'anularon'} ${count(codigos, 'código')} sin usar del cliente.`

const deudaText = (puntos: number): string | null =>
  puntos === 0
    ? null
    : `El cliente queda debiendo ${count(puntos, 'punto')}: los pagan los próximos que sume.`
