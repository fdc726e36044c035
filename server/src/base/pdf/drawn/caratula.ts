import {
  type Color,
  grayscale,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { drawable, drawQr, text, textRight, widthOf, wrap } from './text.ts'

/** The cover sheet on an order's stack, with ready texts; what does not fit is left out, with a note. */
export type Caratula = {
  numero: number
  /** The person who picks it up. */
  nombre: string
  /** How the order leaves the shop, and the promised hour. */
  entrega: string
  /** Of a delivery. */
  direccion: string | null
  volumenes: { titulo: string; detalle: string; archivos: { nombre: string; detalle: string }[] }[]
  nota: string | null
  codigoRetiro: string
  enlaceRetiro: string
  celular: string
  /** What is paid or to be collected. */
  pago: string
  /** The time and the printer. */
  pie: string
}

const MARGIN = 45
const RIGHT = A4.width - MARGIN
const TOP = A4.height - 43
const INDENT = 107
const QR_SIDE = 112
const QR_TOP = 175
/** Above the QR, with some space. */
const FLOOR = QR_TOP + 20
const ESTANTE_WIDTH = 152
const HEAD_HEIGHT = 125
const NOTE_LINES = 4
const ADDRESS_LINES = 6
/** What is paid may name a cuenta corriente. */
const PAGO_LINES = 3
const NAME_SIZES = [34, 26]
const LONG_NAME_SIZE = 20
const BLACK = grayscale(0)

type Pen = { page: PDFPage; plain: PDFFont; bold: PDFFont; ink: Color; y: number }

/** One A4 page, black on white without a tint, and the same bytes for the same order in every process. */
export async function makeCaratula(caratula: Caratula): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const page = document.addPage([A4.width, A4.height])
  const pen: Pen = { page, plain, bold, ink: BLACK, y: TOP }
  drawHead(pen, caratula)
  const note = noteOf(pen, caratula)
  drawVolumenes(pen, caratula, FLOOR + note.length * 14 + (note.length > 0 ? 45 : 0))
  drawNote(pen, note)
  drawCode(pen, caratula)
  return document.save()
}

/** Number and shelf can be read from two metres; the shelf is written by hand. */
function drawHead(pen: Pen, { numero, nombre, entrega, direccion }: Caratula): void {
  const { page, bold } = pen
  const bottom = TOP - HEAD_HEIGHT
  const box = { borderColor: BLACK, borderWidth: 2 }
  const split = RIGHT - ESTANTE_WIDTH
  page.drawRectangle({ x: MARGIN, y: bottom, width: RIGHT - MARGIN, height: HEAD_HEIGHT, ...box })
  page.drawLine({ start: { x: split, y: bottom }, end: { x: split, y: TOP }, thickness: 2, color: BLACK })
  text(pen, 'Pedido', MARGIN + 18, TOP - 20, { size: 10, font: bold })
  text(pen, `${numero}`, MARGIN + 16, bottom + 25, { size: 92, font: bold })
  text(pen, 'Estante', split + 18, TOP - 20, { size: 10, font: bold })
  pen.y = bottom - 42
  drawNombre(pen, drawable(nombre, bold))
  drawLines(pen, entrega, 14, 2)
  if (direccion) drawLines(pen, direccion, 12, ADDRESS_LINES)
}

/** As large as it fits in one line; the longest one takes several. */
function drawNombre(pen: Pen, nombre: string): void {
  const { bold } = pen
  const width = RIGHT - MARGIN
  const size = NAME_SIZES.find((one) => widthOf(nombre, bold, one) <= width) ?? LONG_NAME_SIZE
  for (const [index, line] of wrap(nombre, bold, size, width, 4).entries()) {
    if (index > 0) pen.y -= size + 4
    text(pen, line, MARGIN, pen.y, { size, font: bold })
  }
  pen.y -= 26
}

function drawLines(pen: Pen, words: string, size: number, most: number): void {
  for (const line of wrap(drawable(words, pen.plain), pen.plain, size, RIGHT - MARGIN, most)) {
    text(pen, line, MARGIN, pen.y, { size })
    pen.y -= size + 4
  }
}

