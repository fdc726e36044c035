// Payments that the counter takes itself, without a provider.

import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { MEDIO_CAJA_COMO, type MedioMovimiento } from '@imprimitodo/shared/rules/dinero/caja'
import { CAJA, inPesos, PAID, paidBy } from '@imprimitodo/shared/rules/dinero/pago'
import type { CargoA } from '@imprimitodo/shared/rules/dinero/venta'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import {
  endLink,
  handOverWithoutArchivos,
  historialOf,
  type MoveDeps,
  movePedido,
  type Pedido,
  pagosOf,
  payOffResta,
  updatePedido,
} from '../../compra/pedidos/service.ts'
import type { Quien } from '../../gestion/auditoria/service.ts'
import type { PorCaja } from '../caja/service.ts'
import { chargeCuentaCorriente } from '../cuentas-corrientes/service.ts'
import { notePago } from './notify.ts'
import { keepBefore, withBefore } from './pendientes.ts'
import { settleDevuelto } from './puntos.ts'
import { type Devolucion, devolucionesOf, type PagoRow, savePago } from './store.ts'

/** Ids of these payments begin so, where a provider's are numbers. A provider's `efectivo` is a ticket. */
const PREFIX = 'mostrador:'
/** The same test for a row's `id` in a query. */
export const isDeCajaSql = (id: SQL): SQL => sql`starts_with(${id}, ${PREFIX})`
export const isDeCaja = ({ id }: Pick<PagoRow, 'id'>): boolean => id.startsWith(PREFIX)
/**
 * Whether the payment was charged to a cuenta corriente. No money was handed over; a refund goes back there.
 */
export const isDeCuenta = (pago: Pick<PagoRow, 'id' | 'medio'>): boolean =>
  isDeCaja(pago) && pago.medio === 'cuenta'

/**
 * A payment that was handed over, or is charged to `cuenta_corriente`: centavos above 0. `referencia`: the
 * reference on the slip of a card terminal.
 */
export type PagoEnCaja = {
  medio: MedioMovimiento
  centavos: number
  referencia: string | null
  cuenta_corriente?: CargoA | null
}

/** 'Cobrado en efectivo'; with the amounts for several payments, and for a part of the price. */
function notaOf(pagos: PagoEnCaja[], resta: number): string {
  const [one] = pagos
  if (!one) return resta === 0 ? 'Sin cargo' : `Restan ${formatCentavos(resta)}.`
  if (pagos.length === 1 && resta === 0) return `Cobrado ${MEDIO_CAJA_COMO[one.medio]}`
  const parts = pagos
    .map(({ medio, centavos }) => `${formatCentavos(centavos)} ${MEDIO_CAJA_COMO[medio]}`)
    .join(' y ')
  return resta === 0 ? `Cobrado: ${parts}` : `Cobrado: ${parts}. Restan ${formatCentavos(resta)}.`
}

/**
 * Centavos still to be paid of an order: its `resta` once it is paid, else its price less its payments. Refunds on
 * their way do not count as paid.
 */
export async function owedOf(db: Queryable, pedido: Pedido): Promise<number> {
  if (pedido.pagado) return pedido.resta
  const pagos = await withBefore(db, pedido, await pagosOf(db, pedido.id))
  const covered = pagos.filter((pago) => pago.estado === 'approved' && inPesos(pago))
  const paid = covered.reduce((sum, pago) => sum + paidBy(pago), 0)
  return Math.max(0, pedido.importe_final - paid)
}

/** @throws 409 the order is paid, or over */
export async function needCobrable(tx: Tx, pedido: Pedido): Promise<void> {
  if (pedido.resta > 0 && PAID.includes(pedido.estado)) return
  if (pedido.pagado) {
    const step = (await historialOf(tx, pedido.id)).find(({ estado }) => estado === 'pagado')
    throw refuse(
      409,
      `El pedido ${pedido.numero} ya está pagado${step ? ` (${step.quien})` : ''}: no cobres de nuevo.`,
      'pedido_pagado',
    )
  }
  if (pedido.estado !== 'confirmado' && !(pedido.estado === 'vencido' && !pedido.archivos_borrados))
    throw refuse(409, 'Este pedido ya no se puede cobrar. Empezá uno nuevo.', 'pedido_cerrado')
}

