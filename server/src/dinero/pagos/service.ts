// From what a provider says of a payment to what it means for its order. What other features may ask: settlePedido,
// and refunds for the counter.
import { devueltoOf } from '@imprimitodo/shared/rules/factura'
import { isNotOlder, juzgarPagos } from '@imprimitodo/shared/rules/pago'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import {
  endLink,
  historialOf,
  lockByReferencia,
  movePedido,
  type Pedido,
  pagosOf,
} from '../../compra/pedidos/service.ts'
import { creditForDevolucion } from '../facturas/service.ts'
import { alertDueno, money, newsOf, note, noteDevolucion, type Persona } from './avisar.ts'
import { isDeCaja } from './caja.ts'
import { askDevoluciones, type Devolver, makeDevolucion } from './devolver.ts'
import { titleOf } from './proveedor.ts'
import { lockEarner, settlePuntos } from './puntos.ts'
import { askDevolucion, type Pago, savePago } from './store.ts'

export type { Persona } from './avisar.ts'
export { cobrarEnCaja, esDeCaja, isDeCaja } from './caja.ts'
export { isLarge } from './devolver.ts'
export { createPreferencia } from './preferencia.ts'

/**
 * Writes down what the provider just said of a payment and draws the consequences, in one transaction under the
 * order's lock, `proveedor` being the kind of the provider: told twice, late or in any order, the outcome is the same. False if no order has its reference.
 */
export async function recordPayment(
  deps: Deps,
  proveedor: string,
  payment: ProviderPayment,
): Promise<boolean> {
  const { isOurs, isNew } = await deps.db.transaction((tx) => record(tx, deps, proveedor, payment))
  if (isNew) deps.counters.add('payments', { state: payment.status })
  return isOurs
}

async function record(
  tx: Tx,
  deps: Deps,
  proveedor: string,
  payment: ProviderPayment,
): Promise<{ isOurs: boolean; isNew: boolean }> {
  const pedido = await lockByReferencia(tx, payment.reference)
  if (!pedido) return { isOurs: false, isNew: false }
  const before = await pagosOf(tx, pedido.id)
  const known = before.find(({ id }) => id === payment.id)
  const { id, status: estado, refunded: devuelto, updated: actualizado } = payment
  if (known && !isNotOlder({ estado, devuelto, actualizado }, known)) return { isOurs: true, isNew: false }
  const fresh = {
    ...{ id, proveedor, pedido_id: pedido.id, estado, devuelto, actualizado },
    ...{
      importe: payment.amount,
      moneda: payment.currency,
      medio: payment.method,
      creado: payment.created,
      cupon: payment.ticketUrl,
    },
  }
  await lockEarner(tx, pedido.id)
  await savePago(tx, fresh)
  const after = await pagosOf(tx, pedido.id)
  const settled = await settlePagos(tx, deps, pedido, after)
  await settlePuntos(tx, deps, settled, { before, after })
  const news = newsOf(known, fresh, settled)
  if (news?.isForOwner) await alertDueno(tx, deps, settled, { about: `${id}:${estado}`, nota: news.nota })
  else if (news) await note(tx, deps, settled, news.nota)
  return { isOurs: true, isNew: known?.estado !== estado }
}

/**
 * Does what the payments of a locked order ask for: pays it, marks it refunded, sends money back. Code that cancels an
 * order calls it afterwards, so that what was paid goes back. `by`: the person of the counter who did.
 */
export const settlePedido = async (
  tx: Tx,
  deps: Deps,
  pedido: Pedido,
  by: Persona | null = null,
): Promise<Pedido> => settlePagos(tx, deps, pedido, await pagosOf(tx, pedido.id), by)

