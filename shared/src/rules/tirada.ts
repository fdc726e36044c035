// The wheel: how often, between which values, with which odds, until when its codes last.
import { nextMidnight } from './fecha.ts'

export const TIRADAS_POR_DIA = 2

/**
 * Percents from `min` to `max`. `pesos`: how often each comes up, relative to the others; without, all alike.
 * `presupuesto`: how many percents the wheel gives away in a day, of all mailboxes added up; without, as many as come.
 */
export type Ruleta = {
  min: number
  max: number
  pesos?: readonly number[] | null
  presupuesto?: number | null
}

/** In Spanish, or null if the wheel can be turned. */
export function ruletaProblem({ min, max, pesos }: Ruleta): string | null {
  if (min > max) return 'El mínimo no puede ser mayor que el máximo.'
  if (!pesos) return null
  if (pesos.length !== max - min + 1)
    return `Hace falta un peso por cada valor: de ${min} a ${max} son ${max - min + 1}.`
  return pesos.some((peso) => peso > 0) ? null : 'Algún valor tiene que poder salir.'
}

const pesosOf = ({ min, max, pesos }: Ruleta): readonly number[] =>
  pesos ?? Array.from({ length: max - min + 1 }, () => 1)

/** How many equally likely draws the odds make: a draw is one of 0 to this minus 1. */
export const drawsOf = (ruleta: Ruleta): number => pesosOf(ruleta).reduce((sum, peso) => sum + peso, 0)

/** The value that a draw gives. */
export function valorOf(ruleta: Ruleta, draw: number): number {
  let left = draw
  for (const [index, peso] of pesosOf(ruleta).entries()) {
    if (left < peso) return ruleta.min + index
    left -= peso
  }
  throw new RangeError(`The wheel has no draw ${draw}.`)
}

/** What was drawn, or the least value once it is more than what the day's budget has left. */
export function dentroDe({ min, presupuesto }: Ruleta, valor: number, repartido: number): number {
  return presupuesto != null && repartido + valor > presupuesto ? min : valor
}

/** The last instant of the shop's day: 23:59:59.999 in Tucumán. */
export const venceTirada = (now: Date): Date => new Date(nextMidnight(now) - 1)
