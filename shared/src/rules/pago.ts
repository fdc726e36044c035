import type { Estado } from './pedido.ts'

/** Nobody knows yet how these end: the order waits for them. */
export const ON_ITS_WAY = ['pending', 'in_process', 'authorized'] as const

/** Of one payment, in Mercado Pago's words. */
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

/** What can be paid with online: a card, what one has at the provider, a ticket paid in cash at a collection point. */
export const MEDIOS_PAGO = ['tarjeta', 'cuenta', 'efectivo'] as const
export type MedioPago = (typeof MEDIOS_PAGO)[number]

/** Who tells of a payment that the counter took itself: no provider. */
export const CAJA = 'caja'

/** What a payment's row says. Amounts in centavos. */
export type PagoVisto = {
  id: string
  estado: EstadoPago
  importe: number
  devuelto: number
  /** ISO 4217. */
  moneda: string
  /** When the provider last touched it. */
  actualizado: Date
  /** When we asked for its money to go back; null if we did not. */
  devolucion_pedida: Date | null
}

/** `a_mano`: only a person can give it back, as the counter took it. */
export type PagoJuzgado = PagoVisto & { a_mano: boolean }

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

export type Veredicto = {
  /** The order is paid by what there is. */
  paga: boolean
  /** Payments whose money has to go back by itself: of a cancelled order, or more than it costs. */
  devolver: string[]
  /** What had paid it has all gone back. */
  reembolsado: boolean
}

const PAYABLE: readonly Estado[] = ['confirmado', 'vencido']
/** Its money is with the shop, or a part of it. */
export const PAID: readonly Estado[] = ['pagado', 'en_produccion', 'listo', 'entregado']
const OVER: readonly Estado[] = ['cancelado', 'reembolsado']

/**
 * What the payments of one order, all of them, mean for it. Of the whole
 * set and not of the last one: they arrive repeated, late and in any order, and the answer must be the same.
 * `importe_final` in centavos. Less than that, or another currency, never pays. An expired order whose files are gone
 * cannot be made any more: its money goes back.
 */
export function judgePagos(
  pedido: { estado: Estado; importe_final: number; sin_archivos?: boolean },
  pagos: readonly PagoJuzgado[],
): Veredicto {
  const mine = pagos.filter(({ devolucion_pedida }) => !devolucion_pedida)
  const approved = mine.filter(({ estado }) => estado === 'approved')
  const nothing = { paga: false, devolver: [], reembolsado: false }

  if (OVER.includes(pedido.estado) || (pedido.estado === 'vencido' && pedido.sin_archivos))
    return { ...nothing, devolver: mine.filter(isReturnable).map(({ id }) => id) }
  const paga =
    PAYABLE.includes(pedido.estado) &&
    pedido.importe_final > 0 &&
    netosOf(approved.filter(inPesos)) >= pedido.importe_final
  if (!paga && !PAID.includes(pedido.estado)) return nothing
  return {
    paga,
    devolver: surplus(pedido.importe_final, mine),
    reembolsado: !paga && isReturned(pedido, mine),
  }
}

/**
 * The payments that the order can do without: rather one that goes back by itself than one of the till, the latest, and
 * rather one that is whole. Counted by what each charged, not by what is left
 * of it: a part that the owner gave back does not make room for a second payment.
 */
function surplus(importe: number, mine: readonly PagoJuzgado[]): string[] {
  const counted = mine.filter((pago) => inPesos(pago) && holds(pago))
  let covered = sum(counted, (pago) => pago.importe)
  // Nobody hands cash back for a payment that the buyer disputes: its bank may take it
  const disputed = sum(
    counted.filter(({ estado }) => estado === 'in_mediation'),
    (pago) => pago.importe,
  )
  const ids = mine
    .filter((pago) => !inPesos(pago) && pago.estado === 'approved' && hasMoney(pago))
    .map(({ id }) => id)
  const inTurn = counted
    .filter((pago) => pago.estado === 'approved' && hasMoney(pago))
    .toSorted(
      (a, b) =>
        Number(a.a_mano) - Number(b.a_mano) ||
        a.devuelto - b.devuelto ||
        b.actualizado.getTime() - a.actualizado.getTime() ||
        (a.id < b.id ? 1 : -1),
    )
  for (const pago of inTurn)
    if (covered - pago.importe - (pago.a_mano ? disputed : 0) >= importe) {
      covered -= pago.importe
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
/** Its money is with the shop, disputed or not. */
const holds = ({ estado }: { estado: string }): boolean => estado === 'approved' || estado === 'in_mediation'
const hasMoney = (pago: Importes): boolean => netoOf(pago) > 0
const sum = <Pago>(pagos: readonly Pago[], value: (pago: Pago) => number): number =>
  pagos.reduce((total, pago) => total + value(pago), 0)

/** Centavos of a payment that did not go back. */
export const netoOf = ({ importe, devuelto }: Importes): number => importe - devuelto
export const netosOf = (pagos: readonly Importes[]): number => sum(pagos, netoOf)

/** What the shop holds of an order's payments, in centavos; other currencies count for nothing. */
export const acreditadoOf = (pagos: readonly EnPesos[]): number =>
  netosOf(pagos.filter((pago) => inPesos(pago) && holds(pago)))

/** No payment took anything, and none still may: each was refused or given up. A disputed one was taken. */
export const isUncharged = (pagos: readonly Pick<PagoVisto, 'estado'>[]): boolean =>
  pagos.every(({ estado }) => estado === 'rejected' || estado === 'cancelled')

/** Something of it can go back, and the shop has not asked for all of it yet. */
export const isReturnable = (
  pago: Pick<PagoVisto, 'estado' | 'importe' | 'devuelto' | 'devolucion_pedida'>,
): boolean => pago.estado === 'approved' && hasMoney(pago) && !pago.devolucion_pedida

/**
 * What is still owed of an order that went into work for a part of its price: `resta` before its payments were looked at.
 * It only gets less, and money that went back is not asked for again. Centavos.
 */
export const restaDe = (
  { importe_final, resta }: { importe_final: number; resta: number },
  pagos: readonly PagoVisto[],
): number =>
  Math.min(
    resta,
    Math.max(
      0,
      importe_final -
        sum(
          pagos.filter((pago) => inPesos(pago) && (holds(pago) || pago.estado === 'refunded')),
          (pago) => pago.importe,
        ),
    ),
  )

export type PagoResumen = 'pendiente' | 'en_proceso' | 'aprobado' | 'rechazado' | 'devuelto'

/** Of an order's payments, the one that says most; null before any, and when all were given up. */
export function pagoSummary(pagos: readonly { estado: EstadoPago }[]): PagoResumen | null {
  const has = (...estados: EstadoPago[]) => pagos.some(({ estado }) => estados.includes(estado))
  if (has('approved', 'in_mediation')) return 'aprobado'
  if (has('in_process', 'authorized')) return 'en_proceso'
  if (has('pending')) return 'pendiente'
  if (has('refunded', 'charged_back')) return 'devuelto'
  return has('rejected') ? 'rechazado' : null
}
