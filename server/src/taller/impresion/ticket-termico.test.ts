import { describe, expect, it } from 'vitest'
import type { TicketDePedido } from '../../base/pdf/drawn/ticket.ts'
import { readTicket, textosOf } from '../../testing/escpos.ts'
import { encodeTicket } from './escpos.ts'
import { renglonesDe, renglonesDeEtiqueta, renglonesDePrueba } from './ticket-termico.ts'
import type { VolumenImpreso } from './volumenes.ts'

const TICKET: TicketDePedido = {
  numero: 1046,
  nombre: 'Brenda Acosta',
  email: '',
  celular: '3865417720',
  tienda: 'ImprimiTodo',
  sucursal: 'Alberdi',
  codigoRetiro: 'E0VC-5ZVY-TJJW',
  enlaceRetiro: 'https://example.com/c/E0VC5ZVYTJJW',
  modoEntrega: 'retiro',
  direccion: null,
  trabajos: [],
  entregado: false,
  otros: [],
  estadoPago: 'Pagado',
  estante: null,
  urgente: false,
  nota: 'La tapa va en ilustración de 150 g. Si no hay, avisame antes de imprimir: ñandú, ¿sí?',
  pedidoEl: new Date('2026-11-24T13:05:00Z'),
  prometido: new Date('2026-11-24T14:45:00Z'),
  importes: [
    { concepto: 'Impresión', centavos: 34_240_00 },
    { concepto: 'VUELTA5 5 %', centavos: -1_872_00 },
  ],
  total: { concepto: 'Total', centavos: 32_368_00 },
}
const archivo = (nombre: string, paginas: number, color: boolean, doble_faz: boolean) => ({
  nombre,
  paginas,
  color,
  doble_faz,
})
const VOLUMENES: VolumenImpreso[] = [
  {
    titulo: 'Anillado 1',
    copias: 2,
    hojas: 93,
    hoja: 'A4',
    archivos: [
      archivo('portada.pdf', 1, true, false),
      archivo('tesis-cap-1-4 con un nombre que no entra en el renglón.pdf', 148, false, true),
      archivo('anexos.pdf', 36, false, true),
    ],
  },
  { titulo: 'Suelto', copias: 10, hojas: 4, hoja: 'A4', archivos: [archivo('resumen.pdf', 4, false, false)] },
]
const RULE = '-'.repeat(48)

describe('the name of the shop on 80 mm', () => {
  const above = (tienda: string) => {
    const { renglones } = readTicket(
      encodeTicket(renglonesDe({ ticket: { ...TICKET, tienda }, volumenes: [] })),
    )
    const texts = renglones.map(({ texto }) => texto.trim())
    return texts.slice(0, texts.indexOf('1046'))
  }
  it.each([
    ['La Copia', ['La Copia - Alberdi']],
    ['Copias, Anillados & Carteles «El Ñandú.»', ['Copias, Anillados & Carteles «El Ñandú.»', 'Alberdi']],
    ['M'.repeat(40), ['M'.repeat(40), 'Alberdi']],
    ['Copias 🖨 مطبعة', ['Copias ? - Alberdi']],
  ])('%s is whole, and a letter that the printer lacks is a question mark', (tienda, lines) => {
    expect(above(tienda)).toEqual(lines)
  })
})

