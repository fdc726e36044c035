import { count } from '../base/cantidad.ts'
import { formatPercent } from '../base/dinero.ts'
import { A4 } from '../compra/hoja.ts'
import type { Contado } from '../compra/hojas.ts'
import type { Tarifas } from '../compra/precio.ts'
import { coverable } from './canje.ts'

/** Free prints are double-sided. */
export const HOJAS_GRATIS = 'Las hojas gratis son en blanco y negro y doble faz.'

/**
 * What a sheets code did for an order and how it would do more, in plain Spanish (`reglas` on the wire). `otras`: sheets
 * that the order's other codes cover.
 */
export function hojasReglas(
  asked: Contado[],
  tarifas: Tarifas,
  { hojas, cubiertas, otras }: { hojas: number; cubiertas: number; otras: number },
): string[] {
  const left = hojas - cubiertas
  const all = coverable(asked, tarifas).reduce((sum, { cantidad }) => sum + cantidad, 0)
  const reglas = [HOJAS_GRATIS]
  if (cubiertas === 0 && otras > 0)
    reglas.push(
      'Las hojas que podía cubrir ya las cubre otro código.',
      'No se usa en este pedido: te queda entero.',
    )
  else if (cubiertas === 0) reglas.push('En este pedido no hay hojas que el código pueda cubrir.')
  else if (cubiertas >= all) reglas.push(`Cubrió ${count(cubiertas, 'hoja')}: todas las que podía.`)
  else reglas.push(`Cubrió ${cubiertas} de las ${count(all, 'hoja')} que se pueden cubrir.`)
  if (left > 0) reglas.push(...notCovered(asked))
  if (asked.some(({ grupo, anillado }) => anillado || grupo !== 'default'))
    reglas.push('El anillado no entra: se paga aparte.')
  if (left > 0 && cubiertas > 0)
    reglas.push(
      `${left === 1 ? 'Te queda' : 'Te quedan'} ${count(left, 'hoja')}: con el pago te damos otro código.`,
    )
  return reglas
}

function notCovered(asked: Contado[]): string[] {
  const reglas: string[] = []
  if (asked.some(({ doble_faz }) => !doble_faz))
    reglas.push('Para cubrir más, elegí doble faz en los archivos que están en simple faz.')
  if (asked.some(({ color }) => color === 'color')) reglas.push('Las hojas con color no entran.')
  const otra = asked.find(({ hoja }) => hoja !== A4.nombre)
  if (otra) reglas.push(`Las hojas ${otra.hoja} no entran: el código es de hojas A4.`)
  return reglas
}

/** A sheets code's worth while it is applied to no order. */
export const hojasNominales = (hojas: number): string[] => [
  `Vale por ${count(hojas, 'hoja')}. ${HOJAS_GRATIS}`,
  'No cubre hojas con color, archivos en simple faz ni anillado.',
]

/** `web`: the percent off that the order has without codes. */
export function porcentajeReglas(porcentaje: number, web: number): string[] {
  const off = `${formatPercent(porcentaje)}% de descuento en impresión y anillado`
  return [
    web > 0 ? `${off}, que se suma al ${formatPercent(web)}% por la web.` : `${off}.`,
    'Vale un solo código de porcentaje por pedido.',
  ]
}
