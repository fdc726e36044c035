import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { isToMake } from '../../pasos.ts'
import { durationText, plazoOf, whenText } from '../../tiempo.ts'

/** The main facts for the clerk: pickup or delivery, and the promised time. */
export function summaryOf(
  { estado, modo_entrega, sucursal, prometido, nueva_hora, vence, pago }: PedidoMostrador,
  now: number,
): string {
  const how = modo_entrega === 'delivery' ? `Envío desde ${sucursal}` : `Retira en ${sucursal}`
  if (estado === 'confirmado') {
    if (pago === 'en_proceso' || pago === 'pendiente') return `${how}. El pago está en proceso.`
    return vence === null ? `${how}. Falta el pago.` : `${how}. Falta el pago, vence ${whenText(vence, now)}.`
  }
  return isToMake(estado) ? how + promiseText({ prometido, nueva_hora }, now) : how
}

function promiseText(
  { prometido, nueva_hora }: Pick<PedidoMostrador, 'prometido' | 'nueva_hora'>,
  now: number,
): string {
  if (prometido === null) return ''
  const expected = nueva_hora ?? prometido
  const { text, tone } = plazoOf(expected, now)
  const said = nueva_hora ? `${whenText(prometido, now)}, avisamos la demora: ${text}` : text
  const left = tone === 'tarde' ? '' : ` (en ${durationText(Date.parse(expected) - now)})`
  return `, prometido ${said}${left}`
}

const PAGO_TITLES: Record<string, string> = {
  approved: 'Aprobado',
  aprobado: 'Aprobado',
  pending: 'Pendiente',
  pendiente: 'Pendiente',
  in_process: 'En proceso',
  en_proceso: 'En proceso',
  authorized: 'Autorizado',
  in_mediation: 'En mediación',
  rejected: 'Rechazado',
  rechazado: 'Rechazado',
  cancelled: 'Cancelado',
  cancelado: 'Cancelado',
  refunded: 'Devuelto',
  devuelto: 'Devuelto',
  charged_back: 'Contracargo',
}

/** A payment's state in Spanish; an unknown one is shown in the provider's words. */
export const pagoTitle = (estado: string): string => PAGO_TITLES[estado] ?? estado

export const isAprobado = (estado: string): boolean => pagoTitle(estado) === 'Aprobado'
