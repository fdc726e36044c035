// A refund takes points back, and codes and prizes that the points had bought.
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { holds } from '@imprimitodo/shared/rules/dinero/pago'
import { puntosLost } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { JobData } from '../../base/runtime/jobs.ts'
import {
  findPedidos,
  giveBackCodigos,
  historialOf,
  insertHistorial,
  lockPedido,
  type Pedido,
} from '../../compra/pedidos/service.ts'
import { canjesOf } from '../../fidelidad/codigos/service.ts'
import {
  findEarned,
  findTaken,
  restorePuntos,
  type Tomados,
  takeBackPuntos,
  tellAnulados,
} from '../../fidelidad/puntos/service.ts'
import { mailDuenos, notePago } from './notify.ts'
import type { PagoRow } from './store.ts'

/**
 * Takes points and codes back for a refund: `before` and `after` are all payments of the order, whose row is
 * locked. Points that the customer cannot give are noted for the owner. For an order cancelled late, codes
 * bought with points come back with the last peso. The caller tells the customer what was voided.
 */
export async function settlePuntos(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs' | 'publicUrl'>,
  pedido: Pedido,
  { before, after }: { before: PagoRow[]; after: PagoRow[] },
): Promise<Tomados | null> {
  const isBack = (pagos: PagoRow[]) => puntosLost(1, pedido.importe_final, pagos) === 1
  if (pedido.estado === 'cancelado' && isBack(after) && !isBack(before))
    await giveBackCodigos(tx, deps, pedido)
  const earned = await findEarned(tx, pedido.id)
  if (!earned) return null
  const lost = (pagos: PagoRow[]) => puntosLost(earned.puntos, pedido.importe_final, pagos)
  const puntos = lost(after) - lost(before)
  const isAgain = isHereAgain(before, after)
  if (puntos <= 0 && !isAgain) return null
  const taken = await findTaken(tx, pedido.id)
  if (isAgain) {
    const back = Math.min(lost(before), taken.puntos) - lost(after)
    if (back > 0)
      await giveBackPuntos(tx, deps, pedido, { ...earned, puntos: back, times: taken.restored + 1 })
  }
  if (puntos <= 0) return null
  // The same part may be taken again once it came back
  const again = taken.restored > 0 ? `:${taken.restored}` : ''
  const tomados = await takeBackPuntos(tx, deps, {
    cliente_id: earned.cliente_id,
    tipo: 'devolucion',
    puntos,
    pedido_id: pedido.id,
    motivo: `Devolución del pedido ${pedido.numero}`,
    clave: `devolucion:${pedido.id}:${lost(after)}${again}`,
    quien: 'sistema',
    cuando: deps.now(),
  })
  for (const nota of [anuladosNota(tomados.anulados.length), deudaNota(tomados.deuda)])
    if (nota)
      await insertHistorial(tx, {
        pedido_id: pedido.id,
        estado: pedido.estado,
        cuando: deps.now(),
        quien: 'sistema',
        nota,
      })
  if (tomados.deuda > 0) await tellPorImprimir(tx, deps, pedido, tomados, `${lost(after)}${again}`)
  return tomados
}

/**
 * Tells the owner, and the clerks in the history of each, that orders which wait for their printing have free sheets of
 * points that the customer owes now: bought with the points of an order that was cancelled right after. `about`
 * distinguishes the refunds of one order. Jobs write the histories: those orders would have to be locked before the account.
 */
async function tellPorImprimir(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs' | 'publicUrl'>,
  pedido: Pedido,
  { cliente_id, deuda }: Tomados,
  about: string,
): Promise<void> {
  const held = (await canjesOf(tx, cliente_id)).filter(({ reservado_hasta }) => reservado_hasta === null)
  const found = await findPedidos(tx, [...new Set(held.flatMap(({ pedido_id }) => pedido_id ?? []))])
  const waiting = found.filter(({ id, estado }) => id !== pedido.id && POR_IMPRIMIR.includes(estado))
  const numeros = waiting.flatMap(({ numero }) => numero ?? []).toSorted((a, b) => a - b)
  if (numeros.length === 0) return
  const usadas =
    numeros.length === 1
      ? `las usó el pedido ${numeros[0]}, que todavía no se imprimió: fijate antes de imprimirlo`
      : `las usaron los pedidos ${numeros.join(', ')}, que todavía no se imprimieron: fijate antes de imprimirlos`
  await mailDuenos(tx, deps, pedido, {
    about: `${pedido.id}:deuda:${about}`,
    nota: `Se devolvió el pedido ${pedido.numero}, y el cliente queda debiendo ${count(deuda, 'punto')} que ya cambió por hojas gratis: ${usadas}.`,
    tema: 'Devolución',
  })
  const nota = `El cliente debe ${count(deuda, 'punto')} desde que se devolvió el pedido ${pedido.numero}, y este pedido usa hojas gratis de esos puntos: fijate antes de imprimirlo.`
  for (const { id: pedido_id } of waiting) await deps.jobs.send(tx, 'anotar_deuda', { pedido_id, nota })
}

/** Notes it for the clerks of an order that is still not printed, once. */
export const noteDeuda = (
  deps: Pick<Deps, 'db' | 'now'>,
  { pedido_id, nota }: JobData['anotar_deuda'],
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, pedido_id)
    if (!pedido || !POR_IMPRIMIR.includes(pedido.estado)) return
    if ((await historialOf(tx, pedido_id)).some((entry) => entry.nota === nota)) return
    await notePago(tx, deps, pedido, nota)
  })

const POR_IMPRIMIR: readonly Estado[] = ['confirmado', 'pagado']

/** A payment that was gone, as by a claim at a bank, is the shop's money again. */
const isHereAgain = (before: PagoRow[], after: PagoRow[]): boolean =>
  before.some((gone) => !holds(gone) && after.some((pago) => pago.id === gone.id && holds(pago)))

/** `times`: how often points of the order came back by now. */
const giveBackPuntos = (
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id, numero }: Pedido,
  { cliente_id, puntos, times }: { cliente_id: number; puntos: number; times: number },
): Promise<void> =>
  restorePuntos(tx, {
    cliente_id,
    tipo: 'devolucion',
    puntos,
    pedido_id: id,
    motivo: `Se acreditó de nuevo el pago del pedido ${numero}`,
    clave: `restituidos:${id}:${times}`,
    quien: 'sistema',
    cuando: now(),
  })

/**
 * For an order whose last peso came after a part of it had gone back: it just gave the points of its whole
 * price, so the points of that part are taken back. `pagos`: all its payments.
 */
export async function settleDevuelto(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs' | 'publicUrl'>,
  pedido: Pedido,
  pagos: PagoRow[],
): Promise<void> {
  const whole = (pago: PagoRow): PagoRow => ({
    ...pago,
    devuelto: 0,
    estado: pago.estado === 'refunded' ? 'approved' : pago.estado,
  })
  const tomados = await settlePuntos(tx, deps, pedido, { before: pagos.map(whole), after: pagos })
  if (tomados) await tellAnulados(tx, deps, tomados)
}

const anuladosNota = (codigos: number): string | null =>
  codigos === 0
    ? null
    : `Por la devolución se ${codigos === 1 ? 'anuló' : 'anularon'} ${count(codigos, 'código')} sin usar del cliente.`

const deudaNota = (puntos: number): string | null =>
  puntos === 0
    ? null
    : `El cliente queda debiendo ${count(puntos, 'punto')}: los pagan los próximos que sume.`
