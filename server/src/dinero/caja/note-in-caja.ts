// Writes each charge and refund at the counter into the open drawer, in the transaction of the charge or
// refund.
import type { MedioMovimiento, TipoMovimiento } from '@imprimitodo/shared/rules/dinero/caja'
import type { Tx } from '../../base/db/open.ts'
import { type Donde, holdAbiertos, insertMovimientoCaja, type Turno } from './store.ts'

/** `importe` in centavos, below 0 where it goes out. `medio` null: the person who typed it did not say. */
export type PorCaja = Donde & {
  tipo: Exclude<TipoMovimiento, 'retiro' | 'gasto' | 'ingreso'>
  medio: MedioMovimiento | null
  importe: number
  motivo?: string | null
  pedido_id?: string | null
  venta_id?: number | null
  /** Identifies the charge or refund, which is never written twice. */
  clave: string
  quien: string
  cuando: Date
}

/**
 * Writes money down in the open shift: the person's, else that of the branch's first drawer. Without an open shift it
 * is written down in none, since a shop goes on selling. The shift is locked until the transaction ends, so that a
 * close either counts this money or comes before it. Call it last, so that closing a shift never waits for the caller's
 * other locks.
 * @returns the branch that it is noted for; null: none
 */
export async function noteInCaja(
  tx: Tx,
  { sucursal_id, operador_id, ...movimiento }: PorCaja,
): Promise<number | null> {
  const turno = await cajonOf(tx, { sucursal_id, operador_id })
  const noted = turno?.sucursal_id ?? sucursal_id
  await insertMovimientoCaja(tx, {
    ...movimiento,
    operador_id,
    turno_id: turno?.id ?? null,
    sucursal_id: noted,
  })
  return noted
}

async function cajonOf(tx: Tx, donde: Donde): Promise<Turno | undefined> {
  const found = await holdAbiertos(tx, donde)
  // A shift that was closed while we waited is not in the answer: look again for the one opened after it
  const abiertos = found.length > 0 ? found : await holdAbiertos(tx, donde)
  return abiertos.find(({ abierto_por }) => abierto_por === donde.operador_id) ?? abiertos[0]
}
