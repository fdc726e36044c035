/** The wheel as drawn: values from `min` clockwise from the top, each in the middle of its segment. Angles in degrees. */
export type RangoRuleta = { min: number; max: number }

export const valoresOf = ({ min, max }: RangoRuleta): number[] =>
  Array.from({ length: Math.max(0, max - min) + 1 }, (_, index) => min + index)

const turn = (angle: number): number => ((angle % 360) + 360) % 360

/** Whole turns of a spin. */
export const TURNS = 6

/**
 * Where a spin from `start` has to end so that the pointer stands on `valor`: forward, at least TURNS turns.
 * `chance` (0 to 1) is how far from the middle of its segment, never within a tenth of an edge.
 */
export function angleFor(valor: number, rango: RangoRuleta, start: number, chance: number): number {
  const size = 360 / valoresOf(rango).length
  const within = (chance - 0.5) * size * 0.8
  const target = turn(-(valor - rango.min) * size + within)
  return start + turn(target - start) + TURNS * 360
}

/** The SVG path of a segment of a circle of radius 200 around 0,0; segment 0 has its middle at the top. */
export function segmentPath(index: number, count: number): string {
  if (count === 1) return 'M0 -200A200 200 0 1 1 -0.1 -200Z'
  const size = (2 * Math.PI) / count
  const at = (angle: number) => `${round(200 * Math.sin(angle))} ${round(-200 * Math.cos(angle))}`
  const from = (index - 0.5) * size
  const large = count === 2 ? 1 : 0
  return `M0 0L${at(from)}A200 200 0 ${large} 1 ${at(from + size)}Z`
}

const round = (value: number): number => Math.round(value * 10) / 10

/** The inks of the proof bar, each with the ink of the text on it (contrast of 4.5 and more). */
export const TINTAS_DE_RUEDA = [
  { fill: 'var(--cyan)', text: 'var(--ink)' },
  { fill: 'var(--magenta)', text: '#fff' },
  { fill: 'var(--lemon)', text: 'var(--ink)' },
  { fill: 'var(--ink)', text: 'var(--paper)' },
  { fill: 'var(--blue)', text: '#fff' },
  { fill: 'var(--red)', text: '#fff' },
  { fill: 'var(--leaf)', text: '#fff' },
] as const

/** The inks of a segment: in order, but where the circle closes never the first ink beside itself. */
export function tintaOf(index: number, count: number): (typeof TINTAS_DE_RUEDA)[number] {
  const closes = count > 1 && index === count - 1 && index % TINTAS_DE_RUEDA.length === 0
  return TINTAS_DE_RUEDA[closes ? 3 : index % TINTAS_DE_RUEDA.length] ?? TINTAS_DE_RUEDA[0]
}