/**
 * Writes down payments for a locked order that `needCobrable` let through. A paid order goes into work, with
 * `sigue` also a partly paid one, whose rest is due at pickup. `clave` identifies this charge among the
 * order's.
 * @returns the movements of the till, which the caller writes after it took all its other locks
 * @throws 400 {pagos: [..]} where a cuenta corriente refuses the charge
 */
export async function payAtCaja(
  tx: Tx,
  deps: MoveDeps,
  pedido: Pedido,
  {
    pagos,
    clave,
    quien,
    sucursal_id,
    sigue,
  }: { pagos: PagoEnCaja[]; clave: string; quien: Quien; sucursal_id: number; sigue: boolean },
): Promise<PorCaja[]> {
  const now = deps.now()
  const rows = pagos.map((pago, index) => ({
    ...pago,
    id: `${PREFIX}${pedido.id}${clave}${index === 0 ? '' : `:${index + 1}`}`,
  }))
  for (const { id, medio, centavos, referencia } of rows)
    await savePago(tx, {
      id,
      proveedor: CAJA,
      pedido_id: pedido.id,
      estado: 'approved',
      importe: centavos,
      devuelto: 0,
      moneda: 'ARS',
      medio,
      creado: now,
      acreditado: now,
      actualizado: now,
      cupon: null,
      cupon_numero: null,
      referencia,
    })
  const paid = pagos.reduce((sum, { centavos }) => sum + centavos, 0)
  const debe = pedido.pagado ? pedido.resta - paid : await owedOf(tx, pedido)
  const nota = notaOf(pagos, debe)
  if (pedido.pagado) {
    const saldado = await payOffResta(tx, deps, pedido, { resta: debe, quien: quien.nombre, nota })
    if (debe === 0) await settleDevuelto(tx, deps, saldado, await pagosOf(tx, pedido.id))
    await handOverWithoutArchivos(tx, deps, saldado, quien.nombre)
  } else if (debe === 0 || sigue) {
    await keepBefore(tx, await withBefore(tx, pedido, await pagosOf(tx, pedido.id)))
    const owing = debe === 0 ? pedido : await updatePedido(tx, pedido.id, { resta: debe })
    const moved = await movePedido(tx, deps, owing, 'pagado', { quien: quien.nombre, nota })
    if (moved) await handOverWithoutArchivos(tx, deps, moved, quien.nombre)
  } else await notePago(tx, deps, pedido, nota, quien.nombre)
  // Otherwise the customer could pay the link or a ticket for nothing. A link for the rest gets another
  // amount
  if (debe === 0 || sigue) await endLink(tx, deps, pedido)
  for (const { id: pago_id, cuenta_corriente, centavos } of rows.filter(({ medio }) => medio === 'cuenta'))
    await chargeCuentaCorriente(tx, deps, {
      cuenta_corriente,
      centavos,
      pedido_id: pedido.id,
      pago_id,
      quien,
      sucursal_id,
    })
  return rows.map(({ id, medio, centavos }) => ({
    tipo: 'cobro' as const,
    medio,
    importe: centavos,
    pedido_id: pedido.id,
    clave: `cobro:${id}`,
    sucursal_id,
    operador_id: quien.id,
    quien: quien.nombre,
    cuando: now,
  }))
}

/** A payment of the counter after `devolucion` was handed back, in the form of a provider's. Its order is locked. */
export async function afterDevolucion(
  tx: Tx,
  { devolucion, pago }: { devolucion: Devolucion; pago: PagoRow },
  reference: string,
): Promise<ProviderPayment> {
  const made = (await devolucionesOf(tx, pago.pedido_id)).filter(
    ({ pago_id, hecha }) => pago_id === pago.id && hecha,
  )
  const back = made.reduce((sum, { importe }) => sum + importe, devolucion.importe)
  // A version from before migration 0094 counts a refund before it marks it as done: not needed once 0094 is a
  // version old
  const refunded = Math.max(back, pago.devuelto)
  return {
    id: pago.id,
    reference,
    amount: pago.importe,
    refunded,
    currency: pago.moneda,
    method: pago.medio,
    status: refunded >= pago.importe ? 'refunded' : 'approved',
    ticketUrl: null,
    created: pago.creado,
    // Later than what is known of the payment, whatever the clock was when it was taken
    updated: new Date(Math.max(devolucion.pedida.getTime(), pago.actualizado.getTime() + 1)),
  }
}
