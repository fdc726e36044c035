// Slips of paper, line by line: the lines for a thermal printer (ESC/POS), drawn for any other printer.
import { grayscale, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import { COLUMNAS, type Renglon } from '../renglon.ts'
import { drawable, drawQr, widthOf } from './text.ts'

/** In points: A6 upright, which fits twice on a sheet of A5 and four times on one of A4. */
const A6 = { width: 297.64, height: 419.53 }
const MARGIN = 22
const WIDTH = A6.width - 2 * MARGIN
/** Courier's characters are 0.6 of its size wide. */
const SIZE = WIDTH / COLUMNAS / 0.6
const LINE = SIZE * 1.2
const QR_SIDE = 92
/** 2 cm, at which phones still read a code as short as ours. */
const LEAST_QR_SIDE = 57
const PAGE = A6.height - 2 * MARGIN
const BLACK = grayscale(0)
const WHITE = grayscale(1)

/**
 * As many pages of A6 as the lines need, black on white.
 * @param titulo of the document, which its reader shows
 */
export async function makeRenglones(titulo: string, renglones: readonly Renglon[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(titulo)
  const font = await document.embedFont(StandardFonts.CourierBold)
  const newPage = () => document.addPage([A6.width, A6.height])
  const qrSide = qrSideFor(renglones)
  let page = newPage()
  let y = A6.height - MARGIN
  for (const renglon of renglones) {
    const height = 'qr' in renglon ? qrSide : LINE * (renglon.tamano ?? 1)
    if (y - height < MARGIN) {
      page = newPage()
      y = A6.height - MARGIN
    }
    y -= height
    if ('qr' in renglon)
      drawQr(page, renglon.qr, { x: (A6.width - qrSide) / 2, y, side: qrSide, color: BLACK })
    else drawRenglon(page, font, renglon, y)
  }
  return document.save()
}

/** Smaller where only that keeps everything on one page: the end of a label on a second page gets lost. */
function qrSideFor(renglones: readonly Renglon[]): number {
  const lines = renglones.reduce((sum, one) => sum + ('qr' in one ? 0 : LINE * (one.tamano ?? 1)), 0)
  const left = Math.floor(PAGE - lines)
  return left >= LEAST_QR_SIDE ? Math.min(QR_SIDE, left) : QR_SIDE
}

function drawRenglon(
  page: PDFPage,
  font: PDFFont,
  { texto, tamano = 1, centrado = false, negativo = false }: Exclude<Renglon, { qr: string }>,
  y: number,
): void {
  const size = SIZE * tamano
  const shown = drawable(texto, font, { isSpaced: true })
  const width = widthOf(shown, font, size)
  const x = centrado ? (A6.width - width) / 2 : MARGIN
  if (negativo) page.drawRectangle({ x: MARGIN, y, width: WIDTH, height: LINE * tamano, color: BLACK })
  page.drawText(shown, { x, y: y + size * 0.3, size, font, color: negativo ? WHITE : BLACK })
}
