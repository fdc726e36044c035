import type { Estado } from '../compra/pedido.ts'

/** Payments that are not decided yet: the order waits for them. */
export const ON_ITS_WAY = ['pending', 'in_process', 'authorized'] as const

/** States of a payment, in Mercado Pago's words. */
export const ESTADOS_PAGO = [
  'pending',
  'in_process',
  'authorized',
  'approved',
  'in_mediation',
  'rejected',
  'cancelled',
  'refunded',
  'charged_back',
] as const
export type EstadoPago = (typeof ESTADOS_PAGO)[number]

/** States of a payment whose money came in, whether it stayed or not. */
export const COBRADOS: readonly EstadoPago[] = ['approved', 'in_mediation', 'refunded', 'charged_back']

/**
 * The means of an online payment: a card, the balance at the provider, a ticket paid in cash at a collection
 * point. In a payment of the counter the same word `cuenta` is a cuenta corriente: code that asks for that one
 * asks `isDeCuenta` of dinero/pagos, never `medio` alone.
 */
export const MEDIOS_PAGO = ['tarjeta', 'cuenta', 'efectivo'] as const
export type MedioPago = (typeof MEDIOS_PAGO)[number]

/** The provider's name of a payment that the counter took itself. */
export const CAJA = 'caja'

/** The columns of a payment's row that rules need. Amounts in centavos. */
export type PagoVisto = {
  id: string
  estado: EstadoPago
  importe: number
  devuelto: number
  /** ISO 4217. */
  moneda: string
  /** When the provider last changed it. */
  actualizado: Date
  /** When we asked for its refund; null if we did not. */
  devolucion_pedida: Date | null
}

/**
 * `a_mano`: only a clerk can refund it, since the counter took it. `devuelto_antes`: centavos of it that had gone
 * back, or were on their way, before the order was paid; of an unpaid order all that are.
 */
export type PagoJuzgado = PagoVisto & { a_mano: boolean; devuelto_antes: number }

/** How far a payment has come. Of two states with the same time stamp, the one with the higher rank is the later. */
const RANK: Record<EstadoPago, number> = {
  pending: 0,
  authorized: 1,
  in_process: 1,
  rejected: 2,
  cancelled: 2,
  approved: 3,
  in_mediation: 4,
  refunded: 5,
  charged_back: 5,
}

type Word = Pick<PagoVisto, 'estado' | 'devuelto' | 'actualizado'>

/** Whether `fresh` may replace `known`: notifications arrive repeated and in any order, nothing goes back in time. */
export function isNotOlder(fresh: Word, known: Word): boolean {
  const later = fresh.actualizado.getTime() - known.actualizado.getTime()
  if (later !== 0) return later > 0
  const farther = RANK[fresh.estado] - RANK[known.estado]
  return farther !== 0 ? farther > 0 : fresh.devuelto >= known.devuelto
}

type Veredicto = {
  /** The payments cover the order. */
  paga: boolean
  /** Payments to refund automatically: of a cancelled order, or beyond an order's price. */
  toReturn: string[]
  /** All the money that had paid it was refunded. */
  reembolsado: boolean
}

const PAYABLE: readonly Estado[] = ['confirmado', 'vencido']
/** States of an order whose money, or a part of it, the shop has. */
export const PAID: readonly Estado[] = ['pagado', 'en_produccion', 'listo', 'entregado']
const OVER: readonly Estado[] = ['cancelado', 'reembolsado']

/**
 * What all payments of one order mean for it. The whole set is judged and not the last one: notifications
 * arrive repeated, late and in any order, and the result must be the same. `importe_final` in centavos. Less
 * than that, or another currency, never pays. An order may become free after its customer paid:
 * then the payment pays it, and its money goes back.
 * An expired order whose files are deleted cannot be made any more: its money is refunded.
 */
export function judgePagos(
  pedido: { estado: Estado; importe_final: number; sin_archivos?: boolean },
  pagos: readonly PagoJuzgado[],
): Veredicto {
  const mine = pagos.filter(({ devolucion_pedida }) => !devolucion_pedida)
  const approved = mine.filter(({ estado }) => estado === 'approved')
  const nothing = { paga: false, toReturn: [], reembolsado: false }

  if (OVER.includes(pedido.estado) || (pedido.estado === 'vencido' && pedido.sin_archivos))
    return { ...nothing, toReturn: mine.filter(isReturnable).map(({ id }) => id) }
  const paga =
    PAYABLE.includes(pedido.estado) &&
    approved.length > 0 &&
    sum(approved.filter(inPesos), paidBy) >= pedido.importe_final
  if (!paga && !PAID.includes(pedido.estado)) return nothing
  return {
    paga,
    toReturn: surplus(pedido.importe_final, mine),
    reembolsado: !paga && isReturned(pedido, mine),
  }
}

/**
 * The payments that the order does not need: preferably those refunded automatically rather than those of the
 * till, then those without a partial refund, then the latest. Each counts with the amount that it paid, even if a part
 * went back since: a part that the owner refunded later does not make room for a second payment.
 */
