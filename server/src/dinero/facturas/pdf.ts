import {
  degrees,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  type RGB,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { BLUE, INK, LEAF, LEMON, LINE, PAPER, RED, SOFT, WHITE } from '../../base/pdf/drawn/inks.ts'
import { drawable, drawQr, type Style, text, textRight, widthOf, wrap } from '../../base/pdf/drawn/text.ts'
import type { DocumentoDeFactura } from './documento.ts'

const LEFT = 40
const RIGHT = A4.width - 40
const MIDDLE = A4.width / 2
const TOP = A4.height - 36
const LETTER_SIDE = 52
/** In pt, with its quiet zone. Phones read a QR of less than 3 cm (85 pt) badly. */
const QR_SIDE = 108
const FOOT = 36 + QR_SIDE + 22
/** For the longest name or address, whole. */
const CUSTOMER_LINES = 6
/** Height that the totals need at most, to stay together on the last page. */
const TOTALS = 170

type Pen = {
  pdf: PDFDocument
  page: PDFPage
  plain: PDFFont
  bold: PDFFont
  ink: RGB
  y: number
  of: DocumentoDeFactura
}

/** A voucher on A4, on as many pages as its lines need; every page names its issuer and number. */
export async function makeFacturaPdf(of: DocumentoDeFactura): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(`${of.titulo} ${of.letra} ${of.numero}`)
  pdf.setLanguage('es-AR')
  const plain = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const page = pdf.addPage([A4.width, A4.height])
  const pen: Pen = { pdf, page, plain, bold, ink: INK, y: 0, of }
  beginPage(pen)
  for (const linea of of.lineas) {
    const lines = wrap(drawable(linea.concepto, plain), plain, 10.5, RIGHT - LEFT - 150, 3)
    if (pen.y - lines.length * 14 < FOOT) nextPage(pen)
    textRight(pen, formatCentavos(linea.centavos), RIGHT - 10, pen.y, { size: 10.5 })
    for (const line of lines) {
      text(pen, line, LEFT + 10, pen.y, { size: 10.5 })
      pen.y -= 14
    }
    rule(pen, pen.y + 6, LINE, 0.6)
    pen.y -= 6
  }
  if (pen.y - TOTALS < FOOT) nextPage(pen)
  drawTotals(pen)
  drawFeet(pen)
  return pdf.save()
}

function nextPage(pen: Pen): void {
  pen.page = pen.pdf.addPage([A4.width, A4.height])
  beginPage(pen)
}

function beginPage(pen: Pen): void {
  if (pen.of.aviso) drawWatermark(pen)
  drawHead(pen)
  drawRows(pen, pen.of.servicio)
  drawCustomer(pen)
  pen.page.drawRectangle({ x: LEFT, y: pen.y - 8, width: RIGHT - LEFT, height: 22, color: INK })
  text(pen, 'Descripción', LEFT + 10, pen.y - 1, { size: 10, font: pen.bold, color: WHITE })
  textRight(pen, pen.of.columna, RIGHT - 10, pen.y - 1, { size: 10, font: pen.bold, color: WHITE })
  pen.y -= 26
}

