import { describe, expect, it } from 'vitest'
import { DEFAULT_OPCIONES } from './archivo.ts'
import {
  anilladoText,
  opcionesText,
  paginasText,
  resumenLines,
  totalesOf,
  volumenText,
  volumenTitle,
} from './resumen.ts'

const none = {
  total_otros: 0,
  descuento_mano: 0,
  descuento_hojas: 0,
  descuento_codigo: 0,
}

describe('resumenLines', () => {
  it('adds up to importe_final, and names the parts that were rounded apart', () => {
    const importes = {
      total_impresion: 1003,
      total_anillado: 501,
      final_impresion: 953,
      final_anillado: 476,
      importe_final: 1429,
      descuento_porcentaje: 5,
      ...none,
    }
    const lines = resumenLines(importes)
    expect(lines).toEqual([
      { title: 'Impresión', pesos: 1003, kind: 'suma' },
      { title: 'Anillado', pesos: 501, kind: 'suma' },
      {
        title: '5% off por la web',
        pesos: 75,
        kind: 'resta',
        note: 'Impresión $\u00a0953,00 + anillado $\u00a0476,00',
      },
    ])
    const sum = lines.reduce((total, { pesos, kind }) => total + (kind === 'suma' ? pesos : -pesos), 0)
    expect(sum).toBe(importes.importe_final)
  })

  it('tells free sheets and the percent of a code, and still adds up', () => {
    const lines = resumenLines({
      total_impresion: 1800,
      total_anillado: 2400,
      final_impresion: 174,
      final_anillado: 2088,
      importe_final: 2262,
      descuento_porcentaje: 5,
      descuento_hojas: 1600,
      total_otros: 0,
      descuento_mano: 0,
      descuento_codigo: 8,
    })
    expect(lines.slice(2)).toEqual([
      { title: 'Hojas gratis', pesos: 1600, kind: 'resta' },
      {
        title: '5% off por la web + 8% off por tu código',
        pesos: 338,
        kind: 'resta',
        note: 'Impresión $\u00a0174,00 + anillado $\u00a02.088,00',
      },
    ])
    const sum = lines.reduce((total, { pesos, kind }) => total + (kind === 'suma' ? pesos : -pesos), 0)
    expect(sum).toBe(2262)
  })

  it('names only the code where the web takes nothing off', () => {
    const [, , off] = resumenLines({
      total_impresion: 100,
      total_anillado: 0,
      final_impresion: 90,
      final_anillado: 0,
      importe_final: 90,
      descuento_porcentaje: 0,
      descuento_hojas: 0,
      total_otros: 0,
      descuento_mano: 0,
      descuento_codigo: 12.5,
    })
    expect(off?.title).toBe('12,5% off por tu código')
  })

  it('has no discount line where nothing comes off', () => {
    const plain = {
      total_impresion: 100,
      total_anillado: 0,
      final_impresion: 100,
      final_anillado: 0,
      importe_final: 100,
      descuento_porcentaje: 0,
      ...none,
    }
    expect(resumenLines(plain)).toEqual([
      { title: 'Impresión', pesos: 100, kind: 'suma' },
      { title: 'Anillado', pesos: 0, kind: 'suma' },
    ])
    const [, , off] = resumenLines({
      ...plain,
      final_impresion: 95,
      importe_final: 95,
      descuento_porcentaje: 5,
    })
    expect(off).toEqual({ title: '5% off por la web', pesos: 5, kind: 'resta', note: undefined })
  })
})

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
