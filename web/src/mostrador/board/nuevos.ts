import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import type { Estado } from '@imprimitodo/shared/rules/pedido'
import { createStore } from '../../ui/store.ts'
import { isOwn } from '../live/own.ts'

/** Where this window last showed each order; and the branches ('' all of them) of which it showed the board. */
const shown = new Map<string, Estado>()
const branches = new Set<string>()

/** Orders that came in while a clerk worked here. True: the clerk has the focus on it, and its mark stays until the focus leaves. */
const nuevos = createStore<ReadonlyMap<string, boolean>>(new Map())
export const useNuevos = () => nuevos.use()

type Fila = Pick<PedidoFila, 'pedido_id' | 'estado'>

/**
 * Looks at what the board of a branch has now. New is what came in, or was paid, by itself since the first look at that
 * branch; an order that went on is new no longer.
 */
export function noteFilas(sucursal: string, filas: readonly Fila[]): void {
  const isFirst = !branches.has(sucursal)
  branches.add(sucursal)
  const next = new Map(nuevos.get())
  for (const { pedido_id, estado } of filas) {
    const before = shown.get(pedido_id)
    shown.set(pedido_id, estado)
    if (before === estado) continue
    const isFresh = before === undefined || before === 'confirmado'
    const isNews = isFresh && (estado === 'confirmado' || estado === 'pagado') && !isOwn(pedido_id)
    if (isNews && !isFirst) next.set(pedido_id, false)
    else next.delete(pedido_id)
  }
  if (hasChanged(next)) nuevos.set(next)
}

const hasChanged = (next: ReadonlyMap<string, boolean>): boolean =>
  next.size !== nuevos.get().size || [...next.keys()].some((id) => !nuevos.get().has(id))

/** One is at this order now (null: at none): those reached before have been seen. */
export function reachNuevo(pedido_id: string | null): void {
  const was = nuevos.get()
  const next = new Map([...was].filter(([id, isReached]) => id === pedido_id || !isReached))
  if (pedido_id !== null && was.has(pedido_id)) next.set(pedido_id, true)
  if (next.size !== was.size || (pedido_id !== null && was.get(pedido_id) === false)) nuevos.set(next)
}

/** The order to go to as soon as the board shows it; null: none. */
const irA = createStore<string | null>(null)
export const useIrA = () => irA.use()
export const goToPedido = (pedido_id: string | null): void => irA.set(pedido_id)
