// The effects of a cancellation on money and link, and what the customer is told.
import { formatCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { type Estado, isCancelable } from '@imprimitodo/shared/rules/compra/pedido'
import { inPesos, isReturnable, isUncharged } from '@imprimitodo/shared/rules/dinero/pago'
import type { Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { JobData } from '../../base/runtime/jobs.ts'
import {
  changeInTurn,
  conOf,
  dropImpago,
  endLink,
  findPaso,
  insertHistorial,
  isDeshacible,
  lockPedido,
  mailCancelado,
  movePedido,
  notYours,
  onEnded,
  type Pedido,
  pagosOf,
  planCierre,
  updatePedido,
} from '../../compra/pedidos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { type Autor, noteCambio } from '../../gestion/auditoria/service.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import { noteInCaja } from '../caja/service.ts'
import { isDeCaja, isDeCuenta } from './caja.ts'
import { devueltoDe } from './devueltos.ts'
import { mailDuenos } from './notify.ts'
import { remainsOf } from './pendientes.ts'
import { type Cancelo, type SettleDeps, settlePedido } from './settle.ts'
import type { PagoRow } from './store.ts'

const TOO_LATE: Partial<Record<Estado, string>> = {
  en_produccion:
    'Ya lo estamos imprimiendo: desde acá no se puede cancelar. Escribinos o acercate a la sucursal.',
  listo: 'Tu pedido ya está listo: desde acá no se puede cancelar. Escribinos o acercate a la sucursal.',
  entregado: 'Este pedido ya se entregó.',
  vencido: 'Este pedido venció sin pagarse: no hay nada que cancelar.',
}

/**
 * Cancels an order for its owner, whom the caller recognised on the row `seen`. Repeated it answers the same.
 * A cancellation by the counter that could still be taken back becomes the owner's: it is final from then on.
 * @throws 403 the order's e-mail was corrected meanwhile; 409 it is being made, or over
 */
export function cancelPropio(
  deps: SettleDeps & Pick<Deps, 'locks'>,
  seen: Pedido,
  motivo: string | null,
): Promise<Cancelado> {
  return changeInTurn(deps, seen.id, async (tx) => {
    const pedido = await lockPedido(tx, seen.id)
    if (!pedido || pedido.email !== seen.email) throw notYours()
    if (pedido.por_cerrar) return joinCierre(tx, deps, pedido, motivo)
    const isOver = pedido.estado === 'cancelado' || pedido.estado === 'reembolsado'
    if (isOver) return canceladoOf(tx, pedido)
    if (!isCancelable(pedido.estado)) throw tooLate(pedido.estado)
    const by = { quien: 'cliente', ...(motivo && { nota: `Motivo: ${motivo}` }) }
    const moved = await movePedido(tx, deps, pedido, 'cancelado', by)
    if (!moved) throw refuse(409, 'Este pedido ya no se puede cancelar.')
    await closeCancelado(tx, deps, moved, { by: EL_CLIENTE, motivo })
    return canceladoOf(tx, moved)
  })
}

const EL_CLIENTE: Cancelo = { nombre: 'El cliente', persona: null }

const tooLate = (estado: Estado) => refuse(409, TOO_LATE[estado] ?? 'Este pedido ya no se puede cancelar.')

/**
 * The counter cancelled the order and may still take that back. Its owner, who cancels too, is told that it
 * is cancelled, so it becomes final.
 * @throws 409 if the order was in production: its owner could not have cancelled it, and the counter may go on with it
 */
async function joinCierre(
  tx: Tx,
  deps: SettleDeps,
  pedido: Pedido,
  motivo: string | null,
): Promise<Cancelado> {
  const step = pedido.paso === null ? undefined : await findPaso(tx, pedido.paso)
  const desde = step?.desde ?? 'confirmado'
  if (!isCancelable(desde)) throw tooLate(desde)
  const nota = `También lo canceló el cliente.${motivo ? ` Motivo: ${motivo}` : ''}`
  await insertHistorial(tx, {
    pedido_id: pedido.id,
    estado: pedido.estado,
    cuando: deps.now(),
    quien: 'cliente',
    nota,
  })
  return canceladoOf(tx, await finish(tx, deps, pedido, { desde, by: EL_CLIENTE, motivo }))
}

/** Whether money goes back when a locked order is cancelled. */
export const hasToGiveBack = async (tx: Tx, { id }: Pedido): Promise<boolean> =>
  (await pagosOf(tx, id)).some(isReturnable)

/** `devuelto`: pesos that go back, or went back, of all payments. */
type Cancelado = { estado: Estado; devuelto: number }

async function canceladoOf(tx: Tx, { id, estado }: Pedido): Promise<Cancelado> {
  const back = (await pagosOf(tx, id)).filter(
    (pago) => inPesos(pago) && (pago.estado === 'approved' || pago.estado === 'refunded'),
  )
  return { estado, devuelto: toPesos(back.reduce((sum, { importe }) => sum + importe, 0)) }
}

/**
 * Carries out a cancellation by the counter once it can no longer be taken back: codes, money, link, mail.
 * May run again: `por_cerrar` is cleared then.
 */
export async function closeEnMostrador(deps: SettleDeps, cierre: JobData['cerrar_cancelado']): Promise<void> {
  const { pedido_id, paso, autoriza = null } = cierre
  await deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, pedido_id)
    const step = await findPaso(tx, paso)
    if (!pedido?.por_cerrar || pedido.paso !== paso || !step) return
    if (isDeshacible(step, deps.now())) return planCierre(tx, deps, cierre)
    const persona = { quien: { id: step.operador_id, nombre: step.quien }, request: null }
    const by = { nombre: step.quien, persona }
    const why = { by, motivo: step.nota, autoriza }
    await finish(tx, deps, pedido, { desde: step.desde ?? 'confirmado', ...why })
  })
}

