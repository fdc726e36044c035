// A sale at the counter: its lines beside files, what comes off by hand, and who pays how much in which way. Centavos.
import type { MedioMovimiento } from './caja.ts'
import { afterPercent, pesosInText, toPesos } from './dinero.ts'

/** A product or a service of an order. `centavos` of one. */
export type LineaOtra = { producto_id: number | null; texto: string; cantidad: number; centavos: number }

export const MAX_LINEAS = 100
export const MAX_CANTIDAD = 9_999
/** Of one sale, and of each amount of it: sums and percents of so much are exact. */
export const MAX_VENTA = 100_000_000_00
export const VENTA_GRANDE = `La venta suma más de ${pesosInText(toPesos(MAX_VENTA))}: partila en varias.`

export const importeDe = ({ cantidad, centavos }: Pick<LineaOtra, 'cantidad' | 'centavos'>): number =>
  cantidad * centavos

/** Of all of them, in whole pesos as everything that a customer pays. */
export const totalOtros = (lineas: readonly LineaOtra[]): number =>
  afterPercent(
    lineas.reduce((sum, linea) => sum + importeDe(linea), 0),
    0,
  )

/**
 * Why lines cannot be sold, in Spanish; null if they can. Rounded to whole pesos a few centavos would be given away.
 * @param impresion what is printed with them
 */
export function lineasProblem(lineas: readonly LineaOtra[], impresion: number): string | null {
  const exact = lineas.reduce((sum, linea) => sum + importeDe(linea), 0)
  if (exact + impresion > MAX_VENTA) return VENTA_GRANDE
  if (exact > 0 && totalOtros(lineas) === 0)
    return 'Lo que se vende suma menos de 50 centavos: no se puede cobrar.'
  return null
}

/** A discount by hand: an amount, or a percent of what is left. */
export type DescuentoPedido = { centavos: number } | { porcentaje: number }

/** What it takes off `importe`; null where it is more than there is. */
export function descuentoDe(importe: number, pedido: DescuentoPedido): number | null {
  if ('porcentaje' in pedido) return importe - afterPercent(importe, pedido.porcentaje)
  return pedido.centavos <= importe ? pedido.centavos : null
}

/** The ways in which a sale is paid. `cuenta`: charged to a cuenta corriente. */
export const MEDIOS_VENTA = ['efectivo', 'transferencia', 'mercadopago', 'posnet', 'cuenta'] as const
export type MedioVenta = (typeof MEDIOS_VENTA)[number]

/** Which cuenta corriente, and which of its people takes what is charged to it. */
export type CargoA = { id: number; autorizado_id: number }

/**
 * `recibido`: the notes that were handed over for an amount in cash. `referencia`: of a card terminal's slip.
 * `cuenta_corriente`: of `cuenta` alone.
 */
export type PagoVenta<Medio extends MedioVenta = MedioVenta> = {
  medio: Medio
  centavos: number
  recibido: number | null
  referencia: string | null
  cuenta_corriente?: CargoA | null | undefined
}

export type Cobro = {
  /** What counts as paid now, without what the provider's link takes. */
  pagos: PagoVenta<MedioMovimiento>[]
  /** What the link of Mercado Pago is made for; 0: there is none. */
  porLink: number
  /** Owed still, the link's part included. */
  resto: number
  vuelto: number
}

/** Named for the field that it is shown at. */
export type ProblemaPago =
  | 'sin_pago'
  | 'de_mas'
  | 'recibido'
  | 'link_parcial'
  | 'varios_links'
  | 'cuenta'
  | 'varias_cuentas'
  | 'nada'

export const PROBLEMAS_PAGO: Record<ProblemaPago, string> = {
  sin_pago: 'Elegí cómo paga.',
  de_mas: 'Los pagos suman más que lo que debe.',
  recibido: 'Con lo que entregó no alcanza para la parte en efectivo.',
  link_parcial: 'Mercado Pago cobra todo lo que queda: poné ese importe.',
  varios_links: 'Mercado Pago va una sola vez.',
  cuenta: 'Elegí la cuenta corriente y quién retira.',
  varias_cuentas: 'Una venta va a una sola cuenta corriente.',
  nada: 'No queda nada por cobrar.',
}

/**
 * What payments do to an amount that is owed. Cash above it is change; any other way may not be more. Each amount is
 * above 0, but the one that pays a sale that costs nothing.
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
  // What no change can be given of comes first: the cash fills what it leaves
  const forCash = debe - sum(firm) - porLink
  if (forCash < 0 || (forCash === 0 && cash.length > 0)) return 'de_mas'
  const aplicado = Math.min(sum(cash), forCash)
  if (porLink > 0 && aplicado < forCash) return 'link_parcial'
  if (cash.some(({ centavos, recibido }) => recibido !== null && recibido < centavos)) return 'recibido'
  if (sum(firm) + porLink + aplicado === 0) return 'sin_pago'
  const entregado = cash.reduce((total, { centavos, recibido }) => total + (recibido ?? centavos), 0)
  const efectivo =
    aplicado > 0
      ? [{ medio: 'efectivo' as const, centavos: aplicado, recibido: entregado, referencia: null }]
      : []
  return {
    pagos: [...efectivo, ...firm.filter(isFirm)],
    porLink,
    resto: forCash - aplicado + porLink,
    vuelto: entregado - aplicado,
  }
}

const NADA: Cobro = { pagos: [], porLink: 0, resto: 0, vuelto: 0 }

const isFirm = (pago: PagoVenta): pago is PagoVenta<'transferencia' | 'posnet' | 'cuenta'> =>
  pago.medio === 'transferencia' || pago.medio === 'posnet' || pago.medio === 'cuenta'

const sum = (pagos: readonly PagoVenta[]): number =>
  pagos.reduce((total, { centavos }) => total + centavos, 0)

/** Of an amount in several parts, what of each of `debes` it pays, the first ones first. */
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
