// Applies the payments of an order to it: pays it, marks it refunded, sends money back.
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { devueltoOf } from '@imprimitodo/shared/rules/dinero/factura'
import {
  inPesos,
  judgePagos,
  keptOf,
  PAID,
  type PagoJuzgado,
  paidBy,
  restaOf,
} from '@imprimitodo/shared/rules/dinero/pago'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  endLink,
  handOverWithoutArchivos,
  historialOf,
  type MoveDeps,
  movePedido,
  type Pedido,
  pagosOf,
  payOffResta,
} from '../../compra/pedidos/service.ts'
import { creditForDevolucion } from '../facturas/service.ts'
import { isDeCaja, isDeCuenta } from './caja.ts'
import { tellSobra } from './devueltos.ts'
import { alertDueno, amountOf, noteDevolucion, notePago, type Persona } from './notify.ts'
import { keepBefore, remainsOf, withBefore } from './pendientes.ts'
import { settleDevuelto } from './puntos.ts'
import { askDevolucion, insertDevolucion, type PagoRow } from './store.ts'

/** The canceller of an order, by name; `persona` if it was a person of the counter. */
export type Cancelo = { nombre: string; persona: Persona | null }

/** The dependencies of applying payments to an order. */
export type SettleDeps = MoveDeps & Pick<Deps, 'payments' | 'seguridad'>

/**
 * Does what the payments of a locked order require. Code that cancels an order calls it afterwards, so that
 * what was paid goes back, and tells the customer itself. `by`: who cancelled it.
 */
export const settlePedido = async (
  tx: Tx,
  deps: SettleDeps,
  pedido: Pedido,
  by: Cancelo | null = null,
): Promise<Pedido> => settlePagos(tx, deps, pedido, await pagosOf(tx, pedido.id), by)

export async function settlePagos(
  tx: Tx,
  deps: SettleDeps,
  pedido: Pedido,
  pagos: PagoRow[],
  by: Cancelo | null = null,
): Promise<Pedido> {
  // The counter may still take the cancellation back: payments wait until that is decided
  if (pedido.por_cerrar) return pedido
  const { estado, importe_final, archivos_borrados } = pedido
  const sin_archivos = archivos_borrados !== null
  const seen = (await withBefore(tx, pedido, pagos)).map((pago) => ({ ...pago, a_mano: isDeCaja(pago) }))
  const { paga, toReturn, reembolsado } = judgePagos({ estado, importe_final, sin_archivos }, seen)
  const quien = payerOf(deps, pagos)
  let settled = pedido
  if (paga) {
    await keepBefore(tx, seen)
    settled = (await movePedido(tx, deps, pedido, 'pagado', { quien })) ?? pedido
    settled = await handOverWithoutArchivos(tx, deps, settled, quien)
    // On an open link or a cash ticket the customer would pay again
    await endLink(tx, deps, pedido)
    const nota = tooMuch(settled, seen, toReturn)
    if (nota) await alertDueno(tx, deps, settled, { about: `${pedido.id}:de-mas`, nota })
  }
  if (!paga && pedido.resta > 0) settled = await settleResta(tx, deps, pedido, seen, quien)
  if (reembolsado) {
    settled = (await movePedido(tx, deps, settled, 'reembolsado', { quien })) ?? settled
    await endLink(tx, deps, pedido)
  }
  for (const pago of pagos) if (toReturn.includes(pago.id)) await wayBackOf(pago)(tx, deps, settled, pago, by)
  await creditForDevolucion(tx, deps, settled, devueltoOf(settled, pagos))
  return settled
}

/** Pays the rest of an order in work, after a payment by link. */
async function settleResta(
  tx: Tx,
  deps: MoveDeps,
  pedido: Pedido,
  pagos: (PagoRow & PagoJuzgado)[],
  quien: string,
): Promise<Pedido> {
  const resta = restaOf(pedido, pagos)
  if (resta === pedido.resta || !PAID.includes(pedido.estado)) return pedido
  const nota = `Entraron ${formatCentavos(pedido.resta - resta)} de lo que restaba.`
  const saldado = await payOffResta(tx, deps, pedido, { resta, quien, nota })
  if (resta > 0) return saldado
  await settleDevuelto(tx, deps, saldado, pagos)
  await endLink(tx, deps, pedido)
  return handOverWithoutArchivos(tx, deps, saldado, quien)
}

/** The name, for staff, of a payment's provider, also where that is no longer configured. */
export const providerTitleOf = (
  { payments }: Pick<Deps, 'payments'>,
  { proveedor }: Pick<PagoRow, 'proveedor'>,
): string => payments.all.find(({ kind }) => kind === proveedor)?.title ?? proveedor

