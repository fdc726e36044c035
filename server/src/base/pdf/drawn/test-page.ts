import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { drawable } from './text.ts'

/**
 * Two pages that show what a printer really does: both sides of one sheet, colour, margins. Sent with two
 * copies, so that a printer that makes a single copy is noticed. `repeats`: how many copies the document itself has.
 */
export async function paginaDePrueba(impresora: string, repeats = 1): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false }) // dates: it is the same in every process
  document.setTitle('Página de prueba')
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const inks = [rgb(0, 0.63, 0.78), rgb(0.84, 0, 0.43), rgb(0.96, 0.77, 0.09), rgb(0.09, 0.13, 0.18)]
  const titles = Array.from({ length: repeats }, () => ['FRENTE', 'DORSO']).flat()
  for (const [at, title] of titles.entries()) {
    const index = at % 2
    const page = document.addPage([A4.width, A4.height])
    const black = rgb(0, 0, 0)
    page.drawRectangle({
      x: 14,
      y: 14,
      width: A4.width - 28,
      height: A4.height - 28,
      borderColor: black,
      borderWidth: 1,
    })
    page.drawText(title, { x: 60, y: A4.height - 130, size: 60, font: bold, color: black })
    page.drawText(drawable(`Página de prueba de ${impresora}`, plain), {
      x: 60,
      y: A4.height - 165,
      size: 16,
      font: plain,
      color: black,
    })
    const lines = [
      'Tienen que salir 2 copias: si salió una sola, marcá «repetir copias en el PDF».',
      'Frente y dorso van en la misma hoja, y se dan vuelta por el borde largo.',
      'El recuadro tiene que verse entero, a 5 mm de cada borde.',
      'Las cuatro barras tienen que salir en celeste, magenta, amarillo y negro.',
    ]
    for (const [line, text] of lines.entries())
      page.drawText(drawable(text, plain), {
        x: 60,
        y: A4.height - 220 - line * 24,
        size: 12,
        font: plain,
        color: black,
      })
    for (const [bar, color] of inks.entries())
      page.drawRectangle({ x: 60 + bar * 118, y: 120 + index * 40, width: 100, height: 160, color })
  }
  return document.save()
}
