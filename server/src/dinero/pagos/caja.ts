// Money that the counter takes itself: no provider knows of it.
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import { endLink, historialOf, movePedido, type Pedido, pagosOf } from '../../compra/pedidos/service.ts'
import type { Quien } from '../../gestion/auditoria/service.ts'
import { anotarEnCaja } from '../caja/service.ts'
import { type Devolucion, devolucionesOf, type Pago, savePago } from './store.ts'

type MedioCaja = 'efectivo' | 'transferencia'

/** One for each order, so that it is charged once. A provider's ids are numbers, and its `efectivo` is a ticket. */
const PREFIX = 'mostrador:'
/** The same, of a row's `id` in a query. */
export const esDeCaja = (id: SQL): SQL => sql`starts_with(${id}, ${PREFIX})`
export const isDeCaja = ({ id }: Pick<Pago, 'id'>): boolean => id.startsWith(PREFIX)

/** `pagos.proveedor` of money that the counter took. */
export const CAJA = 'caja'

const COBRADO: Record<MedioCaja, string> = {
  efectivo: 'Cobrado en efectivo',
  transferencia: 'Cobrado por transferencia',
}

/**
 * Pays a locked, confirmed order with what was handed over in the branch `sucursal_id`: what is missing to its price. Repeated by the same person
 * it is the same payment. @throws 409 paid by others or otherwise, or over
 */
export async function cobrarEnCaja(
  tx: Tx,
  deps: Deps,
  pedido: Pedido,
  { medio, quien, sucursal_id }: { medio: MedioCaja; quien: Quien; sucursal_id: number },
): Promise<void> {
  const id = `${PREFIX}${pedido.id}`
  const pagos = await pagosOf(tx, pedido.id)
  if (pedido.pagado) {
    const isSame = pagos.some((pago) => pago.id === id && pago.medio === medio)
    const step = (await historialOf(tx, pedido.id)).find(({ estado }) => estado === 'pagado')
    if (isSame && step?.quien === quien.nombre) return
    throw refuse(
      409,
      `El pedido ${pedido.numero} ya está pagado${step ? ` (${step.quien})` : ''}: no cobres de nuevo.`,
      'pedido_pagado',
    )
  }
  if (pedido.estado !== 'confirmado' && !(pedido.estado === 'vencido' && !pedido.archivos_borrados))
    throw refuse(409, 'Este pedido ya no se puede cobrar. Empezá uno nuevo.', 'pedido_cerrado')
  const covered = pagos
    .filter(({ estado, moneda }) => estado === 'approved' && moneda === 'ARS')
    .reduce((sum, { importe, devuelto }) => sum + importe - devuelto, 0)
  const importe = Math.max(0, pedido.importe_final - covered)
  const now = deps.now()
  if (importe > 0)
    await savePago(tx, {
      ...{
        id,
        proveedor: CAJA,
        pedido_id: pedido.id,
        estado: 'approved',
        importe,
        devuelto: 0,
        moneda: 'ARS',
        medio,
      },
      ...{ creado: now, actualizado: now, cupon: null, cupon_numero: null },
    })
  const nota = importe > 0 ? COBRADO[medio] : 'Sin cargo'
  await movePedido(tx, deps, pedido, 'pagado', { quien: quien.nombre, nota })
  // Its link, or a ticket, would be paid for nothing
  await endLink(tx, deps, pedido)
  if (importe > 0)
    await anotarEnCaja(tx, {
      ...{ tipo: 'cobro', medio, importe, pedido_id: pedido.id, clave: `cobro:${id}` },
      ...{ sucursal_id, operador_id: quien.id, quien: quien.nombre, cuando: now },
    })
}

/**
 * A payment of the counter as it is once `devolucion` has been handed back, in a provider's words. It counts those
 * asked for before, done or not, so that whatever order they are made in comes to the same.
 */
export async function afterDevolucion(
  db: Queryable,
  { devolucion, pago }: { devolucion: Devolucion; pago: Pago },
  reference: string,
): Promise<ProviderPayment> {
  const back = (await devolucionesOf(db, pago.pedido_id)).filter(
    ({ id, pago_id, rechazada }) => pago_id === pago.id && !rechazada && id <= devolucion.id,
  )
  const refunded = back.reduce((sum, { importe }) => sum + importe, 0)
  return {
    ...{ id: pago.id, reference, amount: pago.importe, refunded, currency: pago.moneda, method: pago.medio },
    ...{ status: refunded >= pago.importe ? 'refunded' : 'approved', ticketUrl: null },
    ...{ created: pago.creado, updated: devolucion.pedida },
  }
}
