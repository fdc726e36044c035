import { describe, expect, it } from 'vitest'
import { DEFAULT_OPCIONES } from './archivo.ts'
import { anilladoText, opcionesText, paginasText, totalesOf, volumenText, volumenTitle } from './textos.ts'

describe('the texts of a file', () => {
  it('tells its options', () => {
    expect(opcionesText(DEFAULT_OPCIONES)).toBe('1 copia · doble faz · vertical · blanco y negro')
    expect(opcionesText({ ...DEFAULT_OPCIONES, duplicado: 1500, doble_faz: false, color: 'color' })).toBe(
      '1.500 copias · simple faz · vertical · color',
    )
  })

  it('tells how it is bound', () => {
    expect(anilladoText({ grupo: 'grupo1', anillado: false })).toBe('Anillado 2')
    expect(anilladoText({ grupo: 'default', anillado: true })).toBe('Anillado')
    expect(anilladoText({ grupo: 'default', anillado: false })).toBe('Sin anillar')
  })

  it.each([
    [
      { paginas: 1, paginas_impresas: 1, hojas: 1, paginas_color: 0, color: 'blanco y negro' },
      '1 página · 1 hoja',
    ],
    [
      { paginas: 148, paginas_impresas: 12, hojas: 3, paginas_color: 1, color: 'blanco y negro' },
      '12 de 148 páginas · 3 hojas',
    ],
    [
      { paginas: 11, paginas_impresas: 11, hojas: 6, paginas_color: 1, color: 'color' },
      '11 páginas · 6 hojas · 1 página con color',
    ],
    [
      { paginas: 11, paginas_impresas: 11, hojas: 6, paginas_color: 0, color: 'color' },
      '11 páginas · 6 hojas · ninguna página con color',
    ],
    [
      { paginas: 2, paginas_impresas: 2, hojas: 2, paginas_color: null, color: 'color' },
      '2 páginas · 2 hojas · buscando páginas con color',
    ],
  ])('counts %o', (archivo, text) => expect(paginasText(archivo)).toBe(text))
})

describe('the text of a volume', () => {
  it('is a group or the one bound file', () => {
    const size = { hojas: 90, copias: 2, tomos: 1 }
    expect(volumenTitle({ grupo: 'grupo0', ...size })).toBe('Anillado 1')
    expect(volumenTitle({ nombre: 'tesis.pdf', ...size })).toBe('Anillado de tesis.pdf')
  })

  it('tells sheets, copies and tomes', () => {
    expect(volumenText({ hojas: 90, copias: 2, tomos: 1 })).toBe('2 copias · 90 hojas cada una')
    expect(volumenText({ hojas: 1, copias: 1, tomos: 1 })).toBe('1 copia · 1 hoja')
    expect(volumenText({ hojas: 801, copias: 1, tomos: 3 })).toBe('1 copia · 801 hojas · en 3 tomos')
  })
})

describe('the totals of an order', () => {
  const one = { ...DEFAULT_OPCIONES, paginas_impresas: 10, hojas: 5 }
  it('counts every copy, those of a volume as the volume has them, and each tome', () => {
    expect(
      totalesOf({
        archivos: [
          { ...one, duplicado: 3 },
          { ...one, grupo: 'grupo0', duplicado: 1 },
          { ...one, grupo: 'grupo0', duplicado: 2 },
        ],
        volumenes: [{ copias: 2, tomos: 3 }],
      }),
    ).toEqual({ archivos: 3, paginas: 70, hojas: 35, anillados: 6 })
  })
})
