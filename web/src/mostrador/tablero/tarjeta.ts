import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { isToMake } from '../pasos.ts'
import { type Plazo, plazoDe, whenText } from '../tiempo.ts'

export type Tag = { text: string; kind: 'byn' | 'color' | 'anillado' | 'envio' }

/** A card's texts about sheets, binding and delivery. */
export function tagsOf({ hojas_byn, hojas_color, anillados, modo_entrega }: PedidoFila): Tag[] {
  const tags: Tag[] = []
  if (hojas_byn > 0) tags.push({ text: `${count(hojas_byn, 'hoja')} b/n`, kind: 'byn' })
  if (hojas_color > 0) tags.push({ text: `${count(hojas_color, 'hoja')} color`, kind: 'color' })
  if (anillados > 0) tags.push({ text: count(anillados, 'anillado'), kind: 'anillado' })
  if (modo_entrega === 'delivery') tags.push({ text: 'Envío', kind: 'envio' })
  return tags
}

/** The customer in a few words. */
export const quienOf = ({ nombre, email }: PedidoFila): string => nombre ?? (email || 'Sin nombre')

/** The corner of a card: the fact that matters most in its state. Null where there is none. */
export function cornerOf(fila: PedidoFila, now: number): Plazo | null {
  if (fila.estado === 'confirmado') {
    if (fila.pago === 'en_proceso' || fila.pago === 'pendiente')
      return { text: 'Pago en proceso', tone: 'normal' }
    if (fila.pago === 'rechazado') return { text: 'Pago rechazado', tone: 'normal' }
    return fila.vence === null
      ? null
      : { text: `Vence ${whenText(fila.vence, now).split(',')[0]}`, tone: 'normal' }
  }
  return isToMake(fila.estado) ? late(plazoDe(fila, now)) : null
}

/** Tells only how late it is: the promised time is on the order's page. */
const late = (plazo: Plazo | null): Plazo | null =>
  plazo?.tone === 'tarde' ? { ...plazo, text: plazo.text.slice(plazo.text.lastIndexOf(', ') + 2) } : plazo

/**
 * What is still to be paid at the handover: the rest of its price, and the delivery; null for other orders.
 */
export function toCollect({ modo_entrega, costo_delivery, estado, resta }: PedidoFila): string | null {
  if (estado !== 'listo') return null
  const pesos = resta + (modo_entrega === 'delivery' ? costo_delivery : 0)
  return pesos > 0 ? `Cobrar ${formatPesos(pesos)}` : null
}
