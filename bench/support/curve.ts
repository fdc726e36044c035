import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../docs/benchmarks')
const WIDTH = 720
const HEIGHT = 360
const PLOT = { left: 70, right: 520, top: 46, bottom: 310 }
/** Each curve has its own dash, so that they differ also without colour. */
const INKS = ['#1b3fbf', '#0b6b4e', '#bc3a27', '#7a5c00', '#5b2a86', '#4a5466']
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '1 4', '4 2']

export type Curve = { label: string; points: { at: number; value: number }[] }
type Axes = { title: string; x: string; y: string }

/** A growth curve in docs/benchmarks/`file`: `at` on a logarithmic scale, `value` on a linear one from 0. */
export function drawCurves(file: string, axes: Axes, curves: Curve[]): void {
  const points = curves.flatMap((curve) => curve.points)
  const ats = [...new Set(points.map(({ at }) => at))].sort((a, b) => a - b)
  const [first = 1, last = 1] = [ats[0], ats.at(-1)]
  const top = roundUp(Math.max(...points.map(({ value }) => value)))
  const share = (at: number) => Math.log(at / first) / Math.log(last / first)
  const x = (at: number) => (PLOT.left + share(at) * (PLOT.right - PLOT.left)).toFixed(1)
  const y = (value: number) => (PLOT.bottom - (value / top) * (PLOT.bottom - PLOT.top)).toFixed(1)
  const text = (left: number | string, down: number | string, words: string, more = '') =>
    `<text x="${left}" y="${down}" ${more}>${words}</text>`
  const steps = [0, 1, 2, 3, 4].map((step) => (top * step) / 4)
  const parts = [
    ...steps.map((v) => `<path d="M${PLOT.left} ${y(v)}H${PLOT.right}" stroke="#ddd8cc"/>`),
    ...steps.map((v) => text(PLOT.left - 8, Number(y(v)) + 4, v.toLocaleString('en'), 'text-anchor="end"')),
    ...ats.map((at) => text(x(at), PLOT.bottom + 20, at.toLocaleString('en'), 'text-anchor="middle"')),
    text(PLOT.left, 24, axes.title, 'font-size="15" font-weight="600"'),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 40, axes.x, 'text-anchor="middle"'),
    text(PLOT.left - 8, PLOT.top - 10, axes.y, 'text-anchor="end"'),
    ...curves.map(({ label, points }, index) => {
      const line = `stroke="${INKS[index % INKS.length]}" stroke-dasharray="${DASHES[index % DASHES.length]}"`
      const path = points.map(({ at, value }, n) => `${n ? 'L' : 'M'}${x(at)} ${y(value)}`).join('')
      const row = PLOT.top + 12 + index * 22
      const legend = `<path d="M${PLOT.right + 18} ${row - 4}h26" fill="none" stroke-width="2" ${line}/>`
      return `<path d="${path}" fill="none" stroke-width="2" ${line}/>${legend}${text(PLOT.right + 50, row, label)}`
    }),
  ]
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(
    join(FOLDER, file),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#17202e">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fffdf8"/>
${parts.join('\n')}
</svg>
`,
  )
}

/** Rounds up to 1, 2, 4 or 8 times a power of ten, whose quarters are short numbers on the axis. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 8, 10].map((step) => step * power).find((limit) => limit >= value) ?? value
}
