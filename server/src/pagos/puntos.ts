// What money that goes back takes along: points, and what points had bought.
import { puntosLost } from '@imprimitodo/shared/rules/puntos'
import { count } from '@imprimitodo/shared/rules/resumen'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../db/open.ts'
import { giveBackCodigos, insertHistorial, type Pedido } from '../pedidos/service.ts'
import { findEarned, takeBackPuntos } from '../puntos/service.ts'
import type { Pago } from './store.ts'

/**
 * Draws the consequences for points and codes of what just came back: `before` and `after` are all payments of the
 * order, whose row is locked. Takes as many points as the customer still has; the rest is noted for the owner. Of an
 * order that was cancelled late, the codes that points had bought come back with the last peso.
 */
export async function settlePuntos(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
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
  const taken = await takeBackPuntos(tx, {
    ...{ cliente_id: earned.cliente_id, tipo: 'devolucion', puntos, pedido_id: pedido.id },
    motivo: `Devolución del pedido ${pedido.numero}`,
    clave: `devolucion:${pedido.id}:${lost(after)}`,
    ...{ quien: 'sistema', cuando: deps.now() },
  })
  if (taken === puntos) return
  await insertHistorial(tx, {
    ...{ pedido_id: pedido.id, estado: pedido.estado, cuando: deps.now(), quien: 'sistema' },
    nota: `Había que restar ${count(puntos, 'punto')} por la devolución y al cliente le quedaban ${taken}.`,
  })
}
