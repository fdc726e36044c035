// Tickets as thermal printers of 80 mm take them: ESC/POS, 48 columns, in sizes that all of them have.
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { isOfTermica, legible } from '../../base/pdf/drawn/letras.ts'
import { COLUMNAS, type Renglon } from '../../base/pdf/renglon.ts'

/** The code page of western Europe, with ñ and accents; on Epson's printers and their clones number 19. */
const PAGE = 'cp858'
const QR_MODULE_DOTS = 6

/**
 * Ends with the cut. Typed text may hold commands of the printer, such as one that opens the till: none of them is sent.
 */
export function encodeTicket(renglones: readonly Renglon[]): Buffer {
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns: COLUMNAS,
    codepageMapping: 'epson',
    feedBeforeCut: 4,
    newline: '\n',
  })
  encoder.initialize().codepage(PAGE)
  for (const renglon of renglones) {
    if ('qr' in renglon) {
      encoder.align('center').qrcode(renglon.qr, { model: 2, size: QR_MODULE_DOTS, errorlevel: 'm' })
      continue
    }
    const { texto, tamano = 1, centrado = false, negativo = false } = renglon
    encoder
      .align(centrado ? 'center' : 'left')
      .size(tamano, tamano)
      .invert(negativo)
      .line(legible(texto, isOfTermica))
      .invert(false)
  }
  return Buffer.from(encoder.align('left').size(1, 1).cut('partial').encode())
}
