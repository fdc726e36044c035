// Writes a payment down as its provider tells it, and does what that means: for its order, for refunds of it that
// waited, and for those who are told.
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { MEDIOS_MOVIMIENTO } from '@imprimitodo/shared/rules/dinero/caja'
import { COBRADOS, isNotOlder } from '@imprimitodo/shared/rules/dinero/pago'
import type { Tx } from '../../base/db/open.ts'
import { afterCommit } from '../../base/db/repeat.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import { linkTo } from '../../base/web/link.ts'
import {
  historialOf,
  lockBeneficios,
  lockByReferencia,
  lockPedido,
  type Pedido,
  pagosOf,
  planRechazo,
  tellCupon,
} from '../../compra/pedidos/service.ts'
import { noteInCaja, type PorCaja } from '../caja/service.ts'
import { returnToCuentaCorriente } from '../cuentas-corrientes/service.ts'
import { isDeCaja, isDeCuenta } from './caja.ts'
import { tellDevuelto } from './devueltos.ts'
import { alertDueno, newsOf, notePago } from './notify.ts'
import { settlePuntos } from './puntos.ts'
import { type SettleDeps, settlePagos } from './settle.ts'
import { noteSinPedido } from './sin-pedido.ts'
import {
  type Devolucion,
  findPago,
  insertReintegro,
  markHecha,
  type PagoRow,
  savePago,
  sumsDevueltas,
  waitingDevoluciones,
} from './store.ts'

/** The dependencies of `recordPayment`. */
export type RecordDeps = SettleDeps & Pick<Deps, 'counters'>

/**
 * Writes down a payment as the provider just told it and applies it, in one transaction under the order's
 * lock. Told twice, late or in any order, the outcome is the same. `proveedor`: the kind of the provider.
 * `made`: ids of refunds of the counter that are known to be done. False if no order has its reference: then it is kept
 * apart (`noteSinPedido`).
 */
export const recordPayment = (
  deps: RecordDeps,
  proveedor: string,
  payment: ProviderPayment,
  made: readonly number[] = [],
): Promise<boolean> => deps.db.transaction((tx) => recordIn(tx, deps, proveedor, payment, made))

/** `recordPayment` in the caller's transaction. */
export async function recordIn(
  tx: Tx,
  deps: RecordDeps,
  proveedor: string,
  payment: ProviderPayment,
  made: readonly number[],
): Promise<boolean> {
  const kept = await findPago(tx, payment.id)
  const pedido = await (kept ? lockPedido(tx, kept.pedido_id) : lockByReferencia(tx, payment.reference))
  if (!pedido) {
    await noteSinPedido(tx, deps, proveedor, payment)
    return false
  }
  if (pedido.referencia !== payment.reference) {
    await tellOtroPedido(tx, deps, pedido, payment.id)
    return true
  }
  const before = await pagosOf(tx, pedido.id)
  const known = before.find(({ id }) => id === payment.id)
  const waiting = known ? await waitingDevoluciones(tx, known.id) : []
  const isTold = ({ id_en_proveedor: id }: Devolucion) => id !== null && payment.refunds?.includes(id)
  const done = waiting.filter((one) => made.includes(one.id) || isTold(one))
  // Before migration 0100 no reintegro was kept: what such a payment lost went back when it changed last. It may still
  // get news, so this stays
  if (known) await noteReintegro(tx, known, known.actualizado)
  // In the same transaction as the payment's refunded amount: else the same money would count as on its way too
  const hecha = deps.now()
  for (const { id } of done) await markHecha(tx, id, hecha)
  const settled = await apply(tx, deps, pedido, { proveedor, payment, before, known, waiting, hora: hecha })
  const now = await findPago(tx, payment.id)
  if (now) await noteReintegro(tx, now, hecha)
  if (known) for (const one of done) await finish(tx, deps, settled, known, { ...one, hecha })
  return true
}

/** Tells the owner, once, that the provider names another order for a payment, which stays with its first order. */
async function tellOtroPedido(tx: Tx, deps: RecordDeps, pedido: Pedido, id: string): Promise<void> {
  const nota = `El pago ${id} figura ahora con la referencia de otro pedido. Acá sigue en este: fijate en tu cuenta de cuál es.`
  if ((await historialOf(tx, pedido.id)).some((entry) => entry.nota === nota)) return
  await alertDueno(tx, deps, pedido, { about: `${id}:otro-pedido`, nota })
}

/**
 * Writes down money of a payment that is gone and not written down yet; below 0 if money that was written down here
 * came back. Nothing is subtracted for a refund of the counter that the provider does not know yet.
 */
async function noteReintegro(tx: Tx, pago: PagoRow, cuando: Date): Promise<void> {
  const { id: pago_id, pedido_id, estado } = pago
  const gone = estado === 'charged_back' ? pago.importe : pago.devuelto
  const { devoluciones, reintegros } = await sumsDevueltas(tx, pago_id)
  const importe = Math.max(gone - devoluciones - reintegros, -reintegros)
  if (importe !== 0) await insertReintegro(tx, { pedido_id, pago_id, importe, cuando })
}

/** When we heard first that the shop has the money: `now`, unless it was known before. */
function acreditadoAt(known: PagoRow | undefined, estado: PagoRow['estado'], now: Date): Date | null {
  if (known && COBRADOS.includes(known.estado)) return known.acreditado
  return COBRADOS.includes(estado) ? now : null
}

