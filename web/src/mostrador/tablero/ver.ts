import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { isToMake } from '../pasos.ts'
import type { Ver } from './filtros.ts'

/** `yo`: the id of the person at the screen. */
type Desde = { now: number; yo: number | undefined }

/** The hour that its customer expects, while it is still to be made; null: none, or it is made. */
const plazo = (fila: PedidoFila): number | null => {
  const when = fila.nueva_hora ?? fila.prometido
  return when !== null && isToMake(fila.estado) ? Date.parse(when) : null
}

const IS: Record<Ver, (fila: PedidoFila, desde: Desde) => boolean> = {
  tarde: (fila, { now }) => (plazo(fila) ?? now) < now,
  // Orders to be ready by tonight, including those already late
  hoy: (fila, { now }) => {
    const when = plazo(fila)
    return when !== null && (when < now || formatDay(new Date(when)) === formatDay(new Date(now)))
  },
  color: ({ hojas_color }) => hojas_color > 0,
  anillado: ({ anillados }) => anillados > 0,
  envio: ({ modo_entrega }) => modo_entrega === 'delivery',
  mios: ({ tomado }, { yo }) => tomado !== null && tomado.id === yo,
}

export const VER_TITLES: Record<Ver, string> = {
  tarde: 'Tarde',
  hoy: 'Hoy',
  color: 'Color',
  anillado: 'Anillado',
  envio: 'Envío',
  mios: 'Míos',
}

/** The orders that match all of `ver`; with an empty `ver`, all. */
export const shownOf = (filas: readonly PedidoFila[], ver: readonly Ver[], desde: Desde): PedidoFila[] =>
  filas.filter((fila) => ver.every((one) => IS[one](fila, desde)))

/** How many of the orders match it. */
export const countMatching = (filas: readonly PedidoFila[], one: Ver, desde: Desde): number =>
  filas.reduce((sum, fila) => sum + Number(IS[one](fila, desde)), 0)
