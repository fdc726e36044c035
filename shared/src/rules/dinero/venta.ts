// A sale at the counter: its lines beside files, discounts by hand, and the amount paid by each means.
// Centavos.
import { afterPercent, pesosInText, toCentavos, toPesos } from '../base/dinero.ts'
import { BILLETES, type MedioMovimiento } from './caja.ts'

/** A product or a service of an order. `centavos` for one piece. */
export type LineaOtra = { producto_id: number | null; texto: string; cantidad: number; centavos: number }

export const MAX_LINEAS = 100
export const MAX_CANTIDAD = 9_999
/** For one sale, and for each amount of it: sums and percents up to here are exact. */
export const MAX_VENTA = 100_000_000_00
export const VENTA_GRANDE = `La venta suma más de ${pesosInText(toPesos(MAX_VENTA))}: partila en varias.`

export const importeDe = ({ cantidad, centavos }: Pick<LineaOtra, 'cantidad' | 'centavos'>): number =>
  cantidad * centavos

/** The total of all lines, in whole pesos as every amount that a customer pays. */
export const totalOtros = (lineas: readonly LineaOtra[]): number =>
  afterPercent(
    lineas.reduce((sum, linea) => sum + importeDe(linea), 0),
    0,
  )

/**
 * Why lines cannot be sold, in Spanish; null if they can. A few centavos would be rounded to 0 pesos and
 * given away.
 * @param impresion the amount printed with them
 */
export function lineasProblem(lineas: readonly LineaOtra[], impresion: number): string | null {
  const exact = lineas.reduce((sum, linea) => sum + importeDe(linea), 0)
  if (exact + impresion > MAX_VENTA) return VENTA_GRANDE
  if (exact > 0 && totalOtros(lineas) === 0)
    return 'Lo que se vende suma menos de 50 centavos: no se puede cobrar.'
  return null
}

/** A discount by hand: an amount, or a percent of what is left. */
type DescuentoPedido = { centavos: number } | { porcentaje: number }

/** The centavos that a discount takes off `importe`, so that whole pesos are left; null if it exceeds `importe`. */
export function descuentoOf(importe: number, pedido: DescuentoPedido): number | null {
  if ('porcentaje' in pedido) return importe - afterPercent(importe, pedido.porcentaje)
  return pedido.centavos <= importe ? importe - afterPercent(importe - pedido.centavos, 0) : null
}

/** Which cuenta corriente, and which autorizado takes what is charged to it. */
export type CargoA = { id: number; autorizado_id: number }

/**
 * `recibido`: cash handed over for the amount. `referencia`: from a card terminal's slip. `cuenta_corriente`:
 * only for `cuenta`.
 */
export type PagoVenta = {
  medio: MedioMovimiento
  centavos: number
  recibido: number | null
  referencia: string | null
  cuenta_corriente?: CargoA | null
}

export type Cobro = {
  /** The payments that count now, without the part that is paid by the provider's link. */
  pagos: PagoVenta[]
  /** The amount of the Mercado Pago link; 0: no link. */
  porLink: number
  /** Owed still, the link's part included. */
  resto: number
  vuelto: number
}

/** Named for the field where it is shown. */
export type ProblemaPago =
  | 'sin_pago'
  | 'de_mas'
  | 'recibido'
  | 'recibido_de_mas'
  | 'link_parcial'
  | 'varios_links'
  | 'cuenta'
  | 'varias_cuentas'
  | 'nada'

export const PROBLEMAS_PAGO: Record<ProblemaPago, string> = {
  sin_pago: 'Elegí cómo paga.',
  de_mas: 'Los pagos suman más que lo que debe.',
  recibido: 'Con lo que entregó no alcanza para la parte en efectivo.',
  recibido_de_mas: 'Fijate con cuánto paga: es mucho más que la parte en efectivo.',
  link_parcial: 'Mercado Pago cobra todo lo que queda: poné ese importe.',
  varios_links: 'Mercado Pago va una sola vez.',
  cuenta: 'Elegí la cuenta corriente y quién retira.',
  varias_cuentas: 'Una venta va a una sola cuenta corriente.',
  nada: 'No queda nada por cobrar.',
}

/**
 * How payments cover a debt. Cash above it is change; no other means may exceed it. Each amount is above 0,
 * except the payment of a sale that costs nothing.
 */
export function cobroDe(debe: number, pagos: readonly PagoVenta[]): Cobro | ProblemaPago {
  if (debe === 0) return pagos.some(({ centavos }) => centavos > 0) ? 'nada' : NADA
  if (pagos.length === 0) return 'sin_pago'
  const cargos = pagos.filter(({ medio }) => medio === 'cuenta')
  if (cargos.length > 1) return 'varias_cuentas'
  if (cargos.some(({ cuenta_corriente }) => !cuenta_corriente?.autorizado_id)) return 'cuenta'
  const links = pagos.filter(({ medio }) => medio === 'mercadopago')
  if (links.length > 1) return 'varios_links'
  const firm = pagos.filter(({ medio }) => medio !== 'mercadopago' && medio !== 'efectivo')
  const cash = pagos.filter(({ medio }) => medio === 'efectivo')
  const porLink = sum(links)
  // Means without change count first: the cash covers the rest
  const forCash = debe - sum(firm) - porLink
  if (forCash < 0 || (forCash === 0 && cash.length > 0)) return 'de_mas'
  const aplicado = Math.min(sum(cash), forCash)
  if (porLink > 0 && aplicado < forCash) return 'link_parcial'
  const entregado = cash.reduce((total, { centavos, recibido }) => total + (recibido ?? centavos), 0)
  const problema = recibidoProblem(cash, entregado, aplicado)
  if (problema) return problema
  if (sum(firm) + porLink + aplicado === 0) return 'sin_pago'
  const efectivo =
    aplicado > 0
      ? [{ medio: 'efectivo' as const, centavos: aplicado, recibido: entregado, referencia: null }]
      : []
  return {
    pagos: [...efectivo, ...firm],
    porLink,
    resto: forCash - aplicado + porLink,
    vuelto: entregado - aplicado,
  }
}

const LARGEST = toCentavos(BILLETES[0])

/** No customer hands over a whole note too many: so much change is a typing error, or a barcode read into the field. */
function recibidoProblem(
  cash: readonly PagoVenta[],
  entregado: number,
  aplicado: number,
): 'recibido' | 'recibido_de_mas' | null {
  if (cash.some(({ centavos, recibido }) => recibido !== null && recibido < centavos)) return 'recibido'
  const isSaid = cash.some(({ recibido }) => recibido !== null)
  const notes = Math.max(1, Math.ceil(aplicado / LARGEST))
  return isSaid && entregado - aplicado >= notes * LARGEST ? 'recibido_de_mas' : null
}

const NADA: Cobro = { pagos: [], porLink: 0, resto: 0, vuelto: 0 }

const sum = (pagos: readonly PagoVenta[]): number =>
  pagos.reduce((total, { centavos }) => total + centavos, 0)

/** Splits an amount of several payments among `debes`, the first debt first. */
export function splitPagos<Pago extends { centavos: number }>(
  pagos: readonly Pago[],
  debes: readonly number[],
): Pago[][] {
  const left = pagos.map((pago) => ({ ...pago }))
  return debes.map((debe) => {
    let owed = debe
    return left.flatMap((pago) => {
      const centavos = Math.min(owed, pago.centavos)
      if (centavos === 0) return []
      owed -= centavos
      pago.centavos -= centavos
      return [{ ...pago, centavos }]
    })
  })
}
