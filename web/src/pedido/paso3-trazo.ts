import type { Point } from '@imprimitodo/shared/rules/entrega'

type Spot = { x: number; y: number }

const WIDTH = 720
const HEIGHT = 220
/** Room for the pins and for the names below them. */
const MARGIN = { x: 90, top: 34, bottom: 62 }

/**
 * A route on a sheet of 720 x 220: north up, longitudes shrunk by the latitude, as large as it fits. Ends that
 * would fall on one another are kept apart, with their names, which on a phone take half the sheet.
 */
export function trazar(points: readonly Point[]): { path: string; start: Spot; end: Spot } {
  const narrow = Math.cos(((points[0]?.lat ?? 0) * Math.PI) / 180)
  const flat = points.map(({ lat, lng }) => ({ x: lng * narrow, y: -lat }))
  const [left, right] = [Math.min(...flat.map(({ x }) => x)), Math.max(...flat.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...flat.map(({ y }) => y)), Math.max(...flat.map(({ y }) => y))]
  const wide = WIDTH - 2 * MARGIN.x
  const high = HEIGHT - MARGIN.top - MARGIN.bottom
  const scale = Math.min(wide / (right - left || Number.EPSILON), high / (bottom - top || Number.EPSILON))
  const spots = flat.map(({ x, y }) => ({
    x: round(MARGIN.x + (wide - (right - left) * scale) / 2 + (x - left) * scale),
    y: round(MARGIN.top + (high - (bottom - top) * scale) / 2 + (y - top) * scale),
  }))
  const start = spots[0] ?? { x: WIDTH / 2, y: HEIGHT / 2 }
  const end = spots.at(-1) ?? start
  const areApart = Math.abs(start.x - end.x) >= 180 || Math.abs(start.y - end.y) >= 60
  if (areApart) return { path: pathOf(spots), start, end }
  const middle = (start.x + end.x) / 2
  const apart = [
    { x: middle - 100, y: start.y },
    { x: middle + 100, y: end.y },
  ] as const
  return { path: pathOf(apart), start: apart[0], end: apart[1] }
}

const pathOf = (spots: readonly Spot[]): string =>
  spots.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('')

const round = (value: number): number => Math.round(value * 10) / 10