function surplus(importe: number, mine: readonly PagoJuzgado[]): string[] {
  const counted = mine.filter((pago) => inPesos(pago) && holds(pago))
  let covered = sum(counted, paidBy)
  // No cash is handed back because of a payment that the buyer disputes: the bank may take its money away
  const disputed = sum(
    counted.filter(({ estado }) => estado === 'in_mediation'),
    paidBy,
  )
  const ids = mine
    .filter((pago) => !inPesos(pago) && pago.estado === 'approved' && hasMoney(pago))
    .map(({ id }) => id)
  const inTurn = counted
    .filter((pago) => pago.estado === 'approved' && hasMoney(pago))
    .sort(
      (a, b) =>
        Number(a.a_mano) - Number(b.a_mano) ||
        a.devuelto - b.devuelto ||
        b.actualizado.getTime() - a.actualizado.getTime() ||
        (a.id < b.id ? 1 : -1),
    )
  for (const pago of inTurn)
    if (covered - paidBy(pago) - (pago.a_mano ? disputed : 0) >= importe) {
      covered -= paidBy(pago)
      ids.push(pago.id)
    }
  return ids
}

function isReturned({ importe_final }: { importe_final: number }, mine: readonly PagoVisto[]): boolean {
  const isGone = (pago: PagoVisto) =>
    pago.estado === 'refunded' || (pago.estado === 'approved' && pago.importe > 0 && !hasMoney(pago))
  const isLeft = mine.some((pago) => inPesos(pago) && holds(pago) && hasMoney(pago))
  return importe_final > 0 && !isLeft && mine.some((pago) => inPesos(pago) && isGone(pago))
}

type Importes = Pick<PagoVisto, 'importe' | 'devuelto'>
type EnPesos = Importes & { estado: string; moneda: string }

export const inPesos = ({ moneda }: { moneda: string }): boolean => moneda === 'ARS'
/** The shop has its money, disputed or not. */
export const holds = ({ estado }: { estado: string }): boolean =>
  estado === 'approved' || estado === 'in_mediation'
const hasMoney = (pago: Importes): boolean => keptOf(pago) > 0
const sum = <Pago>(pagos: readonly Pago[], value: (pago: Pago) => number): number =>
  pagos.reduce((total, pago) => total + value(pago), 0)

/** Centavos with which a payment pays the order: without the part that went back before the order was paid. */
export const paidBy = ({
  importe,
  devuelto_antes,
}: Pick<PagoJuzgado, 'importe' | 'devuelto_antes'>): number => importe - devuelto_antes

/** Centavos of a payment that were not refunded. */
export const keptOf = ({ importe, devuelto }: Importes): number => importe - devuelto
export const sumKept = (pagos: readonly Importes[]): number => sum(pagos, keptOf)

/** The money of an order's payments that the shop holds, in centavos; other currencies do not count. */
export const acreditadoOf = (pagos: readonly EnPesos[]): number =>
  sumKept(pagos.filter((pago) => inPesos(pago) && holds(pago)))

/** Whether no payment took money, nor still may: each was refused or given up. A disputed one did take money. */
export const isUncharged = (pagos: readonly Pick<PagoVisto, 'estado'>[]): boolean =>
  pagos.every(({ estado }) => estado === 'rejected' || estado === 'cancelled')

/** Whether a part of the payment can be refunded and the shop has not asked for all of it yet. */
export const isReturnable = (
  pago: Pick<PagoVisto, 'estado' | 'importe' | 'devuelto' | 'devolucion_pedida'>,
): boolean => pago.estado === 'approved' && hasMoney(pago) && !pago.devolucion_pedida

/**
 * What is still owed for an order that went into work for a part of its price: `resta` is the debt before its
 * payments are counted. The debt only gets smaller, and money refunded since then is not charged again.
 * Centavos.
 */
export function restaOf(
  { importe_final, resta }: { importe_final: number; resta: number },
  pagos: readonly PagoJuzgado[],
): number {
  const counted = pagos.filter((pago) => inPesos(pago) && (holds(pago) || pago.estado === 'refunded'))
  return Math.min(resta, Math.max(0, importe_final - sum(counted, paidBy)))
}

type PagoResumen = 'pendiente' | 'en_proceso' | 'aprobado' | 'rechazado' | 'devuelto'

/** The most telling state among an order's payments; null before any, and when all were given up. */
export function pagoSummary(pagos: readonly { estado: EstadoPago }[]): PagoResumen | null {
  const has = (...estados: EstadoPago[]) => pagos.some(({ estado }) => estados.includes(estado))
  if (has('approved', 'in_mediation')) return 'aprobado'
  if (has('in_process', 'authorized')) return 'en_proceso'
  if (has('pending')) return 'pendiente'
  if (has('refunded', 'charged_back')) return 'devuelto'
  return has('rejected') ? 'rechazado' : null
}
