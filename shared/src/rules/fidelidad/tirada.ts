// The wheel: how often it may be turned, its values and odds, and until when its codes are valid.
import { nextMidnight } from '../base/fecha.ts'

export const TIRADAS_POR_DIA = 2

/** If a spin gives more percents than this on average, the owner is warned. */
export const RULETA_PORCENTAJE_MAX = 10

/**
 * Percents from `min` to `max`. `pesos`: how often each comes up, as relative weights; without it, all alike.
 * The owner's screen writes them as percents, which add up to 100. `presupuesto`: the sum of percents that
 * the wheel gives away in a day, to all mailboxes; without it, no limit.
 */
export type Ruleta = {
  min: number
  max: number
  pesos?: readonly number[] | null
  presupuesto?: number | null
}

/** The problem in Spanish, or null if the wheel can be turned. */
export function ruletaProblem({ min, max, pesos }: Ruleta): string | null {
  if (min > max) return 'El mínimo no puede ser mayor que el máximo.'
  if (!pesos) return null
  if (pesos.length !== max - min + 1)
    return `Hace falta un peso por cada valor: de ${min} a ${max} son ${max - min + 1}.`
  return pesos.some((peso) => peso > 0) ? null : 'Algún valor tiene que poder salir.'
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** The problem in Spanish, or null where they add up to 100. */
export function porcentajesProblem(porcentajes: readonly number[]): string | null {
  const sum = sumOf(porcentajes)
  return sum === 100 ? null : `Las probabilidades tienen que sumar 100 %, y suman ${sum} %.`
}

const pesosOf = ({ min, max, pesos }: Ruleta): readonly number[] =>
  pesos ?? Array.from({ length: max - min + 1 }, () => 1)

/** How many equally likely draws the odds make: a draw is one of 0 to this minus 1. */
export const drawsOf = (ruleta: Ruleta): number => sumOf(pesosOf(ruleta))

/** The value that a draw gives. */
export function tiradaValorOf(ruleta: Ruleta, draw: number): number {
  let left = draw
  for (const [index, peso] of pesosOf(ruleta).entries()) {
    if (left < peso) return ruleta.min + index
    left -= peso
  }
  throw new RangeError(`The wheel has no draw ${draw}.`)
}

/** The drawn value, or the least value where the drawn one exceeds the rest of the day's budget. */
export function withinPresupuesto({ min, presupuesto }: Ruleta, valor: number, repartido: number): number {
  return presupuesto != null && repartido + valor > presupuesto ? min : valor
}

/** `total` in whole parts in proportion to `pesos`, the largest remainders rounded up; alike where all of them are 0. */
function partsOf(pesos: readonly number[], total: number): number[] {
  const sum = sumOf(pesos)
  const shares = pesos.map((peso) => (sum > 0 ? (peso / sum) * total : total / pesos.length))
  const parts = shares.map(Math.floor)
  const byRemainder = shares
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .sort((a, b) => b.rest - a.rest)
  for (const { index } of byRemainder.slice(0, total - sumOf(parts))) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** How often each value comes up, in whole percents that add up to 100. */
export const porcentajesOf = (ruleta: Ruleta): number[] => partsOf(pesosOf(ruleta), 100)

/**
 * The percents after one of them is set: the others, except those in `fijos`, share the rest in their old
 * proportions. The set value is limited to what `fijos` leave, and where all others are `fijos` it becomes
 * exactly that. They add up to 100 again.
 */
export function withPorcentaje(
  porcentajes: readonly number[],
  index: number,
  percent: number,
  fijos: ReadonlySet<number> = new Set(),
): number[] {
  const places = porcentajes.map((_, place) => place)
  const free = places.filter((place) => place !== index && !fijos.has(place))
  const left =
    100 -
    sumOf(
      places.filter((place) => place !== index && fijos.has(place)).map((place) => porcentajes[place] ?? 0),
    )
  const own = free.length === 0 ? left : Math.max(0, Math.min(left, Math.round(percent)))
  const parts = partsOf(
    free.map((place) => porcentajes[place] ?? 0),
    left - own,
  )
  return porcentajes.map((before, place) => {
    if (place === index) return own
    const at = free.indexOf(place)
    return at < 0 ? before : (parts[at] ?? 0)
  })
}

/**
 * The wheel's use on past days: spins, sum of percents given away, pesos that its codes took off orders.
 */
export type UsoRuleta = { dias: number; tiradas: number; repartido: number; pesos: number }

/** How much a spin gives away, and a day with as many spins as on past days; `null` without past spins. */
type CostoRuleta = {
  /** Percents of a purchase. */
  porTirada: number
  dia: {
    tiradas: number
    /** Sum of percents. */
    puntos: number
    /** Null where no code was used on an order yet. */
    pesos: number | null
    /** Whether the day's budget is used up before the day ends. */
    seAgota: boolean
  } | null
}

/** The expected cost with those odds, from the past days in `uso`. */
export function costoOf(ruleta: Ruleta, { dias, tiradas, repartido, pesos }: UsoRuleta): CostoRuleta {
  const { min, presupuesto } = ruleta
  const odds = pesosOf(ruleta)
  const porTirada = sumOf(odds.map((peso, index) => peso * (min + index))) / sumOf(odds)
  if (dias === 0 || tiradas === 0) return { porTirada, dia: null }
  const porDia = tiradas / dias
  const all = porDia * porTirada
  const seAgota = presupuesto != null && all > presupuesto
  // Once the budget is used up each spin still gives the least value
  const puntos = seAgota ? presupuesto + Math.max(0, porDia - presupuesto / porTirada) * min : all
  const dePunto = repartido > 0 && pesos > 0 ? pesos / repartido : null
  return { porTirada, dia: { tiradas: porDia, puntos, pesos: dePunto && dePunto * puntos, seAgota } }
}

/** The last instant of the shop's day: 23:59:59.999 in Tucumán. */
export const endOfTirada = (now: Date): Date => new Date(nextMidnight(now) - 1)
