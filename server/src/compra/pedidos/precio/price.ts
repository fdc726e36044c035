// The price of an order: its files, products and services, less the discounts of its codes and of the counter.
import { type CodigoValor, priceWithCodigos } from '@imprimitodo/shared/rules/fidelidad/canje'
import { CODIGOS } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { CodigoRow } from '../../../fidelidad/codigos/service.ts'
import type { Linea } from '../../archivos/service.ts'
import type { Pedido } from '../filas/store.ts'
import { cobradoOf } from './importes.ts'

/** The discount of a code; null for the pickup code of a prize. */
export function codigoValorOf({ tipo, hojas, porcentaje }: CodigoRow): CodigoValor | null {
  const { valor } = CODIGOS[tipo]
  switch (valor) {
    case 'hojas':
      return { tipo: valor, hojas: hojas ?? 0 }
    case 'porcentaje':
      return { tipo: valor, porcentaje: porcentaje ?? 0 }
    case null:
      return null
  }
}

export const isPorcentaje = (codigo: CodigoRow): boolean => codigoValorOf(codigo)?.tipo === 'porcentaje'

/** The columns of an order that its price depends on, beside its files. */
export type ConTarifas = Pick<Pedido, 'tarifas' | 'descuento_porcentaje' | 'total_otros' | 'descuento_mano'>

/**
 * The order's price with these codes, all with a value, as `codigosOf` orders them. The discount by hand is taken off
 * last.
 */
export function priceOf(
  lineas: Linea[],
  { tarifas, descuento_porcentaje, total_otros, descuento_mano }: ConTarifas,
  codigos: CodigoRow[],
) {
  const asked = lineas.map(cobradoOf)
  const valores = codigos.flatMap((one) => codigoValorOf(one) ?? [])
  const priced = priceWithCodigos(asked, tarifas, descuento_porcentaje, valores, total_otros)
  const mano = Math.min(descuento_mano, priced.importe_final)
  return { ...priced, descuento_mano: mano, importe_final: priced.importe_final - mano }
}
