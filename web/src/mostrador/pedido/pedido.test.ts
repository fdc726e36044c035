import { DEFAULT_OPCIONES, type Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import { describe, expect, it } from 'vitest'
import { mailLink, whatsappDigits, whatsappToCliente } from './ficha/contacto.ts'
import { papelName, pdfName } from './trabajos/descarga.ts'
import { listPilas, pilasText } from './trabajos/pilas-view.ts'

const archivo = (nombre: string, hojas: number, opciones: Partial<Opciones> = {}) => ({
  ...DEFAULT_OPCIONES,
  nombre,
  hojas,
  ...opciones,
})

describe('listPilas', () => {
  const pilas = listPilas([
    archivo('resumen.pdf', 4, { duplicado: 10 }),
    archivo('portada.pdf', 1, { grupo: 'grupo0', duplicado: 2 }),
    archivo('apunte.pdf', 20, { anillado: true }),
    archivo('tesis.pdf', 74, { grupo: 'grupo0' }),
  ])

  it('puts volumes first, each with its files in order, and numbers files as the order does', () => {
    expect(pilas.map(({ titulo, archivos }) => [titulo, archivos.map(({ n, orden }) => [n, orden])])).toEqual(
      [
        [
          'Anillado 1',
          [
            [2, 1],
            [4, 2],
          ],
        ],
        ['Anillado', [[3, 1]]],
        ['Suelto', [[1, 1]]],
      ],
    )
  })

  it('counts the sheets of one copy, and the copies of the whole volume', () =>
    expect(pilas.map(({ copias, hojas, anillado }) => [copias, hojas, anillado])).toEqual([
      [2, 75, true],
      [1, 20, true],
      [10, 4, false],
    ]))

  it('names the kinds of piles that the order has', () => {
    expect(pilasText(pilas)).toBe('2 anillados y 1 pila suelta')
    expect(pilasText([{ anillado: true }])).toBe('1 anillado')
    expect(pilasText([{ anillado: false }, { anillado: false }])).toBe('2 pilas sueltas')
  })
})

describe('the name of a downloaded PDF', () => {
  it.each([
    [{ id: 1, nombre: 'Anillado 1', tomo: null }, '1042-1-Anillado 1.pdf'],
    [{ id: 2, nombre: 'resumen.PDF', tomo: null }, '1042-2-resumen.pdf'],
    [{ id: 3, nombre: 'Anillado 1', tomo: '1/3' }, '1042-3-Anillado 1 (tomo 1 de 3).pdf'],
    [{ id: 4, nombre: 'a/b\\c: "d"?.pdf', tomo: null }, '1042-4-a b c d.pdf'],
    [{ id: 5, nombre: '.pdf', tomo: null }, '1042-5-trabajo.pdf'],
  ])('%o', (trabajo, name) => expect(pdfName(1042, trabajo)).toBe(name))

  it('of the ticket', () => expect(papelName(1042, 'ticket')).toBe('1042-ticket.pdf'))
  it('is never too long for a disk', () =>
    expect(pdfName(1042, { id: 1, nombre: 'x'.repeat(400), tomo: null }).length).toBeLessThan(140))
})

describe('contact', () => {
  it.each([
    ['3865417720', '5493865417720'],
    ['38 6541 7720', '5493865417720'],
    ['5493865417720', '5493865417720'],
    ['543865417720', '5493865417720'],
    ['03865 15 41-7720', '5493865417720'],
    ['0059899123456', '59899123456'],
  ])('WhatsApp of %s is %s', (celular, digits) => expect(whatsappDigits(celular)).toBe(digits))

  it('links carry the text', () => {
    expect(whatsappToCliente('3865417720', '¿Ñ & m?')).toBe(
      'https://wa.me/5493865417720?text=%C2%BF%C3%91%20%26%20m%3F',
    )
    expect(mailLink('a+b@c.com', 'Pedido 1', 'x&y')).toBe('mailto:a%2Bb@c.com?subject=Pedido%201&body=x%26y')
  })
})
