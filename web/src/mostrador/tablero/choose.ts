import type { Accion, PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { isToMake, mustPay, nextStep } from '../pasos.ts'

/** The facts by which a card tells the action that its order waits for. */
type Hacible = {
  fila: PedidoFila
  /** Its branch has a printer. */
  hasPrinter: boolean
  /** Some work of it is at a printer or waits for one. */
  isUnderWay: boolean
}

/** The one action of a clerk that an order waits for; null: none, or one that is only on its page. */
export function accionOf({ fila, hasPrinter, isUnderWay }: Hacible): Accion | null {
  const { estado, impresos } = fila
  if (isUnderWay || mustPay(fila)) return null
  if (hasPrinter && isToMake(estado) && impresos.hechos === 0 && impresos.de > 0) return 'imprimir'
  const step = nextStep(estado)
  return step === 'cancelado' ? null : step
}

/** The key that does an action with the focused order, or the ticked ones. */
export const TECLAS: Record<Accion, string> = {
  imprimir: 'p',
  en_produccion: 'p',
  listo: 'l',
  entregado: 'e',
}

/** The ticked orders by the action that each waits for. */
export function splitElegidos(elegidos: readonly Hacible[]): Map<Accion, PedidoFila[]> {
  const parts = new Map<Accion, PedidoFila[]>()
  for (const one of elegidos) {
    const accion = accionOf(one)
    if (accion) parts.set(accion, [...(parts.get(accion) ?? []), one.fila])
  }
  return parts
}

/** 'Imprimir los 6', 'Marcar 4 listos': the text of the button for n orders. */
export function variosLabel(accion: Accion, n: number): string {
  const one = n === 1
  if (accion === 'imprimir') return one ? 'Imprimir 1' : `Imprimir los ${n}`
  if (accion === 'listo') return one ? 'Marcar 1 listo' : `Marcar ${n} listos`
  if (accion === 'entregado') return one ? 'Entregar 1' : `Entregar los ${n}`
  return `Pasar ${n} a producción`
}

const PART: Record<Accion, (n: number) => string> = {
  imprimir: (n) => `${n} sin imprimir`,
  en_produccion: (n) => `${n} sin empezar`,
  listo: (n) => `${n} en producción`,
  entregado: (n) => count(n, 'listo'),
}

/** '6 sin imprimir, 4 en producción, 1 que espera': the ticked orders in words. */
export function partesText(parts: ReadonlyMap<Accion, readonly PedidoFila[]>, all: number): string {
  const texts = [...parts].map(([accion, filas]) => PART[accion](filas.length))
  const rest = all - [...parts.values()].reduce((sum, filas) => sum + filas.length, 0)
  if (rest > 0) texts.push(count(rest, 'que espera', 'que esperan'))
  return texts.join(', ')
}

/**
 * The ids between the two in the order of the columns, both included; only the second where the first is
 * gone.
 */
export function rangeOf(ids: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)]
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}