async function settlePagos(
  tx: Tx,
  deps: Deps,
  pedido: Pedido,
  pagos: Pago[],
  by: Persona | null = null,
): Promise<Pedido> {
  const { estado, importe_final, archivos_borrados } = pedido
  const sin_archivos = archivos_borrados !== null
  const { paga, devolver, reembolsado } = juzgarPagos({ estado, importe_final, sin_archivos }, pagos)
  const quien = payerOf(deps, pagos)
  let settled = pedido
  if (paga) {
    settled = (await movePedido(tx, deps, pedido, 'pagado', { quien })) ?? pedido
    // A link that is still open, or a cash ticket, would be paid for nothing
    await endLink(tx, deps, pedido)
    const nota = tooMuch(settled, pagos, devolver)
    if (nota) await alertDueno(tx, deps, settled, { about: `${pedido.id}:de-mas`, nota })
  }
  if (reembolsado) settled = (await movePedido(tx, deps, settled, 'reembolsado', { quien })) ?? settled
  for (const pago of pagos)
    if (devolver.includes(pago.id)) await (isDeCaja(pago) ? owe : giveBack)(tx, deps, settled, pago, by)
  await creditForDevolucion(tx, deps, settled, devueltoOf(settled, pagos))
  return settled
}

/** Who says that the order is paid, for its history: the provider of its latest payment, or the counter. */
function payerOf(deps: Deps, pagos: Pago[]): string {
  const last = pagos.findLast((pago) => !isDeCaja(pago))
  return last ? titleOf(deps, last) : 'mostrador'
}

/** Once: the mark on the payment, the job and the owner's note are one fact. */
async function giveBack(tx: Tx, deps: Deps, pedido: Pedido, pago: Pago, by: Persona | null): Promise<void> {
  if (!(await askDevolucion(tx, pago.id, deps.now()))) return
  await deps.jobs.send(tx, 'devolucion', { pago_id: pago.id })
  await noteDevolucion(tx, deps, pedido, pago.importe - pago.devuelto, by)
  const nota = `${whyBack(pedido, by)}: se devuelven ${money(pago.importe - pago.devuelto)} (pago ${pago.id}).`
  await alertDueno(tx, deps, pedido, { about: `${pago.id}:devolver`, nota })
}

/** Only a person at the counter can give it back. Said once. */
async function owe(tx: Tx, deps: Deps, pedido: Pedido, pago: Pago): Promise<void> {
  const rest = money(pago.importe - pago.devuelto)
  const nota = `${whyBack(pedido, null)}: hay que devolver ${rest} en caja (${pago.medio}).`
  if ((await historialOf(tx, pedido.id)).some((entry) => entry.nota === nota)) return
  await alertDueno(tx, deps, pedido, { about: `${pago.id}:devolver`, nota })
}

/** More than it costs and no whole payment to spare: what is too much is for the owner to give back. */
function tooMuch({ importe_final }: Pedido, pagos: Pago[], devolver: string[]): string | null {
  const kept = pagos.filter(
    ({ id, estado, moneda }) => estado === 'approved' && moneda === 'ARS' && !devolver.includes(id),
  )
  const extra = kept.reduce((sum, { importe, devuelto }) => sum + importe - devuelto, 0) - importe_final
  return extra > 0 ? `Se cobraron ${money(extra)} de más: se pueden devolver desde el pedido.` : null
}

function whyBack({ estado }: Pedido, by: Persona | null): string {
  if (estado === 'cancelado') return by ? `${by.quien.nombre} canceló el pedido` : 'El pedido está cancelado'
  if (estado === 'vencido') return 'El pedido venció y sus archivos ya se borraron'
  return 'El pedido ya estaba pagado'
}

/**
 * Money back from the counter: written down first, then tried at once; where the provider is away a job goes on.
 * Repeated with the same key it is the same refund.
 * @throws 400 more than there is; 404; 409 nothing to give back, or the provider refuses; 502 it is away
 */
export async function devolver(deps: Deps, asked: Devolver): Promise<void> {
  for (const id of await askDevoluciones(deps, asked)) await makeDevolucion(deps, id, recordPayment)
}

export { avisosPagoSql, devolucionesSql, pagosSql } from './store.ts'
