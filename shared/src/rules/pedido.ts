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

/** The one table: where an order may go. Nothing goes back; what is not here does not happen. */
const NEXT: Record<Estado, readonly Estado[]> = {
  borrador: ['confirmado'],
  confirmado: ['pagado', 'cancelado', 'vencido'],
  pagado: ['en_produccion', 'cancelado', 'reembolsado'],
  en_produccion: ['listo', 'cancelado', 'reembolsado'],
  listo: ['entregado', 'cancelado', 'reembolsado'],
  entregado: ['reembolsado'],
  cancelado: [], // what was paid goes back, and the order stays cancelled
  vencido: ['pagado'], // an approved payment that came late still counts
  reembolsado: [],
}

export const canMove = (from: Estado, to: Estado): boolean => NEXT[from].includes(to)

/** The steps of the counter that can be taken back, and where the order goes where its history does not say. */
export const DESHACIBLES: Partial<Record<Estado, Estado>> = {
  listo: 'en_produccion',
  entregado: 'listo',
  cancelado: 'confirmado', // only while nothing of it has left, and then its history says
}

/** The steps that a clerk takes with a button. */
export const COUNTER_STEPS = ['en_produccion', 'listo', 'entregado', 'cancelado'] as const
export type CounterStep = (typeof COUNTER_STEPS)[number]

/** How long a step of the counter may be taken back by the person who took it; so long no message of it leaves. */
export const DESHACER_S = 8

export const UNPAID_HOURS = 72
export const DRAFT_HOURS = 48
/** What an owner may allow at most: unpaid orders at once of one mailbox. */
export const MAX_ABIERTOS = 1_000

/** The counter's board, in the order of an order's life: who works there may take one of these in hand. */
export const TABLERO = ['confirmado', 'pagado', 'en_produccion', 'listo'] as const
export const isEnTablero = (estado: Estado): boolean => TABLERO.some((one) => one === estado)

/** Where an order ends. */
export const CERRADOS = ['entregado', 'cancelado', 'vencido', 'reembolsado'] as const
export type Cerrado = (typeof CERRADOS)[number]
export const isCerrado = (estado: string): estado is Cerrado => CERRADOS.some((one) => one === estado)

/** While it may still be changed by its owner. */
export const isOpen = (estado: Estado): boolean => estado === 'borrador' || estado === 'confirmado'

/** While its owner may cancel it: before anything of it is printed. */
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
