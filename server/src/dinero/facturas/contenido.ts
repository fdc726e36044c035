// The lines of an order's voucher, and how they are shown on paper.
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { pricedHojas } from '@imprimitodo/shared/rules/compra/precio'
import { rebajaOf } from '@imprimitodo/shared/rules/compra/resumen'
import { splitIva } from '@imprimitodo/shared/rules/dinero/iva'
import { importeDe } from '@imprimitodo/shared/rules/dinero/venta'
import type { Linea } from '../../compra/archivos/service.ts'
import { cobradoOf, type Pedido } from '../../compra/pedidos/service.ts'

export type LineaFactura = { concepto: string; centavos: number }

const ENVIO = 'Envío a domicilio'
/** The delivery on a voucher, in centavos. */
export const envioEn = (lineas: LineaFactura[] | null): number =>
  sumLineas((lineas ?? []).filter(({ concepto }) => concepto === ENVIO))

/**
 * An invoice's lines. Their sum is what was paid and not given back, and the delivery once it was collected
 * at the door. Names of files are private and left out: the law wants to know what was sold.
 */
export function lineasDe(pedido: Pedido, lineas: Linea[], devuelto: number): LineaFactura[] {
  const all = [
    ...impresiones(pedido, lineas),
    { concepto: 'Anillado', centavos: pedido.total_anillado },
    ...otrosOf(pedido),
    { concepto: 'Descuentos', centavos: -rebajaOf(pedido) },
    { concepto: 'Devolución', centavos: -devuelto },
    { concepto: ENVIO, centavos: envioCobrado(pedido) },
  ]
  return all.filter(({ centavos }) => centavos !== 0)
}

const envioCobrado = ({ modo_entrega, estado, costo_delivery }: Pedido): number =>
  modo_entrega === 'delivery' && estado === 'entregado' ? costo_delivery : 0

/** The lines of a credit note of `importe`, of which `envio` is for the delivery. */
export const lineasDeNota = (numero: number | null, importe: number, envio: number): LineaFactura[] =>
  [
    { concepto: `Devolución del pedido ${numero}`, centavos: importe - envio },
    { concepto: ENVIO, centavos: envio },
  ].filter(({ centavos }) => centavos !== 0)

/** The sum of the invoice's lines, which needs no files. */
export const importeDeFactura = (pedido: Pedido, devuelto: number): number =>
  pedido.importe_final - devuelto + envioCobrado(pedido)

/** Products and services. Rounding to whole pesos is a line of its own. */
function otrosOf({ otros, total_otros }: Pedido): LineaFactura[] {
  const lines = otros.map((linea) => ({
    concepto: linea.cantidad === 1 ? linea.texto : `${linea.texto}: ${linea.cantidad}`,
    centavos: importeDe(linea),
  }))
  return [...lines, { concepto: 'Redondeo', centavos: total_otros - sumLineas(lines) }]
}

export const sumLineas = (lineas: LineaFactura[]): number =>
  lineas.reduce((sum, { centavos }) => sum + centavos, 0)

/**
 * Sheets by kind, as they were priced: a file in colour has sheets in black and white, too. One line only, where
 * a colour count that ended after the purchase makes the kinds untrue.
 */
function impresiones({ tarifas, total_impresion }: Pedido, lineas: Linea[]): LineaFactura[] {
  const priced = pricedHojas(lineas.map(cobradoOf), tarifas)
  const kinds = new Map<string, { hojas: number; centavos: number }>()
  for (const { color, caras, hoja, hojas, importe } of priced) {
    const kind = `Impresión ${hoja === A4.nombre ? '' : `${hoja} `}${color ? 'a color' : 'en blanco y negro'}, ${caras === 2 ? 'doble faz' : 'simple faz'}`
    const sofar = kinds.get(kind) ?? { hojas: 0, centavos: 0 }
    kinds.set(kind, { hojas: sofar.hojas + hojas, centavos: sofar.centavos + importe })
  }
  const lines = [...kinds].map(([kind, { hojas, centavos }]) => ({
    concepto: `${kind}: ${count(hojas, 'hoja')}`,
    centavos,
  }))
  if (sumLineas(lines) === total_impresion) return lines
  const hojas = priced.reduce((sum, one) => sum + one.hojas, 0)
  return [{ concepto: `Impresión: ${count(hojas, 'hoja')}`, centavos: total_impresion }]
}

/** The lines without their tax, as an A shows them; they add up to the net of the whole, to the centavo. */
export function netLines(lineas: LineaFactura[]): LineaFactura[] {
  let [gross, net] = [0, 0]
  return lineas.map(({ concepto, centavos }) => {
    gross += centavos
    const upTo = splitIva(gross).neto
    const own = upTo - net
    net = upTo
    return { concepto, centavos: own }
  })
}
