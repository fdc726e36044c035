// Draws the papers of a cuenta corriente: the extracto on A4, the receipt of a payment on A4 or a ticket of
// 80 mm.
import { PDFDocument, type PDFFont, type PDFPage, type RGB, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { BLUE, INK, LINE, PAPER, SOFT, WHITE } from '../../base/pdf/drawn/inks.ts'
import { drawable, text, textRight, wrap } from '../../base/pdf/drawn/text.ts'
import type { Extracto, Recibo } from './contenido.ts'

const BLACK = rgb(0, 0, 0)

const LEFT = 40
const RIGHT = A4.width - 40
const FOOT = 72
/** For the longest name or address, whole; on a roll too. */
const CUSTOMER_LINES = 6
const ROLL_LINES = 12
/** Where the columns of amounts end. */
const [DEBE, HABER, SALDO] = [RIGHT - 170, RIGHT - 88, RIGHT - 8]
const DETALLE = LEFT + 72
const DETALLE_WIDTH = DEBE - 72 - DETALLE
const NO_FACTURA = 'Documento no válido como factura.'

type Pen = { pdf: PDFDocument; page: PDFPage; plain: PDFFont; bold: PDFFont; ink: RGB; y: number }

async function newPen(title: string): Promise<Pen> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  pdf.setLanguage('es-AR')
  const plain = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  return { pdf, page: pdf.addPage([A4.width, A4.height]), plain, bold, ink: INK, y: A4.height - 40 }
}

/** As many pages of A4 as it has movements for; the totals stand together. */
export async function makeExtracto(of: Extracto): Promise<Uint8Array> {
  const pen = await newPen(`Extracto de cuenta, ${of.mes}`)
  drawHead(pen, 'EXTRACTO DE CUENTA', [of.mes, `Del ${of.periodo}`, `Emitido el ${of.emitido}`], of.emisor)
  drawCliente(pen, of.cliente)
  drawColumns(pen)
  drawFila(pen, { fecha: '', detalle: 'Saldo anterior', debe: 0, haber: 0, saldo: of.saldo_anterior })
  for (const fila of of.filas) drawFila(pen, fila)
  drawTotales(pen, of)
  drawFeet(pen, `Extracto de ${of.mes}, ${of.cliente[0]?.[1]}.`)
  return pen.pdf.save()
}

/** Issuer at the left, title at the right. */
function drawHead(pen: Pen, title: string, lines: string[], { nombre, renglones }: Extracto['emisor']): void {
  const { bold, plain } = pen
  const top = pen.y
  let y = top - 14
  for (const line of wrap(drawable(nombre, bold), bold, 15, 270, 3)) {
    text(pen, line, LEFT, y, { size: 15, font: bold })
    y -= 18
  }
  for (const renglon of renglones)
    for (const line of wrap(drawable(renglon, plain), plain, 9.5, 270, 2)) {
      text(pen, line, LEFT, y, { size: 9.5, color: SOFT })
      y -= 13
    }
  textRight(pen, title, RIGHT, top - 14, { size: 15, font: bold, color: BLUE })
  lines.forEach((line, index) => {
    const isFirst = index === 0
    textRight(pen, line, RIGHT, top - 32 - index * 14, {
      size: isFirst ? 12 : 9.5,
      ...(isFirst ? { font: bold } : { color: SOFT }),
    })
  })
  pen.y = Math.min(y, top - 32 - lines.length * 14) - 4
  rule(pen, pen.y, INK, 1.5)
  pen.y -= 16
}

function rule({ page }: Pen, y: number, color: RGB, thickness: number): void {
  page.drawLine({ start: { x: LEFT, y }, end: { x: RIGHT, y }, thickness, color })
}

function drawCliente(pen: Pen, cliente: [string, string][]): void {
  const { page, bold } = pen
  const rows = cliente.map(([label, value]) => ({
    label,
    lines: wrap(drawable(value, bold), bold, 10, RIGHT - LEFT - 150, CUSTOMER_LINES),
  }))
  const height = rows.reduce((sum, { lines }) => sum + Math.max(1, lines.length) * 14, 0) + 12
  page.drawRectangle({ x: LEFT, y: pen.y - height + 10, width: RIGHT - LEFT, height, color: PAPER })
  pen.y -= 6
  for (const { label, lines } of rows) {
    text(pen, label, LEFT + 10, pen.y, { size: 9, color: SOFT })
    for (const line of lines) {
      text(pen, line, LEFT + 132, pen.y, { size: 10, font: bold })
      pen.y -= 14
    }
  }
  pen.y -= 18
}

