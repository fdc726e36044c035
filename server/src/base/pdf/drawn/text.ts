import type { Color, PDFFont, PDFPage } from '@cantoo/pdf-lib'
import { encodeQR } from 'qr'
import { legible } from './letras.ts'

export type Style = { size: number; font?: PDFFont; color?: Color }
/** The page for text, with the font and ink that are used unless a style says otherwise. */
type Pen = { page: PDFPage; plain: PDFFont; ink: Color }

export function text({ page, plain, ink }: Pen, content: string, x: number, y: number, style: Style): void {
  const { size, font = plain, color = ink } = style
  page.drawText(drawable(content, font), { x, y, size, font, color })
}

/**
 * How wide a text is drawn: the sum of its letters. The font's own measure brings pairs such as 'AV' closer together, and the
 * page does not.
 */
export const widthOf = (text: string, font: PDFFont, size: number): number =>
  [...text].reduce((sum, letter) => sum + font.widthOfTextAtSize(letter, size), 0)

/** The same, ending at `right`. */
export function textRight(pen: Pen, content: string, right: number, y: number, style: Style): void {
  const font = style.font ?? pen.plain
  text(pen, content, right - widthOf(drawable(content, font), font, style.size), y, style)
}

/**
 * A QR code with its quiet zone, its lower left corner at x, y. Squares as one path: hundreds of rectangles show
 * hairlines between them on screen and some printers.
 */
export function drawQr(
  page: PDFPage,
  content: string,
  { x, y, side, color }: { x: number; y: number; side: number; color: Color },
): void {
  const modules = encodeQR(content, 'raw', { ecc: 'medium', border: 2 })
  const path = modules.flatMap((row, top) =>
    row.flatMap((dark, left) => (dark ? [`M${left} ${top}h1v1h-1z`] : [])),
  )
  page.drawSvgPath(path.join(''), { x, y: y + side, scale: side / modules.length, color, borderWidth: 0 })
}

/**
 * Text that a standard PDF font can draw (`legible`). Several blanks become one, unless columns are made of them
 * (`isSpaced`).
 */
export function drawable(text: string, font: PDFFont, { isSpaced = false } = {}): string {
  const known = new Set(font.getCharacterSet())
  const shown = legible(text, (char) => known.has(char.codePointAt(0) ?? 0))
  return isSpaced ? shown : shown.replace(/ +/g, ' ')
}

/** Lines no wider than `width`, broken at spaces, or inside a word that alone is wider; the last one cut with '…'. */
export function wrap(text: string, font: PDFFont, size: number, width: number, maxLines: number): string[] {
  const fits = (line: string) => widthOf(line, font, size) <= width
  const lines: string[] = []
  let rest = text.trim()
  while (rest && lines.length < maxLines) {
    const length = fittingLength(rest, fits)
    if (length === rest.length) return [...lines, rest]
    if (lines.length === maxLines - 1) break
    const space = rest.lastIndexOf(' ', length)
    const cut = space > length / 2 ? space : length
    lines.push(rest.slice(0, cut).trimEnd())
    rest = rest.slice(cut).trimStart()
  }
  if (rest) lines.push(ellipsis(rest, fits))
  return lines
}

function fittingLength(text: string, fits: (line: string) => boolean): number {
  let low = 1
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(text.slice(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}

const ellipsis = (text: string, fits: (line: string) => boolean) =>
  fits(text)
    ? text
    : `${text.slice(
        0,
        fittingLength(text, (line) => fits(`${line}…`)),
      )}…`
