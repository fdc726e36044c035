// The lines that add up to what an order costs.
import { formatPercent, formatPesos, toCentavos, toPesos } from '../base/dinero.ts'

/** The amounts of an order as screens, mails and the ticket list them, in pesos. */
export type Importes = {
  total_impresion: number
  total_anillado: number
  final_impresion: number
  final_anillado: number
  importe_final: number
  descuento_porcentaje: number
  /** Pesos that free sheets took off the print amount. */
  descuento_hojas: number
  /** Percent of a code, on top of descuento_porcentaje. */
  descuento_codigo: number
  /** Products and services that the counter sold with it, and the discount that a clerk gave. */
  total_otros: number
  descuento_mano: number
}

/**
 * All that comes off an order: free sheets, percents and a clerk's discount, in pesos or centavos as the amounts are. A
 * surcharge would hide in it: what is added to `importe_final` is added here.
 */
export function rebajaOf(
  importes: Pick<Importes, 'total_impresion' | 'total_anillado' | 'total_otros' | 'importe_final'>,
): number {
  const { total_impresion, total_anillado, total_otros, importe_final } = importes
  return exact(total_impresion + total_anillado + total_otros - importe_final)
}

/** Binary fractions add up to a little more or less than the centavos that they stand for. */
const exact = (pesos: number): number => toPesos(toCentavos(pesos))

export type ResumenLine = { title: string; pesos: number; kind: 'suma' | 'resta'; note?: string }

/**
 * The lines that add up to `importe_final`: print, binding, and their discounts. The discounted parts are named too,
 * because each is rounded apart: the customer can check them against the payment.
 */
export function resumenLines(importes: Importes): ResumenLine[] {
  const { total_impresion, total_anillado, final_impresion, final_anillado } = importes
  const lines: ResumenLine[] = [
    { title: 'Impresión', pesos: total_impresion, kind: 'suma' },
    { title: 'Anillado', pesos: total_anillado, kind: 'suma' },
  ]
  const { descuento_hojas, total_otros, descuento_mano } = importes
  if (total_otros > 0) lines.push({ title: 'Productos y servicios', pesos: total_otros, kind: 'suma' })
  if (descuento_hojas > 0) lines.push({ title: 'Hojas gratis', pesos: descuento_hojas, kind: 'resta' })
  const off = exact(rebajaOf(importes) - descuento_hojas - descuento_mano)
  const note =
    total_anillado > 0 ? `Impresión ${whole(final_impresion)} + anillado ${whole(final_anillado)}` : undefined
  if (off > 0) lines.push({ title: percentTitle(importes), pesos: off, kind: 'resta', note })
  if (descuento_mano > 0)
    lines.push({ title: 'Descuento en el mostrador', pesos: descuento_mano, kind: 'resta' })
  return lines
}

function percentTitle({ descuento_porcentaje, descuento_codigo }: Importes): string {
  const web = `${formatPercent(descuento_porcentaje)}% off por la web`
  if (descuento_codigo === 0) return web
  const code = `${formatPercent(descuento_codigo)}% off por tu código`
  return descuento_porcentaje === 0 ? code : `${web} + ${code}`
}

/** An amount inside a sentence, not to be broken after its sign. */
const whole = (pesos: number): string => formatPesos(pesos).replace(' ', '\u00a0')