function drawColumns(pen: Pen): void {
  const style = { size: 9.5, font: pen.bold, color: WHITE }
  pen.page.drawRectangle({ x: LEFT, y: pen.y - 7, width: RIGHT - LEFT, height: 21, color: INK })
  text(pen, 'Fecha', LEFT + 8, pen.y, style)
  text(pen, 'Detalle', DETALLE, pen.y, style)
  textRight(pen, 'Debe', DEBE, pen.y, style)
  textRight(pen, 'Haber', HABER, pen.y, style)
  textRight(pen, 'Saldo', SALDO, pen.y, style)
  pen.y -= 24
}

function nextPage(pen: Pen): void {
  pen.page = pen.pdf.addPage([A4.width, A4.height])
  pen.y = A4.height - 54
}

function drawFila(pen: Pen, { fecha, detalle, debe, haber, saldo }: Extracto['filas'][number]): void {
  const lines = wrap(drawable(detalle, pen.plain), pen.plain, 9.5, DETALLE_WIDTH, 3)
  if (pen.y - lines.length * 13 < FOOT) {
    nextPage(pen)
    drawColumns(pen)
  }
  text(pen, fecha, LEFT + 8, pen.y, { size: 9.5 })
  if (debe > 0) textRight(pen, formatCentavos(debe), DEBE, pen.y, { size: 9.5 })
  if (haber > 0) textRight(pen, formatCentavos(haber), HABER, pen.y, { size: 9.5 })
  textRight(pen, formatCentavos(saldo), SALDO, pen.y, { size: 9.5, font: pen.bold })
  for (const line of lines) {
    text(pen, line, DETALLE, pen.y, { size: 9.5 })
    pen.y -= 13
  }
  rule(pen, pen.y + 7, LINE, 0.6)
  pen.y -= 5
}

function drawTotales(pen: Pen, { totales, saldo: [title, centavos] }: Extracto): void {
  if (pen.y - totales.length * 15 - 50 < FOOT) nextPage(pen)
  pen.y -= 10
  for (const [label, value] of totales) {
    textRight(pen, label, HABER - 10, pen.y, { size: 10, color: SOFT })
    textRight(pen, formatCentavos(value), SALDO, pen.y, { size: 10 })
    pen.y -= 15
  }
  pen.page.drawRectangle({ x: MIDDLE, y: pen.y - 16, width: RIGHT - MIDDLE, height: 26, color: INK })
  text(pen, title, MIDDLE + 10, pen.y - 7, { size: 11, font: pen.bold, color: WHITE })
  textRight(pen, formatCentavos(centavos), SALDO, pen.y - 7, { size: 12, font: pen.bold, color: WHITE })
}
const MIDDLE = A4.width / 2 - 20

/** The paper's name, on each of its pages. */
function drawFeet(pen: Pen, which: string): void {
  const pages = pen.pdf.getPages()
  pages.forEach((page, index) => {
    const foot = { ...pen, page }
    const [line = ''] = wrap(drawable(which, pen.plain), pen.plain, 8.5, RIGHT - LEFT - 80, 1)
    text(foot, line, LEFT, 48, { size: 8.5, color: SOFT })
    text(foot, NO_FACTURA, LEFT, 36, { size: 8.5, color: SOFT })
    textRight(foot, `Página ${index + 1} de ${pages.length}`, RIGHT, 36, { size: 8.5, color: SOFT })
  })
}

/** The receipt of a payment on A4, with a line to sign. */
export async function makeRecibo(of: Recibo): Promise<Uint8Array> {
  const pen = await newPen(`Recibo ${of.numero}`)
  drawHead(pen, 'RECIBO', [`N.º ${of.numero}`, of.fecha], of.emisor)
  drawCliente(pen, of.de)
  drawPares(pen, of.pares)
  pen.page.drawRectangle({ x: LEFT, y: pen.y - 18, width: RIGHT - LEFT, height: 34, color: INK })
  text(pen, 'Recibimos', LEFT + 10, pen.y - 6, { size: 12, font: pen.bold, color: WHITE })
  textRight(pen, formatCentavos(of.importe), SALDO, pen.y - 7, { size: 16, font: pen.bold, color: WHITE })
  pen.y -= 40
  const [title, centavos] = of.saldo
  text(pen, title, LEFT + 10, pen.y, { size: 10, color: SOFT })
  textRight(pen, formatCentavos(centavos), SALDO, pen.y, { size: 11, font: pen.bold })
  pen.y -= 80
  pen.page.drawLine({
    start: { x: RIGHT - 200, y: pen.y },
    end: { x: RIGHT, y: pen.y },
    thickness: 0.8,
    color: INK,
  })
  text(pen, 'Firma y sello', RIGHT - 130, pen.y - 13, { size: 9, color: SOFT })
  drawFeet(pen, `Recibo ${of.numero}.`)
  return pen.pdf.save()
}

