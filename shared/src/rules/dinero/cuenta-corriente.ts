// A cuenta corriente: an institution buys today and pays later, up to a limit. Centavos.
import { addDias } from '../base/fecha.ts'

/**
 * `inicial`: the debt from before it was opened here; `cargo`: a sale, or a part of one; `pago`: money that
 * was handed over; `devolucion`: a charge, or a part of one, that a refund took off. The first two are above
 * 0, the others below.
 */
export const TIPOS_CUENTA_CORRIENTE = ['inicial', 'cargo', 'pago', 'devolucion'] as const
type TipoCuentaCorriente = (typeof TIPOS_CUENTA_CORRIENTE)[number]
export const TIPO_CUENTA_CORRIENTE_TITLES: Record<TipoCuentaCorriente, string> = {
  inicial: 'Saldo inicial',
  cargo: 'Compra',
  pago: 'Pago',
  devolucion: 'Devolución',
}

/** How a debt is paid at the counter. */
export const MEDIOS_PAGO_CUENTA = ['efectivo', 'transferencia', 'posnet'] as const
export type MedioPagoCuenta = (typeof MEDIOS_PAGO_CUENTA)[number]

/** `saldo`: the debt; below 0 it is a credit. */
type Estado = { limite: number; saldo: number; suspendida: boolean }

/** The amount that can still be charged to the account: 0 while it is suspended. */
export const disponibleOf = ({ limite, saldo, suspendida }: Estado): number =>
  suspendida ? 0 : Math.max(0, limite - saldo)

/** Why an amount may not be charged; null if it may. */
export function cargoProblem(cuenta: Estado, centavos: number): 'suspendida' | 'limite' | null {
  if (cuenta.suspendida) return 'suspendida'
  return centavos > disponibleOf(cuenta) ? 'limite' : null
}

const MESES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** 'YYYY-MM' of a day 'YYYY-MM-DD'. */
export const mesOf = (dia: string): string => dia.slice(0, 7)

/** From 2000 to 2199: another year is a typing error. */
export const isMes = (text: string): boolean => /^2[01]\d\d-(0[1-9]|1[0-2])$/.test(text)

/** 'noviembre de 2026' */
export const mesTitle = (mes: string): string => `${MESES[Number(mes.slice(5)) - 1]} de ${mes.slice(0, 4)}`

export const mesAnterior = (mes: string): string => mesOf(addDias(`${mes}-01`, -1))

/** The first and the last day of a month. */
export function diasDelMes(mes: string): { desde: string; hasta: string } {
  const desde = `${mes}-01`
  const next = `${mesOf(addDias(desde, 31))}-01`
  return { desde, hasta: addDias(next, -1) }
}
