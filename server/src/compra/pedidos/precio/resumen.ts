import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import type { NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { resumenLines } from '@imprimitodo/shared/rules/compra/resumen'
import { hojasText } from '@imprimitodo/shared/rules/compra/textos'
import type { Linea } from '../../archivos/service.ts'
import type { Pedido } from '../filas/store.ts'
import { cotizacionOf } from './importes.ts'

/** The price of an order, line by line and in pesos, as mails and the ticket show it. */
export const resumenOf = (pedido: Pedido) =>
  resumenLines({
    total_impresion: toPesos(pedido.total_impresion),
    total_anillado: toPesos(pedido.total_anillado),
    final_impresion: toPesos(pedido.final_impresion),
    final_anillado: toPesos(pedido.final_anillado),
    total_otros: toPesos(pedido.total_otros),
    descuento_mano: toPesos(pedido.descuento_mano),
    importe_final: toPesos(pedido.importe_final),
    descuento_porcentaje: pedido.descuento_porcentaje,
    descuento_hojas: toPesos(pedido.descuento_hojas),
    descuento_codigo: pedido.descuento_codigo,
  })

/** One thing that the customer gets: a bound group, or a loose file. */
export type PiezaText = { title: string; note: string }

const MOST = 8
const MOST_OF_GRUPO = 3
const MOST_LETTERS = 80

/** The order's pieces in words; for a long order the first ones, and how many more. */
export function piezaTextsOf(pedido: Pick<Pedido, 'id' | 'tarifas'>, lineas: Linea[]): PiezaText[] {
  const { archivos, volumenes } = cotizacionOf(pedido.id, lineas, pedido.tarifas)
  const bound = volumenes.flatMap(({ grupo, hojas, copias }): PiezaText[] => {
    if (!grupo) return []
    const names = archivos.filter((one) => one.grupo === grupo).map(({ nombre }) => nombre)
    const [shown, more] = [names.slice(0, MOST_OF_GRUPO).map(nameOf), names.length - MOST_OF_GRUPO]
    const all = more > 0 ? `${shown.join(' + ')} y ${more} más` : shown.join(' + ')
    const hoja = archivos.find((one) => one.grupo === grupo)?.hoja
    return [{ title: `${GRUPO_TITLES[grupo]}: ${all}`, note: sizeOf(hojas, copias, hoja) }]
  })
  const loose = archivos
    .filter(({ grupo }) => grupo === 'default')
    .map(({ nombre, hojas, duplicado, doble_faz, color, anillado, hoja }): PiezaText => {
      const how = [doble_faz && 'doble faz', color === 'color' && 'color', anillado && 'anillado']
      return {
        title: nameOf(nombre),
        note: [sizeOf(hojas, duplicado, hoja), ...how].filter(Boolean).join(', '),
      }
    })
  const all = [...bound, ...loose]
  if (all.length <= MOST) return all
  const more = all.length - MOST + 1
  return [...all.slice(0, MOST - 1), { title: `Y ${more} más`, note: 'Están todos en la página del pedido' }]
}

/** A file's name on one line, even if it has line ends. */
function nameOf(nombre: string): string {
  const line = nombre.replace(/\p{C}/gu, ' ')
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS).toWellFormed()}…` : line
}

const sizeOf = (hojas: number, copias: number, hoja: NombreHoja | undefined): string =>
  copias > 1 ? `${hojasText(hojas, hoja)} por ${count(copias, 'copia')}` : hojasText(hojas, hoja)
