// The slips that go with an order, the ticket and the label of its shelf: the text of each line.
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMomentWithYear } from '@imprimitodo/shared/rules/base/fecha'
import { isOfTermica, legible } from '../../base/pdf/drawn/letras.ts'
import type { TicketDePedido } from '../../base/pdf/drawn/ticket.ts'
import { COLUMNAS, type Renglon } from '../../base/pdf/renglon.ts'
import { hojasConPapel, type VolumenImpreso } from './volumenes.ts'

const RULE: Renglon = { texto: '-'.repeat(COLUMNAS) }
const NOTE_LINES = 8
const OTRO_LINES = 4
const STATE_LINES = 4
/** Lines of a name in the largest letters, twelve letters each. */
const NAME_LINES = 3
/** In letters of half that size, for the longest name. */
const LONG_NAME_LINES = 6
/** Every line of the longest address, even where its words leave some of it empty. */
const ADDRESS_LINES = 14

export function renglonesDe(of: { ticket: TicketDePedido; volumenes: readonly VolumenImpreso[] }): Renglon[] {
  const { ticket, volumenes } = of
  return [
    ...tiendaLines(ticket).map(centred),
    { texto: `${ticket.numero}`, tamano: 4, centrado: true },
    ...wrapped(ticket.nombre ?? '', COLUMNAS / 2, LONG_NAME_LINES).map(
      (texto): Renglon => ({ texto, tamano: 2, centrado: true }),
    ),
    centred(entregaText(ticket)),
    ...addressLines(ticket),
    ...(ticket.entregado ? [] : estanteLines(ticket)),
    { texto: '' },
    ...volumenes.flatMap(renglonesDeVolumen),
    ...renglonesDeOtros(ticket),
    ...(ticket.nota ? [...wrapped(`NOTA: ${ticket.nota}`, COLUMNAS, NOTE_LINES).map(line), RULE] : []),
    ...ticket.importes.map(({ concepto, centavos }) => line(pair(concepto, formatCentavos(centavos)))),
    {
      texto: pair(
        ticket.total.concepto.toLocaleUpperCase('es'),
        formatCentavos(ticket.total.centavos),
        COLUMNAS / 2,
      ),
      tamano: 2,
    },
    ...wrapped(ticket.estadoPago, COLUMNAS, STATE_LINES).map(line),
    { texto: '' },
    { qr: ticket.enlaceRetiro },
    ...(ticket.entregado ? [] : codigoLines(ticket)),
    { texto: 'No es factura.', centrado: true },
  ]
}

/** Left blank to be written by hand while the shelf is not known. */
const estanteLines = ({ estante }: TicketDePedido): Renglon[] => [
  { texto: band(`ESTANTE ${estante ?? ''}`.trim(), COLUMNAS / 2), tamano: 2, negativo: true },
  { texto: '' },
]

const codigoLines = ({ codigoRetiro }: TicketDePedido): Renglon[] => [
  { texto: codigoRetiro, tamano: 2, centrado: true },
  { texto: 'Mostrá este código para retirar.', centrado: true },
]

/** Read from two metres, on the stack and at the edge of its shelf. */
export const renglonesDeEtiqueta = (ticket: TicketDePedido): Renglon[] => [
  { texto: `${ticket.numero}`, tamano: 4, centrado: true },
  ...nameLines(ticket.nombre ?? ''),
  { texto: '' },
  ticket.estante
    ? { texto: band(ticket.estante, COLUMNAS / 4), tamano: 4, negativo: true }
    : { texto: 'ESTANTE ____', tamano: 4 }, // to be written in by hand
  { texto: '' },
  ...wrapped(entregaText(ticket), COLUMNAS / 2, 3).map(
    (texto): Renglon => ({ texto, tamano: 2, centrado: true }),
  ),
  ...addressLines(ticket),
  { qr: ticket.enlaceRetiro },
  { texto: ticket.codigoRetiro, tamano: 2, centrado: true },
]

/** In the largest letters, or in smaller ones where they would cut the name. */
function nameLines(nombre: string): Renglon[] {
  const largest = wrapped(nombre, COLUMNAS / 4, NAME_LINES + 1)
  if (largest.length <= NAME_LINES) return largest.map((texto) => ({ texto, tamano: 4, centrado: true }))
  const smaller = wrapped(nombre, COLUMNAS / 2, LONG_NAME_LINES)
  return smaller.map((texto) => ({ texto, tamano: 2, centrado: true }))
}

