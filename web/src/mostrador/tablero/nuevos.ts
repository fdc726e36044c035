import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { createStore } from '../../ui/state/store.ts'
import { isOwn } from '../live/own.ts'

/**
 * The state in which this window last showed each order; and the branches ('' all of them) whose board it has
 * shown.
 */
const shown = new Map<string, Estado>()
const branches = new Set<string>()

/**
 * Orders that came in while a clerk worked here. True: the order's card has the focus, and keeps its mark until the
 * focus leaves.
 */
const nuevos = createStore<ReadonlyMap<string, boolean>>(new Map())
export const useNuevos = () => nuevos.use()

type Fila = Pick<PedidoFila, 'pedido_id' | 'estado'>

/**
 * Takes in the present rows of a branch's board. New are the orders that came in, or were paid, without this
 * clerk since the first look at that branch; an order that moved on is no longer new.
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

/** The clerk is at this order now (null: at none): orders reached before count as seen. */
export function reachNuevo(pedido_id: string | null): void {
  const was = nuevos.get()
  const next = new Map([...was].filter(([id, isReached]) => id === pedido_id || !isReached))
  if (pedido_id !== null && was.has(pedido_id)) next.set(pedido_id, true)
  if (next.size !== was.size || (pedido_id !== null && was.get(pedido_id) === false)) nuevos.set(next)
}

/** The order to focus as soon as the board shows it; null: none. */
const irA = createStore<string | null>(null)
export const useIrA = () => irA.use()
export const goToPedido = (pedido_id: string | null): void => irA.set(pedido_id)
