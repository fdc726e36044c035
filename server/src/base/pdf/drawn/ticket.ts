import {
  type Color,
  grayscale,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { writeAmount } from '@imprimitodo/shared/rules/base/cantidad'
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMomentWithYear } from '@imprimitodo/shared/rules/base/fecha'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { drawable, drawQr, type Style, text, textRight, widthOf, wrap } from './text.ts'

/** A print work on the ticket: a row. `hojas` is per copy. */
export type TicketTrabajo = {
  nombre: string
  copias: number
  hojas: number
  lados: 1 | 2
  color: boolean
  anillado: boolean
  tomo: { numero: number; de: number } | null
  /** Lines below its row. */
  seleccion: string[]
}

/** The paper that goes with an order from the counter's printer to the shelf and the customer's hand. */
export type TicketDePedido = {
  numero: number
  /** The pickup code as the customer sees it, and the address in its QR. */
  codigoRetiro: string
  enlaceRetiro: string
  /** The name that staff use; without one the e-mail identifies the order. */
  nombre: string | null
  /** Its shelf: 'B3'. */
  estante: string | null
  urgente: boolean
  /** The customer's note to the shop. */
  nota: string | null
  email: string
  celular: string
  /** The shop's name. */
  tienda: string
  sucursal: string
  modoEntrega: 'retiro' | 'delivery'
  direccion: string | null
  /** Instants. `prometido` null: no time was promised. */
  pedidoEl: Date
  prometido: Date | null
  /** Handed over: nothing is to be picked up any more. */
  entregado: boolean
  trabajos: TicketTrabajo[]
  /** Products and services, in centavos. */
  otros: { concepto: string; centavos: number }[]
  /** Lines before the total, in centavos; discounts negative. */
  importes: { concepto: string; centavos: number }[]
  total: { concepto: string; centavos: number }
  /** 'Pagado', 'COBRAR AL RETIRAR: $ 500,00' ... */
  estadoPago: string
}

const MARGIN = 42
const RIGHT = A4.width - MARGIN
const BOTTOM = 60
const BLACK = grayscale(0)
const DIM = grayscale(0.35)
const LINE = grayscale(0.75)
const QR_SIDE = 118
const ROW_LINES = 2
/** The state of the payment may name a cuenta corriente. */
const STATE_LINES = 4
/** Room for the amounts: at least this, and this much more than the widest. */
const LEAST_AMOUNT = 110
const AMOUNT_GAP = 12

/** Right edges of the numeric columns; the work's name takes what is left of them. */
const COLUMNS = [
  { title: 'Copias', right: RIGHT - 200 },
  { title: 'Hojas', right: RIGHT - 158 },
  { title: 'Caras', right: RIGHT - 116 },
  { title: 'Color', right: RIGHT - 62 },
  { title: 'Anillado', right: RIGHT },
]
const NAME_WIDTH = COLUMNS[0] ? COLUMNS[0].right - 36 - MARGIN : 0

type Pen = {
  document: PDFDocument
  page: PDFPage
  plain: PDFFont
  bold: PDFFont
  ink: Color
  y: number
  ticket: TicketDePedido
}

/**
 * The ticket, A4 portrait, as many pages as its works and goods need. Pure black on white. A file may be
 * called anything (`drawable`).
 */
export async function makeTicket(ticket: TicketDePedido): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(`Pedido ${ticket.numero}`)
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const page = document.addPage([A4.width, A4.height])
  const pen: Pen = { document, page, plain, bold, ink: BLACK, y: 0, ticket }
  drawHead(pen)
  drawCustomer(pen)
  if (ticket.trabajos.length > 0) drawWorks(pen)
  if (ticket.otros.length > 0) drawOtros(pen)
  drawAmounts(pen)
  numberPages(pen)
  return document.save()
}

