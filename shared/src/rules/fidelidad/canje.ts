import { afterPercent } from '../base/dinero.ts'
import { applyGroups } from '../compra/grupo.ts'
import { A4 } from '../compra/hoja.ts'
import { type Contado, countHojas } from '../compra/hojas.ts'
import { importeFinal, quote, type Tarifas } from '../compra/precio.ts'
import type { ValorTipo } from './codigo.ts'

/** The discount of a code: sheets, or a percent. */
export type CodigoValor = { tipo: 'hojas'; hojas: number } | { tipo: 'porcentaje'; porcentaje: number }
/** The effect of one of an order's codes: the sheets that it covered, and how much less is paid, in centavos. */
export type CodigoUso = { cubiertas: number; descuento: number }

type Descontado = {
  total_impresion: number
  total_anillado: number
  /** How much free sheets took off the print amount. */
  descuento_hojas: number
  /** Percent of the one percentage code. */
  descuento_codigo: number
  final_impresion: number
  final_anillado: number
  /** Products and services: before and after discounts. */
  total_otros: number
  final_otros: number
  importe_final: number
  /** The effect of each code, in the order they were given; they add up to the discount of all codes. */
  usos: CodigoUso[]
}

/**
 * Sheets that a code may cover, dearest first, with their price in centavos: b/w ones of two-sided files, the last odd
 * one included, and those of two-sided colour files that are priced as b/w, on A4. Not colour, not one-sided files. Colour that is still looked for counts as colour.
 */
export function coverable(asked: Contado[], tarifas: Tarifas): { precio: number; cantidad: number }[] {
  return applyGroups(asked)
    .filter(({ doble_faz, hoja }) => doble_faz && hoja === A4.nombre)
    .flatMap((archivo) =>
      countHojas(archivo, tarifas.color_por_hoja)
        .filter(({ clase }) => !clase.color)
        .map(({ clase, cantidad }) => ({
          precio: clase.caras === 2 ? tarifas.byn.dos : tarifas.byn.una,
          cantidad: cantidad * archivo.duplicado,
        })),
    )
    .sort((a, b) => b.precio - a.precio)
}

/** How many sheets of `asked` a code of `hojas` sheets makes free, and what they would cost, in centavos. */
export function freeHojas(asked: Contado[], tarifas: Tarifas, hojas: number): CodigoUso {
  let left = Math.max(0, hojas)
  let descuento = 0
  for (const { precio, cantidad } of coverable(asked, tarifas)) {
    const taken = Math.min(left, cantidad)
    left -= taken
    descuento += taken * precio
  }
  return { cubiertas: Math.max(0, hojas) - left, descuento }
}

/** The order in which codes are applied: sheets first, since percents are taken off what they leave. */
const TURN: Record<ValorTipo, number> = { hojas: 1, porcentaje: 2 }

type Suma = { hojas: number; porcentaje: number }

function withCodigo({ hojas, porcentaje }: Suma, codigo: CodigoValor): Suma {
  switch (codigo.tipo) {
    case 'hojas':
      return { hojas: hojas + codigo.hojas, porcentaje }
    case 'porcentaje':
      return { hojas, porcentaje: porcentaje + codigo.porcentaje }
  }
}

/**
 * The price of an order with its codes, in centavos: free sheets come off the print amount; then `porcentaje` (the
 * web's) and the percentage code together, at most 100, off what is left of print and off the binding apart. The
 * code's percent comes off `otros` too, products and services at the counter, which the web's does not.
 * Of several sheets codes the first given is used up first.
 */
export function priceWithCodigos(
  asked: Contado[],
  tarifas: Tarifas,
  porcentaje: number,
  codigos: readonly CodigoValor[],
  total_otros = 0,
): Descontado {
  const { total_impresion, total_anillado } = quote(asked, tarifas)
  const finalOf = (descuento_hojas: number, codigo: number) => {
    const totals = { total_impresion: total_impresion - descuento_hojas, total_anillado }
    const own = importeFinal(totals, porcentaje + codigo)
    const otros = afterPercent(total_otros, Math.min(100, codigo))
    return { ...own, otros, importe_final: own.importe_final + otros }
  }
  let suma: Suma = { hojas: 0, porcentaje: 0 }
  let free = { cubiertas: 0, descuento: 0 }
  let importe = finalOf(0, 0).importe_final
  const usos: CodigoUso[] = codigos.map(() => ({ cubiertas: 0, descuento: 0 }))
  const inTurn = [...codigos.entries()].sort(([, a], [, b]) => TURN[a.tipo] - TURN[b.tipo])
  for (const [index, codigo] of inTurn) {
    suma = withCodigo(suma, codigo)
    const covered = free.cubiertas
    free = freeHojas(asked, tarifas, suma.hojas)
    const after = finalOf(free.descuento, suma.porcentaje).importe_final
    usos[index] = { cubiertas: free.cubiertas - covered, descuento: importe - after }
    importe = after
  }
  const final = finalOf(free.descuento, suma.porcentaje)
  return {
    total_impresion,
    total_anillado,
    descuento_hojas: free.descuento,
    descuento_codigo: suma.porcentaje,
    final_impresion: final.impresion,
    final_anillado: final.anillado,
    total_otros,
    final_otros: final.otros,
    importe_final: final.importe_final,
    usos,
  }
}
