// The demo shop's PDF of flag kits, laid out from its own goods.
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { INK, SOFT } from '../../base/pdf/drawn/inks.ts'
import { text, textRight, wrap } from '../../base/pdf/drawn/text.ts'
import type { DemoProducto } from './productos.ts'

const MARGIN = 48
const RIGHT = A4.width - MARGIN
const SKY = rgb(0.42, 0.71, 0.91)

/** One page: a heading, and each of `banderas` with its words and its price. */
export async function makeDemoKit(
  banderas: readonly DemoProducto[],
): Promise<{ bytes: Buffer; paginas: number }> {
  const pdf = await PDFDocument.create()
  const [plain, bold] = [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ]
  const page = pdf.addPage([A4.width, A4.height])
  const pen = { page, plain, ink: INK }
  // Three bands, as a flag's
  for (const [band, color] of [SKY, rgb(1, 1, 1), SKY].entries())
    page.drawRectangle({ x: MARGIN, y: 770 - band * 12, width: RIGHT - MARGIN, height: 12, color })
  text(pen, 'Kit de banderas', MARGIN, 690, { size: 34, font: bold })
  text(pen, 'ImprimiTodo', MARGIN, 664, { size: 13, color: SOFT })
  let y = 612
  for (const { nombre, texto, precio } of banderas) {
    text(pen, nombre, MARGIN, y, { size: 15, font: bold })
    const price = precio === null ? 'Consultar precio' : formatPesos(precio)
    textRight(pen, price, RIGHT, y, { size: 15, font: bold })
    for (const line of wrap(texto ?? '', plain, 11, RIGHT - MARGIN, 4)) {
      y -= 17
      text(pen, line, MARGIN, y, { size: 11, color: SOFT })
    }
    y -= 40
  }
  pdf.setTitle('Kit de banderas de ImprimiTodo')
  pdf.setLanguage('es-AR')
  return { bytes: Buffer.from(await pdf.save()), paginas: pdf.getPageCount() }
}
