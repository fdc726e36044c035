import { type CounterStep, DESHACER_S, DESHACIBLES } from '@imprimitodo/shared/rules/pedido'
import { createStore } from '../../ui/store.ts'

type Uno = { pedido_id: string; numero: number }

/**
 * A step that was taken here just now, of one order or of several at once. `until`: when it can no longer be taken back,
 * in milliseconds of this clock.
 */
export type Dado = { pedidos: readonly Uno[]; estado: CounterStep; until: number }

const dados = createStore<readonly Dado[]>([])

export const useDados = (): readonly Dado[] => dados.use()

export function dropDado(dado: Dado): void {
  const ids = new Set(dado.pedidos.map(({ pedido_id }) => pedido_id))
  dados.set(
    dados.get().filter((one) => one.until !== dado.until || !one.pedidos.some((of) => ids.has(of.pedido_id))),
  )
}

/**
 * Offers to take a step back, where it is one that goes back. `since`: when it was sent, so that the offer ends before
 * the server's time does. False: there is nothing to offer.
 */
export const offerUndo = ({ estado, ...uno }: Uno & { estado: CounterStep }, since: number): boolean =>
  offerUndoVarios([{ pedido_id: uno.pedido_id, numero: uno.numero }], estado, since)

/** The same step of several orders, which goes back as one. */
export function offerUndoVarios(pedidos: readonly Uno[], estado: CounterStep, since: number): boolean {
  const dado = { pedidos, estado, until: since + DESHACER_S * 1000 }
  const left = dado.until - Date.now()
  if (!DESHACIBLES[estado] || left <= 0 || pedidos.length === 0) return false
  // An order has one last step
  const ids = new Set(pedidos.map(({ pedido_id }) => pedido_id))
  const others = dados.get().flatMap((one) => {
    const rest = one.pedidos.filter(({ pedido_id }) => !ids.has(pedido_id))
    return rest.length > 0 ? [{ ...one, pedidos: rest }] : []
  })
  dados.set([...others, dado])
  setTimeout(() => dropDado(dado), left)
  return true
}

/** What waits meanwhile, for a clerk. */
export const WAITS: Partial<Record<CounterStep, (n: number) => string>> = {
  listo: (n) => (n > 1 ? 'El aviso a sus clientes sale' : 'El aviso al cliente sale'),
  cancelado: () => 'La devolución y el aviso salen',
  entregado: (n) => (n > 1 ? 'Quedan firmes' : 'Queda firme'),
}