/** For a printer that was just set up: shows letters, width and cut at once. */
export const renglonesDePrueba = (tienda: string, impresora: string): Renglon[] => [
  ...wrapped(tienda, COLUMNAS / 2, 2).map((texto): Renglon => ({ texto, tamano: 2, centrado: true })),
  ...wrapped(`Ticket de prueba de ${impresora}`, COLUMNAS, 2).map(line),
  { texto: 'áéíóúüñ ÁÉÍÓÚÜÑ ¿? ¡! « » ° $' },
  { texto: '123456789-'.repeat(5).slice(0, COLUMNAS) },
  { texto: 'La línea de números entra en un solo renglón.' },
  { texto: band('NEGRO', COLUMNAS / 2), tamano: 2, negativo: true },
  { texto: 'Después de esto corta el papel.' },
]

function renglonesDeVolumen(volumen: VolumenImpreso): Renglon[] {
  const { titulo, copias, hojas, archivos } = volumen
  const title = titulo.toLocaleUpperCase('es')
  const order = archivos.length > 1 ? ' en este orden' : ''
  return [
    line(pair(`${title}${order}`, `${copias} cop. ${hojasConPapel(hojas * copias, volumen)}`)),
    ...archivos.map(({ nombre, paginas, color, doble_faz }, index) => {
      const place = archivos.length > 1 ? `${index + 1} ` : ''
      return line(
        pair(`${place}${nombre}`, `${paginas} p ${color ? 'color' : 'b/n'}${doble_faz ? ' doble' : ''}`),
      )
    }),
    RULE,
  ]
}

/** A name that is too long goes on below its amount. */
function renglonesDeOtros({ otros }: TicketDePedido): Renglon[] {
  if (otros.length === 0) return []
  const rows = otros.flatMap(({ concepto, centavos }) => {
    const amount = formatCentavos(centavos)
    const [first = '', ...more] = wrapped(concepto, COLUMNAS - amount.length - 1, OTRO_LINES)
    return [pair(first, amount), ...more].map(line)
  })
  return [...rows, RULE]
}

function entregaText({ modoEntrega, prometido, entregado, urgente }: TicketDePedido): string {
  if (entregado) return 'ENTREGADO'
  const parts = [modoEntrega === 'delivery' ? 'ENVÍO' : 'RETIRA']
  if (prometido) parts.push(formatMomentWithYear(prometido).toLowerCase())
  if (urgente) parts.push('URGENTE')
  return parts.join(' ')
}

/** Of a delivery, whole: who carries it reads it here. */
const addressLines = ({ modoEntrega, direccion }: TicketDePedido): Renglon[] =>
  modoEntrega === 'delivery' ? wrapped(direccion ?? '', COLUMNAS, ADDRESS_LINES).map(centred) : []

/** In one line if it fits. */
function tiendaLines({ tienda, sucursal }: TicketDePedido): string[] {
  const one = clean(`${tienda} - ${sucursal}`)
  return [...one].length <= COLUMNAS ? [one] : [clean(tienda), ...wrapped(sucursal, COLUMNAS, 2)]
}

const line = (texto: string): Renglon => ({ texto })
const centred = (texto: string): Renglon => ({ texto, centrado: true })

/** White on black over the whole width. */
const band = (texto: string, width: number): string =>
  texto.padStart(Math.floor((width + texto.length) / 2)).padEnd(width)

/** The left text is cut, the right one never. */
function pair(left: string, right: string, width = COLUMNAS): string {
  const chars = [...clean(left)]
  const room = width - [...right].length - 1
  const shown = chars.length > room ? `${chars.slice(0, room - 1).join('')}.` : chars.join('')
  return shown + ' '.repeat(width - [...shown].length - [...right].length) + right
}

/** Lines of at most `width` characters, broken at spaces; text beyond `most` lines becomes three dots. */
function wrapped(texto: string, width: number, most: number): string[] {
  const lines: string[] = []
  for (const word of clean(texto).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && [...last].length + 1 + [...word].length <= width) {
      lines[lines.length - 1] = `${last} ${word}`
      continue
    }
    const chars = [...word]
    for (let at = 0; at < chars.length; at += width) lines.push(chars.slice(at, at + width).join(''))
  }
  return lines.length > most ? [...lines.slice(0, most - 1), '...'] : lines
}

/** In a thermal printer's letters, on A6 too: lines are measured in them. */
const clean = (texto: string): string => legible(texto, isOfTermica).replace(/ +/g, ' ').trim()
