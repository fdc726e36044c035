// The till: its notes, its means of payment, and the words for the result of a count.

/** Notes in use, in pesos, the largest first. */
export const BILLETES = [20_000, 10_000, 2_000, 1_000, 500, 200, 100] as const

/** How many drawers a branch may have. */
export const MAX_CAJAS = 9

/** How money is handed over at the counter. Only `efectivo` lies in a drawer. */
export const MEDIOS_CAJA = ['efectivo', 'transferencia', 'mercadopago', 'posnet'] as const
export type MedioCaja = (typeof MEDIOS_CAJA)[number]
/** For a movement: also charges to a cuenta corriente, which are no money before they are paid. */
export const MEDIOS_MOVIMIENTO = [...MEDIOS_CAJA, 'cuenta'] as const
export type MedioMovimiento = (typeof MEDIOS_MOVIMIENTO)[number]
export const MEDIO_CAJA_TITLES: Record<MedioMovimiento, string> = {
  efectivo: 'Efectivo',
  transferencia: 'Transferencia',
  mercadopago: 'Mercado Pago',
  posnet: 'Posnet',
  cuenta: 'Cuenta corriente',
}
/** Inside a sentence: 'Cobrado en efectivo'. */
export const MEDIO_CAJA_COMO: Record<MedioMovimiento, string> = {
  efectivo: 'en efectivo',
  transferencia: 'por transferencia',
  mercadopago: 'por Mercado Pago',
  posnet: 'con posnet',
  cuenta: 'a cuenta corriente',
}

/**
 * `cobro`: for an order; `venta`: a sale that was typed in; `pago_cuenta`: the debt of a cuenta corriente,
 * paid; `devolucion`: money of an order handed back; `devolucion_web`: a refund by the provider that a clerk
 * asked for, which is listed and counts nowhere; the others are written down by a clerk.
 */
export const TIPOS_MOVIMIENTO = [
  'cobro',
  'venta',
  'pago_cuenta',
  'devolucion',
  'devolucion_web',
  'retiro',
  'gasto',
  'ingreso',
] as const
export type TipoMovimiento = (typeof TIPOS_MOVIMIENTO)[number]

/** Cash movements that a clerk writes down, with the reason. */
export const TIPOS_A_MANO = ['retiro', 'gasto', 'ingreso'] as const
export type TipoAMano = (typeof TIPOS_A_MANO)[number]
export const TIPO_A_MANO_TITLES: Record<TipoAMano, string> = {
  retiro: 'Retiro',
  gasto: 'Gasto',
  ingreso: 'Ingreso',
}

/** The direction of the money: 1 into the drawer, -1 out of it. */
export const signOf = (tipo: TipoAMano): 1 | -1 => (tipo === 'ingreso' ? 1 : -1)

export type Billete = { valor: number; cuantos: number }

/** The sum of the notes, in the unit of their values. */
export const sumaDe = (billetes: readonly Billete[]): number =>
  billetes.reduce((sum, { valor, cuantos }) => sum + valor * cuantos, 0)

/** The title of a difference (counted less expected): the amount is shown without its sign. */
export function diferenciaTitle(diferencia: number): string {
  if (diferencia === 0) return 'Sin diferencia'
  return diferencia < 0 ? 'Faltan' : 'Sobran'
}
