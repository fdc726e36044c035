import type { Accion } from '@imprimitodo/shared/api/mostrador'
import {
  type CounterStep,
  canMove,
  ESTADO_TITLES,
  type Estado,
} from '@imprimitodo/shared/rules/compra/pedido'
import { numerosText } from './numeros.ts'

/** The text of a step's button: what the clerk has done or does. */
export const STEP_LABELS: Record<CounterStep, string> = {
  en_produccion: 'En producción',
  listo: 'Marcar listo',
  entregado: 'Entregar',
  cancelado: 'Cancelar pedido',
}

/** Whether it is paid and not ready yet. */
export const isToMake = (estado: Estado): boolean => estado === 'pagado' || estado === 'en_produccion'

/** Whether it is paid and not handed over yet. */
export const isInWork = (estado: Estado): boolean => isToMake(estado) || estado === 'listo'

/** Whether it waits for money: all of its price, or the rest before it is handed over. */
export const mustPay = ({ estado, resta }: { estado: Estado; resta: number }): boolean =>
  estado === 'confirmado' || (estado === 'listo' && resta > 0)

/** State of a navigation to an order that is about to be charged: its page opens the charge. */
export const COBRAR = { cobrar: true }
export const asksToCharge = (state: Partial<typeof COBRAR> | null): boolean => state?.cobrar === true

/** The one step that an order waits for; null where a clerk can only wait or cancel. */
export const nextStep = (estado: Estado): CounterStep | null =>
  (['en_produccion', 'listo', 'entregado'] as const).find((step) => canMove(estado, step)) ?? null

export const canCancel = (estado: Estado): boolean => canMove(estado, 'cancelado')

const DONE: Record<CounterStep, string> = {
  en_produccion: 'pasó a producción.',
  listo: 'está listo.',
  entregado: 'se entregó.',
  cancelado: 'se canceló.',
}
const VARIOS_DONE: Record<Accion, (n: number) => string> = {
  imprimir: (n) => `${n} a imprimir:`,
  en_produccion: (n) => `${n} a producción:`,
  listo: (n) => `${n} pedidos listos:`,
  entregado: (n) => `${n} pedidos entregados:`,
}
/** '4 pedidos listos:' stands before the numbers of several orders. */
export const variosDone = (accion: Accion, n: number): string => VARIOS_DONE[accion](n)

/** 'Deshecho en 2 pedidos: 1042 y 1043.' */
export const undoneVarios = (pedidos: readonly { numero: number }[]): string =>
  `Deshecho en ${pedidos.length} pedidos: ${numerosText(pedidos.map(({ numero }) => numero))}.`

/** The message after a step was undone. */
export const undone = (numero: number, estado: Estado): string =>
  `Deshecho: el pedido ${numero} está ${ESTADO_TITLES[estado].toLowerCase()}.`

export const stepDone = (numero: number, step: CounterStep): string => `Pedido ${numero} ${DONE[step]}`