/** Issuer at the left, voucher at the right, the letter between them. */
function drawHead(pen: Pen): void {
  const { page, bold, of } = pen
  textCentre(pen, 'ORIGINAL', TOP - 8, { size: 9, font: bold, color: SOFT })
  const top = TOP - 18
  const height = 122
  page.drawRectangle({
    x: LEFT,
    y: top - height,
    width: RIGHT - LEFT,
    height,
    borderColor: INK,
    borderWidth: 1.5,
  })
  page.drawLine({
    start: { x: MIDDLE, y: top - LETTER_SIDE },
    end: { x: MIDDLE, y: top - height },
    thickness: 1,
    color: INK,
  })
  page.drawRectangle({
    x: MIDDLE - LETTER_SIDE / 2,
    y: top - LETTER_SIDE,
    width: LETTER_SIDE,
    height: LETTER_SIDE,
    color: INK,
  })
  textCentre(pen, of.letra, top - 32, { size: 30, font: bold, color: WHITE })
  textCentre(pen, of.codigo, top - 46, { size: 8, font: bold, color: WHITE })

  drawLogo(page, LEFT + 25, top - 28)
  const width = MIDDLE - LETTER_SIDE / 2 - LEFT - 58
  let y = top - 26
  const name = drawable(of.emisor.nombre, bold)
  const size = wrap(name, bold, 15, width, 9).length > 2 ? 10 : 15 // a legal name, shown whole
  for (const line of wrap(name, bold, size, width, 4)) {
    text(pen, line, LEFT + 48, y, { size, font: bold })
    y -= size + 2
  }
  y = Math.min(y - 2, top - LETTER_SIDE - 10)
  for (const renglon of of.emisor.renglones)
    for (const line of wrap(
      drawable(renglon, pen.plain),
      pen.plain,
      9.5,
      MIDDLE - LETTER_SIDE / 2 - LEFT - 20,
      3,
    )) {
      text(pen, line, LEFT + 12, y, { size: 9.5 })
      y -= 13
    }

  const right = MIDDLE + LETTER_SIDE / 2 + 12
  text(pen, of.titulo.toUpperCase(), right, top - 27, {
    size: of.titulo.length > 10 ? 15 : 19,
    font: bold,
    color: BLUE,
  })
  text(pen, `N.º ${of.numero}`, right, top - 46, { size: 12, font: bold })
  y = top - 66
  for (const [label, value] of [['Fecha', of.fecha] as [string, string], ...of.emisor.datos]) {
    pair(pen, label, value, right, y, 9.5)
    y -= 14
  }
  pen.y = top - height - 18
}

/** The two dots of the logo and their overprint. */
function drawLogo(page: PDFPage, x: number, y: number): void {
  page.drawCircle({ x: x - 4, y, size: 13, color: LEMON })
  page.drawCircle({ x: x + 4, y, size: 13, color: BLUE })
  // Where two circles of 13 overlap whose centres are 8 apart
  page.drawSvgPath('M0 -12.37A13 13 0 0 1 0 12.37A13 13 0 0 1 0 -12.37Z', { x, y, color: LEAF })
}

/** In one line if they fit. */
function drawRows(pen: Pen, rows: [string, string][]): void {
  let x = LEFT
  for (const [label, value] of rows) {
    if (x + pairWidth(pen, label, value, 9) > RIGHT) {
      x = LEFT
      pen.y -= 13
    }
    x += pair(pen, label, value, x, pen.y, 9) + 13
  }
  pen.y -= 16
}

function drawCustomer(pen: Pen): void {
  const { page, bold, of } = pen
  const rows = of.cliente.map(([label, value]) => ({
    label,
    lines: wrap(drawable(value, bold), bold, 10, RIGHT - LEFT - 146, CUSTOMER_LINES),
  }))
  const height = rows.reduce((sum, { lines }) => sum + Math.max(1, lines.length) * 14, 0) + 14
  page.drawRectangle({ x: LEFT, y: pen.y - height + 8, width: RIGHT - LEFT, height, color: PAPER })
  if (of.aviso) drawWatermark(pen) // the box would hide it
  pen.y -= 8
  for (const { label, lines } of rows) {
    text(pen, label, LEFT + 10, pen.y, { size: 9, color: SOFT })
    for (const line of lines) {
      text(pen, line, LEFT + 132, pen.y, { size: 10, font: pen.bold })
      pen.y -= 14
    }
  }
  pen.y -= 20
}