/** `before`: all payments of the order until now, `known` among them. @returns the order afterwards */
async function apply(
  tx: Tx,
  deps: RecordDeps,
  pedido: Pedido,
  {
    proveedor,
    payment,
    before,
    known,
    waiting,
    hora,
  }: {
    proveedor: string
    payment: ProviderPayment
    before: PagoRow[]
    known: PagoRow | undefined
    waiting: Devolucion[]
    /** The same instant for all rows that are written: incoming and refunded money are compared by it. */
    hora: Date
  },
): Promise<Pedido> {
  const { id, status: estado, refunded: devuelto, updated: actualizado } = payment
  if (known && !isNotOlder({ estado, devuelto, actualizado }, known)) return pedido
  const fresh = {
    id,
    proveedor,
    pedido_id: pedido.id,
    estado,
    devuelto,
    actualizado,
    importe: payment.amount,
    moneda: payment.currency,
    medio: payment.method,
    creado: payment.created,
    acreditado: acreditadoAt(known, estado, hora),
    cupon: payment.ticketUrl,
    cupon_numero: payment.ticketNumber ?? null,
    referencia: null,
  }
  await lockBeneficios(tx, [pedido])
  await savePago(tx, fresh)
  const after = await pagosOf(tx, pedido.id)
  const settled = await settlePagos(tx, deps, pedido, after)
  const tomados = await settlePuntos(tx, deps, settled, { before, after })
  const news = newsOf(known, fresh, settled)
  if (news?.isForOwner)
    await alertDueno(tx, deps, settled, {
      about: `${id}:${estado}:${actualizado.getTime()}`,
      nota: news.nota,
    })
  else if (news) await notePago(tx, deps, settled, news.nota)
  await tellDevuelto(tx, deps, settled, { known, fresh, waiting, tomados })
  if (known?.estado === estado) return settled
  await tellUnpaid(tx, deps, settled, known, fresh)
  afterCommit(tx, () => deps.counters.add('payments', { state: estado }))
  return settled
}

/** Tells a ticket, or a refusal, of an order that is still to be paid. */
async function tellUnpaid(
  tx: Tx,
  deps: Pick<Deps, 'dataDir' | 'db' | 'jobs' | 'now' | 'payments' | 'publicUrl'>,
  pedido: Pedido,
  known: PagoRow | undefined,
  {
    id,
    estado,
    importe,
    cupon,
    cupon_numero: numero,
  }: Pick<PagoRow, 'id' | 'estado' | 'importe' | 'cupon' | 'cupon_numero'>,
): Promise<void> {
  if (pedido.estado !== 'confirmado') return
  const wasUnderReview = known?.estado === 'in_process' || known?.estado === 'authorized'
  if (estado === 'rejected' || (estado === 'cancelled' && wasUnderReview))
    await planRechazo(tx, deps, pedido.id, id)
  if (estado !== 'pending') return
  // The simulated checkout shows its own tickets
  const { checkout } = deps.payments.current
  const url = cupon ?? (checkout ? linkTo(deps.publicUrl, `/pago-simulado/${pedido.referencia}`) : null)
  await tellCupon(tx, deps, pedido, { id, importe, url, numero })
}

/** Writes down what follows from a refund of the counter that is done now. The shift of the till comes last. */
async function finish(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now'>,
  pedido: Pedido,
  pago: PagoRow,
  devolucion: Hecha,
): Promise<void> {
  if (isDeCaja(pago)) return finishAtCaja(tx, deps, pedido, pago, devolucion)
  await askForRest(tx, deps, pago.id)
  await noteDevueltaPorLaWeb(tx, pedido, devolucion)
}

async function finishAtCaja(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  pedido: Pedido,
  pago: PagoRow,
  devolucion: Hecha,
): Promise<void> {
  const isCharged = isDeCuenta(pago)
  const donde = isCharged ? 'a la cuenta corriente' : 'en caja'
  const nota = `Devuelto ${donde}: ${formatCentavos(devolucion.importe)}`
  await notePago(tx, deps, pedido, nota, devolucion.quien)
  const own = MEDIOS_MOVIMIENTO.find((one) => one === pago.medio) ?? 'efectivo'
  const medio = isCharged ? 'cuenta' : (devolucion.medio ?? own)
  if (isCharged) await returnToCuentaCorriente(tx, deps, { ...devolucion, sucursal_id: pedido.sucursal_id })
  await noteDevuelto(tx, pedido, devolucion, { tipo: 'devolucion', medio })
}

type Hecha = Omit<Devolucion, 'hecha'> & { hecha: Date }

/** A refund by the provider, or one that it refused and that goes back with the rest of a cancellation. */
export const noteDevueltaPorLaWeb = (tx: Tx, pedido: Pedido, devolucion: Hecha): Promise<void> =>
  noteDevuelto(tx, pedido, devolucion, { tipo: 'devolucion_web', medio: 'mercadopago' })

/**
 * Requests the rest of a payment that goes back by itself, after parts that clerks requested. @returns whether
 * it does
 */
export async function askForRest(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, pago_id: string): Promise<boolean> {
  const pago = await findPago(tx, pago_id)
  if (!pago?.devolucion_pedida) return false
  await jobs.send(tx, 'devolucion', { pago_id })
  return true
}

/** Writes into the shift of the person who requested it. Repeated it writes nothing more. */
async function noteDevuelto(
  tx: Tx,
  { sucursal_id }: Pedido,
  { id, importe, motivo, pedido_id, quien, operador_id, hecha }: Hecha,
  como: Pick<PorCaja, 'tipo' | 'medio'>,
): Promise<void> {
  await noteInCaja(tx, {
    ...como,
    importe: -importe,
    motivo,
    pedido_id,
    clave: `devolucion:${id}`,
    sucursal_id,
    cuando: hecha,
    operador_id,
    quien,
  })
}