function drawPares(pen: Pen, pares: [string, string][]): void {
  for (const [label, value] of pares) {
    text(pen, label, LEFT + 10, pen.y, { size: 9, color: SOFT })
    for (const line of wrap(drawable(value, pen.plain), pen.plain, 10, RIGHT - LEFT - 150, 2)) {
      text(pen, line, LEFT + 132, pen.y, { size: 10 })
      pen.y -= 14
    }
  }
  pen.y -= 18
}

/** 80 mm of paper, of which a thermal printer reaches 72. */
const ROLL = (80 / 25.4) * 72
const MARGIN = (4 / 25.4) * 72
const COLUMN = ROLL - 2 * MARGIN

/** The receipt on a roll of 80 mm, as long as needed, in black only. */
export async function makeReciboTermico(of: Recibo): Promise<Uint8Array> {
  const pen = { ...(await newPen(`Recibo ${of.numero}`)), ink: BLACK }
  const [saldoTitle, saldo] = of.saldo
  const rows: PrintedLine[] = [
    ...wrap(drawable(of.emisor.nombre, pen.bold), pen.bold, 13, COLUMN, 3).map(bold13),
    ...of.emisor.renglones.map(plain9),
    RAYA,
    bold13(`RECIBO N.º ${of.numero}`),
    plain9(of.fecha),
    RAYA,
    ...[...of.de, ...of.pares].map(([label, value]) => plain9(`${label}: ${value}`)),
    RAYA,
    { izquierda: 'Recibimos', derecha: formatCentavos(of.importe), size: 14 },
    { izquierda: saldoTitle, derecha: formatCentavos(saldo), size: 9 },
    RAYA,
    plain9(NO_FACTURA),
  ]
  const laid = rows.flatMap((row) => layOut(pen, row))
  const height = laid.reduce((sum, row) => sum + heightOf(row), 0) + 2 * MARGIN
  pen.page.setSize(ROLL, height)
  let y = height - MARGIN
  for (const row of laid) {
    y -= heightOf(row)
    drawPrintedLine(pen, row, y + 3)
  }
  return pen.pdf.save()
}

type PrintedLine = { izquierda: string; derecha?: string; size: number; isBold?: boolean } | { raya: true }
const RAYA: PrintedLine = { raya: true }
const bold13 = (izquierda: string): PrintedLine => ({ izquierda, size: 13, isBold: true })
const plain9 = (izquierda: string): PrintedLine => ({ izquierda, size: 9 })
const heightOf = (row: PrintedLine): number => ('raya' in row ? 10 : row.size * 1.35)

/** Long texts take several lines. */
function layOut({ plain, bold }: Pen, row: PrintedLine): PrintedLine[] {
  if ('raya' in row || row.derecha !== undefined) return [row]
  const font = row.isBold ? bold : plain
  return wrap(drawable(row.izquierda, font), font, row.size, COLUMN, ROLL_LINES).map((izquierda) => ({
    ...row,
    izquierda,
  }))
}

function drawPrintedLine(pen: Pen, row: PrintedLine, y: number): void {
  if ('raya' in row) {
    pen.page.drawLine({
      start: { x: MARGIN, y: y + 3 },
      end: { x: ROLL - MARGIN, y: y + 3 },
      thickness: 1,
      color: BLACK,
    })
    return
  }
  const { izquierda, derecha, size, isBold = false } = row
  const font = isBold || derecha !== undefined ? pen.bold : pen.plain
  text(pen, izquierda, MARGIN, y, { size: derecha === undefined ? size : Math.min(size, 9), font })
  if (derecha !== undefined) textRight(pen, derecha, ROLL - MARGIN, y, { size, font })
}