function drawTotals(pen: Pen): void {
  const { of, bold } = pen
  pen.y -= 8
  const start = pen.y
  for (const [label, centavos] of of.totales) amount(pen, label, centavos)
  pen.page.drawRectangle({ x: MIDDLE, y: pen.y - 18, width: RIGHT - MIDDLE, height: 30, color: INK })
  text(pen, 'Total', MIDDLE + 12, pen.y - 8, { size: 13, font: bold, color: WHITE })
  textRight(pen, formatCentavos(of.total), RIGHT - 10, pen.y - 8, { size: 15, font: bold, color: WHITE })
  pen.y -= 38

  // Beside the totals, or the block would push them to another page
  const width = MIDDLE - LEFT - 20
  let y = start
  for (const leyenda of [...of.leyendas, of.aviso].filter((text) => text !== null)) {
    const size = leyenda.length > 60 ? 8.5 : 10
    for (const line of wrap(drawable(leyenda, bold), bold, size, width, 6)) {
      text(pen, line, LEFT, y, { size, font: bold, color: leyenda === of.aviso ? RED : INK })
      y -= size + 3.5
    }
    y -= 4
  }
  if (!of.transparencia) return
  y -= 2
  const title = 'Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)'
  for (const line of wrap(title, bold, 9, width, 2)) {
    text(pen, line, LEFT, y, { size: 9, font: bold })
    y -= 12
  }
  for (const [label, centavos] of of.transparencia) {
    text(pen, `${label}: ${formatCentavos(centavos)}`, LEFT, y, { size: 9 })
    y -= 12
  }
}

function amount(pen: Pen, label: string, centavos: number): void {
  text(pen, label, MIDDLE + 12, pen.y, { size: 10, color: SOFT })
  textRight(pen, formatCentavos(centavos), RIGHT - 10, pen.y, { size: 10 })
  pen.y -= 16
}

/** On every page: the code, and how to check it. */
function drawFeet(pen: Pen): void {
  const { of, bold } = pen
  const pages = pen.pdf.getPages()
  pages.forEach((page, index) => {
    const foot = { ...pen, page }
    rule(foot, 36 + QR_SIDE + 8, INK, 1)
    const square = { x: LEFT - 6, y: 32 }
    page.drawRectangle({ ...square, width: QR_SIDE, height: QR_SIDE, color: WHITE })
    drawQr(page, of.qr, { ...square, side: QR_SIDE, color: rgb(0, 0, 0) })
    const x = LEFT + QR_SIDE + 14
    text(foot, !of.aviso ? 'ARCA' : 'SIMULADO', x, 116, {
      size: 16,
      font: bold,
      color: !of.aviso ? BLUE : RED,
    })
    const said = !of.aviso ? 'Comprobante autorizado' : 'Comprobante no válido como factura'
    text(foot, said, x, 100, { size: 10, font: bold })
    const why = !of.aviso
      ? 'Escaneá el código para comprobarlo en el sitio de ARCA.'
      : 'Es de prueba: no fue informado a ARCA y no tiene validez fiscal.'
    text(foot, why, x, 86, { size: 8.5, color: SOFT })
    pairRight(foot, 'CAE N.º', of.cae, 62)
    pairRight(foot, 'Vencimiento del CAE', of.caeVence, 47)
    text(foot, `Página ${index + 1} de ${pages.length}`, x, 47, { size: 9, color: SOFT })
  })
}

function drawWatermark({ page, bold }: Pen): void {
  const [first, second] = ['COMPROBANTE NO VÁLIDO', 'COMO FACTURA']
  const style = { size: 44, font: bold, color: RED, opacity: 0.1, rotate: degrees(52) }
  page.drawText(first, { ...style, x: 130, y: 200 })
  page.drawText(second, { ...style, x: 245, y: 235 })
}

function pair(pen: Pen, label: string, value: string, x: number, y: number, size: number): number {
  const title = `${label}: `
  text(pen, title, x, y, { size, color: SOFT })
  text(pen, value, x + widthOf(title, pen.plain, size), y, { size, font: pen.bold })
  return pairWidth(pen, label, value, size)
}

const pairWidth = ({ plain, bold }: Pen, label: string, value: string, size: number): number =>
  widthOf(`${label}: `, plain, size) + widthOf(drawable(value, bold), bold, size)

function pairRight(pen: Pen, label: string, value: string, y: number): void {
  pair(pen, label, value, RIGHT - pairWidth(pen, label, value, 10), y, 10)
}

function textCentre(pen: Pen, content: string, y: number, style: Style): void {
  const font = style.font ?? pen.plain
  text(pen, content, MIDDLE - widthOf(drawable(content, font), font, style.size) / 2, y, style)
}

function rule({ page }: Pen, y: number, color: RGB, thickness: number): void {
  page.drawLine({ start: { x: LEFT, y }, end: { x: RIGHT, y }, thickness, color })
}
