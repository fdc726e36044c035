// What every drawing is made of: two inks on tinted paper, a halftone corner, shapes printed slightly off register.
// A sheet is 640 units wide and high. No fonts: a drawing is the same on every machine.
export const AZUL = '#1B3FBF'
export const LIMON = '#F5C518'
export const ROJO = '#C93A22'
export const HOJA = '#0B6B4E'
export const TINTA = '#17202E'
export const CELESTE = '#6CB4E8'
export const BLANCO = '#FFFFFF'

export const PAPELES = {
  kraft: '#F3ECDC',
  cielo: '#E9EEF7',
  limon: '#FBE9C0',
  rosa: '#F7DDD4',
  menta: '#DDEFE6',
}

/** `color` with `share` of white in it (of black where negative): the same ink, printed lighter or twice. */
export function tono(color: string, share: number) {
  const to = share < 0 ? 0 : 255
  const part = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16)
    return Math.round(value + (to - value) * Math.abs(share))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(1)}${part(3)}${part(5)}`
}

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`
export const circle = (x: number, y: number, r: number | string, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
export const stroke = (d: string, color: string, width: number, cap = 'round') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="${cap}" stroke-linejoin="round"/>`
export const move = (dx: number, dy: number, inner: string) =>
  `<g transform="translate(${dx} ${dy})">${inner}</g>`
export const turn = (degrees: number, inner: string, x = 320, y = 320) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${inner}</g>`
export const scale = (factor: number, inner: string, x = 320, y = 320) =>
  `<g transform="translate(${x} ${y}) scale(${factor}) translate(${-x} ${-y})">${inner}</g>`
export const many = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

let clips = 0
/** `inner` where `shape` is. */
export function clip(shape: string, inner: string) {
  const id = `c${clips++}`
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${inner}</g>`
}

/** The same shape twice: the second ink first and off register, then the first on top. */
export const dosTintas = (shape: (color: string) => string, a: string, b: string, dx = 16, dy = 14) =>
  move(dx, dy, shape(b)) + shape(a)

/** Lines of something written, from `widths` (shares of `w`). */
export const renglones = (
  x: number,
  y: number,
  w: number,
  gap: number,
  height: number,
  color: string,
  widths: readonly number[],
) =>
  widths
    .map((share: number, index: number) => rect(x, y + index * gap, w * share, height, color, height / 2))
    .join('')

/** The halftone that grows towards one corner: 0 bottom right, 1 bottom left, 2 top left, 3 top right. */
function trama(color: string, corner: number) {
  const dots = []
  for (let row = 0; row < 17; row++)
    for (let column = 0; column < 17; column++) {
      const radius = ((row + column) / 32 - 0.32) * 17
      if (radius > 1) dots.push(circle(column * 40 + (row % 2) * 20, row * 40, radius.toFixed(1), color))
    }
  return `<g opacity=".3">${turn(corner * 90, dots.join(''))}</g>`
}

type Lamina = { papel: keyof typeof PAPELES; trama: string; esquina?: number }

/** A whole picture: paper, halftone, what is on it. */
export const lamina = ({ papel, trama: ink, esquina = 0 }: Lamina, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" width="960" height="960">${rect(0, 0, 640, 640, PAPELES[papel])}${trama(ink, esquina)}${inner}</svg>`

/** Strokes on a grid of 4 by 6. */
const LETRAS: Record<string, string> = {
  A: 'M0 6V2L2 0L4 2V6M0 4H4',
  B: 'M0 0H3L4 1V2L3 3L4 4V5L3 6H0ZM0 3H3',
  C: 'M4 1L3 0H1L0 1V5L1 6H3L4 5',
  D: 'M0 0H3L4 1V5L3 6H0Z',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  G: 'M4 1L3 0H1L0 1V5L1 6H3L4 5V3H2.5',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  J: 'M4 0V5L3 6H1L0 5',
  K: 'M0 0V6M4 0L0 3.4M1.4 2.3L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M1 0H3L4 1V5L3 6H1L0 5V1Z',
  P: 'M0 6V0H3L4 1V2.4L3 3.4H0',
  Q: 'M1 0H3L4 1V5L3 6H1L0 5V1ZM2.6 4.4L4.2 6.4',
  R: 'M0 6V0H3L4 1V2.3L3 3.3H0M2 3.3L4 6',
  S: 'M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V5L1 6H3L4 5V0',
  V: 'M0 0L2 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  Z: 'M0 0H4L0 6H4',
  0: 'M1 0H3L4 1V5L3 6H1L0 5V1Z',
  1: 'M0.8 1.2L2 0V6M0.6 6H3.4',
  2: 'M0 1L1 0H3L4 1V2L0 6H4',
  3: 'M0 0H4L2 2.4L4 4V5L3 6H1L0 5',
  4: 'M3 6V0L0 4H4',
  5: 'M4 0H0V2.6H3L4 3.6V5L3 6H0',
  6: 'M4 1L3 0H1L0 1V5L1 6H3L4 5V3.6L3 2.8H0',
  7: 'M0 0H4L1.4 6',
  8: 'M1 0H3L4 1V2L3 3H1L0 2V1ZM1 3H3L4 4V5L3 6H1L0 5V4Z',
  9: 'M4 3.2H1L0 2.4V1L1 0H3L4 1V5L3 6H1',
  '%': 'M4 0L0 6M0.4 0.4H1.4V1.4H0.4ZM2.6 4.6H3.6V5.6H2.6Z',
  $: 'M4 1H1L0 2L1 3H3L4 4L3 5H0M2 -0.6V6.6',
  '+': 'M2 1.5V4.5M0.5 3H3.5',
  ' ': '',
}

/** Written in strokes, centred on `cx`, its capitals from `y` down `height`. */
export function palabra(text: string, cx: number, y: number, height: number, color: string, weight = 0.2) {
  const unit = height / 6
  const step = 4 + 1.9
  const left = cx - ((text.length * step - 1.9) * unit) / 2
  return [...text]
    .map((letter, index) => {
      const x = left + index * step * unit
      return `<g transform="translate(${x.toFixed(1)} ${y}) scale(${unit.toFixed(3)})">${stroke(LETRAS[letter] ?? '', color, weight * 6)}</g>`
    })
    .join('')
}

/** The shop's mark: two inks and where they meet. */
export const marca = (x: number, y: number, r: number, a = LIMON, b = AZUL, meeting = HOJA) => {
  const d = r * 0.6
  const half = Math.sqrt(r * r - d * d)
  return `${circle(x - d, y, r, a)}${circle(x + d, y, r, b)}${path(
    `M${x} ${y - half}A${r} ${r} 0 0 1 ${x} ${y + half}A${r} ${r} 0 0 1 ${x} ${y - half}Z`,
    meeting,
  )}`
}
