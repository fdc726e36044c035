/** The life of an order. Names as on the wire. */
export const ESTADOS = [
  'borrador',
  'confirmado',
  'pagado',
  'en_produccion',
  'listo',
  'entregado',
  'cancelado',
  'vencido',
  'reembolsado',
] as const
export type Estado = (typeof ESTADOS)[number]

/** The one table of allowed steps. None leads back, and a step that is not here is refused. */
const NEXT: Record<Estado, readonly Estado[]> = {
  borrador: ['confirmado'],
  confirmado: ['pagado', 'cancelado', 'vencido'],
  pagado: ['en_produccion', 'cancelado', 'reembolsado'],
  en_produccion: ['listo', 'cancelado', 'reembolsado'],
  listo: ['entregado', 'cancelado', 'reembolsado'],
  entregado: ['reembolsado'],
  cancelado: [], // payments are refunded, and the order stays cancelled
  vencido: ['pagado'], // an approved payment that came late still counts
  reembolsado: [],
}

export const canMove = (from: Estado, to: Estado): boolean => NEXT[from].includes(to)

/**
 * The steps of the counter that can be undone, and the state to return to where the order's history does not
 * tell it.
 */
export const DESHACIBLES: Partial<Record<Estado, Estado>> = {
  en_produccion: 'pagado', // only while no work was sent to a printer
  listo: 'en_produccion',
  entregado: 'listo',
  cancelado: 'confirmado', // only while no refund was sent, and then its history tells the state
}

/** The steps that a clerk takes with a button. */
export const COUNTER_STEPS = ['en_produccion', 'listo', 'entregado', 'cancelado'] as const
export type CounterStep = (typeof COUNTER_STEPS)[number]
export const isCounterStep = (estado: Estado): estado is CounterStep =>
  COUNTER_STEPS.some((one) => one === estado)

/** How long the person who took a step may undo it; messages about the step wait as long. */
export const DESHACER_S = 8

export const UNPAID_HOURS = 72
export const DRAFT_HOURS = 48
/** The most that an owner may allow: unpaid orders of one mailbox at the same time. */
export const MAX_ABIERTOS = 1_000

/** The counter's board, in the order of an order's life: a clerk may take orders in these states in hand. */
export const TABLERO = ['confirmado', 'pagado', 'en_produccion', 'listo'] as const
export const isEnTablero = (estado: Estado): boolean => TABLERO.some((one) => one === estado)

/** States in which an order ends. */
export const CERRADOS = ['entregado', 'cancelado', 'vencido', 'reembolsado'] as const
export type Cerrado = (typeof CERRADOS)[number]
export const isCerrado = (estado: string): estado is Cerrado => CERRADOS.some((one) => one === estado)

/** Whether its owner may still change it. */
export const isOpen = (estado: Estado): boolean => estado === 'borrador' || estado === 'confirmado'

/** Whether its owner may cancel it: before anything of it is printed. */
export const isCancelable = (estado: Estado): boolean => estado === 'confirmado' || estado === 'pagado'

export const ESTADO_TITLES: Record<Estado, string> = {
  borrador: 'Sin confirmar',
  confirmado: 'Por pagar',
  pagado: 'Pagado',
  en_produccion: 'En producción',
  listo: 'Listo',
  entregado: 'Entregado',
  cancelado: 'Cancelado',
  vencido: 'Vencido',
  reembolsado: 'Reembolsado',
}
