import { type CounterStep, canMove, ESTADO_TITLES, type Estado } from '@imprimitodo/shared/rules/pedido'

/** What the button of a step says: what the clerk has done or does. */
const LABELS: Record<CounterStep, string> = {
  en_produccion: 'En producción',
  listo: 'Marcar listo',
  entregado: 'Entregar',
  cancelado: 'Cancelar pedido',
}
export const stepLabel = (step: CounterStep): string => LABELS[step]

/** The one step that an order waits for; null where the clerk can only wait or cancel. */
export const nextStep = (estado: Estado): CounterStep | null =>
  (['en_produccion', 'listo', 'entregado'] as const).find((step) => canMove(estado, step)) ?? null

export const canCancel = (estado: Estado): boolean => canMove(estado, 'cancelado')

const DONE: Record<CounterStep, string> = {
  en_produccion: 'pasó a producción.',
  listo: 'está listo.',
  entregado: 'se entregó.',
  cancelado: 'se canceló.',
}
/** A step was taken back. */
export const undone = (numero: number, estado: Estado): string =>
  `Deshecho: el pedido ${numero} está ${ESTADO_TITLES[estado].toLowerCase()}.`

export const stepDone = (numero: number, step: CounterStep): string => `Pedido ${numero} ${DONE[step]}`