function drawHead(pen: Pen): void {
  const { page, bold, ticket } = pen
  const top = A4.height - MARGIN
  page.drawRectangle({
    x: MARGIN,
    y: top - QR_SIDE,
    width: RIGHT - MARGIN - QR_SIDE - 14,
    height: QR_SIDE,
    color: BLACK,
  })
  const white = { font: bold, color: grayscale(1) }
  text(pen, 'PEDIDO', MARGIN + 16, top - 30, { ...white, size: 13 })
  text(pen, `#${ticket.numero}`, MARGIN + 14, top - 88, { ...white, size: 62 })
  text(pen, `Recibido ${formatMomentWithYear(ticket.pedidoEl)}`, MARGIN + 16, top - 107, {
    size: 10,
    color: grayscale(1),
  })
  drawQr(page, ticket.enlaceRetiro, { x: RIGHT - QR_SIDE, y: top - QR_SIDE, side: QR_SIDE, color: BLACK })
  pen.y = top - QR_SIDE - 30
  if (ticket.entregado) return
  text(pen, 'Código de retiro', MARGIN, pen.y, { size: 10, color: DIM })
  textRight(pen, ticket.codigoRetiro, RIGHT, pen.y - 4, { size: 22, font: bold })
  rule(pen, pen.y - 14)
  pen.y -= 34
}

function drawCustomer(pen: Pen): void {
  const { ticket } = pen
  field(pen, 'Cliente', ticket.nombre ?? ticket.email, {
    font: ticket.nombre === null ? pen.plain : pen.bold,
    most: 4,
  })
  if (ticket.nombre && ticket.email) field(pen, 'E-mail', ticket.email)
  field(pen, 'Celular', ticket.celular)
  field(pen, 'Sucursal', ticket.sucursal)
  field(pen, 'Entrega', entregaText(ticket), { font: pen.bold, most: 6 }) // an address, whole: who carries it reads it here
  if (ticket.prometido && !ticket.entregado)
    field(pen, 'Prometido', formatMomentWithYear(ticket.prometido), { font: pen.bold })
  if (ticket.urgente) field(pen, 'Prioridad', 'URGENTE', { font: pen.bold })
  if (ticket.estante) drawEstante(pen, ticket.estante)
  if (ticket.nota) field(pen, 'Nota', ticket.nota.replace(/\s+/g, ' '), { most: 9 })
  pen.y -= 8
}

function entregaText({ modoEntrega, direccion, entregado }: TicketDePedido): string {
  if (modoEntrega === 'delivery') return `${entregado ? 'Entregado a' : 'A'} domicilio: ${direccion ?? ''}`
  return entregado ? 'Entregado en la sucursal' : 'Retira en la sucursal'
}

/** Large enough to be read from two metres. */
function drawEstante(pen: Pen, estante: string): void {
  text(pen, 'Estante', MARGIN, pen.y - 8, { size: 10, color: DIM })
  text(pen, drawable(estante, pen.bold), MARGIN + 80, pen.y - 12, { size: 28, font: pen.bold })
  pen.y -= 34
}

/** `most`: its lines at most. */
function field(pen: Pen, label: string, value: string, { font = pen.plain, most = 2 } = {}): void {
  const lines = wrap(drawable(value, font), font, 12, RIGHT - MARGIN - 80, most)
  text(pen, label, MARGIN, pen.y, { size: 10, color: DIM })
  for (const line of lines.length ? lines : ['—']) {
    text(pen, line, MARGIN + 80, pen.y, { size: 12, font })
    pen.y -= 17
  }
}

function drawWorks(pen: Pen): void {
  drawColumnTitles(pen)
  for (const trabajo of pen.ticket.trabajos) {
    const { nombre, tomo } = trabajo
    const titled = tomo ? `Tomo ${tomo.numero}/${tomo.de} · ${nombre}` : nombre // first: a long name is cut
    const lines = wrap(drawable(titled, pen.bold), pen.bold, 11, NAME_WIDTH, ROW_LINES)
    if (room(pen, lines.length * 14 + 10)) drawColumnTitles(pen)
    const cells = [
      writeAmount(trabajo.copias),
      writeAmount(trabajo.hojas),
      trabajo.lados === 2 ? 'Doble' : 'Simple',
      trabajo.color ? 'Color' : 'B/N',
      trabajo.anillado ? 'Sí' : '—',
    ]
    cells.forEach((cell, index) => {
      const strong = (index === 0 && trabajo.copias > 1) || (index >= 3 && cell !== 'B/N' && cell !== '—')
      textRight(pen, cell, COLUMNS[index]?.right ?? RIGHT, pen.y, {
        size: 11,
        font: strong ? pen.bold : pen.plain,
      })
    })
    for (const line of lines) {
      text(pen, line, MARGIN, pen.y, { size: 11, font: pen.bold })
      pen.y -= 14
    }
    for (const line of trabajo.seleccion) drawSeleccion(pen, line)
    rule(pen, pen.y + 6)
    pen.y -= 9
  }
}

