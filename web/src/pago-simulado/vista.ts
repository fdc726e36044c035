import type { AccionSimulada, PagoSimulado } from '@imprimitodo/shared/api/pagos'

/** The views of the checkout: its choices, or the state of the last payment. */
export type CheckoutVista = 'elegir' | 'rechazado' | 'en-proceso' | 'cupon' | 'aprobado' | 'vencido'

/** Approved once is final, whatever else was tried; otherwise the latest attempt decides, then the expiry. */
export function vistaOfPago({ pagos, vencida }: Pick<PagoSimulado, 'pagos' | 'vencida'>): CheckoutVista {
  if (pagos.some(({ estado }) => estado === 'approved')) return 'aprobado'
  if (vencida) return 'vencido'
  const last = [...pagos].sort((a, b) => Date.parse(a.cuando) - Date.parse(b.cuando)).at(-1)
  if (last?.estado === 'pending') return last.medio === 'efectivo' ? 'cupon' : 'en-proceso'
  if (last?.estado === 'in_process') return 'en-proceso'
  return last?.estado === 'rejected' ? 'rechazado' : 'elegir'
}

/** What the buyer may choose. */
export type Eleccion = Exclude<AccionSimulada, 'acreditar'>

export const ELECCIONES: readonly { value: Eleccion; label: string; note: string }[] = [
  { value: 'aprobar', label: 'Tarjeta aprobada', note: 'El pedido pasa a «Pagado» enseguida' },
  { value: 'rechazar', label: 'Tarjeta rechazada', note: 'La tarjeta no autoriza; se puede reintentar' },
  { value: 'dejar_pendiente', label: 'Dejar pendiente', note: 'Queda en proceso y se resuelve después' },
  { value: 'pagar_en_efectivo', label: 'Pagar después en efectivo', note: 'Un cupón para pagar en un local' },
]