/** The payer in the order's history: the provider of its latest payment, or the counter. */
function payerOf(deps: Pick<Deps, 'payments'>, pagos: PagoRow[]): string {
  const last = pagos.findLast((pago) => !isDeCaja(pago))
  return last ? providerTitleOf(deps, last) : 'mostrador'
}

/**
 * Requests the refund once, since the payment is marked in the transaction of the job and the note. If no cancellation
 * caused it, owner and customer are told.
 */
async function giveBack(
  tx: Tx,
  deps: Pick<Deps, 'dataDir' | 'jobs' | 'now' | 'publicUrl' | 'seguridad'>,
  pedido: Pedido,
  pago: PagoRow,
  by: Cancelo | null,
): Promise<void> {
  if (!(await askDevolucion(tx, pago.id, deps.now()))) return
  // The job is queued even if refunds of the whole payment are on their way: the provider may still refuse them
  await deps.jobs.send(tx, 'devolucion', { pago_id: pago.id })
  const importe = await remainsOf(tx, pago)
  if (importe > 0) {
    const monto = amountOf(importe, pago.moneda)
    await noteDevolucion(tx, deps, pedido, monto, by?.persona ?? null)
    const nota = `${whyBack(pedido, by)}: se devuelven ${monto} (pago ${pago.id}).`
    if (by) await notePago(tx, deps, pedido, nota)
    else await alertDueno(tx, deps, pedido, { about: `${pago.id}:devolver`, nota })
  }
  // The mail of a cancellation names pesos only
  if (!by || !inPesos(pago)) await tellSobra(tx, deps, pedido, pago)
}

const wayBackOf = (pago: PagoRow): typeof giveBack => {
  if (isDeCuenta(pago)) return giveBackCharged
  return isDeCaja(pago) ? owe : giveBack
}

/** Gives a charge back to its cuenta corriente, once, as a refund of the counter does. */
async function giveBackCharged(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'seguridad'>,
  pedido: Pedido,
  pago: PagoRow,
  by: Cancelo | null,
): Promise<void> {
  const pedida = deps.now()
  if (!(await askDevolucion(tx, pago.id, pedida))) return
  const importe = await remainsOf(tx, pago)
  if (importe <= 0) return
  const devolucion_id = await insertDevolucion(tx, {
    clave: `cancelado:${pago.id}`,
    pedido_id: pedido.id,
    pago_id: pago.id,
    importe,
    medio: 'cuenta',
    pedida,
    motivo: whyBack(pedido, by),
    quien: by?.nombre ?? 'sistema',
    operador_id: by?.persona?.quien.id ?? null,
  })
  await deps.jobs.send(tx, 'devolver', { devolucion_id })
  await noteDevolucion(tx, deps, pedido, formatCentavos(importe), by?.persona ?? null)
}

/** Notes, once, that a person at the counter has to give the payment back. */
async function owe(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'publicUrl'>,
  pedido: Pedido,
  pago: PagoRow,
  by: Cancelo | null,
): Promise<void> {
  const rest = formatCentavos(keptOf(pago))
  const nota = `${whyBack(pedido, null)}: hay que devolver ${rest} en caja (${pago.medio}).`
  if ((await historialOf(tx, pedido.id)).some((entry) => entry.nota === nota)) return
  // A clerk who cancelled the order gives the money back at once; if the customer did, the owner must see to
  // it
  if (by?.persona) return notePago(tx, deps, pedido, nota)
  await alertDueno(tx, deps, pedido, { about: `${pago.id}:devolver`, nota })
}

/** A note for the owner about money above the price that no whole payment covers; null if there is none. */
function tooMuch({ importe_final }: Pedido, pagos: PagoJuzgado[], toReturn: string[]): string | null {
  const kept = pagos.filter(
    (pago) => pago.estado === 'approved' && inPesos(pago) && !toReturn.includes(pago.id),
  )
  const extra = kept.reduce((sum, pago) => sum + paidBy(pago), -importe_final)
  return extra > 0 ? `Se cobraron ${formatCentavos(extra)} de más: se pueden devolver desde el pedido.` : null
}

function whyBack({ estado }: Pedido, by: Cancelo | null): string {
  if (estado === 'cancelado') return by ? `${by.nombre} canceló el pedido` : 'El pedido está cancelado'
  if (estado === 'vencido') return 'El pedido venció y sus archivos ya se borraron'
  return 'El pedido ya estaba pagado'
}