describe('the ticket on 80 mm, as its printer reads the bytes', () => {
  const bytes = encodeTicket(renglonesDe({ ticket: TICKET, volumenes: VOLUMENES }))
  const { renglones, qr, cortes, pagina } = readTicket(bytes)

  it('has the customer’s name, the files that belong together, the price and the delivery', () => {
    expect(textosOf(bytes).filter(Boolean)).toEqual([
      'ImprimiTodo - Alberdi',
      '1046',
      'Brenda Acosta',
      'RETIRA mar 24/11/2026, 11:45',
      'ESTANTE',
      'ANILLADO 1 en este orden        2 cop. 186 hojas',
      '1 portada.pdf                          1 p color',
      '2 tesis-cap-1-4 con un nombre q. 148 p b/n doble',
      '3 anexos.pdf                      36 p b/n doble',
      RULE,
      'SUELTO                          10 cop. 40 hojas',
      'resumen.pdf                              4 p b/n',
      RULE,
      'NOTA: La tapa va en ilustración de 150 g. Si no',
      'hay, avisame antes de imprimir: ñandú, ¿sí?',
      RULE,
      'Impresión                            $ 34.240,00',
      'VUELTA5 5 %                          -$ 1.872,00',
      'TOTAL        $ 32.368,00',
      'Pagado',
      'E0VC-5ZVY-TJJW',
      'Mostrá este código para retirar.',
      'No es factura.',
    ])
    expect(qr).toEqual([TICKET.enlaceRetiro])
    expect([cortes, pagina]).toEqual([1, 19])
  })

  it('number, name, shelf and total are larger, the shelf white on black, and nothing is wider than the paper', () => {
    const sizes = renglones
      .filter(({ ancho }) => ancho > 1)
      .map(({ texto, ancho, alto, negativo }) => [texto.trim(), ancho, alto, negativo])
    expect(sizes).toEqual([
      ['1046', 4, 4, false],
      ['Brenda Acosta', 2, 2, false],
      ['ESTANTE', 2, 2, true],
      ['TOTAL        $ 32.368,00', 2, 2, false],
      ['E0VC-5ZVY-TJJW', 2, 2, false],
    ])
    for (const { texto, ancho } of renglones) {
      const blanks = texto.length - texto.trimStart().length
      expect(blanks + texto.trimStart().length * ancho).toBeLessThanOrEqual(48)
    }
  })

  it('a customer’s words are text and never a command: they open no drawer and cut nothing early', () => {
    const nota = `\u001bp\u0000\u0019\u00fa \u001dV\u0000 🙂 ${'x'.repeat(2_000)}`
    const evil = encodeTicket(
      renglonesDe({ ticket: { ...TICKET, nota, nombre: '\u001dV\u0000Ana' }, volumenes: VOLUMENES }),
    )
    expect(readTicket(evil).cortes).toBe(1)
    expect(textosOf(evil)).toContain('V Ana')
    expect(textosOf(evil)).toContain('...')
  })

  it('a test ticket shows letters, width and cut', () => {
    const test = encodeTicket(renglonesDePrueba('ImprimiTodo', 'Epson del mostrador'))
    expect(textosOf(test)).toContain('áéíóúüñ ÁÉÍÓÚÜÑ ¿? ¡! « » ° $')
    expect(textosOf(test)).toContain('123456789-123456789-123456789-123456789-12345678')
    expect(readTicket(test).cortes).toBe(1)
  })
})

describe('a delivery', () => {
  const direccion =
    'Avenida General José de San Martín 12345, Barrio Nuestra Señora de la Merced, Manzana «Ñ» Casa 17, portón verde al fondo'
  const ticket: TicketDePedido = { ...TICKET, modoEntrega: 'delivery', direccion, urgente: true }
  const wordsOf = (renglones: Parameters<typeof encodeTicket>[0]) =>
    textosOf(encodeTicket(renglones)).join(' ').replace(/ +/g, ' ')

  it.each([
    ['ticket', () => renglonesDe({ ticket, volumenes: VOLUMENES })],
    ['label', () => renglonesDeEtiqueta(ticket)],
  ])('has its hour, its whole address and that it is urgent on the %s', (_, renglones) => {
    const words = wordsOf(renglones())
    expect(words).toContain('ENVÍO mar 24/11/2026, 11:45 URGENTE')
    expect(words).toContain(direccion)
  })

  it('that was handed over has no hour, and is not urgent any more', () => {
    const words = wordsOf(renglonesDe({ ticket: { ...ticket, entregado: true }, volumenes: [] }))
    expect(words).toContain(`ENTREGADO ${direccion}`)
    expect(words).not.toContain('URGENTE')
  })
})

describe('the label', () => {
  const namesOf = (nombre: string) => {
    const { renglones } = readTicket(encodeTicket(renglonesDeEtiqueta({ ...TICKET, nombre })))
    return renglones
      .slice(
        1,
        renglones.findIndex(({ texto }) => texto.trim() === ''),
      )
      .map((renglon) => [renglon.texto.trim(), renglon.ancho])
  }

  it('has the name in the largest letters, or in smaller ones where it would be cut', () => {
    expect(namesOf('Ana Luz Ruiz')).toEqual([['Ana Luz Ruiz', 4]])
    expect(namesOf('María de los Ángeles Fernández de la Fuente')).toEqual([
      ['María de los Ángeles', 2],
      ['Fernández de la Fuente', 2],
    ])
    const longest = namesOf('W'.repeat(120))
    expect(longest.map(([texto]) => texto).join('')).toBe('W'.repeat(120))
  })
})