/** `autoriza`: who agreed to a refund above the person's limit. */
type Why = { by: Cancelo; motivo: string | null; autoriza?: string | null }

/** Carries out a waiting cancellation of a locked order, finally. `desde`: the state before it. */
async function finish(
  tx: Tx,
  deps: SettleDeps,
  pedido: Pedido,
  { desde, ...why }: Why & { desde: Estado },
): Promise<Pedido> {
  const closed = await updatePedido(tx, pedido.id, { por_cerrar: null })
  await onEnded(tx, deps, { ...closed, estado: desde }, 'cancelado')
  if (desde === 'confirmado') await dropImpago(tx, deps, pedido.id)
  await closeCancelado(tx, deps, closed, why)
  return closed
}

/** A payment of which the cancellation itself gives `importe` centavos back. */
type Held = { pago: PagoRow; importe: number }

/** Leaves out refunds that a clerk requested before and that are on their way: the books list those apart. */
async function heldOf(tx: Tx, back: PagoRow[]): Promise<Held[]> {
  const held: Held[] = []
  for (const pago of back) held.push({ pago, importe: await remainsOf(tx, pago) })
  return held.filter(({ importe }) => importe > 0)
}

/** For a locked, cancelled order: gives back what was paid, ends its link, and tells the customer why. */
async function closeCancelado(
  tx: Tx,
  deps: SettleDeps,
  pedido: Pedido,
  { by, motivo, autoriza = null }: Why,
): Promise<void> {
  const pagos = await pagosOf(tx, pedido.id)
  const back = pagos.filter((pago) => inPesos(pago) && isReturnable(pago))
  const held = await heldOf(tx, back)
  await settlePedido(tx, deps, pedido, by)
  await endLink(tx, deps, pedido)
  if (by.persona) await tellDuenos(tx, deps, pedido, { by: by.nombre, held })
  if (by.persona && held.length > 0)
    await noteCancelado(tx, deps, pedido, { autor: by.persona.quien, autoriza, held, motivo })
  const told = {
    quien: by.persona ? ('local' as const) : ('cliente' as const),
    motivo,
    // All money that still has to go back. Refunds on their way are included, since no later mail tells of them
    devueltos: back.map((pago) => devueltoDe(pago)),
    // With a claim, a hold on a card or a payment under review the shop cannot know that nothing was charged
    isUncharged: isUncharged(pagos),
  }
  await queueCorreo(tx, deps, mailCancelado(pedido, await conOf(tx, deps, pedido), told))
}

/**
 * Notes in Cambios who gave money back by cancelling and who agreed, once that is final; and in the shift
 * what the provider gives back. Cash is written there once it is handed over.
 */
async function noteCancelado(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id, numero, sucursal_id }: Pedido,
  {
    autor,
    autoriza,
    held,
    motivo,
  }: { autor: Autor; autoriza: string | null; held: Held[]; motivo: string | null },
): Promise<void> {
  const cuando = now()
  const total = held.reduce((sum, { importe }) => sum + importe, 0)
  await noteCambio(tx, autor, cuando, {
    que: 'devolucion',
    clave: id,
    nombre: `Pedido ${numero}`,
    despues: { importe: toPesos(total), motivo, cancelado: true, ...(autoriza && { autoriza }) },
  })
  for (const { pago, importe } of held.filter((one) => !isDeCaja(one.pago)))
    await noteInCaja(tx, {
      tipo: 'devolucion_web',
      medio: 'mercadopago',
      importe: -importe,
      motivo,
      pedido_id: id,
      clave: `cancelado:${pago.id}`,
      sucursal_id,
      cuando,
      operador_id: autor.id,
      quien: autor.nombre,
    })
}

/**
 * As for a refund at the counter: the owner is told of cash, and of amounts above the owner's, given by a
 * clerk.
 */
async function tellDuenos(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'publicUrl'>,
  pedido: Pedido,
  { by, held }: { by: string; held: Held[] },
): Promise<void> {
  const sum = (some: Held[]) => some.reduce((total, { importe }) => total + importe, 0)
  const [all, cash] = [sum(held), sum(held.filter(({ pago }) => isDeCaja(pago) && !isDeCuenta(pago)))]
  const { devolucion_confirmar } = (await readAjustes(tx)).seguridad
  if (cash === 0 && all <= devolucion_confirmar) return
  const inCash = cash > 0 ? `, ${formatCentavos(cash)} de ellos en caja` : ''
  const nota = `${by} canceló el pedido ${pedido.numero} y se devuelven ${formatCentavos(all)}${inCash}.`
  await mailDuenos(tx, deps, pedido, {
    about: `cancelado:${pedido.id}`,
    nota,
    tema: 'Cancelación con devolución',
  })
}
