import { describe, expect, it } from 'vitest'
import { rebajaOf, resumenLines } from './resumen.ts'

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

describe('rebajaOf', () => {
  it.each([
    ['nothing', 100, 0, 0, 100, 0],
    ['a percent', 1003, 501, 0, 1429, 75],
    ['a percent of print, and products at their price', 1000, 0, 500, 1450, 50],
    ['everything', 1000, 500, 250, 0, 1750],
    ['centavos, to the centavo', 0.8, 0.1, 0, 0.7, 0.2],
    ['an order of products alone', 0, 0, 3400, 3400, 0],
  ])('%s', (_, total_impresion, total_anillado, total_otros, importe_final, off) => {
    expect(rebajaOf({ total_impresion, total_anillado, total_otros, importe_final })).toBe(off)
  })

  it('takes amounts in centavos as well', () => {
    const importes = { total_impresion: 100_300, total_anillado: 50_100, total_otros: 0 }
    expect(rebajaOf({ ...importes, importe_final: 142_900 })).toBe(7_500)
  })
})
