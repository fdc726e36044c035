import type { MovimientoFila, TurnoDetalle, TurnoFila } from '@imprimitodo/shared/api/caja'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatDay, formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { diferenciaTitle, MEDIO_CAJA_TITLES, TIPO_A_MANO_TITLES } from '@imprimitodo/shared/rules/dinero/caja'

/** The title of a movement, without its reason. */
export function movimientoTitle({ tipo, numero, venta_id }: MovimientoFila): string {
  if (tipo === 'cobro') return `Pedido ${numero ?? ''}`.trim()
  if (tipo === 'venta') return `Venta ${venta_id ?? ''}`.trim()
  if (tipo === 'devolucion') return `Devolución del ${numero ?? 'pedido'}`
  if (tipo === 'devolucion_web') return `Devolución del ${numero ?? 'pedido'} por la web`
  if (tipo === 'pago_cuenta') return 'Pago de cuenta corriente'
  return TIPO_A_MANO_TITLES[tipo]
}

/** In one text, for a narrow row or for paper. */
export const movimientoText = (fila: MovimientoFila): string =>
  `${movimientoTitle(fila)}${fila.motivo ? `: ${fila.motivo}` : ''}`

/** Null: not stated yet. Refunds by the provider never were in the till. */
export function medioOf({ tipo, medio }: MovimientoFila): string | null {
  if (tipo === 'devolucion_web') return 'Por la web'
  return medio && MEDIO_CAJA_TITLES[medio]
}

export const FILTROS = [
  { value: 'todo', label: 'Todo' },
  { value: 'efectivo', label: 'Efectivo' },
  { value: 'salidas', label: 'Salidas' },
  { value: 'mios', label: 'Míos' },
] as const
export type Filtro = (typeof FILTROS)[number]['value']

export function isIn(
  filtro: Filtro,
  { medio, tipo, importe, quien }: MovimientoFila,
  nombre: string,
): boolean {
  if (filtro === 'efectivo') return medio === 'efectivo' && tipo !== 'devolucion_web'
  if (filtro === 'salidas') return importe < 0
  return filtro === 'todo' || quien === nombre
}

const PARTES = {
  cobros: 'Cobros',
  pagos_cuenta: 'Pagos de cuentas corrientes',
  devoluciones: 'Devoluciones',
  gastos: 'Gastos',
  retiros: 'Retiros',
  ingresos: 'Ingresos',
} as const

/** 'Cobros (38)'. */
export const parteTitle = ({ que, veces }: NonNullable<TurnoDetalle['efectivo']>[number]): string =>
  `${PARTES[que]} (${veces})`

/** 'sobraron $ 200,00', for a closed one. */
export function resultadoOf({ diferencia }: Pick<TurnoFila, 'diferencia'>): string {
  if (!diferencia) return 'sin diferencia'
  return `${diferencia < 0 ? 'faltaron' : 'sobraron'} ${formatPesos(Math.abs(diferencia))}`
}

/** 'Faltan $ 500,00'. */
export const diferenciaText = (diferencia: number): string =>
  diferencia === 0
    ? diferenciaTitle(0)
    : `${diferenciaTitle(diferencia)} ${formatPesos(Math.abs(diferencia))}`

/** '24/11/2026, 8:02 a 11:31', or with both days where it went over midnight. */
export function tramoOf({ abierto, cerrado }: Pick<TurnoFila, 'abierto' | 'cerrado'>): string {
  const from = `${formatDay(abierto)}, ${formatTime(abierto)}`
  if (!cerrado) return from
  const isSameDay = formatDay(abierto) === formatDay(cerrado)
  return `${from} a ${isSameDay ? '' : `${formatDay(cerrado)}, `}${formatTime(cerrado)}`
}