/** Across the row's whole width: a file's name stands before its pages. */
function drawSeleccion(pen: Pen, line: string): void {
  for (const part of wrap(drawable(line, pen.plain), pen.plain, 10, RIGHT - MARGIN, ROW_LINES)) {
    if (room(pen, 14)) drawColumnTitles(pen)
    text(pen, part, MARGIN, pen.y, { size: 10 })
    pen.y -= 13
  }
}

function drawOtros(pen: Pen): void {
  drawOtrosTitle(pen)
  for (const { concepto, centavos } of pen.ticket.otros) {
    const width = RIGHT - MARGIN - LEAST_AMOUNT
    const lines = wrap(drawable(concepto, pen.bold), pen.bold, 11, width, ROW_LINES)
    if (room(pen, lines.length * 14 + 10)) drawOtrosTitle(pen)
    textRight(pen, formatCentavos(centavos), RIGHT, pen.y, { size: 11 })
    for (const line of lines) {
      text(pen, line, MARGIN, pen.y, { size: 11, font: pen.bold })
      pen.y -= 14
    }
    rule(pen, pen.y + 6)
    pen.y -= 9
  }
}

function drawOtrosTitle(pen: Pen): void {
  room(pen, 60)
  text(pen, 'Productos y servicios', MARGIN, pen.y, { size: 9, color: DIM })
  rule(pen, pen.y - 6)
  pen.y -= 21
}

function drawColumnTitles(pen: Pen): void {
  room(pen, 60)
  const style = { size: 9, color: DIM }
  text(pen, 'Trabajo', MARGIN, pen.y, style)
  for (const { title, right } of COLUMNS) textRight(pen, title, right, pen.y, style)
  rule(pen, pen.y - 6)
  pen.y -= 21
}

function drawAmounts(pen: Pen): void {
  const { importes, total, estadoPago } = pen.ticket
  const states = wrap(drawable(estadoPago, pen.bold), pen.bold, 13, RIGHT - MARGIN, STATE_LINES)
  room(pen, importes.length * 17 + states.length * 17 + 53)
  pen.y -= 8
  const lines = importes.map((line) => ({ ...line, style: { size: 11, font: pen.plain } }))
  const last = { ...total, style: { size: 16, font: pen.bold } }
  const widths = [...lines, last].map(({ centavos, style: { font, size } }) =>
    widthOf(formatCentavos(centavos), font, size),
  )
  const right = RIGHT - Math.max(LEAST_AMOUNT, ...widths.map((width) => width + AMOUNT_GAP))
  for (const line of lines) amount(pen, line, right)
  pen.y -= 6
  amount(pen, last, right)
  pen.y -= 4
  for (const line of states) {
    textRight(pen, line, RIGHT, pen.y, { size: 13, font: pen.bold })
    pen.y -= 17
  }
}

/** @param right edge of the words, left of the widest amount */
function amount(
  pen: Pen,
  { concepto, centavos, style }: TicketDePedido['total'] & { style: Style },
  right: number,
): void {
  textRight(pen, concepto, right, pen.y, style)
  textRight(pen, formatCentavos(centavos), RIGHT, pen.y, style)
  pen.y -= style.size + 6
}

function numberPages(pen: Pen): void {
  const pages = pen.document.getPages()
  pages.forEach((page, index) => {
    const place = pages.length > 1 ? ` · hoja ${index + 1} de ${pages.length}` : ''
    const label = `Pedido #${pen.ticket.numero}${place}`
    text({ ...pen, page }, label, MARGIN, BOTTOM - 24, { size: 9, color: DIM })
  })
}

/** @returns whether a new page was begun, because this one had less than `height` left */
function room(pen: Pen, height: number): boolean {
  if (pen.y - height > BOTTOM) return false
  pen.page = pen.document.addPage([A4.width, A4.height])
  pen.y = A4.height - MARGIN - 12
  return true
}

function rule({ page }: Pen, y: number): void {
  page.drawLine({ start: { x: MARGIN, y }, end: { x: RIGHT, y }, thickness: 0.75, color: LINE })
}