function drawVolumenes(pen: Pen, { volumenes }: Caratula, floor: number): void {
  pen.y -= 16
  text(pen, 'Va junto', MARGIN, pen.y, { size: 15, font: pen.bold })
  pen.y -= 9
  rule(pen, 1.5)
  pen.y -= 18
  for (const [index, volumen] of volumenes.entries()) {
    const lines = linesOf(pen, volumen)
    const left = volumenes.length - index
    // Room for the line about what is left out
    if (pen.y - (lines.length + 1) * 17 < floor + (left > 1 ? 20 : 0)) {
      const what = left === 1 ? 'Y 1 trabajo más' : `Y ${left} trabajos más`
      text(pen, `${what}: están en el ticket.`, MARGIN, pen.y, { size: 12, font: pen.bold })
      pen.y -= 20
      return
    }
    text(pen, volumen.titulo, MARGIN, pen.y, { size: 12, font: pen.bold })
    for (const line of lines) {
      text(pen, line, MARGIN + INDENT, pen.y, { size: 12 })
      pen.y -= 17
    }
    rule(pen, 0.75)
    pen.y -= 20
  }
}

/**
 * For many files in one volume: the first ones, and how many follow. A name that is too long is cut, its pages never.
 */
function linesOf({ plain }: Pen, { detalle, archivos }: Caratula['volumenes'][number]): string[] {
  const width = RIGHT - MARGIN - INDENT
  const shown = archivos.slice(0, MOST_FILES).map((archivo) => {
    const what = ` ${archivo.detalle}`
    const room = width - widthOf(what, plain, 12)
    return `${wrap(drawable(archivo.nombre, plain), plain, 12, room, 1).join('')}${what}`
  })
  const more = archivos.length - shown.length
  return [detalle, ...shown, ...(more > 0 ? [`y ${more} más, en el ticket`] : [])]
}
const MOST_FILES = 6

const noteOf = ({ plain }: Pen, { nota }: Caratula): string[] =>
  nota ? wrap(drawable(nota, plain), plain, 11, RIGHT - MARGIN - 28, NOTE_LINES) : []

function drawNote(pen: Pen, lines: string[]): void {
  if (lines.length === 0) return
  const height = lines.length * 14 + 32
  pen.page.drawRectangle({
    x: MARGIN,
    y: pen.y - height + 14,
    width: RIGHT - MARGIN,
    height,
    borderColor: BLACK,
    borderWidth: 1.2,
    borderDashArray: [4, 3],
  })
  text(pen, 'Nota del cliente', MARGIN + 14, pen.y - 5, { size: 11, font: pen.bold })
  for (const [index, line] of lines.entries())
    text(pen, line, MARGIN + 14, pen.y - 21 - index * 14, { size: 11 })
}

function drawCode(pen: Pen, { enlaceRetiro, codigoRetiro, celular, pago, pie }: Caratula): void {
  drawQr(pen.page, enlaceRetiro, { x: MARGIN - 4, y: QR_TOP - QR_SIDE, side: QR_SIDE, color: BLACK })
  const left = MARGIN + QR_SIDE + 14
  text(pen, 'Para entregar, escaneá', left, QR_TOP - 36, { size: 11 })
  text(pen, codigoRetiro, left, QR_TOP - 60, { size: 22, font: pen.bold })
  const contact = drawable([celular, pago].filter(Boolean).join(' · '), pen.plain)
  for (const [index, line] of wrap(contact, pen.plain, 11, RIGHT - left, PAGO_LINES).entries())
    text(pen, line, left, QR_TOP - 80 - index * 14, { size: 11 })
  const size = 9
  text(pen, 'Carátula, sin cargo: separa este pedido del que sigue. No va en el anillado.', MARGIN, 36, {
    size,
  })
  textRight(pen, pie, RIGHT, 36, { size })
}

function rule({ page, y }: Pen, thickness: number): void {
  page.drawLine({ start: { x: MARGIN, y }, end: { x: RIGHT, y }, thickness, color: BLACK })
}
