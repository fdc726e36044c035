import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { ESTADO_TITLES, type Estado } from '@imprimitodo/shared/rules/compra/pedido'

export type Paso = {
  estado: Estado
  title: string
  note: string
  status: 'hecho' | 'actual' | 'falta' | 'mal'
}

const ROAD: readonly Estado[] = ['confirmado', 'pagado', 'en_produccion', 'listo', 'entregado']
const ENDS: readonly Estado[] = ['cancelado', 'vencido', 'reembolsado']

/**
 * The timeline: past steps with their times, the current one, future ones. For an order that was cancelled or
 * the like, only the steps it reached and its end.
 */
export function pasosOf({
  estado,
  historial,
  modo_entrega,
}: Pick<PedidoAnswer, 'estado' | 'historial' | 'modo_entrega'>): Paso[] {
  const when = new Map<Estado, string>()
  for (const { estado: reached, cuando } of historial) if (!when.has(reached)) when.set(reached, cuando)

  if (ENDS.includes(estado)) {
    const reached = ROAD.filter((step) => when.has(step))
    const end = historial.findLast((entry) => entry.estado === estado)?.cuando
    return [
      ...reached.map((step): Paso => paso(step, 'hecho', momentOf(when.get(step)))),
      paso(estado, 'mal', momentOf(end)),
    ]
  }
  const at = ROAD.indexOf(estado)
  // 'En producción' is a lasting step, current once reached. Any other state, once reached, waits for the
  // next
  const current = estado === 'en_produccion' ? at : at + 1
  return ROAD.map((step, index) => {
    if (index < current) return paso(step, 'hecho', momentOf(when.get(step)))
    if (index > current) return paso(step, 'falta', hint(step, modo_entrega))
    const since = when.get(step)
    return paso(
      step,
      'actual',
      since
        ? `Desde el ${momentOf(since).replace(/^./, (c) => c.toLowerCase())}`
        : waiting(step, modo_entrega),
    )
  })
}

const paso = (estado: Estado, status: Paso['status'], note: string): Paso => ({
  estado,
  // The counter's column is called 'Por pagar'; for the customer it is a finished step
  title: estado === 'confirmado' ? 'Confirmado' : ESTADO_TITLES[estado],
  note,
  status,
})

const momentOf = (instant: string | undefined): string => (instant ? formatMoment(instant) : '')

function hint(step: Estado, modo: PedidoAnswer['modo_entrega']): string {
  if (step === 'listo') return 'Te avisamos por mail'
  if (step === 'entregado') return modo === 'delivery' ? 'En tu dirección' : 'Con tu código de retiro'
  return ''
}

function waiting(step: Estado, modo: PedidoAnswer['modo_entrega']): string {
  if (step === 'confirmado') return 'Faltan tus datos'
  if (step === 'pagado') return 'Esperando el pago'
  if (step === 'en_produccion') return 'En la fila'
  return modo === 'delivery' ? 'Te lo llevamos' : 'Cuando quieras'
}

const JUST_PAID_MS = 60_000

/** How often to ask, in ms: 3 s while something is expected of the payment, 15 s otherwise. */
export function pollMs(
  { estado, historial }: Pick<PedidoAnswer, 'estado' | 'historial'>,
  now: number,
): number {
  if (estado === 'confirmado') return 3000
  const paid = historial.findLast((entry) => entry.estado === 'pagado')?.cuando
  const justPaid = estado === 'pagado' && paid !== undefined && now - Date.parse(paid) < JUST_PAID_MS
  return justPaid ? 3000 : 15_000
}

/**
 * Paid and not refunded: such an order has a pickup ticket until it is handed over, and empties the half-made
 * order.
 */
export const isPaid = (estado: Estado): boolean => ROAD.indexOf(estado) > 0
