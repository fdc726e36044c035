// From what a provider says of a payment to what it means for its order. What other features may ask: settlePedido.
import { formatPesos, toPesos } from '@imprimitodo/shared/rules/dinero'
import { devueltoOf } from '@imprimitodo/shared/rules/factura'
import { isNotOlder, juzgarPagos } from '@imprimitodo/shared/rules/pago'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../db/open.ts'
import { creditForDevolucion } from '../facturas/service.ts'
import { insertHistorial, lockByReferencia, movePedido, type Pedido, pagosOf } from '../pedidos/service.ts'
import type { Payments, ProviderPayment } from '../services/payments/port.ts'
import { settlePuntos } from './puntos.ts'
import { askDevolucion, findPago, type Pago, savePago } from './store.ts'

const PROVIDERS: Record<Payments['kind'], string> = {
  simulado: 'Pago simulado',
  mercadopago: 'Mercado Pago',
}

/**
 * Writes down what the provider just said of a payment and draws the consequences, in one transaction under the
 * order's lock: told twice, late or in any order, the outcome is the same. False if no order has its reference.
 */
export function recordPayment(deps: Deps, payment: ProviderPayment): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const pedido = await lockByReferencia(tx, payment.reference)
    if (!pedido) return false
    const known = await findPago(tx, payment.id)
    const { id, status: estado, refunded: devuelto, updated: actualizado } = payment
    if (known && !isNotOlder({ estado, devuelto, actualizado }, known)) return true
    const fresh = {
      ...{ id, pedido_id: pedido.id, estado, devuelto, actualizado },
      ...{
        importe: payment.amount,
        moneda: payment.currency,
        medio: payment.method,
        creado: payment.created,
        cupon: payment.ticketUrl,
      },
    }
    const before = await pagosOf(tx, pedido.id)
    await savePago(tx, fresh)
    const settled = await settlePedido(tx, deps, pedido)
    await settlePuntos(tx, deps, settled, { before, after: await pagosOf(tx, pedido.id) })
    const nota = noteOf(known, fresh, settled)
    if (nota) await note(tx, deps, settled, nota)
    return true
  })
}

/**
 * Does what the payments of a locked order ask for: pays it, marks it refunded, sends money back. Whoever cancels an
 * order calls it afterwards, so that what was paid goes back.
 */
export async function settlePedido(tx: Tx, deps: Deps, pedido: Pedido): Promise<Pedido> {
  const pagos = await pagosOf(tx, pedido.id)
  const { paga, devolver, reembolsado } = juzgarPagos(pedido, pagos)
  const quien = PROVIDERS[deps.payments.kind]
  let settled = pedido
  if (paga) {
    settled = (await movePedido(tx, deps, pedido, 'pagado', { quien })) ?? pedido
    // A link that is still open, or a cash ticket, would be paid for nothing
    if (pedido.preferencia_id)
      await deps.jobs.send(tx, 'expirar_preferencia', { preferencia_id: pedido.preferencia_id })
  }
  if (reembolsado) settled = (await movePedido(tx, deps, settled, 'reembolsado', { quien })) ?? settled
  for (const pago of pagos) if (devolver.includes(pago.id)) await giveBack(tx, deps, settled, pago)
  await creditForDevolucion(tx, deps, settled, devueltoOf(settled, pagos))
  return settled
}

/** Once: the mark on the payment, the job and the owner's note are one fact. */
async function giveBack(tx: Tx, deps: Deps, pedido: Pedido, pago: Pago): Promise<void> {
  if (!(await askDevolucion(tx, pago.id, deps.now()))) return
  await deps.jobs.send(tx, 'devolucion', { pago_id: pago.id })
  const why = pedido.estado === 'cancelado' ? 'El pedido está cancelado' : 'El pedido ya estaba pagado'
  await note(
    tx,
    deps,
    pedido,
    `${why}: se devuelven ${money(pago.importe - pago.devuelto)} (pago ${pago.id}).`,
  )
}

/** What the owner has to know of a payment that did not simply pay; null if there is nothing. */
function noteOf(
  known: Pago | undefined,
  fresh: Omit<Pago, 'devolucion_pedida'>,
  pedido: Pedido,
): string | null {
  const { id, estado, importe, devuelto, moneda } = fresh
  const isNew = known?.estado !== estado
  if (estado === 'charged_back' && isNew)
    return `El comprador desconoció el pago ${id}: el banco se llevó el dinero.`
  if (estado === 'in_mediation' && isNew) return `El comprador abrió un reclamo por el pago ${id}.`
  if (estado !== 'approved') return null
  if (devuelto > (known?.devuelto ?? 0) && devuelto < importe)
    return `Se devolvieron ${money(devuelto)} de ${money(importe)} (pago ${id}).`
  const isWaiting = pedido.estado === 'confirmado' || pedido.estado === 'vencido'
  if (!isNew || !isWaiting) return null
  const amount = moneda === 'ARS' ? money(importe) : `${toPesos(importe)} ${moneda}`
  return `Entró un pago de ${amount} (${id}), que no alcanza para los ${money(pedido.importe_final)} del pedido.`
}

const money = (centavos: number): string => formatPesos(toPesos(centavos))

const note = (tx: Tx, { now }: Deps, { id, estado }: Pedido, nota: string): Promise<void> =>
  insertHistorial(tx, { pedido_id: id, estado, cuando: now(), quien: 'sistema', nota })
